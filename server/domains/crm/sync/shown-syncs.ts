import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { isHeldTime } from '#core/held.ts'
import { type CrmEntity, crmEntities } from '#ports/crm.ts'
import { choice, shape } from '#shapes'
import type { LabelOf } from './labels.ts'
import { CrmEntityName } from './mappings.ts'
import type { RecordPageOf } from './record-pages.ts'
import { noCounts, SyncCondition, type SyncJob, SyncKind, SyncMode, SyncStatus, type SyncStep } from './sync-jobs.ts'

const EntityProgress = shape('SyncEntityProgress', {
  status: choice('SyncEntityStatus', ['queued', 'syncing', 'completed']),
  total: z.int().nullable().describe('Records of this kind met at the CRM; null until one was read'),
  expected: z
    .int()
    .nullable()
    .describe(
      'How many there are, as the CRM counted at the beginning; null where it does not count, or only changes are read',
    ),
  imported: z.int().describe('Records that stand here and are linked: new, changed or unchanged'),
  failed: z.int().describe('Records that could not be taken'),
  conflicts: z.int().describe('Values in which both sides differ and a member decides'),
  written: z.int().describe('Records that were written at the CRM'),
})
export const SyncProgress = shape('SyncProgress', {
  companies: EntityProgress.optional(),
  contacts: EntityProgress.optional(),
  deals: EntityProgress.optional(),
})

const EntitySummary = shape('SyncEntitySummary', {
  ...{ new: z.int(), changed: z.int(), unchanged: z.int(), failed: z.int() },
  matched: z.int().describe('Of the changed and unchanged: records that were here before and are linked for the first time'),
  gone: z.int().describe('Records that were deleted at the CRM; those here stay'),
  missing: z.int().describe('Records that are there and not here'),
})
export const SyncSummary = shape('SyncSummary', {
  companies: EntitySummary.optional(),
  contacts: EntitySummary.optional(),
  deals: EntitySummary.optional(),
})

const DifferingRecord = shape('DifferingRecord', { id: z.string(), fields: z.array(z.string()) })

const EntityCertificate = shape('SyncCertificate', {
  theirs: z.int().nullable().describe('Records as the CRM counts them; null where it does not'),
  ours: z.int().describe('Records of the CRM that are linked to one here'),
  removed: z.int().describe('Records of the CRM of which the one here was removed for good: they are not brought back'),
  missing: z.array(z.string()).describe('At most 1,000 ids that are there and not here'),
  missing_count: z.int(),
  is_listed: z.boolean().describe('Whether all ids there were listed and looked for here, as where the counts differ'),
  sampled: z.int().describe('Records that were read again and compared value by value'),
  differing: z.array(DifferingRecord),
  known_differing: z
    .int()
    .describe('Further sampled records, of which a difference is known: a conflict, or a value that was changed here alone'),
})
export const SyncCertificates = shape('SyncCertificates', {
  companies: EntityCertificate.optional(),
  contacts: EntityCertificate.optional(),
  deals: EntityCertificate.optional(),
})

const recordUrl = z.string().nullable().describe('The record at the CRM, for people; null where its address is not known')

export const SyncError = shape('SyncError', {
  entity: CrmEntityName,
  record_id: z.string().describe('The CRM’s id'),
  record_url: recordUrl,
  field: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  at: z.iso.datetime(),
})

/** What every answer about a sync says. */
export const syncFields = {
  jobId: z.uuid(),
  kind: SyncKind,
  provider: z.string(),
  connection_id: z.uuid(),
  mode: SyncMode,
  status: SyncStatus,
  condition: SyncCondition.nullable().describe(
    'While it is in progress; `stalled`: no progress for ten minutes, or the same page twice',
  ),
  since: z.iso.datetime().nullable().describe('Of the condition'),
  reason: z.string().nullable().describe('Why it waits, stalls or failed, for people'),
  code: z.string().nullable().describe('Why it failed: `cancelled`, `given_up`, `disconnected`'),
  resumes_at: z.iso.datetime().nullable().describe('When it goes on'),
  started_at: z.iso.datetime().nullable(),
  completed_at: z.iso.datetime().nullable(),
  of_job: z.uuid().nullable().describe('Of an undo: the sync that it takes back'),
  undone_by: z.uuid().nullable().describe('The undo of this sync'),
  can_undo: z.boolean(),
  can_resume: z.boolean(),
}

