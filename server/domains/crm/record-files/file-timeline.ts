import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '../identities/timeline-parts.ts'

/** Files of the record itself, and of what the timeline takes in beside it. */
export const fileTimeline = contribution({
  name: 'file-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      entriesOf(
        'file',
        sql`select 'file:' || f.id, f.created_at, 'file', null, null, f.name,
         jsonb_build_object('kind', f.kind, 'record_id', f.record_id, 'bytes', f.bytes, 'media_type', f.media_type), f.id,
         case when f.added_by is null then 'key' else 'person' end, null, null, f.added_by
       from record_files f, place p
       where f.org_id = ${orgId} and f.record_id in (select id from records) and f.deleted_at is null
         and (f.created_at, 'file:' || f.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
