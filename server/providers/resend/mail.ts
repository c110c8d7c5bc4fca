import { domainToASCII } from 'node:url'
import { neverLeft } from '#core/outbound/left-requests.ts'
import { calendarFileName, checkMessage, type Mail, type Mailbox, type MailMessage, mailError } from '#ports/mail.ts'
import type { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'

const timeoutMs = 30_000

/**
 * Mail by Resend's HTTP API (https://resend.com/docs/api-reference/emails/send-email), or by anything that speaks it.
 * `base` is asked for at each mail: the sandbox's address is known only once the server listens.
 */
export const resendMail = (parts: {
  base: () => string
  key: string
  from: Mailbox
  http: typeof fetch
  now: () => Date
  provider?: 'resend' | 'sandbox'
}): Mail => ({
  provider: parts.provider ?? 'resend',
  from: parts.from,
  async send(message) {
    checkMessage(message)
    const response = await post(parts, message)
    const answer = await readAnswer(response)
    if (!response.ok) throw errorOf(response, answer, parts.now())
    if (typeof answer?.id === 'string' && answer.id !== '') return { providerId: answer.id }
    // A page of whatever stands before the service, or half an answer. The key keeps a repeat from being a second mail.
    throw mailError('uncertain', `the mail service responded with ${response.status} and no id of the email`)
  },
})

const post = async (
  { base, key, http }: { base: () => string; key: string; http: typeof fetch },
  message: MailMessage,
): Promise<Response> => {
  try {
    return await http(`${base().replace(/\/$/, '')}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': message.key },
      body: JSON.stringify({
        from: asSender(message.from),
        to: [asciiAddress(message.to.address)],
        subject: message.subject,
        html: message.html,
        text: message.text,
        ...(message.replyTo && { reply_to: [asSender(message.replyTo)] }),
        ...filesOf(message),
      }),
      redirect: 'error', // the key goes to the address it was made for
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    if (!isLate && !mayHaveArrived(error))
      throw mailError('unreachable', 'the mail service cannot be reached', { cause: error })
    const reason = isLate ? 'the mail service timed out' : 'the mail service did not say whether it took the email'
    throw mailError('uncertain', reason, { cause: error })
  }
}

/** A redirect says that it was not taken here; without a connection nothing was sent. */
const mayHaveArrived = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  const code = (cause as { readonly code?: unknown } | undefined)?.code
  return typeof code === 'string' && !neverLeft.test(code)
}

/** The service has no part for an invitation: as a file of its type and method, mail programs show it as one all the same. */
const filesOf = ({ attachments, calendar }: MailMessage) => {
  const files = [
    ...attachments.map(({ name, type, bytes, contentId }) => ({
      filename: name,
      content_type: type,
      content: bytes.toString('base64'),
      ...(contentId !== undefined && { content_id: contentId }),
    })),
    ...(calendar
      ? [
          {
            filename: calendarFileName,
            content_type: `text/calendar; charset=utf-8; method=${calendar.method}`,
            content: Buffer.from(calendar.text).toString('base64'),
          },
        ]
      : []),
  ]
  return files.length > 0 && { attachments: files }
}

/** `Name <address>`; a name with characters that mean something there is put in quotes. */
const asSender = ({ name, address }: Mailbox): string => {
  if (!name) return asciiAddress(address)
  const isPlain = /^[\p{L}\p{N} '_-]+$/u.test(name)
  return `${isPlain ? name : `"${name.replaceAll(/["\\]/g, '')}"`} <${asciiAddress(address)}>`
}

const asciiAddress = (address: string): string => {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at))
}

interface Answer {
  readonly id?: unknown
  readonly name?: unknown
  readonly message?: unknown
}

/** The answer as an object; null when it is not JSON (a proxy's page, a broken line). */
const readAnswer = async (response: Response): Promise<Answer | null> => {
  try {
    const answer: unknown = JSON.parse(await response.text())
    return answer !== null && typeof answer === 'object' ? answer : null
  } catch {
    return null
  }
}

/**
 * Worth another try: busy, over a limit, broken, the same request still under way, or an account that an operator can fix. A service that
 * fails may have sent it before, or what stands before it may say so.
 */
const errorOf = (response: Response, answer: Answer | null, now: Date): ProviderError => {
  const { status } = response
  const name = typeof answer?.name === 'string' ? answer.name : ''
  const said = typeof answer?.message === 'string' ? answer.message : ''
  const isInDoubt = status >= 500 || (status === 409 && name === 'concurrent_idempotent_requests')
  const isPassing = [408, 425, 429].includes(status)
  const isAccount = status === 401 || name.endsWith('_api_key')
  const passing = status === 429 ? 'busy' : 'broken'
  const kind = isAccount ? 'credentials' : isInDoubt ? 'uncertain' : isPassing ? passing : 'refused'
  return mailError(kind, `the mail service responded with ${[status, name, said].filter(Boolean).join(' ')}`, {
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), now),
  })
}
