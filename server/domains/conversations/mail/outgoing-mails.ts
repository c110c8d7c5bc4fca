import type { MailToWrite, WrittenFile } from '#shapes/mime/write-mail.ts'
import type { MailPerson } from '../inbox/thread-mails.ts'

interface Written {
  readonly id: string
  readonly from: string
  readonly personName: string | null
  readonly to: readonly MailPerson[]
  readonly cc: readonly MailPerson[]
  readonly bcc: readonly MailPerson[]
  readonly subject: string
  readonly html: string
  readonly trackingId: string | null
  readonly messageId: string
  readonly date: Date
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  readonly attachments?: readonly WrittenFile[]
}

/** By what one of ours is found again among what was sent. */
export const markHeader = 'X-Foyer-Mail'

/** A mail as it is written for its provider: the same row is the same mail, each time. */
export const outgoingOf = (mail: Written, publicUrl: string): MailToWrite => ({
  from: { name: mail.personName, email: mail.from },
  to: mail.to,
  cc: mail.cc,
  bcc: mail.bcc,
  subject: mail.subject,
  html: mail.trackingId === null ? mail.html : withPixel(mail.html, pixelAddress(publicUrl, mail.trackingId)),
  messageId: mail.messageId,
  date: mail.date,
  inReplyTo: mail.inReplyTo,
  references: mail.references,
  attachments: mail.attachments ?? [],
  headers: { [markHeader]: mail.id },
})

/** The picture that says that a mail was opened, as far as programs load pictures. */
export const pixelAddress = (publicUrl: string, trackingId: string): string =>
  `${publicUrl}/gateway?type=track-email&id=${trackingId}`

/** At the end of the body; a text without one gets it at its end. Nothing else of it is changed. */
const withPixel = (html: string, address: string): string => {
  const picture = `<img src="${address.replaceAll('&', '&amp;')}" width="1" height="1" alt="" style="display:none">`
  const at = html.search(/<\/body\s*>(?![\s\S]*<\/body\s*>)/i)
  return at < 0 ? `${html}${picture}` : `${html.slice(0, at)}${picture}${html.slice(at)}`
}
