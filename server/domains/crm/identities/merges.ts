import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { Within } from '#core/within.ts'
import type { Tables } from '#db/tables.ts'
import { ContactReference, choice, MemberReference, shape } from '#shapes'
import { type ContactFacts, findContactFacts } from './contact-facts.ts'
import { recordContactChange } from './contact-news.ts'
import { contactErrors } from './errors.ts'
import { contactEvents } from './events.ts'
import { type ContactRow, lockMergeGroups, writeContact } from './merge-groups.ts'
import { contactsMerged, contactsParted } from './moments.ts'

export type MergeRow = Selectable<Tables['contact_merges']>

/** Why two records are one contact: a member said so, by merging or by linking two deals; or it was evident from the data. */
export const mergeCauses = ['person', 'link', 'same_email', 'same_phone', 'same_whatsapp', 'number_changed'] as const
export type MergeCause = (typeof mergeCauses)[number]

/** The values that a canonical record takes over from those merged into it, where its own are empty. */
const fillable = ['email', 'phone', 'full_name', 'company', 'job_title', 'linkedin_url', 'company_id'] as const
type Fillable = (typeof fillable)[number]
type Filled = Partial<Record<Fillable, string>>

/**
 * Merges two contacts. Nothing is moved: the root of the source's records points at the root of the target's, and reading
 * a contact reads all of its records. Null if they are already one.
 *
 * Throws `merge_with_itself` and `contact_not_found`.
 */
export const mergeContacts = async (
  db: Db,
  orgId: string,
  within: Within,
  merge: {
    readonly sourceId: string
    readonly targetId: string
    readonly cause: MergeCause
    readonly reason: string | null
    readonly personId: string | null
    /** The deal that is linked with it, and comes back with the undo. */
    readonly dealId?: string
  },
): Promise<{ mergeId: string } | null> => {
  if (merge.sourceId === merge.targetId) throw new Failure(contactErrors.merge_with_itself)
  const rows = await lockMergeGroups(db, orgId, [merge.sourceId, merge.targetId])
  const source = topOf(rows, merge.sourceId)
  const target = topOf(rows, merge.targetId)
  if (!source || !target) throw new Failure(contactErrors.contact_not_found)
  if (source.id === target.id) return null

  const before = await findContactFacts(db, orgId, [source.id, target.id])
  const mergeId = newId()
  await db
    .insertInto('contact_merges')
    .values({
      org_id: orgId,
      id: mergeId,
      source_id: source.id,
      target_id: target.id,
      cause: merge.cause,
      reason: merge.reason,
      person_id: merge.personId,
      deal_id: merge.dealId ?? null,
    })
    .execute()
  await db
    .updateTable('contacts')
    .set((set) => ({
      root_id: target.id,
      merged_into: set.case().when('id', '=', source.id).then(target.id).else(set.ref('merged_into')).end(),
    }))
    .where('org_id', '=', orgId)
    .where((row) => row.or([row('id', '=', source.id), row('root_id', '=', source.id)]))
    .execute()
  await fillUp(db, orgId, source.id)
  await within(db, orgId, contactsMerged, { sourceId: source.id, targetId: target.id })
  await recordMerge(db, orgId, mergeId, before, {
    ...{ source_id: source.id, target_id: target.id, cause: merge.cause, reason: merge.reason, is_undone: false },
  })
  return { mergeId }
}

/**
 * Takes a merge back: the source stands for itself again, with whatever has been merged into it before and since, and the
 * target loses what it had only from there. Null where it was taken back already. Throws `merge_not_found`.
 */
