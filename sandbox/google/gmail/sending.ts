import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../rows.ts'
import { type Kit, root } from './kit.ts'
import { MailRefusal } from './rows.ts'

/** Gmail takes 35 MB; in base64url they are 47. */
const bodyLimit = 48 * 1024 * 1024

/** Three forms of one thing: JSON, the mail itself, or both in one body. */
export const serveSending = (app: FastifyInstance, { store, answer }: Kit): void => {
  app.addContentTypeParser(
    /^(message\/rfc822|multipart\/related)/,
    { parseAs: 'buffer', bodyLimit },
    async (_request: unknown, body: Buffer) => body,
  )

  const sent = (account: Account, raw: Buffer, threadId: string | null, reply: FastifyReply) => {
    const { id, labelIds, ...row } = store.send(account, raw, threadId)
    if (store.behaviour().losesAnswers) {
      reply.hijack()
      reply.raw.destroy()
    }
    return { id, threadId: row.threadId, labelIds }
  }
  app.post(
    `${root}/messages/send`,
    { bodyLimit },
    answer((request, account, reply) => {
      const { raw, threadId } = (request.body ?? {}) as Facts
      if (typeof raw !== 'string' || raw === '')
        throw new MailRefusal('invalidArgument', "'raw' RFC822 payload message string is required")
      return sent(account, Buffer.from(raw, 'base64url'), threadId ?? null, reply)
    }, 'send'),
  )
  app.post(
    `/upload${root}/messages/send`,
    { bodyLimit },
    answer((request, account, reply) => {
      const { raw, threadId } = uploaded(request)
      return sent(account, raw, threadId, reply)
    }, 'send'),
  )
}

interface Facts {
  readonly raw?: unknown
  readonly threadId?: string
}

const uploaded = ({ query, headers, body }: FastifyRequest): { raw: Buffer; threadId: string | null } => {
  if (!Buffer.isBuffer(body)) throw new MailRefusal('invalidArgument', 'Media type must be message/rfc822')
  const { uploadType } = query as { uploadType?: string }
  if (uploadType === 'media') return { raw: body, threadId: null }
  if (uploadType !== 'multipart') throw new MailRefusal('invalidArgument', 'Invalid upload type')
  const boundary = /boundary="?([^";]+)/i.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) throw new MailRefusal('invalidArgument', 'Missing multipart boundary')
  const [facts, raw] = partsOf(body, boundary)
  if (!facts || !raw) throw new MailRefusal('invalidArgument', 'Expected two parts')
  const { threadId } = JSON.parse(facts.toString('utf8')) as Facts
  return { raw, threadId: threadId ?? null }
}

/** The bytes between the boundaries, without the headers of each part (RFC 2387). */
const partsOf = (body: Buffer, boundary: string): Buffer[] => {
  const text = `\r\n${body.toString('latin1')}`
  return text
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map((part) => Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4), 'latin1'))
}
