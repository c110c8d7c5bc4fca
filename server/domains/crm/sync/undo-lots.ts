import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { forgetOtherWords, forgetWords, lockSearchIndex } from '#core/search.ts'
import type { Within } from '#core/within.ts'
import type { CrmEntity } from '#ports/crm.ts'
import { removeImportedCompanies } from '../companies/imported-companies.ts'
import { type Beside, removeImportedDeals, restoreBeside } from '../deals/imported-deals.ts'
import { forgetEdits } from '../edits/edits.ts'
import { isOwnName } from '../fields/own-names.ts'
import { forgetFields } from '../fields/record-fields.ts'
import { findUnchangedPeople } from '../identities/imported-people.ts'
import { removeUnlinkedContacts } from '../identities/linked-records.ts'
import { forgetNotes } from '../notes/removed-notes.ts'
import { expireFiles } from '../record-files/removed-files.ts'
import { forgetTags } from '../tags/record-tags.ts'
import { keepUntouched } from './links.ts'
import { ownRecordsOf } from './own.ts'
import { restoreOwnFieldOrigins } from './own-fields.ts'
import type { OwnRecord, RunFacts } from './own-records.ts'
import { withPins } from './pins.ts'

/** What a lot of an undo did. */
export interface UndoneLot {
  /** Records that are gone. */
  readonly removed: number
  /** Values that are as they were. */
  readonly restored: number
  readonly kept: readonly {
    readonly kind: CrmEntity
    readonly id: string
    readonly their_id: string
    readonly reason: string
  }[]
  /** Where the next lot begins; null: this was the last. */
  readonly next: string | null
}

export const keptReasons = {
  edited: 'It was changed here after the sync.',
  proven: 'A member pinned a value of it after the sync, or a message proved it.',
  used: 'It is used here: by a deal, a message, a document or another record, or has notes, files, tags or fields of its own.',
  shared: 'Another sync knows it, too.',
  refused: 'The value of before cannot be put back: another record has it now, or it no longer fits.',
} as const

interface Change {
  readonly n: string
  readonly their_id: string
  readonly our_id: string
  readonly field: string
  readonly was: string | null
  readonly became: string | null
  /** What went with the value of before. */
  readonly beside: Beside | null
}

/** Puts back the newest values that a run changed, where they are still as it left them. What was looked at is taken from its list. */
export const restoreLot = async (
  db: Db,
  facts: RunFacts,
  undone: string,
  entity: CrmEntity,
  most: number,
): Promise<UndoneLot> => {
  const { org_id: orgId, connection_id: connectionId } = facts.job
  const { rows } = await sql<Change>`
    select n, their_id, our_id, field, was, became, beside from sync_changes
    where org_id = ${orgId} and job_id = ${undone} and entity = ${entity} order by n desc limit ${most}`.execute(db)
  const own = await lockWithPins(
    db,
    facts,
    entity,
    rows.map(({ our_id }) => our_id),
  )
  const values = new Map([...own.values()].map((record) => [record.id, { ...record.values }]))
  const changes = new Map<string, Record<string, string | null>>()
  const kept: { kind: CrmEntity; id: string; their_id: string; reason: string }[] = []
  const put: (Change & { readonly id: string })[] = []
  for (const change of rows) {
    const { their_id, our_id, field, was, became } = change
    const record = own.get(our_id)
    const now = record && values.get(record.id)
    if (!record || !now) continue
    const isEdited = (now[field] ?? null) !== became
    if (isEdited || record.proven.has(field)) {
      kept.push({ kind: entity, id: record.id, their_id, reason: isEdited ? keptReasons.edited : keptReasons.proven })
      continue
    }
    now[field] = was
    changes.set(record.id, { ...changes.get(record.id), [field]: was })
    put.push({ ...change, id: record.id })
  }
  await ownRecordsOf[entity].write(db, facts, changes)
  // Looked at again: what is said to be restored is.
  const after = await ownRecordsOf[entity].read(db, orgId, [...changes.keys()], facts.ownFields[entity])
  const isBack = ({ id, field }: { readonly id: string; readonly field: string }): boolean =>
    (after.get(id)?.values[field] ?? null) === (changes.get(id)?.[field] ?? null)
  const back = new Map<string, Record<string, string | null>>()
  const refused = new Map<string, (typeof put)[number]>()
  // The oldest comes last, so that what was there before the run is what is left.
  for (const each of put)
    if (isBack(each)) back.set(each.their_id, { ...back.get(each.their_id), [each.field]: each.was })
    else refused.set(`${each.id} ${each.field}`, each)
  if (entity === 'deals')
    await restoreBeside(
      db,
      orgId,
      put.filter(isBack).flatMap(({ id, field, beside }) => (beside === null || isOwnName(field) ? [] : [{ id, beside }])),
    )
  await restoreOwnFieldOrigins(db, orgId, facts.ownFields[entity], put.filter(isBack))
  for (const { id, their_id } of refused.values()) kept.push({ kind: entity, id, their_id, reason: keptReasons.refused })
  await keepUntouched(
    db,
    orgId,
    [...own.values()].filter(({ id }) => changes.has(id)),
    { connectionId },
  )
  if (changes.size > 0) await ownRecordsOf[entity].announce(db, facts, [...changes.keys()])
  const seen = [...back].map(([their_id, was]) => ({ their_id, was }))
  await sql`
    update sync_links l set seen = l.seen || g.was, modified_at = null
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as g (their_id text, was jsonb)
    where l.org_id = ${orgId} and l.connection_id = ${connectionId} and l.entity = ${entity} and l.their_id = g.their_id`.execute(
    db,
  )
  await sql`delete from sync_changes where org_id = ${orgId} and job_id = ${undone} and n = any(${rows.map(({ n }) => n)}::bigint[])`.execute(
    db,
  )
  return { removed: 0, restored: put.filter(isBack).length, kept, next: rows.length < most ? null : 'more' }
}