export const undoMerge = async (
  db: Db,
  orgId: string,
  within: Within,
  mergeId: string,
  personId: string | null,
): Promise<{ sourceId: string; targetId: string } | null> => {
  const found = await findMerge(db, orgId, mergeId)
  if (!found) throw new Failure(contactErrors.merge_not_found)
  const { source_id: sourceId, target_id: targetId } = found
  const rows = await lockMergeGroups(db, orgId, [sourceId, targetId])
  // Read again now that no other transaction can undo it.
  const merge = await findMerge(db, orgId, mergeId)
  if (!merge || merge.undone_at) return null
  const top = topOf(rows, targetId)?.id ?? targetId
  const before = await findContactFacts(db, orgId, [sourceId, top])

  await db
    .updateTable('contact_merges')
    .set({ undone_at: sql`now()`, undone_by: personId })
    .where('org_id', '=', orgId)
    .where('id', '=', mergeId)
    .execute()
  await db
    .updateTable('contacts')
    .set({ merged_into: null, root_id: null })
    .where('org_id', '=', orgId)
    .where('id', '=', sourceId)
    .execute()
  const below = descendantsOf(rows, sourceId)
  if (below.length > 0)
    await db.updateTable('contacts').set({ root_id: sourceId }).where('org_id', '=', orgId).where('id', 'in', below).execute()
  await removeFilled(db, orgId, targetId, merge.filled as Filled)
  const above = topOf(rows, targetId)?.id ?? targetId
  await within(db, orgId, contactsParted, { sourceId, targetId: above, dealId: merge.deal_id, personId })
  await recordMerge(db, orgId, mergeId, before, {
    ...{ source_id: sourceId, target_id: targetId },
    ...{ cause: merge.cause, reason: merge.reason, is_undone: true },
  })
  return { sourceId, targetId }
}

export const findMerge = (db: Db, orgId: string, mergeId: string): Promise<MergeRow | undefined> =>
  db.selectFrom('contact_merges').selectAll().where('org_id', '=', orgId).where('id', '=', mergeId).executeTakeFirst()

/** A merge as it is sent. */
export const Merge = shape('Merge', {
  id: z.uuid(),
  source: ContactReference,
  target: ContactReference,
  cause: choice('MergeCause', mergeCauses),
  reason: z.string().nullable().describe('The claim’s channel, or how they came: whatsapp, web_chat, prd, lead …'),
  at: z.iso.datetime(),
  person: MemberReference.nullable().describe('Null: it was evident from the data'),
  undone_at: z.iso.datetime().nullable(),
  can_undo: z.boolean(),
})

/** More than one page shows. */
const mostMerges = 100

/** How the records of a person came together, and which have left, newest first. */
export const findMerges = async (db: Db, orgId: string, mergeGroup: readonly string[]): Promise<z.output<typeof Merge>[]> => {
  const rows = await db
    .selectFrom('contact_merges')
    .leftJoin('contacts as source', (join) => join.on('source.org_id', '=', orgId).onRef('source.id', '=', 'source_id'))
    .leftJoin('contacts as target', (join) => join.on('target.org_id', '=', orgId).onRef('target.id', '=', 'target_id'))
    .leftJoin('directory.people', 'directory.people.id', 'contact_merges.person_id')
    .selectAll('contact_merges')
    .select((select) => [
      select.fn.coalesce('source.full_name', 'source.email', 'source.phone').as('source_name'),
      select.fn.coalesce('target.full_name', 'target.email', 'target.phone').as('target_name'),
      'directory.people.name as person_name',
    ])
    .where('contact_merges.org_id', '=', orgId)
    .where('target_id', 'in', mergeGroup)
    .orderBy('contact_merges.id', 'desc')
    .limit(mostMerges)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    source: { id: row.source_id, name: row.source_name },
    target: { id: row.target_id, name: row.target_name },
    cause: row.cause as MergeCause,
    reason: row.reason,
    at: row.at.toISOString(),
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name },
    undone_at: row.undone_at?.toISOString() ?? null,
    can_undo: row.undone_at === null,
  }))
}

/** Live pages, webhooks and the index of words hear of both. */
const recordMerge = async (
  db: Db,
  orgId: string,
  mergeId: string,
  before: readonly ContactFacts[],
  facts: z.input<typeof contactEvents.merged.facts>,
): Promise<void> => {
  await recordEvent(db, orgId, contactEvents.merged, mergeId, facts)
  for (const contact of before) await recordContactChange(db, orgId, contact.id, contact)
}

const topOf = (rows: ReadonlyMap<string, ContactRow>, contactId: string): ContactRow | undefined => {
  const row = rows.get(contactId)
  return row?.root_id ? rows.get(row.root_id) : row
}

