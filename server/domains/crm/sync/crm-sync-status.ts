import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { syncErrors } from './errors.ts'
import { labelsFor, readLabels } from './labels.ts'
import { readRecordPages } from './record-pages.ts'
import {
  namedIn,
  SyncCertificates,
  SyncError,
  SyncLabels,
  SyncProgress,
  SyncSample,
  SyncSummary,
  showCertificates,
  showErrors,
  showProgress,
  showSamples,
  showSummary,
  showSync,
  syncFields,
} from './shown-syncs.ts'
import { findJob, findResumable } from './sync-jobs.ts'

const mostSamples = 300

export const crmSyncStatus = action({
  name: 'crm-sync-status',
  summary: 'Show the progress, the errors and the certificate of a CRM sync',
  description:
    '`completed` only when every page was read. The certificate compares what the CRM counts with what is linked here, names what is missing, and compares a sample value by value.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ jobId: z.uuid(), orgId: z.uuid() }),
  output: z.object({
    ...syncFields,
    progress: SyncProgress,
    summary: SyncSummary,
    error_log: z.array(SyncError).describe('The newest 1,000'),
    error_count: z.int(),
    certificate: SyncCertificates,
    samples: z.array(SyncSample).describe('Of a rehearsal: single records, value by value. Of an undo: what stays, and why'),
    labels: SyncLabels,
  }),
  errors: [syncErrors.sync_not_found],
  examples: [
    {
      title: 'One sync',
      input: { jobId: '01980000-0000-7000-8000-000000000000', orgId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ jobId }, { db, org, now, ports, vault }) {
    const job = await findJob(db, org.id, jobId)
    const pageOf = await readRecordPages(db, org.id, job.connection_id, { vault, ports })
    const error_log = await showErrors(db, job, pageOf)
    const { samples, labelOf } = await showSamples(db, job, { most: mostSamples, pageOf })
    const certificate = showCertificates(job)
    const known = await readLabels(db, org.id, job.connection_id)
    return {
      ...showSync(job, now(), await findResumable(db, org.id, [job.id])),
      progress: showProgress(job),
      summary: showSummary(job),
      ...{ error_log, error_count: job.error_count, certificate, samples },
      labels: labelsFor(
        (entity, field) => known(entity, field) ?? labelOf(entity, field),
        namedIn({ error_log, certificate, samples }),
      ),
    }
  },
})
