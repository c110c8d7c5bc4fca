import { type RawBuilder, sql } from 'kysely'
import { groupIds, isMergeable, type PlainRecordKind, recordTables } from '../records/records.ts'

/*
 * Contacts and companies that were merged may each have values of one field. Those of one of them are shown: of the canonical record, else of
 * the oldest that has any. What a page shows and what a list shows, filters and sorts by goes by these.
 */

/** For `order by`: whose values come first, among records of one group. Both are columns of the statement, with ids. */
export const nearestFirst = (record: string, canonical: string): RawBuilder<unknown> =>
  sql`${sql.ref(record)} <> ${sql.ref(canonical)}, ${sql.ref(record)}`

/**
 * The id of the record whose values of a field are shown with the canonical record `row`, null where none has any. Of a kind of which none are
 * merged, the record itself.
 */
export const shownFrom = (
  kind: PlainRecordKind | null,
  fieldId: string,
  row: string,
  canonical: 'id' | 'root_id' = 'id',
): RawBuilder<string | null> =>
  isMergeable(kind)
    ? sql`(select s.record_id from field_values s where s.org_id = ${sql.ref(`${row}.org_id`)}
        and s.record_id = any(${groupIds(kind, row, canonical)}) and s.field_id = ${fieldId}
        order by ${nearestFirst('s.record_id', `${row}.${canonical}`)} limit 1)`
    : sql`${sql.ref(`${row}.${canonical}`)}`

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
