import type { FetchMessageObject, ImapFlow, SearchObject } from 'imapflow'
import type { FetchedMail, MailboxNews, MailPlace } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { ImapConnection } from './connection.ts'
import { byFolder, type Folder, type Place, placesIn, prefixOf, refOf } from './folders.ts'

const dayMs = 86_400_000
export const pageSize = 500
/** Sizes are asked for first: of so many at once. */
const fetchedAtOnce = 250

export const validityOf = (client: ImapFlow): string => (client.mailbox === false ? '' : String(client.mailbox.uidValidity))

export const inPages = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / pageSize) }, (_, n) => all.slice(n * pageSize, (n + 1) * pageSize))

/**
 * The numbers that a search finds, in their order. A server's NO, and a connection that breaks, are told by imapflow as "nothing": a folder
 * would look empty, and its mails would be taken for deleted.
 */
export const uidsOf = async (client: ImapFlow, query: SearchObject): Promise<number[]> => {
  const found = await client.search(query, { uid: true })
  if (Array.isArray(found)) return found
  throw client.usable
    ? new ProviderError('busy', 'The mail server (IMAP) did not answer a search.', { code: 'no_search' })
    : new ProviderError('broken', 'The mail server (IMAP) ended the connection.')
}

/**
 * The numbers of a folder's mails since a day, newest first. SINCE knows only days, and those of the server's zone: a day more is asked
 * for.
 */
export const uidsSince = async (client: ImapFlow, since: Date): Promise<number[]> =>
  (await uidsOf(client, { since: new Date(since.getTime() - dayMs) })).sort((a, b) => b - a)

/** All of a folder: what is there, and then that there is no more. */
export const listFolder = async function* (
  { inFolder }: ImapConnection,
  { id }: Pick<Folder, 'id'>,
  since: Date,
): AsyncGenerator<MailboxNews, void, void> {
  const found = await inFolder(id, async (client) => {
    const validity = validityOf(client)
    return (await uidsSince(client, since)).map((uid) => refOf(id, validity, uid))
  })
  const refs = found ?? []
  for (const page of inPages(refs)) yield { news: 'there', refs: page }
  yield { news: 'all', prefix: prefixOf(id), refs }
}

export const placeIn = (path: string, validity: string, { uid, flags }: FetchMessageObject): MailPlace => ({
  ref: refOf(path, validity, uid),
  folders: [path],
  isRead: flags?.has('\\Seen') ?? false,
})

