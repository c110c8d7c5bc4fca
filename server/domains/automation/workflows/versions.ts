import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { extension, MemberReference, shape } from '#shapes'
import { Definition } from './definition.ts'
import { RehearsalSeen } from './rehearsals.ts'
import { WorkflowRole, WorkflowTrigger, wordsOfTrigger } from './triggers.ts'

export type VersionRow = Selectable<Tables['workflow_versions']>

export const WorkflowVersion = shape('WorkflowVersion', {
  version: z.int(),
  published_at: z.iso.datetime(),
  published_until: z.iso.datetime().nullable().describe('Null: it is the published one'),
  published_by: MemberReference.nullable(),
  note: z.string().nullable(),
  role: WorkflowRole.describe('What it may do: as a user of this role'),
  base_version: z.int().nullable().describe('The version that its draft was made from'),
  trigger: WorkflowTrigger.nullable(),
  rehearsal: RehearsalSeen.nullable().describe('What its publisher had seen of it'),
})

export const WorkflowVersionDetail = extension('WorkflowVersionDetail', WorkflowVersion, {
  definition: z.record(z.string(), z.unknown()),
})
export type WorkflowVersionDetail = z.output<typeof WorkflowVersionDetail>

/** What a version holds, as published: with the defaults that members got since. */
export const definitionOf = ({ definition }: Pick<VersionRow, 'definition'>): Definition => Definition.parse(definition)

const rows = (db: Db, orgId: string, workflowId: string) =>
  db
    .selectFrom('workflow_versions as v')
    .leftJoin('directory.people as p', 'p.id', 'v.publisher_id')
    .where('v.org_id', '=', orgId)
    .where('v.workflow_id', '=', workflowId)
    .select([
      'v.version',
      'v.published_at',
      'v.published_until',
      'v.publisher_id',
      'v.note',
      'v.role',
      'v.base_version',
      'v.rehearsal_seen',
    ])
    .select(['p.name as publisher_name', sql<unknown>`v.definition -> 'trigger'`.as('trigger')])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const shown = (row: Row): z.output<typeof WorkflowVersion> => ({
  version: row.version,
  published_at: row.published_at.toISOString(),
  published_until: row.published_until?.toISOString() ?? null,
  published_by: row.publisher_id === null ? null : { id: row.publisher_id, name: row.publisher_name },
  note: row.note,
  role: row.role as 'member' | 'admin',
  base_version: row.base_version,
  trigger: wordsOfTrigger(row.trigger, null),
  rehearsal: RehearsalSeen.nullable().parse(row.rehearsal_seen),
})

/** Newest first. */
export const listVersionsOf = async (
  db: Db,
  orgId: string,
  workflowId: string,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<z.output<typeof WorkflowVersion>[]> => {
  let query = rows(db, orgId, workflowId).orderBy('v.version', 'desc').limit(limit)
  if (before !== undefined) query = query.where('v.version', '<', before)
  return (await query.execute()).map(shown)
}

export const showVersionOf = async (
  db: Db,
  orgId: string,
  workflowId: string,
  version: number | null,
): Promise<WorkflowVersionDetail | null> => {
  if (version === null) return null
  const row = await rows(db, orgId, workflowId).select('v.definition').where('v.version', '=', version).executeTakeFirst()
  return row ? { ...shown(row), definition: row.definition as Record<string, unknown> } : null
}

/** The end of the time in which a version was the published one. */
export const endPublished = async (db: Db, orgId: string, workflowId: string): Promise<void> => {
  await db
    .updateTable('workflow_versions')
    .set({ published_until: sql`now()` })
    .where('org_id', '=', orgId)
    .where('workflow_id', '=', workflowId)
    .where('published_until', 'is', null)
    .execute()
}

export const addVersion = async (
  db: Db,
  orgId: string,
  given: {
    readonly workflowId: string
    readonly version: number
    readonly definition: Definition
    readonly publisherId: string
    readonly note: string | null
    readonly baseVersion: number | null
    readonly rehearsal?: z.output<typeof RehearsalSeen> | null
  },
): Promise<void> => {
  const { trigger, settings } = given.definition
  await db
    .insertInto('workflow_versions')
    .values({
      ...{ org_id: orgId, workflow_id: given.workflowId, version: given.version },
      definition: JSON.stringify(given.definition),
      trigger_kind: trigger.kind,
      trigger_event: trigger.kind === 'event' ? trigger.event : null,
      ...{ role: settings.role, publisher_id: given.publisherId, note: given.note, base_version: given.baseVersion },
      ...(given.rehearsal && { rehearsal_id: given.rehearsal.id, rehearsal_seen: JSON.stringify(given.rehearsal) }),
    })
    .execute()
}
