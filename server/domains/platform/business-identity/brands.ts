import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import { addressLines, findSender, type Sender } from './senders.ts'

/** Where a logo is loaded from, by anyone: it is on every invoice. Another logo has another address. */
export const logoAddress = (publicUrl: string, orgId: string, logoId: string): string => `${publicUrl}/brand/${orgId}/${logoId}`

/** How a workspace shows itself on pages and in mails to its clients. */
export const Brand = shape('Brand', {
  name: z.string(),
  legal_name: z.string().nullable(),
  address: z.array(z.string()).describe('Line by line'),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  colour: z.string().nullable().describe('#rrggbb'),
  logo_url: z.string().nullable(),
})
export type Brand = z.output<typeof Brand>

export const brandOf = (
  sender: Sender,
  { orgId, logoId, publicUrl, locale }: { orgId: string; logoId: string | null; publicUrl: string; locale: string },
): Brand => ({
  name: sender.name,
  legal_name: sender.legal_name,
  address: addressLines(sender, locale),
  email: sender.email,
  phone: sender.phone,
  website: sender.website,
  colour: sender.colour,
  logo_url: logoId === null ? null : logoAddress(publicUrl, orgId, logoId),
})

/** The brand as Settings has it now. */
export const findBrand = async (
  db: Db,
  orgId: string,
  { publicUrl, locale = 'en' }: { publicUrl: string; locale?: string },
): Promise<Brand> => {
  const { sender, logoId } = await findSender(db, orgId)
  return brandOf(sender, { orgId, logoId, publicUrl, locale })
}
