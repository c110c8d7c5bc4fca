import { makePollTimer } from '#core/jobs/poll-timer.ts'
import { isDatabaseAway } from '#db/connect.ts'
import { computeClaimed } from './claimed-runs.ts'
import type { Going } from './course.ts'
import type { EffectParts } from './doings.ts'
import { carryOut, releaseAll } from './effects.ts'
import type { Thread } from './progress.ts'
import { makeVersions, type Versions } from './published-versions.ts'
import { beginWaitingRuns, type ClaimedRun, claimRuns, extendLeases, nextDue, unparkRuns } from './runs.ts'
import { startDueSchedules } from './schedule-starts.ts'

/** Runs of one claim: they are computed together and written with one commit. */
const mostOfClaim = 1_000
const mostOfOrg = 500
/** After so long without a sign of life a worker counts as dead, and another goes on. */
const usualLeaseMs = 10_000
/** How soon what is due by the clock is seen. */
const mostIdleMs = 5_000
/** How often runs that were put aside are looked through. */
const unparkMs = 10_000
/** How often runs that wait for their turn are looked through: an end begins the next one itself. */
const beginWaitingMs = 60_000
/** How long a stopping worker waits for what is under way. Within the 10 s of a stop. */
const drainMs = 4_000

export interface EngineParts extends Omit<EffectParts, 'signal' | 'isOurs'> {
  readonly leaseMs?: number
}

/** What it is done with; null: it waits for a place, or is computed. */
type Held = Map<ClaimedRun, Promise<void> | null>

interface Waiting {
  readonly going: Going
  readonly thread: Thread
}

/** Lets runs that wait for a place do what they are about to do, as far as places go. */
const makeBeginner = ({
  held,
  waiting,
  log,
  places,
  work,
  ended,
}: {
  readonly held: Held
  readonly waiting: Waiting[]
  readonly log: EngineParts['log']
  /** Runs that do something outside, at once; of one workspace at most half of them. */
  readonly places: number
  readonly work: (going: Going, thread: Thread) => Promise<void>
  readonly ended: () => void
}) => {
  const begin = (): void => {
    for (const each of [...waiting]) {
      const { run } = each.going
      const running = [...held].filter(([, done]) => done !== null)
      if (running.length >= places) return
      if (running.filter(([{ org_id }]) => org_id === run.org_id).length >= Math.ceil(places / 2)) continue
      waiting.splice(waiting.indexOf(each), 1)
      const done = work(each.going, each.thread)
        .catch((error: unknown) => {
          if (!isDatabaseAway(error)) log.error({ err: error, run: run.id }, 'a run could not go on')
        })
        .finally(() => {
          held.delete(run)
          begin()
          ended()
        })
      held.set(run, done)
    }
  }
  return begin
}

/** What this worker has stays its own; what is another's by now is let go. */
const extendHeld = async ({ database }: EngineParts, held: Held, leaseMs: number): Promise<void> => {
  const kept = await extendLeases(database.pool, [...held.keys()], leaseMs)
  for (const each of held.keys()) if (!kept.has(each.id)) held.delete(each)
}

/**
 * What was claimed is computed and written; what is to be done outside waits for a place. Where the database goes away meanwhile, what was not
 * written is no longer held, so that it is taken anew when its lease is over.
 */
const processClaimed = async (
  parts: EngineParts,
  versions: Versions,
  { held, waiting }: { readonly held: Held; readonly waiting: Waiting[] },
  claimed: readonly ClaimedRun[],
): Promise<void> => {
  try {
    for (const [orgId, ofOrg] of Map.groupBy(claimed, ({ org_id }) => org_id)) {
      const opened = await computeClaimed(parts, versions, orgId, ofOrg)
      for (const { going, thread } of opened) if (thread !== null && held.has(going.run)) waiting.push({ going, thread })
    }
  } finally {
    const kept = new Set(waiting.map(({ going }) => going.run))
    for (const run of claimed) if (held.get(run) === null && !kept.has(run)) held.delete(run)
  }
}

/** Works on runs that are due until `stop`. Any number of workers can: the database says who has what. */
export const openEngine = (parts: EngineParts) => {
  const { database, log } = parts
  const leaseMs = parts.leaseMs ?? usualLeaseMs
  const versions = makeVersions()
  const pollTimer = makePollTimer(mostIdleMs)
  const stopping = new AbortController()
  const held: Held = new Map()
  const waiting: Waiting[] = []
  let extendedAt = performance.now()
  let isStopping = false
  const effectParts: EffectParts = {
    ...parts,
    signal: stopping.signal,
    // Frozen meanwhile: by now another may have the run.
    isOurs: (run) => held.has(run) && performance.now() - extendedAt < leaseMs * 0.8,
  }

  const begin = makeBeginner({
    held,
    waiting,
    log,
    places: parts.settings.workflows.stepsAtOnce,
    work: (going, thread) => carryOut(effectParts, going, thread),
    ended: pollTimer.wake,
  })

  let unparkedAt = 0
  let begunAt = -Infinity
  const run = async (): Promise<void> => {
    while (!isStopping) {
      let restMs = mostIdleMs
      try {
        if (performance.now() - unparkedAt > unparkMs) {
          unparkedAt = performance.now()
          await unparkRuns(database.pool)
        }
        if (performance.now() - begunAt > beginWaitingMs) {
          begunAt = performance.now()
          await beginWaitingRuns(database.pool)
        }
        if (performance.now() - extendedAt > leaseMs / 4 || held.size === 0) {
          await extendHeld(parts, held, leaseMs)
          extendedAt = performance.now()
        }
        restMs = held.size > 0 ? leaseMs / 4 : mostIdleMs
        const { isDue, lateMs, isScheduleDue, waitMs } = await nextDue(database.pool)
        parts.metrics.workflowLateness.set(isDue ? lateMs / 1_000 : 0)
        if (waitMs !== null) restMs = Math.min(restMs, waitMs + 5)
        // Another worker has them: it is not asked for them without end.
        if (isScheduleDue && (await startDueSchedules(parts)) === 0) restMs = Math.max(restMs, 100)
        else if (isScheduleDue) continue
        if (isDue && waiting.length < mostOfClaim) {
          const askedAt = performance.now()
          const claimed = await claimRuns(database.pool, { leaseMs, most: mostOfClaim, mostOfOrg })
          if (claimed.length > 0 && performance.now() - askedAt < leaseMs / 2) {
            for (const each of claimed) held.set(each, null)
            await processClaimed(parts, versions, { held, waiting }, claimed).finally(begin)
            continue
          }
          restMs = Math.max(restMs, 20)
        }
      } catch (error) {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'runs could not be claimed')
        restMs = 500
      }
      if (!isStopping) await pollTimer.take(restMs)
    }
  }
  const ended = run()

  return {
    /** Something may be due. */
    wake: pollTimer.wake,
    async stop(): Promise<void> {
      isStopping = true
      pollTimer.wake()
      await ended
      const timer = setTimeout(() => stopping.abort(), drainMs)
      await releaseAll(
        parts,
        waiting.splice(0).filter(({ going }) => held.has(going.run)),
      )
      await Promise.all(held.values())
      clearTimeout(timer)
    },
  }
}
