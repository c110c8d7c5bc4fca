import { sql } from 'kysely'
import { z } from 'zod'
import { excerptOf, outcomes } from '#domains/crm/request-log/deliveries.ts'
import { fixOf } from '#domains/crm/request-log/fixes.ts'
import { byId, type ListDefinition, type ListField, time } from './list-fields.ts'

/** What conditions and a search look at. */
const read = sql`r.org_id, r.id, r.key_id, r.outcome, r.code, r.message`

const sender = sql`coalesce((select json_build_object('id', k.id, 'name', k.name, 'kind', 'key') from api_keys k where k.org_id = r.org_id and k.id = r.key_id),
  (select json_build_object('id', s.id, 'name', s.name, 'kind', 'source') from lead_sources s where s.org_id = r.org_id and s.id = r.key_id))`

/** For what it is looked up: the code, and of which kind the source is that it came to. */
const fix = sql`case when r.code is not null then json_build_object('code', r.code,
  'source_kind', (select s.kind from lead_sources s where s.org_id = r.org_id and s.id = r.key_id)) end`
const LookedUp = z.object({ code: z.string(), source_kind: z.string().nullable() })
const fixFor = (value: unknown): string | null => {
  const { data } = LookedUp.safeParse(value)
  return data ? fixOf(data.code, data.source_kind) : null
}

const answer: readonly ListField[] = [
  {
    key: 'outcome',
    name: 'Outcome',
    type: 'choice',
    choices: outcomes,
    shown: sql`r.outcome`,
    filter: { by: sql`r.outcome`, as: 'text', isEqual: true },
    isUsual: true,
  },
  { key: 'status', name: 'Response', type: 'number', shown: sql`r.status`, isUsual: true },
  {
    key: 'sender',
    name: 'Key or lead source',
    type: 'choice',
    shown: sender,
    filter: { by: sql`r.key_id`, as: 'uuid', isEqual: true },
    isUsual: true,
  },
  { key: 'code', name: 'Error code', type: 'text', isSearched: true, shown: sql`r.code`, isUsual: true },
  { key: 'message', name: 'Error', type: 'text', isSearched: true, shown: sql`r.message` },
  { key: 'field', name: 'Field', type: 'text', shown: sql`r.field` },
  { key: 'fix', name: 'What to do', type: 'text', shown: fix },
]

const content: readonly ListField[] = [
  { key: 'is_conflict', name: 'Conflict', type: 'tick', shown: sql`'external_id_conflict' = any (r.flags)` },
  {
    key: 'unused',
    name: 'Fields not used',
    type: 'text',
    shown: sql`(select string_agg(substr(flag, 8), ', ') from unnest(r.flags) flag where flag like 'unused:%')`,
  },
  { key: 'excerpt', name: 'Body', type: 'text', shown: sql`encode(r.body, 'base64')` },
  { key: 'lead_id', name: 'Id of the lead', type: 'text', shown: sql`r.lead_id` },
  { key: 'replay_of', name: 'Fixes', type: 'text', shown: sql`r.replay_of` },
  { key: 'mended_by', name: 'Fixed by', type: 'text', shown: sql`r.mended_by` },
]

/**
 * Every request to the lead API. One that made a lead stands in the lead's row: those are read key by key, as a workspace may have millions of
 * leads that no request made, and few keys.
 */
export const requestList: ListDefinition = {
  kind: 'delivery',
  table: sql`all_deliveries`,
  rows: ({ orgId, where, isDescending, most }) => {
    const inOrder = sql`order by r.id ${sql.raw(isDescending ? 'desc' : 'asc')} limit ${most}`
    return sql`(select r.* from (
      (select ${read} from deliveries r where ${where} ${inOrder})
      union all
      (select n.* from (select k.id from api_keys k where k.org_id = ${orgId} union all select s.id from lead_sources s where s.org_id = ${orgId}) k
        cross join lateral (select ${read} from leads_as_deliveries r where ${where} and r.key_id = k.id ${inOrder}) n)) r ${inOrder})`
  },
  isListed: sql<boolean>`true`,
  called: sql`r.outcome`,
  record: null,
  search: [sql`r.code`, sql`r.message`],
  usualSort: '-received_at',
  readers: { least: 'admin', scope: 'deliveries:read' },
  fields: [
    ...answer,
    ...content,
    {
      key: 'received_at',
      name: 'Received',
      type: 'time',
      shown: time(sql`r.received_at`),
      filter: byId,
      sort: byId,
      isUsual: true,
    },
  ],
  finish: async (_reading, rows) =>
    rows.map((row) => ({
      ...row,
      ...('fix' in row && { fix: fixFor(row.fix) }),
      ...(typeof row.excerpt === 'string' && { excerpt: excerptOf(Buffer.from(row.excerpt, 'base64')) }),
    })),
}