/** A run can be taken back for so long. */
export const undoDays = 30

export const canUndo = (job: SyncJob, now: Date): boolean =>
  job.kind === 'sync' &&
  (job.status === 'completed' || job.status === 'failed') &&
  job.undone_by === null &&
  job.completed_at !== null &&
  job.completed_at.getTime() > now.getTime() - undoDays * 86_400_000

/** `resumable`: as `findResumable` answers. */
export const showSync = (job: SyncJob, now: Date, resumable: ReadonlySet<string>) => ({
  jobId: job.id,
  kind: job.kind,
  provider: job.provider,
  connection_id: job.connection_id,
  mode: job.mode,
  status: job.status,
  condition: job.status === 'in_progress' ? job.condition : null,
  since: job.status === 'in_progress' ? (job.condition_since?.toISOString() ?? null) : null,
  reason: job.reason,
  code: job.code,
  resumes_at: isHeldTime(job.resumes_at) ? null : (job.resumes_at?.toISOString() ?? null),
  started_at: job.started_at?.toISOString() ?? null,
  completed_at: job.completed_at?.toISOString() ?? null,
  of_job: job.of_job,
  undone_by: job.undone_by,
  can_undo: canUndo(job, now),
  can_resume: resumable.has(job.id),
})

const byEntity = <T>(job: SyncJob, of: (entity: CrmEntity) => T): { [Entity in CrmEntity]?: T } =>
  Object.fromEntries(crmEntities.filter((entity) => job.entities.includes(entity)).map((entity) => [entity, of(entity)]))

const statusOf = (step: SyncStep['step'] | undefined): 'queued' | 'syncing' | 'completed' =>
  step === 'done' ? 'completed' : step === 'queued' || step === undefined ? 'queued' : 'syncing'

export const showProgress = (job: SyncJob) =>
  byEntity(job, (entity) => {
    const counts = job.counts[entity] ?? noCounts
    return {
      status: statusOf(job.steps[entity]?.step),
      total: job.steps[entity]?.step === 'queued' ? null : counts.total,
      expected: job.steps[entity]?.expected ?? null,
      imported: counts.new + counts.changed + counts.unchanged,
      ...{ failed: counts.failed, conflicts: counts.conflicts, written: counts.written },
    }
  })

export const showSummary = (job: SyncJob) =>
  byEntity(job, (entity) => {
    const { new: made, matched, changed, unchanged, failed, gone } = job.counts[entity] ?? noCounts
    return { new: made, matched, changed, unchanged, failed, gone, missing: job.certificate[entity]?.missing_count ?? 0 }
  })

/** With what certificates of before do not say. */
export const showCertificates = (job: SyncJob): z.output<typeof SyncCertificates> =>
  Object.fromEntries(
    crmEntities.flatMap((entity) => {
      const certificate = job.certificate[entity]
      if (!certificate) return []
      const { removed = 0, missing_count, is_listed = missing_count > 0, known_differing = 0 } = certificate
      return [[entity, { ...certificate, removed, is_listed, known_differing }]]
    }),
  )

/** The newest first. */
export const showErrors = async (db: Db, job: SyncJob, pageOf: RecordPageOf): Promise<z.output<typeof SyncError>[]> => {
  const rows = await db
    .selectFrom('sync_errors')
    .select(['entity', 'record_id', 'field', 'code', 'message', 'at'])
    .where('org_id', '=', job.org_id)
    .where('job_id', '=', job.id)
    .orderBy('n', 'desc')
    .limit(1_000)
    .execute()
  return rows.map((row) => {
    const entity = CrmEntityName.parse(row.entity)
    return { ...row, entity, record_url: pageOf(entity, row.record_id), at: row.at.toISOString() }
  })
}

