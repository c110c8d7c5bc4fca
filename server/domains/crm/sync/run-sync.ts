import { job } from '#core/jobs/job.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import type { CrmEntity } from '#ports/crm.ts'
import { certify, mayDiffer } from './certify.ts'
import { recordFinished } from './finished.ts'
import { RunData } from './job-references.ts'
import { syncNotices } from './notices.ts'
import { readEntity, readGone, settleUnmet } from './read-entity.ts'
import { retryFailed } from './retry-failed.ts'
import { runOnSync } from './run-on-sync.ts'
import { sampleUnmapped } from './sample-unmapped.ts'
import { nextRunAfter, readSettings, writeSettings } from './settings.ts'
import type { SyncStep } from './sync-jobs.ts'
import { type Run, stepOf, takeStep, withStep } from './sync-runs.ts'
import { writeBack } from './write-back.ts'

/**
 * Takes a sync from where it stands to its end: kind after kind, each read to its last page, compared with what is gone, written back where
 * that is wanted, and certified.
 */
export const runSync = job({
  name: 'run-sync',
  summary: 'Run a CRM sync',
  data: RunData,
  retry: { times: 20, delaySeconds: 1 },
  expireSeconds: 86_400,
  atOnce: 4,

  run: (data, context) =>
    runOnSync(data, context, async (run) => {
      for (const entity of run.job.entities) await syncEntity(run, entity)
      await finish(run)
    }),
})

const syncEntity = async (run: Run, entity: CrmEntity): Promise<void> => {
  const isRehearsal = run.job.kind === 'rehearsal'
  const at = (): SyncStep['step'] => stepOf(run.job, entity).step
  const moveTo = (step: SyncStep['step'], more: Partial<SyncStep> = {}) =>
    takeStep(run, async (_db, job) => ({
      ...withStep(job, entity, { step, cursor: null, lastPage: null, ...more }),
      isStep: true,
    }))
  if (at() === 'queued') {
    const isWhole = stepOf(run.job, entity).since === null
    // A step of its own: who waits for a million records sees how many are to come.
    await moveTo('read', { expected: isWhole ? await run.ask((crm) => crm.count(entity)) : null })
  }
  if (at() === 'read') await readEntity(run, entity)
  if (isRehearsal) {
    if (at() === 'done') return
    await sampleUnmapped(run, entity)
    return moveTo('done')
  }
  if (at() === 'gone') {
    if (stepOf(run.job, entity).since === null) await settleUnmet(run, entity)
    else {
      await retryFailed(run, entity)
      await readGone(run, entity, { isDoubtful: await mayDiffer(run, entity) })
    }
    await moveTo('write')
  }
  if (at() === 'write') {
    await writeBack(run, entity)
    await moveTo('certify')
  }
  if (at() === 'certify') {
    const certificate = await certify(run, entity)
    await takeStep(run, async (_db, job) => ({
      ...withStep(job, entity, { step: 'done', cursor: null, lastPage: null, listing: null }),
      certificate: { ...job.certificate, [entity]: certificate },
      isStep: true,
    }))
  }
}

/** The last step: from now on the sync is over, and the next one reads what changed since. */
const finish = (run: Run): Promise<void> =>
  takeStep(run, async (db, job) => {
    const { org_id: orgId, connection_id: connectionId } = job
    const now = run.context.now()
    if (job.kind === 'rehearsal')
      await db.deleteFrom('sync_rehearsed').where('org_id', '=', orgId).where('job_id', '=', job.id).execute()
    else {
      const settings = await readSettings(db, orgId, connectionId)
      // Its fields were mapped anew meanwhile: what it read before is read again, as after any other such change.
      const isOutdated = settings.remappedAt !== null && settings.remappedAt >= job.created_at
      await writeSettings(db, orgId, connectionId, {
        ...(!isOutdated && { watermarks: { ...settings.watermarks, ...latestOf(run) } }),
        nextRunAt: nextRunAfter(settings.schedule, now),
      })
    }
    await clearNotice(db, orgId, syncNotices.crm_sync_stopped, connectionId)
    await recordFinished(db, job, 'completed')
    return { isStep: true, status: 'completed', condition: null, reason: null, resumes_at: null, completed_at: now }
  })

/** The latest change of each kind that was seen, never later than the run began by our clock: a time of the future there would hide changes. */
const latestOf = ({ job }: Run): { [Entity in CrmEntity]?: string } => {
  const began = (job.started_at ?? job.created_at).toISOString()
  return Object.fromEntries(
    job.entities.map((entity) => {
      const { latest, since } = stepOf(job, entity)
      const time = latest ?? since ?? began
      return [entity, time < began ? time : began]
    }),
  )
}
