import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, longestText, timelineParts } from '../identities/timeline-parts.ts'

/**
 * Notes on the record itself, and on what the timeline takes in beside it. One that is longer than an entry's text has the whole beside it,
 * for who reads on or edits it.
 */
export const noteTimeline = contribution({
  name: 'note-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      entriesOf(
        'note',
        sql`select 'note:' || n.id, n.created_at, 'note', null, 'note', n.body,
         jsonb_build_object('kind', n.kind, 'record_id', n.record_id, 'mentions', to_jsonb(n.mentions), 'edited_at', n.edited_at,
           'body', case when length(n.body) > ${longestText} then n.body end), n.id,
         case when n.author_id is not null then 'person' when n.author_workflow is not null then 'workflow' else 'key' end, null,
         n.author_workflow, n.author_id
       from notes n, place p
       where n.org_id = ${orgId} and n.record_id in (select id from records) and n.deleted_at is null
         and (n.created_at, 'note:' || n.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
