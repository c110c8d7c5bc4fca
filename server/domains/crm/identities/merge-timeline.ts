import { type RawBuilder, sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, type TimelineEntries, timelineParts } from './timeline-parts.ts'

interface Merges {
  readonly merges: RawBuilder<unknown>
  readonly records: RawBuilder<unknown>
  /** How a record `r` is called. */
  readonly name: RawBuilder<unknown>
  /** What a merge `m` came of. */
  readonly cause: RawBuilder<unknown>
  /** What was said of it; null where that is no person's words. */
  readonly reason: RawBuilder<unknown>
  /** The records whose timeline it is: a select of ids. */
  readonly group: RawBuilder<unknown>
}

/**
 * How records came together and parted, as entries: who did it, with both names. An undone merge stands in the timelines of both: the source is
 * by itself again.
 */
export const mergeEntries = (orgId: string, most: number, merged: Merges): TimelineEntries => {
  const { merges, records, name, cause, reason, group } = merged
  const named = (id: 'source_id' | 'target_id') =>
    sql`(select ${name} from ${records} r where r.org_id = m.org_id and r.id = m.${sql.ref(id)})`
  return entriesOf(
    'merge',
    sql`select g.kind || ':' || m.id, g.at, 'merge', null, null, case when g.kind = 'merge' then ${reason} end,
         jsonb_build_object('source_id', m.source_id, 'source_name', ${named('source_id')}, 'target_id', m.target_id,
           'target_name', ${named('target_id')}, 'undone', g.kind = 'unmerge'),
         m.id, case when g.kind = 'unmerge' then 'undo' else ${cause} end, null, null,
         case when g.kind = 'unmerge' then m.undone_by else m.person_id end
       from ${merges} m cross join lateral (values ('merge', m.at), ('unmerge', m.undone_at)) as g(kind, at), place p
       where m.org_id = ${orgId} and m.id in (
           select i.id from ${merges} i where i.org_id = ${orgId} and i.target_id in (${group})
           union select o.id from ${merges} o where o.org_id = ${orgId} and o.source_id in (${group}) and o.undone_at is not null)
         and g.at is not null and (g.at, g.kind || ':' || m.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
  )
}

/** How the records of a person came together, and parted. */
export const mergeTimeline = contribution({
  name: 'merge-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      mergeEntries(orgId, most, {
        ...{ merges: sql`contact_merges`, records: sql`contacts`, name: sql`coalesce(r.full_name, r.email, r.phone)` },
        ...{ cause: sql`m.cause`, reason: sql`case when m.person_id is not null then m.reason end` },
        group: sql`select id from merge_group`,
      }),
    ],
  }),
})
