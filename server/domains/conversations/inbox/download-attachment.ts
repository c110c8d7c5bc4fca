import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { inboxErrors } from './errors.ts'
import { contentOf, findMessage } from './messages.ts'

/** What a browser may show by itself. Everything else is bytes: nothing that a client sent is ever run. */
const shown = /^(image\/(png|jpeg|gif|webp)|audio\/[\w.+-]+|video\/(mp4|3gpp|webm)|application\/pdf)$/

export const downloadAttachment = action({
  name: 'download-attachment',
  summary: 'Download an attachment of a message',
  description:
    'The file as it was sent. It is unavailable until it was fetched from WhatsApp, and gone once WhatsApp has deleted it.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  scope: 'chats:read',
  callsProvider: true,
  limit: { times: 300, seconds: 60 },
  input: z.object({ messageId: z.uuid(), index: z.coerce.number().int().min(0).max(99).default(0) }),
  output: Download,
  errors: [inboxErrors.message_not_found, inboxErrors.attachment_not_here],
  examples: [{ title: 'The first attachment', input: { messageId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ messageId, index }, { org, inOrg, ports, fail }) {
    const message = await inOrg(({ db }) => findMessage(db, org.id, messageId))
    const attachment = message && contentOf(message).attachments?.[index]
    if (!attachment) throw fail('message_not_found')
    if (attachment.state !== 'stored' || attachment.file === null) throw fail('attachment_not_here')
    const type = attachment.type?.split(';')[0]?.trim().toLowerCase() ?? ''
    return {
      name: attachment.name ?? `${attachment.kind}-${messageId.slice(-6)}${endingOf(type)}`,
      type: shown.test(type) ? type : 'application/octet-stream',
      content: await ports.files.read(attachment.file),
    }
  },
})

const endingOf = (type: string): string => {
  const ending = /^(?:image|audio|video)\/([a-z0-9]{2,5})$|^application\/(pdf)$/.exec(type)
  return ending ? `.${ending[1] ?? ending[2]}` : ''
}
