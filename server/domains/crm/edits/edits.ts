import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { newId } from '#core/ids.ts'
import { joinedOrg } from '#core/joined-org.ts'
import { findNames } from '#domains/platform/users/users.ts'
import { editErrors } from './errors.ts'

/** A field as it was and as it is, in the words of the wire: text, number, `{id, name}`, `{amount_minor, currency}` …; null: none. */
export interface FieldChange {
  readonly before: unknown
  readonly after: unknown
  /** Of a field of the workspace's own: as it was called then. */
  readonly name?: string
  readonly type?: string
}

/** By field; one of the workspace's own is `fields.` and its key. */
export type FieldChanges = Readonly<Record<string, FieldChange>>

export interface RecordEdit {
  readonly recordId: string
  readonly changes: FieldChanges
}

/** Of what stands on both sides, what differs. */
export const changesBetween = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChanges =>
  Object.fromEntries(
    Object.entries(changedFields(before, after).after ?? {}).map(([field, value]) => [
      field,
      { before: before[field] ?? null, after: value ?? null },
    ]),
  )

/** Members as edits name them, by id: a timeline need not look up one who has left. */
export const findOwners = async (
  db: Db,
  ids: readonly (string | null | undefined)[],
): Promise<(id: string | null | undefined) => { readonly id: string; readonly name: string | null } | null> => {
  const names = await findNames(
    db,
    ids.filter((id) => typeof id === 'string'),
  )
  return (id) => (id ? { id, name: names.get(id) ?? null } : null)
}

/** So long one author's changes of one record are one entry of its timeline: who types a form through makes one, not six. */
const gatheredMinutes = 10

/**
 * Writes down what was changed of records, from what to what, for their timelines. Who did it is the person, key or workflow of the
 * transaction. The caller holds the records, or two of one author might not be gathered.
 */
export const recordEdits = async (
  db: Db,
  orgId: string,
  kind: 'contact' | 'company' | 'lead' | 'deal',
  edits: readonly RecordEdit[],
): Promise<void> => {
  const rows = edits
    .filter(({ changes }) => Object.keys(changes).length > 0)
    .map(({ recordId, changes }) => ({ id: newId(), record_id: recordId, changes }))
  if (rows.length === 0) return
  await sql`
    with given as materialized (
      select e.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, record_id uuid, changes jsonb)),
    earlier as materialized (
      select g.record_id, l.id, gathered_changes(l.changes, g.changes) as changes
      from given g cross join lateral (
        select r.* from record_edits r where r.org_id = ${orgId} and r.record_id = g.record_id order by r.at desc, r.id desc limit 1) l
      where l.first_at > now() - make_interval(mins => ${gatheredMinutes})
        and (l.person_id, l.key_id, l.workflow) is not distinct from (acting_person(), acting_key(), acting_workflow())),
    gathered as (
      update record_edits r set changes = e.changes, at = now() from earlier e
      where r.org_id = ${joinedOrg(orgId)} and r.id = e.id and e.changes <> '{}'),
    put_back as (
      delete from record_edits r using earlier e where r.org_id = ${joinedOrg(orgId)} and r.id = e.id and e.changes = '{}')
    insert into record_edits (org_id, id, kind, record_id, changes)
    select ${orgId}, g.id, ${kind}, g.record_id, g.changes
    from given g where not exists (select from earlier e where e.record_id = g.record_id)`.execute(db)
}

/** From now on what is written in this transaction is this author's: of a job that goes on with what a member or a key began. */
export const actFor = async (
  db: Db,
  { personId, keyId }: { readonly personId: string | null; readonly keyId: string | null },
): Promise<void> => {
  await sql`select set_config('foyer.person', ${personId ?? ''}, true), set_config('foyer.key', ${keyId ?? ''}, true)`.execute(
    db,
  )
}

/** Of records that are removed for good. */
export const forgetEdits = async (db: Db, orgId: string, recordIds: readonly string[]): Promise<void> => {
  if (recordIds.length === 0) return
  await sql`delete from record_edits where org_id = ${orgId} and record_id = any(${[...recordIds]}::uuid[])`.execute(db)
}

/** Of `was` of an action that changes a record. */
export const wasMeans =
  'The values that the caller saw, as they were answered: where one of the fields to be changed is another by now, nothing is changed (`record_changed`)'

/** A field as its editor saw it, as it stands now, and as it shall be. */
export interface Meant {
  /** As the caller named it. */
  readonly field: string
  /** As edits name it. */
  readonly edited: string
  /** Undefined: its editor does not say. */
  readonly was: unknown
  readonly now: unknown
  /** Undefined: it stays as it is. */
  readonly wanted: unknown
}

/**
 * Throws `record_changed` where a field is another by now than its editor saw, with the value that stands, and who set it when. One that
 * has the wanted value already is fine: of two who correct the same thing neither is stopped.
 */
export const requireAsSeen = async (db: Db, orgId: string, recordId: string, fields: readonly Meant[]): Promise<void> => {
  const overtaken = fields.filter(
    ({ was, now, wanted }) => was !== undefined && wanted !== undefined && !isSameValue(was, now) && !isSameValue(now, wanted),
  )
  const [first] = overtaken
  if (!first) return
  const authors = await lastAuthors(
    db,
    orgId,
    recordId,
    overtaken.map(({ edited }) => edited),
  )
  const changed = overtaken.map(({ field, edited, now }) => ({
    field,
    value: now ?? null,
    by: authors.get(edited)?.by ?? null,
    at: authors.get(edited)?.at.toISOString() ?? null,
  }))
  throw new Failure(editErrors.record_changed, { field: first.field, facts: { changed } })
}

interface LastAuthor {
  readonly field: string
  readonly by: string | null
  readonly at: Date
}

const lastAuthors = async (
  db: Db,
  orgId: string,
  recordId: string,
  fields: readonly string[],
): Promise<ReadonlyMap<string, LastAuthor>> => {
  const { rows } = await sql<LastAuthor>`
    select f.field, l.at, coalesce(o.name, l.workflow, k.name) as by
    from unnest(${[...fields]}::text[]) as f (field)
    cross join lateral (
      select r.* from record_edits r where r.org_id = ${orgId} and r.record_id = ${recordId} and r.changes ? f.field
      order by r.at desc, r.id desc limit 1) l
    left join directory.people o on o.id = l.person_id
    left join api_keys k on k.org_id = ${orgId} and k.id = l.key_id`.execute(db)
  return new Map(rows.map((row) => [row.field, row]))
}

/** Of people and choices their ids, also in a list: a new name is no other value. */
export const identityOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(identityOf)
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : (value ?? null)
}

/** A text or list without anything, and a box that is not ticked, are no value. */
const isSameValue = (one: unknown, other: unknown): boolean => isDeepStrictEqual(filled(one), filled(other))

const filled = (value: unknown): unknown => {
  const identity = identityOf(value)
  const isNone = identity === '' || identity === false || (Array.isArray(identity) && identity.length === 0)
  return isNone ? null : identity
}
