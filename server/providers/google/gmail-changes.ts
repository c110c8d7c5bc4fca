import { z } from 'zod'
import type { MailboxNews, MailPlace, NewsEnd } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { placesOf } from './gmail-fetch.ts'
import { MessageFacts, placeOf } from './gmail-messages.ts'
import { type GoogleCalls, needed } from './google-calls.ts'

const MessageList = z.object({
  nextPageToken: z.string().nullish(),
  messages: z.array(z.object({ id: z.string() })).default([]),
})
const Changed = z.array(z.object({ message: MessageFacts })).default([])
const HistoryPage = z.object({
  nextPageToken: z.string().nullish(),
  historyId: z.string(),
  history: z
    .array(
      z.object({
        messagesAdded: Changed,
        messagesDeleted: Changed,
        labelsAdded: Changed,
        labelsRemoved: Changed,
      }),
    )
    .default([]),
})
type Records = z.infer<typeof HistoryPage>['history']

/** The most that Gmail gives, and that the port allows. */
const pageSize = 500
/** Two million mails. A server that always names a next page must not be asked for ever. */
const mostPages = 4_000

/** One page of a list of ids. `after` is inclusive to the second; a label is looked up at once, words only once they are indexed. */
export const listPage = async (
  { call }: GoogleCalls,
  { pageToken, ...query }: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly refs: readonly string[]; readonly next: string | null }> => {
  const asked = { operation: 'messages.list', method: 'GET', path: '/messages' } as const
  const page = needed(await call({ ...asked, query: { ...query, pageToken }, shape: MessageList }))
  return { refs: page.messages.map(({ id }) => id), next: page.nextPageToken ?? null }
}

export const listMails = async function* (
  calls: GoogleCalls,
  { since }: { readonly since: Date },
): AsyncGenerator<MailboxNews, void, void> {
  const all = new Set<string>()
  let pageToken: string | undefined
  // A second early: what arrived within the first one is looked for too.
  const q = `after:${Math.max(0, Math.floor(since.getTime() / 1_000) - 1)}`
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await listPage(calls, { q, includeSpamTrash: 'true', maxResults: String(pageSize), pageToken })
    // A mail that arrives meanwhile moves the others on: one may be on two pages.
    const refs = page.refs.filter((ref) => !all.has(ref))
    for (const ref of refs) all.add(ref)
    if (refs.length > 0) yield { news: 'there', refs }
    if (page.next === null) return yield { news: 'all', prefix: '', refs: [...all] }
    pageToken = page.next
  }
  throw new ProviderError('broken', 'Google’s list of mails does not end.')
}

/** All pages of what happened since. Nothing is filtered: four kinds of changes are all there are. */
export const readChanges = async function* (calls: GoogleCalls, cursor: string): AsyncGenerator<MailboxNews, NewsEnd, void> {
  let pageToken: string | undefined
  let reached: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const query = { startHistoryId: cursor, maxResults: String(pageSize), pageToken }
    const said = await calls.call({ operation: 'history.list', method: 'GET', path: '/history', query, shape: HistoryPage })
    if (said.status === 404) return { outcome: 'expired' }
    const page = needed(said)
    // That of the first page: what changes while later ones are read may be on them or not, and is read again.
    reached ??= page.historyId
    yield* newsOf(calls, page.history)
    if (!page.nextPageToken) return { outcome: 'done', cursor: reached }
    pageToken = page.nextPageToken
  }
  throw new ProviderError('broken', 'Google’s history does not end.')
}

const newsOf = async function* (calls: GoogleCalls, history: Records): AsyncGenerator<MailboxNews, void, void> {
  const there = new Set<string>()
  const gone = new Set<string>()
  const moved = new Map<string, MailPlace | null>()
  for (const { messagesAdded, messagesDeleted, labelsAdded, labelsRemoved } of history) {
    for (const { message } of messagesAdded) there.add(message.id)
    // Its labels after the change; the last record of a message has its last ones. Without any, they are asked for.
    for (const { message } of [...labelsAdded, ...labelsRemoved])
      moved.set(message.id, message.labelIds ? placeOf(message) : null)
    for (const { message } of messagesDeleted) gone.add(message.id)
  }
  const isLeft = (ref: string): boolean => !gone.has(ref)
  for (const refs of inPages([...there].filter(isLeft))) yield { news: 'there', refs }
  for (const entries of inPages([...moved].filter(([ref]) => isLeft(ref)))) {
    const unknown = entries.flatMap(([ref, place]) => (place ? [] : [ref]))
    const places = [...entries.flatMap(([, place]) => place ?? []), ...(await placesOf(calls, unknown))]
    if (places.length > 0) yield { news: 'moved', places }
  }
  for (const refs of inPages([...gone])) yield { news: 'gone', refs }
}

/** A record may be of many messages. */
const inPages = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / pageSize) }, (_, n) => all.slice(n * pageSize, (n + 1) * pageSize))
