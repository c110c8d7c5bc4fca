import { type Selectable, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Tables } from '#db/tables.ts'
import { type CrmEntity, crmEntities } from '#ports/crm.ts'
import { choice, shape } from '#shapes'
import { syncErrors } from './errors.ts'

/** `queued` → `in_progress` → `completed` or `failed`. A failed one goes back to `queued` when it is resumed. */
export const SyncStatus = choice('SyncStatus', ['queued', 'in_progress', 'completed', 'failed'])
export type SyncStatus = z.output<typeof SyncStatus>

export const SyncCondition = choice('SyncCondition', ['running', 'waiting_for_limit', 'needs_reauth', 'stalled'])
export type SyncCondition = z.output<typeof SyncCondition>

export const SyncMode = choice('SyncMode', ['all', 'changes'])
export type SyncMode = z.output<typeof SyncMode>

/** `rehearsal`: reads everything and writes nothing. `undo`: takes back what another run did. */
export const SyncKind = choice('SyncKind', ['sync', 'rehearsal', 'undo'])
export type SyncKind = z.output<typeof SyncKind>

/** What is done with one kind of record, in this order. */
export const stepNames = ['queued', 'read', 'gone', 'write', 'certify', 'done'] as const

/** What a listing of all ids has found so far. */
const Listing = z.object({
  /** At most 1,000 of the ids that are there and not here. */
  missing: z.array(z.string()),
  missing_count: z.int(),
  /** Since it was begun; it is begun anew where the list does not go on. */
  pages: z.int(),
  /** The furthest that it came: only what is beyond is progress. */
  most: z.int(),
  is_done: z.boolean(),
})
export type Listing = z.output<typeof Listing>

/** Where a run stands with one kind of record. */
export const SyncStep = z.object({
  step: z.enum(stepNames),
  /** Of the page that comes next; null: the first. */
  cursor: z.string().nullable(),
  /** Of the records of the last page, to tell one that comes again. */
  lastPage: z.string().nullable(),
  /** Changes at this time or later are read; null: everything is. */
  since: z.iso.datetime().nullable(),
  /** The latest change that was read. */
  latest: z.iso.datetime().nullable(),
  pages: z.int(),
  /** How many there are, as the CRM counted when everything began to be read; null where it does not count, or only changes are read. */
  expected: z.int().nullable().default(null),
  /** Of the certificate; null where none was begun. */
  listing: Listing.nullable().default(null),
})
export type SyncStep = z.output<typeof SyncStep>

export const SyncCounts = shape('SyncCounts', {
  /** Records met, each once. */
  total: z.int(),
  new: z.int(),
  matched: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  gone: z.int(),
  conflicts: z.int(),
  written: z.int(),
})
export type SyncCounts = z.output<typeof SyncCounts>

export const noCounts: SyncCounts = {
  ...{ total: 0, new: 0, matched: 0, changed: 0, unchanged: 0, failed: 0, gone: 0, conflicts: 0, written: 0 },
}

const Steps = z.record(z.enum(crmEntities), SyncStep.optional()).or(z.object({}).transform(() => ({})))
const Counts = z.record(z.enum(crmEntities), SyncCounts.optional()).or(z.object({}).transform(() => ({})))

/** What both sides have after a run, by kind of record. */
export const Certificate = z.object({
  /** As the CRM counts; null where it does not. */
  theirs: z.int().nullable(),
  ours: z.int(),
  /** Records there of which what stood here was removed for good; missing in certificates of before. */
  removed: z.int().optional(),
  /** At most 1,000 of the ids that are there and not here. */
  missing: z.array(z.string()).max(1_000),
  missing_count: z.int(),
  /** Whether all ids there were listed and looked for here; missing in certificates of before. */
  is_listed: z.boolean().optional(),
  sampled: z.int(),
  differing: z.array(z.object({ id: z.string(), fields: z.array(z.string()) })),
  /** Sampled records of which a difference is known; missing in certificates of before. */
  known_differing: z.int().optional(),
})
export type Certificate = z.output<typeof Certificate>

type JobRow = Selectable<Tables['sync_jobs']>
export type SyncJob = Omit<
  JobRow,
  'status' | 'condition' | 'kind' | 'mode' | 'entities' | 'steps' | 'counts' | 'certificate'
> & {
  readonly status: SyncStatus
  readonly condition: SyncCondition | null
  readonly kind: SyncKind
  readonly mode: SyncMode
  readonly entities: readonly CrmEntity[]
  readonly steps: { readonly [Entity in CrmEntity]?: SyncStep | undefined }
  readonly counts: { readonly [Entity in CrmEntity]?: SyncCounts | undefined }
  readonly certificate: { readonly [Entity in CrmEntity]?: Certificate | undefined }
}

