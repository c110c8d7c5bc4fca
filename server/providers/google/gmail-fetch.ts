import type { FetchedMail, MailPlace } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { headOfMail, Message, MessageFacts, placeOf, wholeMail, withoutRaw } from './gmail-messages.ts'
import { type GoogleCalls, needed } from './google-calls.ts'

/** Gmail allows 250 units a second and user, and a message costs 5. */
const fetchedAtOnce = 4
const askedAtOnce = 8
/** Nearly every mail is smaller, and several may come at once. A larger one comes alone. */
const smallAnswerBytes = 1024 * 1024
/** A mail of 25 MB in base64url, with the headers of its answer. */
const largestAnswerBytes = 40 * 1024 * 1024
const largeTimeoutMs = 120_000

export const messagePath = (ref: string): string => `/messages/${encodeURIComponent(ref)}`

/** In the order given, with the next ones under way already. */
const inTurn = async function* <In, Out>(
  all: readonly In[],
  atOnce: number,
  work: (one: In) => Promise<Out>,
): AsyncGenerator<Out, void, void> {
  const begun: Promise<Out>[] = []
  let next = 0
  while (next < all.length || begun.length > 0) {
    for (; next < all.length && begun.length < atOnce; next++) {
      const promise = work(all[next] as In)
      // Its failure is thrown at its turn; a reader that has left by then must not end the process.
      promise.catch(() => {})
      begun.push(promise)
    }
    yield (await begun.shift()) as Out
  }
}

export const fetchMails = async function* (
  calls: GoogleCalls,
  refs: readonly string[],
  { maxBytes }: { readonly maxBytes: number },
): AsyncGenerator<FetchedMail, void, void> {
  for await (const found of inTurn(refs, fetchedAtOnce, (ref) => rawMail(calls, ref, maxBytes, smallAnswerBytes))) {
    const mail = found.outcome === 'large' ? await fetchLarge(calls, found.ref, maxBytes) : found.mail
    if (mail) yield mail
  }
}

type Raw = { readonly outcome: 'read'; readonly mail: FetchedMail | null } | { readonly outcome: 'large'; readonly ref: string }

const rawMail = async ({ ask, read }: GoogleCalls, ref: string, maxBytes: number, answerBytes: number): Promise<Raw> => {
  const isLarge = answerBytes > smallAnswerBytes
  const answer = await ask(
    { operation: 'messages.get', method: 'GET', path: messagePath(ref), query: { format: 'raw' } },
    { maxBytes: answerBytes, mayBeCut: true, ...(isLarge && { isLarge, timeoutMs: largeTimeoutMs }) },
  )
  // Nothing is asked for packed. What comes so all the same unpacks to any size, and is not unpacked.
  const isPacked = (answer.headers['content-encoding'] ?? 'identity') !== 'identity'
  if (answer.status === 200 && (isPacked || (answer.isCut && answer.body.length >= answerBytes)))
    return { outcome: 'large', ref }
  const { rest, raw } = answer.status === 200 && !answer.isCut ? withoutRaw(answer.body) : { rest: answer.body, raw: null }
  const said = read({ ...answer, body: rest }, Message)
  if (said.status === 404) return { outcome: 'read', mail: null }
  const message = needed(said)
  if (!raw) throw new ProviderError('broken', 'Google returned a mail without its content.')
  return { outcome: 'read', mail: wholeMail(message, raw, maxBytes) }
}

const fetchLarge = async (calls: GoogleCalls, ref: string, maxBytes: number): Promise<FetchedMail | null> => {
  const query = { format: 'metadata' }
  const said = await calls.call({ operation: 'messages.get', method: 'GET', path: messagePath(ref), query, shape: Message })
  if (said.status === 404) return null
  const message = needed(said)
  if ((message.sizeEstimate ?? 0) > maxBytes) return headOfMail(message)
  const found = await rawMail(calls, ref, maxBytes, largestAnswerBytes)
  return found.outcome === 'large' ? headOfMail(message) : found.mail
}

/** Where mails are, in the order given; those that are gone are left out. */
export const placesOf = async ({ call }: GoogleCalls, refs: readonly string[]): Promise<MailPlace[]> => {
  const places: MailPlace[] = []
  const ask = (ref: string) =>
    call({
      ...{ operation: 'messages.get', method: 'GET', path: messagePath(ref), shape: MessageFacts },
      query: { format: 'minimal' },
    })
  for await (const said of inTurn(refs, askedAtOnce, ask)) if (said.status !== 404) places.push(placeOf(needed(said)))
  return places
}

/** Messages with these headers alone, in the order given; those that are gone are left out. */
export const headersOf = async (
  { call }: GoogleCalls,
  refs: readonly string[],
  names: readonly string[],
): Promise<Message[]> => {
  const messages: Message[] = []
  const ask = (ref: string) =>
    call({
      ...{ operation: 'messages.get', method: 'GET', path: messagePath(ref), shape: Message },
      query: { format: 'metadata', metadataHeaders: names },
    })
  for await (const said of inTurn(refs, askedAtOnce, ask)) if (said.status !== 404) messages.push(needed(said))
  return messages
}
