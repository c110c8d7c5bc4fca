import { createHash } from 'node:crypto'
import type { Db, JobContext } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { isRace } from '#db/races.ts'
import type { Crm, CrmAllowance, CrmEntity, CrmPage } from '#ports/crm.ts'
import { syncEvents } from './events.ts'
import type { RunFacts } from './own-records.ts'
import { changeJob, type JobPatch, lockOpenJob, noCounts, type SyncCounts, type SyncJob, type SyncStep } from './sync-jobs.ts'

/** The sync is no longer in the hands of this run: it was cancelled, or another worker took over. Not an error. */
export class RunEnded extends Error {}

/** The CRM does not go on: it gives the same page again, or pages without end. */
export class StandsStill extends Error {}

/** A run of a sync. */
export interface Run {
  readonly context: JobContext
  readonly facts: RunFacts
  /** Percent of the vendor's limits. */
  readonly pace: (allowance: CrmAllowance | null) => number
  /** Asks the CRM with a token that is good. */
  ask<T>(work: (crm: Crm) => Promise<T>): Promise<T>
  /** Called after each lot of records that is not the last. */
  readonly goesOn: () => void
  /** As it stood after the last step. */
  job: SyncJob
}

/** Stops at a good place when the worker drains: the queue hands the job to the next one. */
export const stopIfDraining = ({ signal }: Pick<JobContext, 'signal'>): void => {
  if (signal.aborted) throw new Error('the worker is shutting down; the job goes back to the queue')
}

/**
 * One step of a run: a transaction that holds the sync and moves it on together with what it did. It begins where the step before ended,
 * else another worker has it, and this run ends. A row that another process took at the same moment breaks a step; the second look finds it.
 */
export const takeStep = async (run: Run, work: (db: Db, job: SyncJob) => Promise<JobPatch>): Promise<void> => {
  const { org_id: orgId, id } = run.job
  for (let left = 8; ; left--) {
    try {
      run.job = await run.context.inOrg(orgId, async (db) => {
        const job = await lockOpenJob(db, orgId, id)
        if (!job || JSON.stringify(job.steps) !== JSON.stringify(run.job.steps)) throw new RunEnded()
        const patch = await work(db, job)
        return changeJob(db, job, patch)
      })
      return
    } catch (error) {
      if (!isRace(error) || left === 0) throw error
    }
  }
}

/** Tells open pages, a few times a second at most. */
export const openTelling = () => {
  let reportedAt = 0
  return async (db: Db, orgId: string): Promise<void> => {
    if (performance.now() - reportedAt < 300) return
    reportedAt = performance.now()
    await wake(db, orgId, syncEvents.changed)
  }
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

/** Records that are written in one transaction at the most, beside those of the last page. */
const recordsAtOnce = 600
/** Pages in a row on which nothing new came, after which a CRM counts as going round in circles. */
const mostIdlePages = 200

/** Pages that are written together. */
interface Lot {
  readonly pages: readonly CrmPage[]
  /** Where the next page begins; null: there is none. */
  readonly next: string | null
  /** Of the records of the last page. */
  readonly lastPage: string | null
}

/**
 * Reads pages from where the run stands, and hands them on in lots; the next lot is on its way while one is being written. Ends at once
 * where the vendor gives the same page, or the same place, again.
 */
export async function* readPages(
  run: Run,
  step: SyncStep,
  fetch: (crm: Crm, cursor: string | null) => Promise<CrmPage>,
): AsyncGenerator<Lot> {
  const reading = { isOver: false }
  const lots = readLots(run, step, fetch, reading)
  let coming = lots.next()
  try {
    for (;;) {
      const { done, value } = await coming
      if (done) return
      coming = lots.next()
      // A caller that stops early never awaits this one; an error in it must not end the process.
      coming.catch(() => {})
      yield value
    }
  } finally {
    reading.isOver = true
    await coming.catch(() => {})
  }
}

/** `reading.isOver`: from then on nothing is asked for any more. */
async function* readLots(
  run: Run,
  step: SyncStep,
  fetch: (crm: Crm, cursor: string | null) => Promise<CrmPage>,
  reading: { readonly isOver: boolean },
): AsyncGenerator<Lot, void> {
  let cursor = step.cursor
  let lastPage = step.lastPage
  let idle = 0
  let waitMs = 0
  let pages: CrmPage[] = []
  for (;;) {
    if (waitMs > 0) await delay(waitMs, run)
    if (reading.isOver) return
    stopIfDraining(run.context)
    const page = await run.ask((crm) => fetch(crm, cursor)).catch((error: unknown) => error as Error)
    if (page instanceof Error) {
      // What was read before it is kept.
      if (pages.length > 0) yield { pages, next: cursor, lastPage }
      throw page
    }
    const digest = digestOf(page)
    idle = digest === null ? idle + 1 : 0
    if ((page.next !== null && page.next === cursor) || (digest !== null && digest === lastPage) || idle > mostIdlePages) {
      if (pages.length > 0) yield { pages, next: cursor, lastPage }
      throw new StandsStill(
        idle > mostIdlePages ? 'It gives empty pages without end.' : 'It gives the same page again and again.',
      )
    }
    pages.push(page)
    lastPage = digest ?? lastPage
    cursor = page.next
    waitMs = run.pace(page.allowance)
    const count = pages.reduce((sum, { records }) => sum + records.length, 0)
    if (cursor === null || count >= recordsAtOnce || waitMs > 0) {
      yield { pages, next: cursor, lastPage }
      pages = []
    }
    if (cursor === null) return
  }
}

const digestOf = ({ records, unreadable }: CrmPage): string | null => {
  if (records.length + unreadable.length === 0) return null
  const hash = createHash('sha1')
  for (const { id } of [...records, ...unreadable]) hash.update(`${id}\n`)
  return hash.digest('base64')
}

const delay = (ms: number, { context: { signal } }: Run): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