const asJob = (row: JobRow): SyncJob => ({
  ...row,
  status: row.status as SyncStatus,
  condition: row.condition as SyncCondition | null,
  kind: row.kind as SyncKind,
  mode: row.mode as SyncMode,
  entities: crmEntities.filter((entity) => row.entities.includes(entity)),
  steps: Steps.parse(row.steps),
  counts: Counts.parse(row.counts),
  certificate: (row.certificate ?? {}) as SyncJob['certificate'],
})

const openStatuses: readonly SyncStatus[] = ['queued', 'in_progress']

export const isOpen = ({ status }: Pick<SyncJob, 'status'>): boolean => openStatuses.includes(status)

/** Throws `sync_not_found`. */
export const findJob = async (db: Db, orgId: string, id: string): Promise<SyncJob> => {
  const row = await db.selectFrom('sync_jobs').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Failure(syncErrors.sync_not_found)
  return asJob(row)
}

/** Locks it until the transaction ends: its steps are taken one after the other. Throws `sync_not_found`. */
export const lockJob = async (db: Db, orgId: string, id: string): Promise<SyncJob> => {
  const row = await db
    .selectFrom('sync_jobs')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure(syncErrors.sync_not_found)
  return asJob(row)
}

/** The same for what works on it: undefined where it is over, or gone. */
export const lockOpenJob = async (db: Db, orgId: string, id: string): Promise<SyncJob | undefined> => {
  const row = await db
    .selectFrom('sync_jobs')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', 'in', openStatuses)
    .forUpdate()
    .executeTakeFirst()
  return row && asJob(row)
}

/** The one that is open, of a connection. */
export const findOpenJob = async (db: Db, orgId: string, connectionId: string): Promise<SyncJob | undefined> => {
  const row = await db
    .selectFrom('sync_jobs')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .where('status', 'in', openStatuses)
    .executeTakeFirst()
  return row && asJob(row)
}

/**
 * Of these, the syncs that can be resumed: one that stopped and was not undone, while none of the connection is open and none of its kind was
 * started after it. An undo can always be finished: nothing else takes back the same sync.
 */
export const findResumable = async (db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select j.id from sync_jobs j
    where j.org_id = ${orgId} and j.id = any(${[...ids]}::uuid[]) and j.status = 'failed' and j.undone_by is null
      and not exists (
        select from sync_jobs o where o.org_id = j.org_id and o.connection_id = j.connection_id and o.id <> j.id
          and (o.status in ('queued', 'in_progress') or j.kind <> 'undo' and o.kind = j.kind and o.id > j.id))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Newest first. */
export const findJobs = async (
  db: Db,
  orgId: string,
  page: { readonly limit: number; readonly connectionId?: string | undefined },
): Promise<SyncJob[]> => {
  const rows = await db
    .selectFrom('sync_jobs')
    .selectAll()
    .where('org_id', '=', orgId)
    .$if(page.connectionId !== undefined, (query) => query.where('connection_id', '=', page.connectionId as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(asJob)
}

export type JobPatch = Omit<Updateable<Tables['sync_jobs']>, 'org_id' | 'id' | 'steps' | 'counts' | 'certificate'> & {
  readonly steps?: SyncJob['steps']
  readonly counts?: SyncJob['counts']
  readonly certificate?: SyncJob['certificate']
  /** A step forward: what stood in the way is over. */
  readonly isStep?: boolean
}

/** Changes a job that the caller holds. */
export const changeJob = async (db: Db, job: Pick<SyncJob, 'org_id' | 'id'>, patch: JobPatch): Promise<SyncJob> => {
  const { steps, counts, certificate, isStep, ...plain } = patch
  const row = await db
    .updateTable('sync_jobs')
    .set({
      ...(isStep && { condition: 'running', reason: null, resumes_at: null, tries: 0, moved_at: sql<Date>`now()` }),
      ...plain,
      ...(steps && { steps: JSON.stringify(steps) }),
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(certificate && { certificate: JSON.stringify(certificate) }),
    })
    .where('org_id', '=', job.org_id)
    .where('id', '=', job.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return asJob(row)
}

export const addJob = async (
  db: Db,
  job: Pick<SyncJob, 'org_id' | 'id' | 'connection_id' | 'provider' | 'kind' | 'mode' | 'cause' | 'started_by' | 'of_job'> & {
    readonly entities: readonly CrmEntity[]
    readonly since: { readonly [Entity in CrmEntity]?: string | undefined }
  },
): Promise<SyncJob> => {
  const { since, entities, ...row } = job
  const steps = Object.fromEntries(
    entities.map((entity): [string, SyncStep] => [
      entity,
      {
        step: 'queued',
        cursor: null,
        lastPage: null,
        since: since[entity] ?? null,
        latest: null,
        pages: 0,
        expected: null,
        listing: null,
      },
    ]),
  )
  const counts = Object.fromEntries(entities.map((entity) => [entity, noCounts]))
  const added = await db
    .insertInto('sync_jobs')
    .values({ ...row, entities: [...entities], steps: JSON.stringify(steps), counts: JSON.stringify(counts) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return asJob(added)
}
