import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import { addressLines, findSender, type Sender } from './senders.ts'

/** Where a logo is loaded from, by anyone: it is on every invoice. Another logo has another address. */
export const logoPath = (orgId: string, logoId: string): string => `/brand/${orgId}/${logoId}`

/** How a workspace shows itself on pages to its clients. */
export const Brand = shape('Brand', {
  name: z.string(),
  legal_name: z.string().nullable(),
  address: z.array(z.string()).describe('Line by line'),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  colour: z.string().nullable().describe('#rrggbb'),
  logo_path: z.string().nullable().describe('Of the picture, on this server'),
})
export type Brand = z.output<typeof Brand>

/** `locale` names the country of the address. */
export const brandOf = (sender: Sender, { logoPath, locale }: { logoPath: string | null; locale: string }): Brand => {
  const { name, legal_name, email, phone, website, colour } = sender
  return {
    ...{ name, legal_name, email, phone, website, colour },
    address: addressLines(sender, locale),
    logo_path: logoPath,
  }
}

/** The brand as Settings has it now. */
export const findBrand = async (db: Db, orgId: string, locale: string): Promise<Brand> => {
  const { sender, logoId } = await findSender(db, orgId)
  return brandOf(sender, { logoPath: logoId === null ? null : logoPath(orgId, logoId), locale })
}
