import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { eventOf, type NewEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { joinedOrg } from '#core/joined-org.ts'
import { contactFactsIn } from './contact-facts.ts'
import { contactEvents } from './events.ts'
import { blanksOf, changeRecord } from './identities.ts'
import {
  addContacts,
  findHolders,
  type Given,
  identitiesOf,
  isStranger,
  lockIdentities,
  newRecordOf,
  proofsOf,
  type Who,
} from './identity-keys.ts'
import { type ContactRow, lockMergeGroups } from './merge-groups.ts'

/** One of several contacts that were resolved at once: the canonical record, and the record of their channel. */
export interface Found {
  readonly contactId: string
  readonly recordId: string
}

type Made = Pick<ContactRow, 'email' | 'company' | 'company_id'>

interface FoundPeople {
  readonly found: readonly (Found | null)[]
  /** The merge groups of those who were known; they are locked until the transaction ends. */
  readonly held: ReadonlyMap<string, ContactRow>
  /** The contacts that were created. */
  readonly made: ReadonlyMap<string, Made>
  /** What is to be told of them, by the caller: with what else it tells, in one statement. */
  readonly events: readonly NewEvent[]
}

interface Wanted {
  readonly who: Who
  readonly given: readonly Given[]
}

/**
 * Finds or creates several contacts in few statements, if each is plain: all its identities lead to one record, or belong
 * to none. Null for the others, which `resolveContact` finds one after the other: it may have to wait for keys, without holding
 * a record.
 */
export const resolvePlainly = async (db: Db, orgId: string, people: readonly Who[]): Promise<FoundPeople> => {
  const wanted = people.map((who) => ({ who, given: identitiesOf(orgId, who) }))
  const all = inOrder(wanted.flatMap(({ given }) => given))
  if (all.length === 0) return { found: people.map(() => null), held: new Map(), made: new Map(), events: [] }
  // In one trip, and one after the other: what is found is what stands there once they are locked.
  const [, known] = await Promise.all([lockIdentities(db, all), findHolders(db, orgId, all)])
  const holders = new Map(known.map((holder) => [holder.key, holder]))
  const isNew = ({ given }: Wanted): boolean =>
    given.length > 0 && given.every(({ key }) => !holders.has(key) && isNamedOnce(wanted, key))
  const made = await makePeople(db, orgId, wanted.filter(isNew))
  const recordOf = ({ given }: Wanted): string | undefined => {
    const theirs = given.map(({ key }) => holders.get(key))
    const [first] = theirs
    const keys = given.map(({ key }) => key)
    return theirs.every((holder) => holder && holder.contactId === first?.contactId && !isStranger(holder, keys))
      ? first?.contactId
      : undefined
  }
  const leading = wanted.map(recordOf)
  // What one of them proves decides what a claim of the other is worth: then they come one after the other.
  const isPlain = (at: number): boolean =>
    leading.filter((id) => id === leading[at]).length === 1 ||
    (wanted[at]?.given ?? []).every(({ key }) => holders.get(key)?.proof === 'message')
  const records = leading.map((id, at) => (isPlain(at) ? id : undefined))
  const ids = [...new Set(records)].filter((id) => id !== undefined)
  const claimed = wanted.flatMap(({ given }, at) =>
    records[at] === undefined ? [] : given.filter(({ key }) => holders.get(key)?.proof !== 'message'),
  )
  const held = ids.length === 0 ? new Map<string, ContactRow>() : await lockAndProve(db, orgId, ids, claimed)
  const found = wanted.map((each, at) => {
    const record = held.get(records[at] ?? '')
    if (record) return { contactId: record.root_id ?? record.id, recordId: record.id }
    const madeId = made.ids.get(each)
    return madeId === undefined ? null : { contactId: madeId, recordId: madeId }
  })
  const named = new Map<ContactRow, Who>()
  for (const [at, { who }] of wanted.entries()) {
    const record = held.get(records[at] ?? '')
    if (record && !named.has(record)) named.set(record, who)
  }
  const events = [...made.events, ...(await fillNames(db, orgId, named))]
  return { found, held, made: made.records, events }
}

/** Each once, in the lock order. */
const inOrder = (given: readonly Given[]): Given[] =>
  [...new Map(given.map((each) => [each.key, each])).values()].sort((a, b) => (a.key < b.key ? -1 : 1))

const isNamedOnce = (wanted: readonly Wanted[], key: string): boolean =>
  wanted.filter(({ given }) => given.some((each) => each.key === key)).length === 1

/** Locks the merge groups, and notes with their records which of their identities a message has proven. */
const lockAndProve = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  proven: readonly Given[],
): Promise<Map<string, ContactRow>> => {
  if (proven.length === 0) return lockMergeGroups(db, orgId, ids)
  const { rows } = await sql<ContactRow>`
    with held as materialized (select * from lock_merge_groups(${orgId}, ${[...ids]}::uuid[])),
    proven as (
      update contacts set ${proofsOf(
        proven.map(({ key }) => key),
        'message',
      )}
      where org_id = ${orgId} and id in (select id from held) and id = any(${[...ids]}::uuid[]))
    select * from held`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Gives a name and a company to those who lack them. What was merged into another hands them up, one record after the other. */
const fillNames = async (db: Db, orgId: string, people: ReadonlyMap<ContactRow, Who>): Promise<NewEvent[]> => {
  const lacking = [...people].flatMap(([record, who]) => {
    const blanks = blanksOf(record, who)
    return Object.keys(blanks).length > 0 ? [{ record, blanks }] : []
  })
  for (const { record, blanks } of lacking) if (record.merged_into !== null) await changeRecord(db, orgId, record.id, blanks)
  const filled = lacking.filter(({ record }) => record.merged_into === null)
  if (filled.length === 0) return []
  await sql`
    update contacts c set full_name = coalesce(f.full_name, c.full_name), company = coalesce(f.company, c.company), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(filled.map(({ record: { id }, blanks }) => ({ id, ...blanks })))}::jsonb)
      as f (id uuid, full_name text, company text)
    where c.org_id = ${joinedOrg(orgId)} and c.id = f.id`.execute(db)
  return filled.map(({ record, blanks }) =>
    eventOf(contactEvents.changed, record.id, {
      before: contactFactsIn(record),
      after: contactFactsIn({ ...record, ...blanks }),
    }),
  )
}

/** Creates the unknown ones, and answers what is to be told of them. An identity that lead intake claims at this moment is skipped. */
const makePeople = async (
  db: Db,
  orgId: string,
  wanted: readonly Wanted[],
): Promise<{ ids: ReadonlyMap<Wanted, string>; records: ReadonlyMap<string, Made>; events: readonly NewEvent[] }> => {
  const ids = new Map(wanted.map((each) => [each, newId()]))
  if (wanted.length === 0) return { ids, records: new Map(), events: [] }
  const people = wanted.map((each) => ({ id: ids.get(each) as string, ...each }))
  const isMade = await addContacts(db, orgId, people, 'message')
  for (const [each, id] of [...ids]) if (!isMade.has(id)) ids.delete(each)
  const made = people.filter(({ id }) => isMade.has(id)).map(({ id, given, who }) => newRecordOf(id, given, who))
  const events = made.map((record) =>
    eventOf(contactEvents.changed, record.id, { before: null, after: contactFactsIn(record) }),
  )
  return { ids, records: new Map(made.map((record) => [record.id, { ...record, company_id: null }])), events }
}
