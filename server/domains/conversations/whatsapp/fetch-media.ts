import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { job } from '#core/jobs/job.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { workingOf } from '#domains/connections/connections/usable-connections.ts'
import { keepFile } from '#domains/platform/files/stored-files.ts'
import type { Files } from '#ports/files.ts'
import type { MessagingAccount } from '#ports/messaging.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { setMessageContent } from '../inbox/message-changes.ts'
import { type Attachment, contentOf, findMessage, lockMessage } from '../inbox/messages.ts'
import { fetchMediaJob } from './job-references.ts'

/** Larger than anything that WhatsApp takes: documents may have 100 MB. */
const mostBytes = 101 * 1024 * 1024

/** Under a name that holds its digest: what the platform gives a second time need not be the same. */
const store = async (files: Files, place: string, content: Buffer) => {
  const digest = createHash('sha256').update(content).digest('hex')
  const name = `messages/${place}-${digest}`
  return { name, ...(await files.put(name, Readable.from([content]), { maxBytes: mostBytes })) }
}

/** Fetches the files of a message while the platform has them, some days long. */
export const fetchMedia = job({
  ...fetchMediaJob,
  summary: 'Fetch a media file of a message',
  // About four days, as the last delays are an hour each.
  retry: { times: 100, delaySeconds: 10 },
  atOnce: 2,

  async run({ orgId, messageId }, { inOrg, vault, ports }) {
    const row = await inOrg(orgId, (db) => findMessage(db, orgId, messageId))
    if (!row?.connection_id) return
    const connectionId = row.connection_id
    const attachments = contentOf(row).attachments ?? []
    for (const [index, attachment] of attachments.entries()) {
      if (attachment.state !== 'waiting' || attachment.media_id === null) continue
      const connection = await inOrg(orgId, (db) => findConnection(db, orgId, connectionId))
      const usable = connection && workingOf(vault, connection)
      if (!usable) throw new ProviderError('credentials', 'The number that received this message is not connected.')
      const fetched = await ports.messaging
        .open(usable as MessagingAccount)
        .fetchMedia(attachment.media_id)
        .catch((error: unknown) => {
          if (error instanceof ProviderError && error.kind === 'refused') return null
          throw error
        })
      const stored = fetched && (await store(ports.files, `${messageId}-${index}`, fetched.content))
      const found: Partial<Attachment> =
        fetched === null || stored === null
          ? { state: 'gone' }
          : {
              state: 'stored',
              file: stored.name,
              type: fetched.type,
              bytes: stored.bytes,
              sha256: stored.sha256.toString('base64'),
            }
      await inOrg(orgId, async (db) => {
        const held = await lockMessage(db, orgId, messageId)
        if (!held) return
        if (stored) await keepFile(db, orgId, { ...stored, kind: 'message', subjectId: messageId })
        const content = contentOf(held)
        const changed = content.attachments?.map((each, at) => (at === index ? { ...each, ...found } : each))
        await setMessageContent(db, orgId, held, { content: { ...content, attachments: changed } })
      })
    }
  },
})
