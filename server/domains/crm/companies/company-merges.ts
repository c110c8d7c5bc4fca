import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { MemberReference, Reference, shape } from '#shapes'
import { recordErrors } from '../records/errors.ts'
import { findCompany } from './companies.ts'
import { type CompanyRow, companyGroup, lockCompanyGroups, topCompany } from './company-groups.ts'
import { companyErrors } from './errors.ts'
import { companyEvents, companyFieldsOf } from './events.ts'

type MergeRow = Selectable<Tables['company_merges']>

/** What a company has from one that was merged into it, where its own was empty. A domain is one company's: it moves, and the undo brings it back. */
interface Filled {
  readonly domain?: string
  readonly owner_id?: string
}

/**
 * Merges two companies. Nothing that hangs on them is moved: the records of the source's group point at the one that stands for the target,
 * and reading a company reads all of its records. Null if they are already one.
 *
 * Throws `company_not_found`, `merge_companies_same` and `record_in_bin`.
 */
export const mergeCompanies = async (
  db: Db,
  orgId: string,
  merge: {
    readonly sourceId: string
    readonly targetId: string
    readonly reason: string | null
    readonly personId: string | null
  },
): Promise<{ mergeId: string } | null> => {
  if (merge.sourceId === merge.targetId) throw new Failure(companyErrors.merge_companies_same)
  const rows = await lockCompanyGroups(db, orgId, [merge.sourceId, merge.targetId])
  const source = topCompany(rows, merge.sourceId)
  const target = topCompany(rows, merge.targetId)
  if (!source || !target || source.removed_at || target.removed_at) throw new Failure(companyErrors.company_not_found)
  if (source.deleted_at || target.deleted_at) throw new Failure(recordErrors.record_in_bin)
  if (source.id === target.id) return null
  const mergeId = newId()
  const filled: Filled = {
    ...(target.domain === null && source.domain !== null && { domain: source.domain }),
    ...(target.owner_id === null && source.owner_id !== null && { owner_id: source.owner_id }),
  }
  await db
    .insertInto('company_merges')
    .values({
      ...{ org_id: orgId, id: mergeId, source_id: source.id, target_id: target.id, reason: merge.reason },
      ...{ person_id: merge.personId, filled: JSON.stringify(filled) },
    })
    .execute()
  await db
    .updateTable('companies')
    .set((set) => ({
      root_id: target.id,
      merged_into: set.case().when('id', '=', source.id).then(target.id).else(set.ref('merged_into')).end(),
      ...(filled.domain !== undefined && {
        domain: set.case().when('id', '=', source.id).then(null).else(set.ref('domain')).end(),
      }),
    }))
    .where('org_id', '=', orgId)
    .where((row) => row.or([row('id', '=', source.id), row('root_id', '=', source.id)]))
    .execute()
  await write(db, orgId, target.id, filled)
  await recordMerge(db, orgId, { id: mergeId, reason: merge.reason, isUndone: false }, [source, target])
  return { mergeId }
}

/**
 * Takes a merge back: the source stands for itself again, with whatever was merged into it, and the target loses what it had only from
 * there. Null where it was taken back already. Throws `company_merge_not_found`.
 */
export const undoCompanyMerge = async (
  db: Db,
  orgId: string,
  mergeId: string,
  personId: string | null,
): Promise<{ sourceId: string; targetId: string } | null> => {
  const found = await findMerge(db, orgId, mergeId)
  if (!found) throw new Failure(companyErrors.company_merge_not_found)
  const rows = await lockCompanyGroups(db, orgId, [found.source_id, found.target_id])
  // Read again now that no other transaction can undo it.
  const merge = await findMerge(db, orgId, mergeId)
  if (!merge || merge.undone_at) return null
  const source = rows.get(merge.source_id)
  const top = topCompany(rows, merge.target_id)
  // A company that was removed for good took along all that was merged into it.
  if (!source || !top || top.removed_at) throw new Failure(companyErrors.company_merge_not_found)
  await db
    .updateTable('company_merges')
    .set({ undone_at: sql`now()`, undone_by: personId })
    .where('org_id', '=', orgId)
    .where('id', '=', mergeId)
    .execute()
  await db
    .updateTable('companies')
    .set({ merged_into: null, root_id: null, deleted_at: top.deleted_at, deleted_by: top.deleted_by })
    .where('org_id', '=', orgId)
    .where('id', '=', source.id)
    .execute()
  const below = descendantsOf(rows, source.id)
  if (below.length > 0)
    await db.updateTable('companies').set({ root_id: source.id }).where('org_id', '=', orgId).where('id', 'in', below).execute()
  await giveBack(db, orgId, merge, rows)
  await recordMerge(db, orgId, { id: mergeId, reason: merge.reason, isUndone: true }, [source, top])
  return { sourceId: source.id, targetId: merge.target_id }
}

