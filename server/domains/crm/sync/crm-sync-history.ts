import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { CrmEntityName } from './mappings.ts'
import { readSettings } from './settings.ts'
import { ShownSettings, showSettings } from './shown-mappings.ts'
import { SyncSummary, showSummary, showSync, syncFields } from './shown-syncs.ts'
import { findJobs, findResumable } from './sync-jobs.ts'

const Sync = shape('Sync', { ...syncFields, entities: z.array(CrmEntityName), summary: SyncSummary, error_count: z.int() })

export const crmSyncHistory = action({
  name: 'crm-sync-history',
  summary: 'List the syncs with CRMs, newest first',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({
    orgId: z.uuid(),
    limit: z.int().min(1).max(100).default(10),
    connectionId: z.uuid().optional().describe('Only those of one connection'),
  }),
  output: z.object({
    jobs: z.array(Sync),
    settings: ShownSettings.nullable().describe('Of the connection that was asked for: what is synced, and when'),
  }),
  errors: [],
  examples: [{ title: 'The last ten', input: { orgId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ limit, connectionId }, { db, org, now }) {
    const jobs = await findJobs(db, org.id, { limit, connectionId })
    const resumable = await findResumable(
      db,
      org.id,
      jobs.map(({ id }) => id),
    )
    return {
      jobs: jobs.map((job) => ({
        ...showSync(job, now(), resumable),
        entities: [...job.entities],
        summary: showSummary(job),
        error_count: job.error_count,
      })),
      settings: connectionId === undefined ? null : showSettings(await readSettings(db, org.id, connectionId)),
    }
  },
})
