import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { digestOf } from '../folder.ts'
import { type Attached, bareAddress, type Mailbox, type SandboxMail } from '../mailbox.ts'
import type { Simulator } from '../simulators.ts'

/**
 * Resend as its published API describes it (https://resend.com/docs/api-reference): sending and reading back, with its
 * error bodies, and its Idempotency-Key of 24 hours. Every key that begins with re_ is good.
 */
export const resend = (mailbox: Mailbox): Simulator => ({
  slug: 'resend',
  title: 'Mail',
  instead: 'Resend, or your mail server (SMTP)',
  about: 'Accepts email like Resend, with any key that starts with re_, and shows it in the mailbox.',
  pages: [{ path: '../mailbox', title: 'Mailbox' }],
  counts: () => ({ mails: mailbox.list().length }),
  register: (app) => register(app, mailbox),
  isMeant: ({ path, authorization }) => path.startsWith('/emails') || authorization.startsWith('Bearer re_'),
})

const register = (app: FastifyInstance, mailbox: Mailbox): void => {
  app.addHook('onRequest', async (request, reply) => {
    const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (given === undefined) return refuse(reply, 401, 'missing_api_key', 'Missing API key in the authorization header')
    if (!given.startsWith('re_')) return refuse(reply, 403, 'invalid_api_key', 'API key is invalid')
  })

  app.post('/emails', { bodyLimit: mostBytes }, async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (key !== undefined && (typeof key !== 'string' || key.length === 0 || key.length > 256))
      return refuse(reply, 400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.')
    const read = readMail(request.body)
    if ('message' in read) return refuse(reply, 422, read.name, read.message)

    const digest = digestOf(JSON.stringify(request.body))
    const before = key === undefined ? undefined : mailbox.receipt(key)
    if (key !== undefined && before) {
      if (before.digest !== digest)
        return refuse(reply, 409, 'invalid_idempotent_request', 'Same idempotency key used with a different request payload.')
      mailbox.recordReceipt(key, { ...before, tries: before.tries + 1 })
      return { id: before.id }
    }
    const id = randomUUID()
    mailbox.keep({ id, ...read })
    if (key !== undefined) mailbox.recordReceipt(key, { id, digest, at: new Date().toISOString(), tries: 1 })
    return { id }
  })

  app.get<{ Params: { id: string } }>('/emails/:id', async (request, reply) => {
    const mail = mailbox.find(request.params.id)
    return mail ? shown(mail) : refuse(reply, 404, 'not_found', 'Email not found')
  })
  app.get<{ Querystring: { limit?: string; after?: string } }>('/emails', async (request, reply) => {
    const { limit = '20', after } = request.query
    if (!/^([1-9]\d?|100)$/.test(limit)) return refuse(reply, 422, 'validation_error', 'Invalid `limit`: between 1 and 100.')
    const all = mailbox.list()
    const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
    const page = all.slice(start, start + Number(limit)).flatMap(({ id }) => mailbox.find(id) ?? [])
    return {
      object: 'list',
      has_more: all.length > start + page.length,
      data: page.map((mail) => {
        const { object: _object, html: _html, text: _text, ...rest } = shown(mail)
        return rest
      }),
    }
  })

  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'not_found', 'The requested endpoint does not exist'))
}

/** Resend takes 40 MB, attachments as base64 included. */
const mostBytes = 40 * 1024 * 1024

const shown = (mail: SandboxMail) => ({
  object: 'email',
  id: mail.id,
  to: mail.to,
  from: mail.from,
  created_at: mail.received_at,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  bcc: [],
  cc: [],
  reply_to: [],
  last_event: 'delivered',
})

const refuse = (reply: FastifyReply, statusCode: number, name: string, message: string): FastifyReply =>
  reply.code(statusCode).send({ statusCode, name, message })

interface Refusal {
  readonly name: string
  readonly message: string
}

interface ReadMail {
  readonly from: string
  readonly to: string[]
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attached: readonly Attached[]
}

const readMail = (body: unknown): ReadMail | Refusal => {
  const { from, to, subject, html, text, attachments = [] } = (body ?? {}) as Record<string, unknown>
  for (const [name, value] of Object.entries({ from, to, subject }))
    if (value === undefined || value === '') return { name: 'missing_required_field', message: `Missing \`${name}\` field.` }
  if (!isText(html) && !isText(text)) return { name: 'missing_required_field', message: 'Missing `html` or `text` field.' }
  const everybody = Array.isArray(to) ? to : [to]
  if (!isMailbox(from)) return malformed('from')
  if (everybody.length === 0 || everybody.length > 50 || !everybody.every(isMailbox)) return malformed('to')
  if (typeof subject !== 'string' || /[\r\n\0]/.test(subject))
    return { name: 'validation_error', message: 'Invalid `subject` field.' }
  const attached = Array.isArray(attachments) ? attachments.map(readAttachment) : [null]
  if (!attached.every((each) => each !== null))
    return { name: 'validation_error', message: 'Invalid `attachments` field: each needs `filename` and `content` in base64.' }
  return { from, to: everybody, subject, html: isText(html) ? html : '', text: isText(text) ? text : '', attached }
}

/** `content` in base64; a `path` to be fetched from is not played. */
const readAttachment = (attachment: unknown): Attached | null => {
  const { filename, content, content_type: type } = (attachment ?? {}) as Record<string, unknown>
  if (!isText(filename) || !isText(content) || !/^[A-Za-z0-9+/]+={0,2}$/.test(content)) return null
  return { name: filename, type: isText(type) ? type : 'application/octet-stream', content: Buffer.from(content, 'base64') }
}

const malformed = (field: string): Refusal => ({
  name: 'validation_error',
  message: `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`,
})

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isMailbox = (value: unknown): value is string =>
  typeof value === 'string' && !/[\r\n\0]/.test(value) && /^[^\s<>,;@]+@[^\s<>,;@]+$/.test(bareAddress(value))
