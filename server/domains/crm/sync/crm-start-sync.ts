import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { syncErrors } from './errors.ts'
import { CrmEntityName } from './mappings.ts'
import { SyncProgress, showProgress } from './shown-syncs.ts'
import { startSync } from './start-sync.ts'
import { SyncCondition, SyncMode, SyncStatus } from './sync-jobs.ts'

export const crmStartSync = action({
  name: 'crm-start-sync',
  summary: 'Start a CRM sync, or join the one that runs',
  description:
    'Returns at once; follow it with `crm-sync-status`. If a sync of the same connection and kinds is running, its id is returned. A dry run reads everything, writes nothing, and reports what a sync would do. Imported records are neither leads nor opt-ins: nothing is assigned by turns, no clock starts, and webhooks get one `crm.sync_finished` event.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  limit: { times: 60, seconds: 60 },
  input: z.object({
    connectionId: z.uuid(),
    orgId: z.uuid(),
    userId: z.uuid().describe('The caller’s own id'),
    entities: z.array(CrmEntityName).min(1).max(3),
    mode: SyncMode.optional().describe(
      'Default: of each kind what changed, if it was read whole before; otherwise, and in a dry run, all of it',
    ),
    dryRun: z.boolean().optional(),
  }),
  output: z.object({
    jobId: z.uuid(),
    status: SyncStatus,
    condition: SyncCondition.nullable(),
    progress: SyncProgress,
  }),
  errors: [
    transportErrors.foreign_person,
    transportErrors.bad_request,
    syncErrors.crm_connection_not_found,
    syncErrors.crm_not_connected,
    syncErrors.sync_running,
  ],
  examples: [
    {
      title: 'Everything',
      input: {
        connectionId: '01980000-0000-7000-8000-000000000000',
        orgId: '01980000-0000-7000-8000-000000000001',
        userId: '01980000-0000-7000-8000-000000000002',
        entities: ['companies', 'contacts', 'deals'],
      },
    },
  ],

  async run({ connectionId, userId, entities, mode, dryRun }, { db, org, person, newId, enqueue, fail }) {
    if (userId !== person.id) throw fail('foreign_person', { field: 'userId' })
    if (new Set(entities).size < entities.length)
      throw fail('bad_request', { message: 'Each entity can be named once.', field: 'entities' })
    const job = await startSync(db, org.id, {
      ...{ connectionId, entities, id: newId(), enqueue, cause: 'person', personId: person.id },
      kind: dryRun ? 'rehearsal' : 'sync',
      ...(mode && { mode }),
    })
    return {
      jobId: job.id,
      status: job.status,
      condition: job.status === 'in_progress' ? job.condition : null,
      progress: showProgress(job),
    }
  },
})