interface MadeLink {
  readonly their_id: string
  readonly our_id: string
  readonly is_made: boolean
  readonly seen: Readonly<Record<string, string | null>>
  readonly differs: readonly string[]
  readonly our_at: Date
  readonly is_shared: boolean
  /** What each record there said that stands for this one here. */
  readonly all_seen: readonly Readonly<Record<string, string | null>>[]
}

/** Takes back what a run linked: the records that it made are removed, the links to others end. */
export const removeLot = async (
  db: Db,
  facts: RunFacts,
  undone: string,
  entity: CrmEntity,
  after: string,
  most: number,
): Promise<UndoneLot> => {
  const { org_id: orgId, connection_id: connectionId } = facts.job
  const { rows } = await sql<MadeLink>`
    select l.their_id, l.our_id, l.made_by = ${undone} as is_made, l.seen, l.differs, l.our_at,
      exists (select from sync_links o where o.org_id = l.org_id and o.our_id = l.our_id and o.linked_by <> ${undone}) as is_shared,
      (select jsonb_agg(o.seen) from sync_links o where o.org_id = l.org_id and o.our_id = l.our_id) as all_seen
    from sync_links l
    where l.org_id = ${orgId} and l.linked_by = ${undone} and l.entity = ${entity} and l.their_id > ${after} and l.state <> 'removed'
    order by l.their_id limit ${most}`.execute(db)
  const made = rows.filter(({ is_made }) => is_made)
  const own = await lockWithPins(
    db,
    facts,
    entity,
    made.map(({ our_id }) => our_id),
  )
  const kept: { kind: CrmEntity; id: string; their_id: string; reason: string }[] = []
  const keep = ({ our_id, their_id }: MadeLink, reason: string) => kept.push({ kind: entity, id: our_id, their_id, reason })
  const free = made.filter((link) => {
    const record = own.get(link.our_id)
    if (!record) return false
    const isEdited = record.id !== link.our_id || !isAsLeft(record, link)
    const reason = isEdited
      ? keptReasons.edited
      : record.proven.size > 0
        ? keptReasons.proven
        : link.is_shared
          ? keptReasons.shared
          : null
    if (reason !== null) keep(link, reason)
    return reason === null
  })
  const removed = await removeRecords[entity](
    db,
    orgId,
    free.map(({ our_id, our_at }) => ({ id: our_id, at: our_at })),
    facts.within,
  )
  if (removed.size > 0) await forgetParts(db, orgId, [...removed])
  for (const link of free) if (!removed.has(link.our_id)) keep(link, keptReasons.used)
  const stays = new Set(kept.map(({ their_id }) => their_id))
  const ended = rows.map(({ their_id }) => their_id).filter((id) => !stays.has(id))
  for (const table of ended.length === 0 ? [] : (['sync_links', 'sync_waiting', 'sync_conflicts'] as const))
    await db
      .deleteFrom(table)
      .where('org_id', '=', orgId)
      .where('connection_id', '=', connectionId)
      .where('entity', '=', entity)
      .where('their_id', 'in', ended)
      .execute()
  return { removed: removed.size, restored: 0, kept, next: rows.length < most ? null : (rows.at(-1)?.their_id ?? null) }
}

/** Locked, with what members pinned. By the ids asked for. */
const lockWithPins = async (
  db: Db,
  { job: { org_id: orgId }, ownFields }: RunFacts,
  entity: CrmEntity,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OwnRecord>> =>
  withPins(db, orgId, await ownRecordsOf[entity].lock(db, orgId, ids, ownFields[entity]))

/** What may still point at records that are gone: values that a file filled, notes and files that a member had deleted. */
const forgetParts = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await forgetTags(db, orgId, ids)
  await forgetFields(db, orgId, ids)
  await forgetEdits(db, orgId, ids)
  await forgetNotes(db, orgId, ids)
  await expireFiles(db, orgId, ids)
  await lockSearchIndex(db)
  await forgetOtherWords(db, orgId, ids)
}

/** Whether a record is as the sync left it: nothing wrote it since, and each value is one that was read, or was never it. */
const isAsLeft = (record: OwnRecord, { seen, all_seen: all, differs, our_at }: MadeLink): boolean =>
  record.at <= our_at &&
  Object.entries(record.values).every(
    ([field, value]) => !(field in seen) || differs.includes(field) || all.some((each) => (each[field] ?? null) === value),
  )

type Remove = (
  db: Db,
  orgId: string,
  records: readonly { readonly id: string; readonly at: Date }[],
  within: Within,
) => Promise<ReadonlySet<string>>

const removeRecords: Readonly<Record<CrmEntity, Remove>> = {
  companies: removeImportedCompanies,
  deals: removeImportedDeals,
  async contacts(db, orgId, records, within) {
    const unchanged = await findUnchangedPeople(db, orgId, records)
    const removed = await removeUnlinkedContacts(db, orgId, within, unchanged)
    if (removed.length > 0) await forgetWords(db, orgId, [], removed)
    return new Set(removed)
  },
}