/** A merge that stands, as it is sent. */
export const CompanyMerge = shape('CompanyMerge', {
  id: z.uuid().describe('For `undo-company-merge`'),
  source: Reference.describe('The company as it was called'),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
  person: MemberReference.nullable().describe('Null: a key or a workflow merged them'),
})

/** More than one page shows. */
const mostShown = 50

/** Which companies were merged into this one, or into one of these, newest first. It is given by the id of the one that stands for all. */
export const findCompanyMerges = async (db: Db, orgId: string, companyId: string): Promise<z.output<typeof CompanyMerge>[]> => {
  const rows = await db
    .selectFrom('company_merges')
    .innerJoin('companies as source', (join) => join.on('source.org_id', '=', orgId).onRef('source.id', '=', 'source_id'))
    .leftJoin('directory.people', 'directory.people.id', 'company_merges.person_id')
    .select(['company_merges.id', 'source_id', 'source.name as source_name', 'reason', 'at', 'person_id'])
    .select('directory.people.name as person_name')
    .where('company_merges.org_id', '=', orgId)
    .where('target_id', 'in', companyGroup(orgId, companyId))
    .where('undone_at', 'is', null)
    .orderBy('company_merges.id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ id, source_id, source_name, reason, at, person_id, person_name }) => ({
    ...{ id, source: { id: source_id, name: source_name }, reason, at: at.toISOString() },
    person: person_id === null ? null : { id: person_id, name: person_name },
  }))
}

const findMerge = (db: Db, orgId: string, mergeId: string): Promise<MergeRow | undefined> =>
  db.selectFrom('company_merges').selectAll().where('org_id', '=', orgId).where('id', '=', mergeId).executeTakeFirst()

/** From those above, up to the top, what came only from the source: a domain wherever it is now, an owner as far as it is still the same. */
const giveBack = async (
  db: Db,
  orgId: string,
  { source_id: sourceId, target_id: targetId, filled }: MergeRow,
  rows: ReadonlyMap<string, CompanyRow>,
): Promise<void> => {
  const { domain, owner_id: ownerId } = filled as Filled
  if (domain !== undefined) {
    const holder = [...rows.values()].find((row) => row.domain === domain)
    if (holder) await write(db, orgId, holder.id, { domain: null })
    const other = holder ? undefined : await findByDomain(db, orgId, domain)
    if (!other) await write(db, orgId, sourceId, { domain })
  }
  if (ownerId === undefined) return
  for (let row = rows.get(targetId); row && row.owner_id === ownerId; ) {
    await write(db, orgId, row.id, { owner_id: null })
    if (!row.merged_into) return
    const { numUpdatedRows: handedOn } = await db
      .updateTable('company_merges')
      .set({ filled: sql`filled - 'owner_id'` })
      .where('org_id', '=', orgId)
      .where('source_id', '=', row.id)
      .where('undone_at', 'is', null)
      .where(sql<boolean>`filled ->> 'owner_id' = ${ownerId}`)
      .executeTakeFirst()
    if (handedOn === 0n) return
    row = rows.get(row.merged_into)
  }
}

const findByDomain = (db: Db, orgId: string, domain: string): Promise<{ id: string } | undefined> =>
  db.selectFrom('companies').select('id').where('org_id', '=', orgId).where('domain', '=', domain).executeTakeFirst()

const write = async (
  db: Db,
  orgId: string,
  id: string,
  values: Partial<Pick<CompanyRow, 'domain' | 'owner_id'>>,
): Promise<void> => {
  if (Object.keys(values).length === 0) return
  await db
    .updateTable('companies')
    .set({ ...values, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

const descendantsOf = (rows: ReadonlyMap<string, CompanyRow>, companyId: string): string[] =>
  [...rows.values()].filter((row) => row.merged_into === companyId).flatMap((row) => [row.id, ...descendantsOf(rows, row.id)])

/** Live pages, webhooks and the search hear of it, and of each of both that is another now. */
const recordMerge = async (
  db: Db,
  orgId: string,
  { id, reason, isUndone }: { readonly id: string; readonly reason: string | null; readonly isUndone: boolean },
  [source, target]: readonly [CompanyRow, CompanyRow],
): Promise<void> => {
  await recordEvent(db, orgId, companyEvents.merged, id, {
    ...{ source_id: source.id, target_id: target.id, reason, is_undone: isUndone },
  })
  for (const before of [source, target]) {
    const after = await findCompany(db, orgId, before.id)
    if (after?.id !== before.id) continue
    const changes = changedFields(companyFieldsOf(before), companyFieldsOf(after))
    if (Object.keys(changes.after ?? {}).length > 0) await recordEvent(db, orgId, companyEvents.changed, before.id, changes)
  }
}
