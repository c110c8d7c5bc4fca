import { Readable } from 'node:stream'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import type { MailFile } from '#shapes/mime/mails.ts'
import { createFiles, EmailFile, type FileRow, fillFile, mostFiles, shownFile } from './email-files.ts'
import { emailErrors } from './errors.ts'
import { filesAtProvider } from './files-at-provider.ts'
import { mailOf, usableMailbox } from './usable.ts'

export const attachEmailFiles = action({
  name: 'attach-email-files',
  summary: 'Take the files of an email along with another one',
  description:
    'For an email that is passed on: its files are fetched from the mailbox, as files of `create-email-file` that are complete. Pictures that are part of how the email looks are not among them.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: false },
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({ id: z.uuid(), userEmail: z.string().min(3).max(320) }),
  output: z.object({ success: z.literal(true), files: z.array(EmailFile) }),
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    emailErrors.mail_not_allowed,
    emailErrors.email_not_found,
    emailErrors.email_file_not_here,
    emailErrors.email_files_too_large,
    emailErrors.email_files_no_room,
    connectionErrors.provider_unreachable,
  ],
  examples: [{ title: 'All', input: { id: '01980000-0000-7000-8000-000000000000', userEmail: 'maya@example.com' } }],

  async run({ id, userEmail }, context) {
    const { org, inOrg, person, newId, now, ports } = context
    const found = await inOrg(async ({ db }) => {
      const { mailbox } = await usableMailbox(db, org.id, person, userEmail)
      return mailOf(db, org.id, mailbox, id)
    })
    const all = await filesAtProvider(context, found)
    const wanted = all.filter(({ isInline, contentId }) => !isInline || contentId === null).slice(0, mostFiles)
    const stored = await inOrg(async ({ db }): Promise<FileRow[]> => {
      const asked = wanted.map(({ content, ...file }, index) => ({
        ...{ id: newId(), personId: person.id, name: nameOf(file, index), type: typeOf(file), bytes: content.length },
      }))
      const rows = await createFiles(db, org.id, asked, now())
      const filled: FileRow[] = []
      for (const [index, row] of rows.entries())
        filled.push(await fillFile(db, ports.files, row, Readable.from([wanted[index]?.content ?? Buffer.alloc(0)])))
      return filled
    })
    return { success: true as const, files: stored.map(shownFile) }
  },
})

/** A stranger's words, which go into a header of ours. */
const nameOf = ({ name }: Pick<MailFile, 'name'>, index: number): string =>
  (name ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 255)
    .toWellFormed() || `file-${index + 1}`

const typeOf = ({ type }: Pick<MailFile, 'type'>): string =>
  /^[\w.+-]+\/[\w.+-]+$/.test(type) && type.length <= 127 ? type : 'application/octet-stream'
