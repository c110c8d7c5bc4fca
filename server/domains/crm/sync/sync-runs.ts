import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, JobContext } from '#core/context.ts'
import type { GivingWay } from '#core/jobs/giving-way.ts'
import { againAfterRace, readAhead, stopIfDraining } from '#core/jobs/lots.ts'
import type { Crm, CrmEntity, CrmPage } from '#ports/crm.ts'
import type { RunFacts } from './own-records.ts'
import { Rounds, StandsStill } from './rounds.ts'
import { changeJob, type JobPatch, lockOpenJob, noCounts, type SyncCounts, type SyncJob, type SyncStep } from './sync-jobs.ts'

/** The sync is no longer in the hands of this run: it was cancelled, or another worker took over. Not an error. */
export class RunEnded extends Error {}

/** A run of a sync. */
export interface Run {
  readonly context: JobContext
  readonly facts: RunFacts
  /** How long `ask` waits before the next call, so that others have their part of the vendor's limits. */
  readonly pauseMs: () => number
  /** Asks the CRM with a token that is good, no faster than leaves others their part of its limits. */
  ask<T>(work: (crm: Crm) => Promise<T>): Promise<T>
  /** How many records are written in one transaction at the most, beside those of the last page, and what follows on it. */
  readonly pacing: GivingWay
  /** As it stood after the last step. */
  job: SyncJob
}

/**
 * One step of a run: a transaction that holds the sync and moves it on together with what it did. It begins where the step before ended,
 * else another worker has it, and this run ends.
 */
export const takeStep = async (run: Run, work: (db: Db, job: SyncJob) => Promise<JobPatch>): Promise<void> => {
  const { org_id: orgId, id } = run.job
  run.job = await againAfterRace(() =>
    run.context.inOrg(orgId, async (db) => {
      const job = await lockOpenJob(db, orgId, id)
      if (!job || JSON.stringify(job.steps) !== JSON.stringify(run.job.steps)) throw new RunEnded()
      const patch = await work(db, job)
      return changeJob(db, job, patch)
    }),
  )
}

export const stepOf = (job: SyncJob, entity: CrmEntity): SyncStep => {
  const step = job.steps[entity]
  if (!step) throw new Error(`the sync has no step for ${entity}`)
  return step
}

/** The steps and counts of a job after one of them was changed. */
export const withStep = (job: SyncJob, entity: CrmEntity, step: Partial<SyncStep>, more: Partial<SyncCounts> = {}) => {
  const counts = job.counts[entity] ?? noCounts
  const added = Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, count + (more[name as keyof SyncCounts] ?? 0)]),
  ) as SyncCounts
  return {
    steps: { ...job.steps, [entity]: { ...stepOf(job, entity), ...step } },
    counts: { ...job.counts, [entity]: added },
  }
}

/** Pages that are written together. */
interface Lot {
  readonly pages: readonly CrmPage[]
  /** Where the next page begins; null: there is none. */
  readonly next: string | null
  /** Of the records of the last page. */
  readonly lastPage: string | null
}

/** Pages of a lot: many that hold little, or nothing, take as long to be read as a few that are full. */
const mostPages = 20

/**
 * Reads pages from where the run stands, and hands them on in lots; the next lot is on its way while one is being written. Ends at once
 * where the vendor gives the same page, or the same place, again, or goes round some pages.
 */
export const readPages = (
  run: Run,
  step: SyncStep,
  fetch: (crm: Crm, cursor: string | null) => Promise<CrmPage>,
): AsyncGenerator<Lot> => {
  const over = new AbortController()
  return readAhead(readLots(run, step, fetch, over.signal), over)
}

/** `over`: from then on nothing is asked for any more. */
async function* readLots(
  run: Run,
  step: SyncStep,
  fetch: (crm: Crm, cursor: string | null) => Promise<CrmPage>,
  over: AbortSignal,
): AsyncGenerator<Lot, void> {
  let cursor = step.cursor
  let lastPage = step.lastPage
  const rounds = new Rounds()
  let pages: CrmPage[] = []
  for (;;) {
    const waitMs = run.pauseMs()
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: AbortSignal.any([run.context.signal, over]) }).catch(() => {})
    if (over.aborted) return
    stopIfDraining(run.context)
    const read = await run
      .ask((crm) => fetch(crm, cursor))
      .then((page) => ({ page, mark: markOf(page, { cursor, lastPage, rounds }) }))
      .catch((error: unknown) => error as Error)
    if (read instanceof Error) {
      // What was read before it is kept.
      if (pages.length > 0) yield { pages, next: cursor, lastPage }
      throw read
    }
    const { page, mark } = read
    pages.push(page)
    lastPage = mark ?? lastPage
    cursor = page.next
    const count = pages.reduce((sum, { records }) => sum + records.length, 0)
    if (cursor === null || count >= run.pacing.size() || pages.length === mostPages || run.pauseMs() > 0) {
      yield { pages, next: cursor, lastPage }
      pages = []
    }
    if (cursor === null) return
  }
}

/** Throws StandsStill where the page does not lead on. */
const markOf = (
  { records, unreadable, next, isPassing }: CrmPage,
  { cursor, lastPage, rounds }: { readonly cursor: string | null; readonly lastPage: string | null; readonly rounds: Rounds },
): string | null => {
  // On the way back to a place that the vendor lost, pages are empty, and their number is known.
  const mark = isPassing ? null : rounds.note([...records, ...unreadable].map(({ id }) => id))
  if ((next !== null && next === cursor) || (mark !== null && mark === lastPage))
    throw new StandsStill('It gives the same page again and again.')
  return mark
}