/** Numbers in a command, those that follow one another as a range: a line of ten thousand of them is refused by servers. */
const rangeOf = (places: readonly Place[]): string => {
  const runs: [first: number, last: number][] = []
  for (const uid of places.map((place) => place.uid).sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && uid <= run[1] + 1) run[1] = uid
    else runs.push([uid, uid])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}:${last}`)).join(',')
}

/** Those of places whose folder still counts as it did. */
const stillValid = (client: ImapFlow, places: readonly Place[]): readonly Place[] => {
  const validity = validityOf(client)
  return places.filter((place) => place.validity === validity)
}

export const placesOf = async ({ inFolder }: ImapConnection, refs: readonly string[]): Promise<MailPlace[]> => {
  const found: MailPlace[] = []
  for (const [path, all] of byFolder(refs))
    for (const page of inPages(all))
      await inFolder(path, async (client) => {
        const places = stillValid(client, placesIn(page))
        if (places.length === 0) return
        const validity = validityOf(client)
        for await (const message of client.fetch(rangeOf(places), { uid: true, flags: true }, { uid: true }))
          found.push(placeIn(path, validity, message))
      })
  return found
}

/**
 * Whole mails, folder by folder; small ones are on their way while what came before is worked on. Each folder stays selected only while some
 * of its mails are fetched: what files them in between may take its time.
 */
export const fetchMails = async function* (
  connection: ImapConnection,
  refs: readonly string[],
  { maxBytes }: { readonly maxBytes: number },
): AsyncGenerator<FetchedMail, void, void> {
  const groups = findGroups(connection, refs, maxBytes)
  const begin = async () => {
    const { done, value } = await groups.next()
    if (done) return null
    const { path, together } = value
    return {
      together,
      found: together.length > 1 ? await fetchTogether(connection, path, together) : new Map<number, Buffer>(),
    }
  }
  let coming = begin()
  try {
    for (let present = await coming; present; present = await coming) {
      coming = begin()
      // It is waited for when these are taken.
      coming.catch(() => {})
      for (const { place, known } of present.together) {
        const source = present.found.get(place.uid)
        const mail = source ? mailOf(place, known, source) : await fetchOne(connection, place, known, maxBytes)
        present.found.delete(place.uid)
        if (mail) yield mail
      }
    }
  } finally {
    await coming.catch(() => {})
  }
}

interface Group {
  readonly path: string
  readonly together: readonly Known[]
}

/** What comes together, by the sizes that the server says. */
const findGroups = async function* (
  connection: ImapConnection,
  refs: readonly string[],
  maxBytes: number,
): AsyncGenerator<Group, void, void> {
  for (const [path, all] of byFolder(refs))
    for (let at = 0; at < all.length; at += fetchedAtOnce) {
      const page = placesIn(all.slice(at, at + fetchedAtOnce))
      const facts = await factsOf(connection, path, page)
      for (const together of groupsOf(page, facts, maxBytes)) yield { path, together }
    }
}

interface Known {
  readonly place: Place
  readonly known: FetchMessageObject
}

/** Small mails come with one command, for a server needs a moment for each; this much is held of them. */
const mostBytesTogether = 1024 * 1024

const groupsOf = (page: readonly Place[], facts: ReadonlyMap<number, FetchMessageObject>, maxBytes: number): Known[][] => {
  const groups: Known[][] = []
  const most = Math.min(mostBytesTogether, maxBytes)
  let bytes = Number.POSITIVE_INFINITY
  for (const place of page) {
    const known = facts.get(place.uid)
    if (!known) continue
    // A mail that is larger than that is alone in its group: it comes by itself, or by its headers.
    const size = known.size ?? most
    if (bytes + size > most) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)?.push({ place, known })
    bytes += size
  }
  return groups
}

/** Bytes by number. Of a server whose mails are larger than it said, the first: the others are fetched one by one. */
const fetchTogether = async (
  { inFolder }: ImapConnection,
  path: string,
  mails: readonly Known[],
): Promise<Map<number, Buffer>> => {
  const found = new Map<number, Buffer>()
  await inFolder(path, async (client) => {
    const places = stillValid(
      client,
      mails.map(({ place }) => place),
    )
    if (places.length === 0) return
    let bytes = 0
    for await (const { uid, source } of client.fetch(rangeOf(places), { uid: true, source: true }, { uid: true })) {
      if (source) found.set(uid, source)
      bytes += source?.length ?? 0
      if (bytes > 2 * mostBytesTogether) break
    }
  })
  return found
}

const factsOf = async (
  { inFolder }: ImapConnection,
  path: string,
  all: readonly Place[],
): Promise<ReadonlyMap<number, FetchMessageObject>> => {
  const facts = new Map<number, FetchMessageObject>()
  await inFolder(path, async (client) => {
    const places = stillValid(client, all)
    if (places.length === 0) return
    const query = { uid: true, flags: true, internalDate: true, size: true }
    for await (const message of client.fetch(rangeOf(places), query, { uid: true })) facts.set(message.uid, message)
  })
  return facts
}

const fetchOne = (
  { inFolder }: ImapConnection,
  place: Place,
  facts: FetchMessageObject,
  maxBytes: number,
): Promise<FetchedMail | null> =>
  inFolder(place.path, async (client) => {
    if (stillValid(client, [place]).length === 0) return null
    const isLarge = (facts.size ?? 0) > maxBytes
    const query = isLarge ? { uid: true, headers: true } : { uid: true, source: true }
    const message = await client.fetchOne(String(place.uid), query, { uid: true })
    const bytes = message ? (isLarge ? message.headers : message.source) : undefined
    return bytes === undefined ? null : mailOf(place, facts, bytes, isLarge)
  })

const mailOf = (place: Place, facts: FetchMessageObject, bytes: Buffer, isHead = false): FetchedMail => ({
  ...placeIn(place.path, place.validity, facts),
  receivedAt: dateOf(facts.internalDate),
  threadRef: null,
  sizeBytes: facts.size ?? bytes.length,
  raw: isHead ? null : bytes,
  head: isHead ? bytes : null,
})

/** A server may say nonsense. */
export const dateOf = (date: Date | string | undefined): Date => {
  const read = new Date(date ?? Number.NaN)
  return Number.isNaN(read.getTime()) ? new Date() : read
}
