import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { makeProgressHints, stopIfDraining } from '#core/jobs/lots.ts'
import type { CrmEntity } from '#ports/crm.ts'
import { syncEvents } from './events.ts'
import { recordFinished } from './finished.ts'
import { RunData } from './job-references.ts'
import { addSamples } from './run-notes.ts'
import { runOnUndo } from './run-on-sync.ts'
import type { SyncJob } from './sync-jobs.ts'
import { type Run, stepOf, takeStep, withStep } from './sync-runs.ts'
import { removeLot, restoreLot, type UndoneLot } from './undo-lots.ts'
import { undoOrder } from './undo-verdicts.ts'

/** So many records that stay are named, of each kind. */
const mostNamed = 1_000

/** Takes a sync back, lot after lot; each lot is committed with the place of the next. */
export const undoSyncRun = job({
  name: 'undo-sync-run',
  summary: 'Undo a CRM sync',
  data: RunData,
  retry: { times: 20, delaySeconds: 1 },
  expireSeconds: 86_400,

  run: (data, context) =>
    runOnUndo(data, context, async (run) => {
      const undone = run.job.of_job
      if (undone === null) throw new Error('an undo of nothing')
      const hint = makeProgressHints(syncEvents.changed)
      const take = async (
        entity: CrmEntity,
        step: 'read' | 'gone',
        work: (db: Db, cursor: string) => Promise<UndoneLot>,
      ): Promise<void> => {
        const begunMs = performance.now()
        await takeStep(run, async (db, current) => {
          const lot = await work(db, stepOf(current, entity).cursor ?? '')
          await addKept(db, current, entity, lot)
          await hint(db, current.org_id)
          const moved =
            lot.next === null
              ? { step: step === 'read' ? ('gone' as const) : ('done' as const), cursor: null }
              : { step, cursor: lot.next }
          const counts = { total: lot.removed, gone: lot.removed, changed: lot.restored, failed: lot.kept.length }
          return { ...withStep(current, entity, moved, counts), isStep: true }
        })
        await run.pacing.rest(performance.now() - begunMs)
      }
      const entities = undoOrder.filter((entity) => run.job.entities.includes(entity))
      for (const entity of entities)
        while (['queued', 'read'].includes(stepOf(run.job, entity).step)) {
          stopIfDraining(context)
          await take(entity, 'read', (db) => restoreLot(db, run.facts, undone, entity, run.pacing.size()))
        }
      for (const entity of entities)
        while (stepOf(run.job, entity).step === 'gone') {
          stopIfDraining(context)
          await take(entity, 'gone', (db, cursor) => removeLot(db, run.facts, undone, entity, cursor, run.pacing.size()))
        }
      await finish(run)
    }),
})

const addKept = (db: Db, job: SyncJob, entity: CrmEntity, { kept }: UndoneLot): Promise<void> =>
  addSamples(
    db,
    job,
    entity,
    kept.map(({ id, their_id, reason }) => ({ record_id: their_id, verdict: 'kept', details: { our_id: id, reason } })),
    mostNamed,
  )

const finish = (run: Run): Promise<void> =>
  takeStep(run, async (db, job) => {
    await recordFinished(db, job, 'completed')
    return { isStep: true, status: 'completed', condition: null, reason: null, completed_at: run.context.now() }
  })