const descendantsOf = (rows: ReadonlyMap<string, ContactRow>, contactId: string): string[] =>
  [...rows.values()].filter((row) => row.merged_into === contactId).flatMap((row) => [row.id, ...descendantsOf(rows, row.id)])

// ── What a record has only from those merged into it ────────────────────────────────────────────────────────────────

/** Hands what a merged record knows up to those above it that do not, and writes down that it comes from there. */
export const fillUp = async (db: Db, orgId: string, contactId: string): Promise<void> => {
  for (let child = await findRow(db, orgId, contactId); child?.merged_into; ) {
    const parent = await findRow(db, orgId, child.merged_into)
    if (!parent) throw new Error('a contact was merged into a missing one')
    const given: Filled = {}
    for (const field of fillable) {
      const value = child[field]
      if (parent[field] === null && value !== null) given[field] = value
    }
    if (Object.keys(given).length === 0) return
    await writeContact(db, orgId, parent.id, given)
    await db
      .updateTable('contact_merges')
      .set({ filled: sql`filled || ${JSON.stringify(given)}::jsonb` })
      .where('org_id', '=', orgId)
      .where('source_id', '=', child.id)
      .where('undone_at', 'is', null)
      .execute()
    child = { ...parent, ...given }
  }
}

/** A record has a value no longer, nor have those above it that had it from there. */
export const withdraw = async (db: Db, orgId: string, contactId: string, field: Fillable): Promise<void> => {
  const row = await findRow(db, orgId, contactId)
  const value = row?.[field]
  if (!row || value == null) return
  await writeContact(db, orgId, contactId, { [field]: null })
  if (row.merged_into === null) return
  const merge = await db
    .selectFrom('contact_merges')
    .select(['id', 'filled'])
    .where('org_id', '=', orgId)
    .where('source_id', '=', contactId)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  if ((merge.filled as Filled)[field] !== value) return
  await db
    .updateTable('contact_merges')
    .set({ filled: sql`filled - ${field}::text` })
    .where('org_id', '=', orgId)
    .where('id', '=', merge.id)
    .execute()
  await removeFilled(db, orgId, row.merged_into, { [field]: value })
}

/** Removes from a record, and from those above it, values that came only from a removed one, unless they were edited since. */
const removeFilled = async (db: Db, orgId: string, targetId: string, filled: Filled): Promise<void> => {
  let left = filled
  const bereft: string[] = []
  for (let row = await findRow(db, orgId, targetId); row; ) {
    const current: ContactRow = row
    const unchanged = fillable.filter((field) => left[field] !== undefined && current[field] === left[field])
    if (unchanged.length === 0) break
    await writeContact(db, orgId, current.id, Object.fromEntries(unchanged.map((field) => [field, null])))
    bereft.push(current.id)
    if (!current.merged_into) break
    const above = await db
      .selectFrom('contact_merges')
      .select(['id', 'filled'])
      .where('org_id', '=', orgId)
      .where('source_id', '=', current.id)
      .where('undone_at', 'is', null)
      .executeTakeFirstOrThrow()
    const handedOn = above.filled as Filled
    const onward = unchanged.filter((field) => handedOn[field] === left[field])
    await db
      .updateTable('contact_merges')
      .set({ filled: sql`filled - ${onward}::text[]` })
      .where('org_id', '=', orgId)
      .where('id', '=', above.id)
      .execute()
    left = Object.fromEntries(onward.map((field) => [field, left[field]]))
    row = await findRow(db, orgId, current.merged_into)
  }
  // Another merged record may know the same.
  if (bereft.length === 0) return
  const others = await db
    .selectFrom('contacts')
    .select('id')
    .where('org_id', '=', orgId)
    .where('merged_into', 'in', bereft)
    .orderBy('id')
    .execute()
  for (const other of others) await fillUp(db, orgId, other.id)
}

const findRow = (db: Db, orgId: string, contactId: string): Promise<ContactRow | undefined> =>
  db.selectFrom('contacts').selectAll().where('org_id', '=', orgId).where('id', '=', contactId).executeTakeFirst()
