import { type RawBuilder, sql } from 'kysely'
import { groupIds, isMergeable, type PlainRecordKind, readIds, recordTables } from '../records/records.ts'

/*
 * Contacts and companies that were merged may each have values of one field. Those of one of them are shown: of the canonical record, else of
 * the oldest that has any. What a page shows and what a list shows, filters and sorts by goes by these.
 */

/** For `order by`: whose values come first, among records of one group. Both are columns of the statement, with ids. */
export const nearestFirst = (record: string, canonical: string): RawBuilder<unknown> =>
  sql`${sql.ref(record)} <> ${sql.ref(canonical)}, ${sql.ref(record)}`

/**
 * The rows of `field_values` of canonical records, given by their ids, and of those merged into them: `holder` is the canonical one. What it shows
 * in a field is of `nearness` 1.
 */
export const rankedValues = (
  orgId: string,
  kind: PlainRecordKind,
  ids: readonly string[],
  fields: readonly { readonly id: string }[],
): RawBuilder<unknown> => sql`
  select i.record_id as holder, v.*, rank() over (
    partition by i.record_id, v.field_id order by ${nearestFirst('v.record_id', 'i.record_id')}) as nearness
  from ${readIds(orgId, kind, ids)} i
  join field_values v on v.org_id = ${orgId} and v.record_id = i.id and v.field_id = any(${fields.map(({ id }) => id)}::uuid[])`

/**
 * Of the row `v` of `field_values` that the canonical record `row` shows, a subquery: of no row where it shows none, of any of its rows where a
 * field has several.
 */
export const shownRow = (
  kind: PlainRecordKind | null,
  fieldId: string,
  what: RawBuilder<unknown>,
  row: string,
  canonical: 'id' | 'root_id' = 'id',
): RawBuilder<unknown> => {
  const holder = isMergeable(kind)
    ? sql`any(${groupIds(kind, row, canonical)}) and v.field_id = ${fieldId} order by ${nearestFirst('v.record_id', `${row}.${canonical}`)}`
    : sql`${sql.ref(`${row}.${canonical}`)} and v.field_id = ${fieldId}`
  return sql`(select ${what} from field_values v where v.org_id = ${sql.ref(`${row}.org_id`)} and v.record_id = ${holder} limit 1)`
}

/** The id of the record whose values of a field are shown with the canonical record `row`, null where none has any. */
export const shownFrom = (
  kind: PlainRecordKind | null,
  fieldId: string,
  row: string,
  canonical: 'id' | 'root_id' = 'id',
): RawBuilder<unknown> => shownRow(kind, fieldId, sql`v.record_id`, row, canonical)

/**
 * The id of the record that shows what another one, given by its id, has in a field: the canonical one. Where another value is shown in its
 * place, the given one.
 */
export const shownWith = (
  kind: PlainRecordKind | null,
  fieldId: string,
  { orgId, recordId }: { readonly orgId: string; readonly recordId: RawBuilder<unknown> },
): RawBuilder<unknown> =>
  isMergeable(kind)
    ? sql`(select case when m.root_id is null then m.id when m.id = ${shownFrom(kind, fieldId, 'm', 'root_id')} then m.root_id else m.id end
        from ${recordTables[kind]} m where m.org_id = ${orgId} and m.id = ${recordId} limit 1)`
    : recordId
