import type { ExternalCallContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { asProviderFailure } from '#domains/connections/connections/provider-failures.ts'
import type { Mailboxes } from '#ports/mailboxes.ts'
import type { MailFile } from '#shapes/mime/mails.ts'
import { readMail } from '#shapes/mime/read-mail.ts'
import { openMailboxNow } from './accounts.ts'
import { contentOf, findFilesOfMail } from './email-files.ts'
import { emailErrors } from './errors.ts'
import type { MailRow } from './mails.ts'

const mostBytes = 50 * 1024 * 1024

/** The files of a mail, from the mailbox that has it; of one of ours that it has not as yet, those that wait to be sent with it. */
export const filesAtProvider = async (context: ExternalCallContext, mail: MailRow): Promise<readonly MailFile[]> => {
  const { org, inOrg, ports } = context
  const { ref, waiting } = await inOrg(async ({ db }) => {
    // In its mailbox, unless that did not keep it.
    const place =
      mail.copy_state === null
        ? await db
            .selectFrom('mailbox_places')
            .select('ref')
            .where('org_id', '=', org.id)
            .where('mail_id', '=', mail.id)
            .orderBy('ref')
            .executeTakeFirst()
        : undefined
    return { ref: place?.ref, waiting: place ? [] : await findFilesOfMail(db, org.id, mail.id) }
  })
  if (waiting.length > 0) {
    const files: MailFile[] = []
    for (const row of waiting)
      files.push({
        ...{ name: row.name, type: row.type, contentId: null, isInline: false },
        content: await contentOf(ports.files, row),
      })
    return files
  }
  const box = ref === undefined ? null : await openMailboxNow(context, mail.mailbox_id)
  if (!box || ref === undefined) throw new Failure(emailErrors.email_file_not_here)
  try {
    const raw = await rawOf(box, ref)
    if (!raw) throw new Failure(emailErrors.email_file_not_here)
    return (await readMail(raw)).attachments
  } catch (error) {
    throw asProviderFailure(error)
  } finally {
    await box.close()
  }
}

const rawOf = async (box: Mailboxes, ref: string): Promise<Buffer | null> => {
  for await (const { raw } of box.fetch([ref], { maxBytes: mostBytes })) return raw
  return null
}
