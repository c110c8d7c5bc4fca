import type { Db } from '#core/context.ts'
import type { MailBrand } from '../mail-out/email-html.ts'
import { findSenderShown, type LogoRow } from './logos.ts'
import { addressLines, type Sender } from './senders.ts'

/** How a sender shows itself in a mail to a client. */
export const mailBrandOf = (sender: Sender, logo: LogoRow | null, locale: string): MailBrand => ({
  name: sender.name,
  colour: sender.colour,
  lines: [
    sender.legal_name ?? '',
    addressLines(sender, locale).join(', '),
    [sender.email, sender.phone].filter(Boolean).join(' · '),
  ].filter((line) => line !== ''),
  logo: logo && { file: logo.stored_as, type: logo.media_type },
})

/** The same as Settings has it now. */
export const findMailBrand = async (db: Db, orgId: string, locale: string): Promise<MailBrand> => {
  const { sender, logo } = await findSenderShown(db, orgId)
  return mailBrandOf(sender, logo, locale)
}