const Labels = z
  .record(z.string(), z.string())
  .optional()
  .describe('By name, what people call the fields named here that are the CRM’s or the workspace’s own')
export const SyncLabels = shape('SyncLabels', { companies: Labels, contacts: Labels, deals: Labels })

/** The fields that an answer names. */
export const namedIn = ({
  error_log: errors,
  certificate,
  samples,
}: {
  readonly error_log: readonly z.output<typeof SyncError>[]
  readonly certificate: z.output<typeof SyncCertificates>
  readonly samples: readonly z.output<typeof SyncSample>[]
}): (readonly [CrmEntity, string])[] => [
  ...errors.flatMap(({ entity, field }) => (field === null ? [] : [[entity, field] as const])),
  ...samples.flatMap(({ entity, fields }) => fields.map(({ field }) => [entity, field] as const)),
  ...crmEntities.flatMap((entity) =>
    (certificate[entity]?.differing ?? []).flatMap(({ fields }) => fields.map((field) => [entity, field] as const)),
  ),
]

const SampledValue = shape('SampledValue', {
  field: z.string(),
  ours: z.string().nullable(),
  theirs: z.string().nullable(),
  verdict: z
    .string()
    .describe(
      '`take`: ours becomes theirs. `ask`: a member decides. `leave`: theirs is left out, for a reason. `unmapped`: theirs is left out, since the field is not mapped',
    ),
  reason: z.string().nullable().describe('Of `leave`: why'),
})

export const SyncSample = shape('SyncSample', {
  entity: CrmEntityName,
  record_id: z.string().describe('The CRM’s id'),
  record_url: recordUrl,
  verdict: choice('SyncVerdict', ['new', 'matched', 'changed', 'conflicting', 'kept']),
  fields: z.array(SampledValue),
  reason: z.string().nullable().describe('Of an undo: why the record stays'),
  our_id: z.uuid().nullable(),
})

/** A sample as it is kept; those of before have less. */
interface KeptSample {
  readonly fields?: readonly (Omit<z.output<typeof SampledValue>, 'reason'> & { readonly reason?: string })[]
  readonly unmapped?: readonly { readonly field: string; readonly label: string; readonly theirs: string }[]
  readonly reason?: string | null
  readonly our_id?: string | null
}

type Sample = z.output<typeof SyncSample>

/** Single records as a rehearsal sees them, or what an undo left; and what people call the fields that no run reads (`labelOf`). */
export const showSamples = async (
  db: Db,
  job: SyncJob,
  { most, pageOf }: { readonly most: number; readonly pageOf: RecordPageOf },
): Promise<{ readonly samples: Sample[]; readonly labelOf: LabelOf }> => {
  const rows = await db
    .selectFrom('sync_samples')
    .select(['entity', 'record_id', 'verdict', 'details'])
    .where('org_id', '=', job.org_id)
    .where('job_id', '=', job.id)
    .orderBy('n')
    .limit(most)
    .execute()
  const labels = new Map<string, string>()
  const samples = rows.map((row): Sample => {
    const entity = CrmEntityName.parse(row.entity)
    const { fields = [], unmapped = [], reason = null, our_id = null } = row.details as KeptSample
    for (const { field, label } of unmapped) labels.set(`${entity} ${field}`, label)
    const shown = [
      ...fields.map((each) => ({ ...each, reason: each.reason ?? null })),
      ...unmapped.map(({ field, theirs }) => ({ field, ours: null, theirs, verdict: 'unmapped', reason: null })),
    ]
    const record_url = pageOf(entity, row.record_id)
    const { record_id } = row
    return { entity, record_id, record_url, verdict: row.verdict as Sample['verdict'], fields: shown, reason, our_id }
  })
  return { samples, labelOf: (entity, field) => labels.get(`${entity} ${field}`) ?? null }
}
