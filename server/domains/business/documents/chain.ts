import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/*
 * The evidence of a document: a chain of events in which each holds the hash of the one before (docs/evidence.md). What is hashed is
 * stored to the letter. Personal values are beside it, each with a salt of its own: the event holds their digests, so that a person can be
 * erased and the chain stays whole.
 */

export const eventKinds = [
  ...['made', 'sent', 'delivered', 'bounced', 'opened', 'code_sent', 'code_entered', 'page_viewed'],
  ...['consented', 'uploaded', 'signed', 'declined'],
  ...[
    'reminded',
    'handed_over',
    'signer_kept',
    'replaced',
    'extended',
    'voided',
    'expired',
    'completed',
    'sealed',
    'certified',
    'downloaded',
    'erased',
  ],
  ...['held', 'released'],
] as const
export type EventKind = (typeof eventKinds)[number]

/** Under which a legal hold, and its end, keep their reason. */
export const reasonOfHold = 'hold_reason'

/** Under which a signature keeps the name that its signer wrote. */
export const signedAsKey = 'signed_as'

/**
 * Under which a signature keeps the SHA-256 of what was filled in (`marksDigest`). Beside the event, like a name: without the salt, who knows the
 * fields could guess what stood in them, also after the person was erased.
 */
export const digestOfMarks = 'marks'

/**
 * Under which a signature keeps the SHA-256 of what stood at its fields on the page of its signer (`labelsDigest`): labels may name a person, so it has a
 * salt, too.
 */
export const digestOfLabels = 'labels'

export interface ChainEvent {
  readonly kind: EventKind
  /** By the clock of the database. */
  readonly at: Date
  /** What is not personal: ids, digests, pages, versions. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Names, addresses, agents: what can be erased. Absent ones are left out. */
  readonly personal?: Readonly<Record<string, string | null | undefined>>
}

/** An event as it stands in the chain, to the letter and read: who has it parses nothing. */
export interface StoredEvent {
  readonly seq: number
  readonly kind: string
  readonly at: Date
  /** To the letter: what is hashed. */
  readonly said: string
  readonly hash: Buffer
  /** Out of `said`, like what follows. */
  readonly facts: Readonly<Record<string, unknown>>
  /** By its key the digest of each personal value. */
  readonly personal: Readonly<Record<string, string | undefined>>
  /** Where it says that it stands: `findBreak` holds that against where it does. */
  readonly place: EventPlace
}

interface EventPlace {
  readonly document?: unknown
  readonly seq?: unknown
  readonly kind?: unknown
  readonly at?: unknown
  readonly previous?: unknown
}

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const made = createHash('sha256')
  for (const part of parts) made.update(part)
  return made.digest()
}

/** How a personal value stands in its event: `sha256:` and the digest of salt and value. */
export const personalDigest = (salt: Buffer, value: string): string => `sha256:${sha256(salt, value).toString('hex')}`

export const hashOf = (said: string): Buffer => sha256(said)

/** As many characters as a personal value keeps. */
const valueMost = 4_000

/**
 * Adds an event to the chain of a document that the caller has locked (`lockDocument`): each writer waits for the one before, so that no
 * two events follow the same one.
 */
export const appendEvent = async (
  db: Db,
  orgId: string,
  documentId: string,
  { kind, at, facts, personal = {} }: ChainEvent,
): Promise<{ readonly seq: number; readonly hash: Buffer }> => {
  const head = await db
    .selectFrom('documents')
    .select(['head_seq', 'head_hash'])
    .where('org_id', '=', orgId)
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const seq = head.head_seq + 1
  const values = Object.entries(personal).flatMap(([key, value]) =>
    value ? [{ key, salt: randomBytes(16), value: value.slice(0, valueMost).toWellFormed() }] : [],
  )
  const said = canonicalize({
    ...{ v: 1, document: documentId, seq, at: at.toISOString(), kind, facts },
    personal: Object.fromEntries(values.map(({ key, salt, value }) => [key, personalDigest(salt, value)])),
    previous: head.head_hash?.toString('hex') ?? null,
  })
  if (said === undefined) throw new Error('an event that has no canonical form')
  const hash = hashOf(said)
  await db.insertInto('document_events').values({ org_id: orgId, document_id: documentId, seq, kind, at, said, hash }).execute()
  if (values.length > 0)
    await db
      .insertInto('document_personal')
      .values(values.map((each) => ({ org_id: orgId, document_id: documentId, seq, ...each })))
      .execute()
  await db
    .updateTable('documents')
    .set({ head_seq: seq, head_hash: hash, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', documentId)
    .execute()
  return { seq, hash }
}

export const findChain = async (db: Db, orgId: string, documentId: string): Promise<StoredEvent[]> => {
  const rows = await db
    .selectFrom('document_events')
    .select(['seq', 'kind', 'at', 'said', 'hash'])
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .orderBy('seq')
    .execute()
  return rows.map(readEvent)
}

/** One that was changed until it is no event says nothing, and stands nowhere: that is for `findBreak` to name. */
const readEvent = (row: Pick<StoredEvent, 'seq' | 'kind' | 'at' | 'said' | 'hash'>): StoredEvent => {
  const { facts, personal, ...place } = objectIn(row.said)
  return { ...row, facts: facts ?? {}, personal: personal ?? {}, place }
}

const objectIn = (said: string): EventPlace & Partial<Pick<StoredEvent, 'facts' | 'personal'>> => {
  try {
    return Object(JSON.parse(said)) as object
  } catch {
    return {}
  }
}

/** What is personal in the events of a document; of these keys alone, where some are given. */
export const findPersonal = (db: Db, orgId: string, documentId: string, keys?: readonly string[]) =>
  db
    .selectFrom('document_personal')
    .select(['seq', 'key', 'salt', 'value'])
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .$if(keys !== undefined, (query) => query.where('key', 'in', keys ?? []))
    .orderBy('seq')
    .orderBy('key')
    .execute()

/**
 * What is wrong with a chain, in words; null where it is whole: every event follows the one before, says what its row says, and the last
 * is the head that the document names.
 */
export const findBreak = (
  documentId: string,
  chain: readonly StoredEvent[],
  head: { readonly seq: number; readonly hash: Buffer | null },
): string | null => {
  let previous: string | null = null
  for (const [at, event] of chain.entries()) {
    if (event.seq !== at + 1) return `event ${at + 1} is missing`
    if (!hashOf(event.said).equals(event.hash)) return `event ${event.seq} was changed`
    const { place } = event
    if (place.document !== documentId || place.seq !== event.seq || place.kind !== event.kind)
      return `event ${event.seq} is of another place`
    if (place.at !== event.at.toISOString()) return `event ${event.seq} has another time`
    if (place.previous !== previous) return `event ${event.seq} does not follow the one before`
    previous = event.hash.toString('hex')
  }
  if (chain.length !== head.seq || previous !== (head.hash?.toString('hex') ?? null))
    return 'the chain does not end at its head'
  return null
}
