import { sql } from 'kysely'
import { meaningOf } from '#domains/platform/audit/entries.ts'
import { findConcerned } from '#domains/platform/audit/records.ts'
import { byId, type ListDefinition, type ListField, member, time } from './list-fields.ts'

/** What it came to, in one of two words: the codes of errors are many. */
const outcome = sql`(case when r.outcome = 'done' then 'done' else 'rejected' end)`

const call: readonly ListField[] = [
  {
    key: 'action',
    name: 'Action',
    type: 'choice',
    shown: sql`r.action`,
    filter: { by: sql`r.action`, as: 'text' },
  },
  { key: 'summary', name: 'What it does', type: 'text', shown: sql`r.action` },
  {
    key: 'outcome',
    name: 'Outcome',
    type: 'choice',
    choices: ['done', 'rejected'],
    shown: outcome,
    filter: { by: outcome, as: 'text', partial: { where: sql<boolean>`r.outcome <> 'done'`, without: 'done' } },
    isUsual: true,
  },
  { key: 'code', name: 'Error', type: 'text', isSearched: true, shown: sql`nullif(r.outcome, 'done')` },
  { key: 'reason', name: 'Meaning of the error', type: 'text', shown: sql`nullif(r.outcome, 'done')` },
]

const caller: readonly ListField[] = [
  {
    key: 'person',
    name: 'Person',
    type: 'person',
    shown: member(sql`r.person_id`),
    filter: { by: sql`r.person_id`, as: 'uuid', isNullable: true },
    isUsual: true,
  },
  {
    key: 'key',
    name: 'API key',
    type: 'record',
    shown: sql`(select json_build_object('id', k.id, 'name', k.name) from api_keys k where k.org_id = r.org_id and k.id = r.key_id)`,
  },
  { key: 'workflow', name: 'Workflow', type: 'record', shown: sql`r.workflow` },
  { key: 'via', name: 'Way in', type: 'text', shown: sql`r.via` },
  { key: 'address', name: 'IP address', type: 'text', isSearched: true, shown: sql`r.address`, isUsual: true },
  { key: 'agent', name: 'User agent', type: 'text', shown: sql`r.agent` },
  { key: 'request_id', name: 'Request id', type: 'text', shown: sql`r.request_id` },
]

/** The audit log: every call that changed something, or tried to. It is written with each of them, and has an index for none of the rest. */
export const activityList: ListDefinition = {
  kind: 'activity',
  table: sql`audit`,
  isListed: sql<boolean>`true`,
  called: sql`r.action`,
  record: null,
  search: [sql`r.action`, sql`r.outcome`, sql`r.address`],
  usualSort: '-at',
  readers: { least: 'admin', scope: 'audit:read' },
  fields: [
    ...call,
    ...caller,
    // Keys read each kind of record by its own scope.
    { key: 'about', name: 'Records', type: 'records', shown: sql`r.target`, isUsual: true, isForPersons: true },
    { key: 'target', name: 'Ids', type: 'text', shown: sql`r.target` },
    { key: 'at', name: 'Time', type: 'time', shown: time(sql`r.at`), filter: byId, sort: byId, isUsual: true },
  ],
  finish: async ({ db, orgId, words }, rows) => {
    const targets = rows.flatMap(({ about }) => (about === undefined ? [] : [about as Target]))
    const concernedBy = await findConcerned(db, orgId, targets)
    return rows.map((row) => ({
      ...row,
      ...('summary' in row && { summary: words.summaryOf(String(row.summary)) }),
      ...('reason' in row && { reason: row.reason === null ? null : meaningOf(words.errorOf(String(row.reason))) }),
      ...('about' in row && { about: concernedBy(row.about as Target) }),
    }))
  },
}

type Target = Readonly<Record<string, string>>
