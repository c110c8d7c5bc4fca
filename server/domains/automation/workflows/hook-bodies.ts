import { isUtf8 } from 'node:buffer'
import { Failure } from '#core/errors.ts'
import type { SourceRequest } from '#domains/crm/lead-sources/source-kind.ts'
import { at } from '#domains/crm/lead-sources/webhook/sample-fields.ts'
import { openBody } from '#domains/crm/lead-sources/webhook/webhook-bodies.ts'
import { digitsKept } from '#shapes/json-digits.ts'
import type { WebhookTrigger } from './known-hooks.ts'

const deepest = 32

/** What came, as expressions see it: any JSON, to the digit; the fields of a form as one object. What no text of the database holds is replaced. */
export const readHookBody = (request: SourceRequest): unknown => {
  const type = request.headers['content-type'] ?? ''
  if (/^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)) return storable(openBody(request).value, 1)
  if (request.body.length === 0) throw new Failure('body_empty', { message: 'The body is empty; send JSON or a form.' })
  if (!isUtf8(request.body)) throw new Failure('body_not_utf8', { message: 'The body is not valid UTF-8.' })
  const text = request.body.toString('utf8').replace(/^\ufeff/, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Failure('body_not_json', { message: 'The body is neither JSON nor a form.' })
  }
  // Before it is parsed with its digits, which goes as deep as the body does.
  storable(value, 1)
  return storable(digitsKept(text), 1)
}

/** PostgreSQL keeps no NUL and no half of a pair. Objects without a prototype stay so: a member may be called `__proto__`. */
const storable = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) throw new Failure('body_too_deep', { message: `The body is nested deeper than ${deepest} levels.` })
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1))
  const members = Object.create(null) as Record<string, unknown>
  for (const [name, member] of Object.entries(value)) {
    if (name === '__proto__') throw new Failure('body_forbidden_key', { message: 'The body has a member called __proto__.' })
    members[storableText(name)] = storable(member, depth + 1)
  }
  return members
}

const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

const mostHeaders = 20
const longestHeader = 500
const namedHeaders = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'idempotency-key', 'x-request-id']
/** What senders say beside the body: GitHub's event, Shopify's topic. */
const tellingHeader = /^x-(?:[a-z0-9]+-)*(?:event|topic|type|id|delivery|action|resource)(?:-(?:id|key|type))?$/
const secretHeader = /secret|sign|token|auth|cookie|forwarded|client|real-ip|password|api-?key|hmac/

/** A few headers, for expressions; never what a request is proven with. */
export const readHookHeaders = ({ headers }: SourceRequest, { check }: WebhookTrigger): Record<string, string> => {
  const proof = check.by === 'hmac' ? check.header.toLowerCase() : ''
  return Object.fromEntries(
    Object.entries(headers)
      .flatMap(([name, value]) =>
        value !== undefined &&
        name !== proof &&
        !secretHeader.test(name) &&
        (namedHeaders.includes(name) || tellingHeader.test(name))
          ? [[name, storableText(value).slice(0, longestHeader)] as const]
          : [],
      )
      .slice(0, mostHeaders),
  )
}

/** How its sender names the message, so that a repeat is known as one; null where it gives no name. */
export const messageNameOf = (request: SourceRequest, body: unknown, { repeats }: WebhookTrigger): string | null => {
  const found =
    repeats?.in === 'body' ? memberOf(body, repeats.name) : request.headers[(repeats?.name ?? 'webhook-id').toLowerCase()]
  const text = typeof found === 'number' || typeof found === 'string' ? String(found) : ''
  return text === '' ? null : text
}

/** By its name, or by a JSON pointer such as `/event/id`. */
const memberOf = (body: unknown, name: string): unknown =>
  name.startsWith('/')
    ? at(body, name)
    : typeof body === 'object' && body !== null && Object.hasOwn(body, name)
      ? (body as Readonly<Record<string, unknown>>)[name]
      : undefined
