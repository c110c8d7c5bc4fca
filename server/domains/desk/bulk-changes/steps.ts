import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { actFor } from '#domains/crm/edits/edits.ts'
import { lockMergeGroups } from '#domains/crm/identities/merge-groups.ts'
import { hasAuthor } from './authors.ts'
import { advanceBulkChange, type BulkChangeRow, moveBulkChange } from './bulk-changes.ts'
import { type ChangedRow, nextRecords, type Outcome, settleRecords } from './changed-records.ts'
import { bulkChangeErrors } from './errors.ts'
import { changedAtOnce } from './limits.ts'
import { selectMore } from './selections.ts'
import type { ChangedKind } from './wanted-changes.ts'
import { type Doing, inHalves } from './ways/way.ts'
import { wayOf } from './ways/ways.ts'

/**
 * The next step of a change that is held, in one transaction: the records, what is written down of them, counts and place. Answers how the
 * change stands then.
 */
export const takeStep = async (db: Db, change: BulkChangeRow, now: Date): Promise<BulkChangeRow> => {
  if (!(await hasAuthor(db, change, now)))
    return moveBulkChange(db, change, 'failed', { code: bulkChangeErrors.bulk_change_author_gone.code })
  await actFor(db, authorOf(change))
  switch (change.state) {
    case 'selecting':
      return selectMore(db, change)
    case 'changing':
      return changeMore(db, change)
    case 'undoing':
      return undoMore(db, change)
    default:
      return change
  }
}

const authorOf = (change: BulkChangeRow): { personId: string | null; keyId: string | null } =>
  change.state === 'undoing'
    ? { personId: change.undone_by, keyId: change.undone_by_key }
    : { personId: change.person_id, keyId: change.key_id }

const doingOf = (db: Db, { org_id: orgId, kind }: BulkChangeRow, personId: string | null): Doing => ({
  db,
  orgId,
  kind,
  personId,
  newId,
})

const changeMore = async (db: Db, change: BulkChangeRow): Promise<BulkChangeRow> => {
  const rows = await nextRecords(db, change, { state: 'waiting', behind: change.at_place, limit: changedAtOnce })
  const last = rows.at(-1)
  if (!last) return moveBulkChange(db, change, 'done')
  const { standing, others } = await lockStanding(
    db,
    change,
    rows.map(({ record_id }) => record_id),
  )
  const doing = doingOf(db, change, change.person_id)
  const made = await inHalves(
    db,
    standing,
    (some) => wayOf(change.change.type).apply(doing, some, change.change as never),
    (id, code) => ({ id, state: 'failed', reason: code }),
  )
  const outcomes = [...others, ...made]
  await settleRecords(db, change, outcomes)
  const patch = {
    done: change.done + countIn(outcomes, 'done'),
    skipped: change.skipped + countIn(outcomes, 'skipped'),
    failed: change.failed + countIn(outcomes, 'failed'),
    at_place: last.place,
  }
  return last.place === change.selected ? moveBulkChange(db, change, 'done', patch) : advanceBulkChange(db, change, patch)
}

const undoMore = async (db: Db, change: BulkChangeRow): Promise<BulkChangeRow> => {
  const rows = await nextRecords(db, change, { state: 'done', behind: change.at_place, limit: changedAtOnce })
  const last = rows.at(-1)
  if (!last) return moveBulkChange(db, change, 'undone')
  const ids = rows.map(({ record_id }) => record_id)
  // What a change has put into the bin is taken out of it.
  const isInBin = change.change.type === 'delete'
  const { standing, others } = isInBin ? { standing: ids, others: [] } : await lockStanding(db, change, ids)
  const stands = new Set(standing)
  const doing = doingOf(db, change, change.undone_by)
  const made = await inHalves<ChangedRow>(
    db,
    rows.filter(({ record_id }) => stands.has(record_id)),
    (some) => wayOf(change.change.type).undo(doing, some, change.change as never),
    ({ record_id: id }, code) => ({ id, state: 'kept', reason: code }),
  )
  const outcomes = [...others.map((each) => ({ ...each, state: 'kept' as const })), ...made]
  await settleRecords(db, change, outcomes)
  const patch = {
    undone: change.undone + countIn(outcomes, 'undone'),
    kept: change.kept + countIn(outcomes, 'kept'),
    at_place: last.place,
  }
  return rows.length < changedAtOnce ? moveBulkChange(db, change, 'undone', patch) : advanceBulkChange(db, change, patch)
}

const countIn = (outcomes: readonly Outcome[], state: Outcome['state']): number =>
  outcomes.filter((outcome) => outcome.state === state).length

const tables: Readonly<Record<ChangedKind, RawBuilder<unknown>>> = {
  lead: sql`leads`,
  contact: sql`contacts`,
  company: sql`companies`,
  deal: sql`deals`,
  task: sql`tasks`,
}

/** Holds records until the transaction ends, in the order of their ids; those that are gone, in the bin, or part of another are left out. */
const lockStanding = async (
  db: Db,
  { org_id: orgId, kind, change }: BulkChangeRow,
  ids: readonly string[],
): Promise<{ standing: string[]; others: Outcome[] }> => {
  if (kind === 'contact') await lockMergeGroups(db, orgId, ids)
  // Who makes a deal of a lead holds the contact first, and the lead behind it.
  const hold = kind !== 'contact' && change.type !== 'open_deals' ? sql`for no key update` : sql``
  const isPart = { contact: sql`r.root_id is not null`, company: sql`r.root_id is not null`, deal: sql`r.state = 'linked'` }
  const { rows } = await sql<{ id: string; is_deleted: boolean; is_part: boolean }>`
    select r.id, r.deleted_at is not null as is_deleted, ${kind in isPart ? isPart[kind as 'deal'] : sql`false`} as is_part
    from ${tables[kind]} r where r.org_id = ${orgId} and r.id = any(${ids}::uuid[]) order by r.id ${hold}`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const reasonOf = (id: string): string | null => {
    const row = found.get(id)
    if (!row) return 'gone'
    if (row.is_part) return 'merged'
    return row.is_deleted ? 'in_bin' : null
  }
  return {
    standing: ids.filter((id) => reasonOf(id) === null),
    others: ids.flatMap((id) => {
      const reason = reasonOf(id)
      return reason === null ? [] : [{ id, state: 'skipped' as const, reason }]
    }),
  }
}
