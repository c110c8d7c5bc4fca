import { randomUUID } from 'node:crypto'
import { type Answer, NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import type { MailToSend, SentMail } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { asProviderError } from '../answers.ts'
import { listPage } from './gmail-changes.ts'
import { headersOf } from './gmail-fetch.ts'
import { headerIn, type Message, MessageFacts } from './gmail-messages.ts'
import { type CallParts, type GoogleCalls, needed } from './google-calls.ts'

const sendTimeoutMs = 30_000
const largeTimeoutMs = 120_000
const largeBytes = 1024 * 1024
/** Google's clock and ours, and the time that a mail waits there. */
const slackMs = 5 * 60_000
const lookedAtOnce = 50
const mostPages = 20

/** Gmail takes recipients from the headers, hidden ones too. */
export const sendMail = async (parts: CallParts, calls: GoogleCalls, mail: MailToSend): Promise<SentMail> => {
  const sent =
    (await post(parts, calls, mail.raw, mail.threadRef)) ??
    // The thread that it answers in was deleted: its headers still say what it answers.
    (await post(parts, calls, mail.raw, null))
  if (!sent) throw new ProviderError('refused', 'Google responded with status 404.', { code: '404' })
  const [kept] = await headersOf(calls, [sent.id], ['Message-ID']).catch((error: unknown): Message[] => {
    // It was sent, whatever can be learned of it now.
    if (error instanceof ProviderError) return []
    throw error
  })
  return { ref: sent.id, threadRef: sent.threadId ?? null, messageId: replacedId(kept, mail.messageId), refused: [] }
}

/** Null: there is no such thread, and nothing was sent. */
const post = async (
  { base, http, accessToken, now }: CallParts,
  { read }: GoogleCalls,
  raw: Buffer,
  threadId: string | null,
) => {
  const { contentType, body } = threadId === null ? { contentType: 'message/rfc822', body: raw } : related(raw, { threadId })
  const uploadType = threadId === null ? 'media' : 'multipart'
  const isLarge = body.length > largeBytes
  const headers = {
    authorization: `Bearer ${await accessToken()}`,
    accept: 'application/json',
    'content-type': contentType,
  }
  let answer: Answer
  try {
    answer = await http.send({
      ...{ operation: 'messages.send', method: 'POST', headers, body, canRepeat: false, isLarge },
      url: `${base}/upload/gmail/v1/users/me/messages/send?uploadType=${uploadType}`,
      timeoutMs: isLarge ? largeTimeoutMs : sendTimeoutMs,
    })
  } catch (error) {
    if (!(error instanceof NoAnswer) || !mayHaveLeft(error)) throw asProviderError('Google', error, now())
    const words = error.reason === 'timed_out' ? 'Google timed out.' : 'Google’s response was not received.'
    throw new ProviderError('uncertain', words, { cause: error })
  }
  try {
    const said = read(answer, MessageFacts)
    return said.status === 404 && threadId !== null ? null : needed(said)
  } catch (error) {
    // A server that fails may have done it before.
    if (error instanceof ProviderError && error.kind === 'broken')
      throw new ProviderError('uncertain', error.reason, { code: error.code, cause: error })
    throw error
  }
}

/** A mail with what Gmail is to know beside it (RFC 2387). */
const related = (raw: Buffer, facts: object): { readonly contentType: string; readonly body: Buffer } => {
  const boundary = randomUUID()
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(facts)}\r\n`
  return {
    contentType: `multipart/related; boundary="${boundary}"`,
    body: Buffer.concat([
      Buffer.from(`${head}--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n`),
      raw,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

const replacedId = (message: Message | undefined, ours: string): string | null => {
  const id = message ? headerIn(message, 'Message-ID') : null
  return id === ours ? null : id
}

/**
 * By the header alone, in what is labelled as sent: Gmail may have replaced our Message-ID, and words are found only once they
 * are indexed.
 */
export const findSentMail = async (
  calls: GoogleCalls,
  { mark, messageId, since }: { readonly mark: string; readonly messageId: string; readonly since: Date },
): Promise<SentMail | null> => {
  let pageToken: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await listPage(calls, { labelIds: 'SENT', maxResults: String(lookedAtOnce), pageToken })
    const messages = await headersOf(calls, page.refs, ['X-Foyer-Mail', 'Message-ID'])
    const found = messages.find((message) => headerIn(message, 'X-Foyer-Mail') === mark)
    if (found) return { ref: found.id, threadRef: found.threadId ?? null, messageId: replacedId(found, messageId), refused: [] }
    const isBefore = messages.some(({ internalDate }) => Number(internalDate) < since.getTime() - slackMs)
    if (isBefore || page.next === null) return null
    pageToken = page.next
  }
  throw new ProviderError('uncertain', 'More was sent since than can be looked through.')
}
