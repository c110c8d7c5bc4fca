import { Readable } from 'node:stream'
import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { emailErrors } from './errors.ts'
import { filesAtProvider } from './files-at-provider.ts'
import { mailOf, usableMailbox } from './usable.ts'

/** What a browser may show by itself. Everything else is bytes: nothing that a stranger sent is ever run. */
const shown = /^(image\/(png|jpeg|gif|webp)|application\/pdf)$/

export const downloadEmailFile = action({
  name: 'download-email-file',
  summary: 'Download a file of a mail',
  description: 'Fetched from the mailbox, where it is: of a mail that was deleted there no file is left.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 120, seconds: 60 },
  input: z.object({
    id: z.uuid(),
    userEmail: z.string().min(3).max(320),
    index: z.coerce.number().int().min(0).max(199).default(0),
  }),
  output: Download,
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    emailErrors.mail_not_allowed,
    emailErrors.email_not_found,
    emailErrors.email_file_not_here,
    connectionErrors.provider_unreachable,
  ],
  examples: [{ title: 'The first', input: { id: '01980000-0000-7000-8000-000000000000', userEmail: 'maya@example.com' } }],

  async run({ id, userEmail, index }, context) {
    const { org, inOrg, person, fail } = context
    const mail = await inOrg(async ({ db }) => {
      const { mailbox } = await usableMailbox(db, org.id, person, userEmail)
      return mailOf(db, org.id, mailbox, id)
    })
    const file = (await filesAtProvider(context, mail))[index]
    if (!file) throw fail('email_file_not_here')
    return {
      name: file.name ?? `file-${index + 1}`,
      type: shown.test(file.type) ? file.type : 'application/octet-stream',
      content: Readable.from([file.content]),
    }
  },
})
