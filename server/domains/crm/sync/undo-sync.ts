import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { recordEvent } from '#core/events/events.ts'
import { lockConnection } from '#domains/connections/connections/connections.ts'
import { shape } from '#shapes'
import { syncErrors } from './errors.ts'
import { syncEvents } from './events.ts'
import { undoSyncReference } from './job-references.ts'
import { CrmEntityName } from './mappings.ts'
import { startOverAfterUndo } from './settings.ts'
import { canUndo } from './shown-syncs.ts'
import { addJob, changeJob, findOpenJob, isOpen, lockJob, SyncStatus } from './sync-jobs.ts'
import { judgeUndo, sizeOfUndo } from './undo-verdicts.ts'

const KeptRecord = shape('KeptRecord', { kind: CrmEntityName, id: z.uuid(), reason: z.string() })

const mostKept = 1_000
/** Records and values that a preview looks at one by one, within the time of an answer: some ten seconds. */
const mostJudged = 20_000

export const undoSync = action({
  name: 'undo-sync',
  summary: 'Undo a CRM sync',
  description:
    'Removes the records that the sync created, unless something else changed or used them since, and puts back the values that it changed, where they are still as it left them. The schedule of the connection is turned off, since the next sync would bring everything back. Runs as a job: follow `jobId` with `crm-sync-status`, whose `samples` name what stays and why. A dry run counts at once and changes nothing. A sync can be undone for 30 days.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true },
  input: z.object({ jobId: z.uuid(), orgId: z.uuid(), dryRun: z.boolean().optional() }),
  output: z.object({
    success: z.literal(true),
    jobId: z.uuid().nullable().describe('The undo; null for a dry run'),
    status: SyncStatus.nullable(),
    is_estimate: z
      .boolean()
      .describe('Of a dry run of more than 20,000 records: what the sync made and changed, without a look at what stays'),
    removed: z.int().describe('Records; of a dry run: that would be removed'),
    restored: z.int().describe('Values'),
    kept: z.array(KeptRecord).describe('What would stay, at most 1,000 of them'),
  }),
  errors: [syncErrors.sync_not_found, syncErrors.sync_not_undoable, syncErrors.sync_running],
  examples: [
    {
      title: 'What would be undone',
      input: { jobId: '01980000-0000-7000-8000-000000000000', orgId: '01980000-0000-7000-8000-000000000001', dryRun: true },
    },
  ],

  async run({ jobId, dryRun }, { db, org, person, within, newId, now, enqueue, fail }) {
    const job = await lockJob(db, org.id, jobId)
    if (isOpen(job)) throw fail('sync_running')
    if (!canUndo(job, now())) throw fail('sync_not_undoable')
    if (dryRun) {
      const size = await sizeOfUndo(db, job)
      const isEstimate = size.removed + size.restored > mostJudged
      const verdict = isEstimate ? { ...size, kept: [] } : await judgeUndo(db, job, within, mostKept)
      return { success: true as const, jobId: null, status: null, is_estimate: isEstimate, ...verdict }
    }
    // Of a sync and an undo that are started at the same moment, one sees the other.
    await lockConnection(db, org.id, job.connection_id)
    if (await findOpenJob(db, org.id, job.connection_id)) throw fail('sync_running')
    const undo = await addJob(db, {
      ...{
        org_id: org.id,
        id: newId(),
        connection_id: job.connection_id,
        provider: job.provider,
        kind: 'undo',
        mode: job.mode,
      },
      ...{ cause: 'person', started_by: person.id, of_job: job.id, entities: job.entities, since: {} },
    })
    await changeJob(db, job, { undone_by: undo.id })
    await startOverAfterUndo(db, org.id, job.connection_id)
    await enqueue(undoSyncReference, { orgId: org.id, jobId: undo.id })
    await recordEvent(db, org.id, syncEvents.changed, undo.id, { provider: job.provider, change: 'undoing', reason: null })
    const none = { is_estimate: false, removed: 0, restored: 0, kept: [] }
    return { success: true as const, jobId: undo.id, status: undo.status, ...none }
  },
})
