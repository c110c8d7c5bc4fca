import { z } from 'zod'
import type { Db, OrgContext } from '#core/context.ts'
import type { ErrorDefinition } from '#core/errors.ts'
import { idFloor } from '#core/ids.ts'
import { choice, Instant, Reference, shape } from '#shapes'

const CallingWorkflow = shape('CallingWorkflow', {
  id: z.uuid(),
  name: z.string().describe('As it was then'),
  version: z.int(),
  run: z.uuid().describe('The id of the run'),
  publisher: z.uuid().describe('The id of the member who published the version'),
})

/** A call that wrote, or tried to. */
export const Entry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Who called; null for a key, for a workflow, and for a client who used a public page, form or chat. */
  person: Reference.nullable(),
  key: Reference.nullable(),
  action: z.string(),
  /** What the action does, in words; null for one that is gone. */
  summary: z.string().nullable(),
  outcome: z.string().describe('`done`, or the code of the error'),
  message: z.string().nullable().describe('The meaning of the error code; null when it succeeded'),
  target: z.record(z.string(), z.string()).describe('The ids in the call and its result, by field name'),
  address: z.string(),
  agent: z.string().nullable().describe('The User-Agent, as claimed'),
  request_id: z.uuid(),
  via: choice('AuditVia', ['assistant', 'workflow'])
    .nullable()
    .describe('`assistant`: it was prepared by Ask Foyer, and the person approved it; `workflow`: a workflow did it'),
  workflow: CallingWorkflow.nullable().describe('Of a call by a workflow'),
})
export type Entry = z.output<typeof Entry>

export const EntryFilterFields = {
  personId: z.uuid().optional(),
  action: z.string().max(64).optional(),
  outcome: choice('AuditOutcome', ['done', 'refused']).optional(),
  from: Instant.optional().describe('At or after'),
  to: Instant.optional().describe('Before'),
}
const EntryFilter = z.object(EntryFilterFields)

/** Newest first, below the cursor. */
export const findEntries = async (
  db: Db,
  orgId: string,
  filter: z.output<typeof EntryFilter> & { cursor?: string | undefined; limit: number },
  { summaryOf, errorOf }: Pick<OrgContext, 'summaryOf' | 'errorOf'>,
): Promise<Entry[]> => {
  let query = db
    .selectFrom('audit')
    .leftJoin('directory.people', 'directory.people.id', 'audit.person_id')
    .leftJoin('api_keys', (join) => join.on('api_keys.org_id', '=', orgId).onRef('api_keys.id', '=', 'audit.key_id'))
    .selectAll('audit')
    .select(['directory.people.name as person_name', 'api_keys.name as key_name'])
    .where('audit.org_id', '=', orgId)
    .orderBy('audit.id', 'desc')
    .limit(filter.limit)
  if (filter.personId) query = query.where('audit.person_id', '=', filter.personId)
  if (filter.action) query = query.where('audit.action', '=', filter.action)
  if (filter.outcome) query = query.where('audit.outcome', filter.outcome === 'done' ? '=' : '<>', 'done')
  // Ids carry the time at which they were made: the primary key answers.
  if (filter.from) query = query.where('audit.id', '>=', idFloor(new Date(filter.from)))
  if (filter.to) query = query.where('audit.id', '<', idFloor(new Date(filter.to)))
  if (filter.cursor) query = query.where('audit.id', '<', filter.cursor)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    person: row.person_id && row.person_name !== null ? { id: row.person_id, name: row.person_name } : null,
    key: row.key_id && row.key_name !== null ? { id: row.key_id, name: row.key_name } : null,
    action: row.action,
    summary: summaryOf(row.action),
    outcome: row.outcome,
    message: meaningOf(errorOf(row.outcome)),
    target: row.target as Record<string, string>,
    address: row.address,
    agent: row.agent,
    request_id: row.request_id,
    via: row.via as Entry['via'],
    workflow: row.workflow as Entry['workflow'],
  }))
}

/** What a code of an error says; null of one that is no more. Without how long one was told to wait: that is over. */
export const meaningOf = (error: ErrorDefinition | undefined): string | null =>
  error?.message.replace(/[.:] Try again in <N>.*$/, '') ?? null
