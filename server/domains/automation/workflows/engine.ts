import { makePollTimer } from '#core/jobs/poll-timer.ts'
import { isDatabaseAway } from '#db/connect.ts'
import { computeClaimed } from './claimed-runs.ts'
import { type Held, makePlaces, type Places } from './concurrent-steps.ts'
import type { EffectParts } from './doings.ts'
import { carryOut, releaseAll } from './effects.ts'
import { makeLots } from './lots.ts'
import { makeVersions, type Versions } from './published-versions.ts'
import { bytesHeld } from './run-bytes.ts'
import { beginWaitingRuns, type ClaimedRun, claimRuns, extendLeases, nextDue, unparkRuns } from './runs.ts'
import { startDueSchedules } from './schedule-starts.ts'
import { moveShiftedWaits } from './shifted-waits.ts'

/** After so long without a sign of life a worker counts as dead, and another goes on. */
const usualLeaseMs = 10_000
/** Where all that is due may be of workspaces of which enough waits, how often is looked whether something is not. */
const fullIdleMs = 50
/** How soon what is due by the clock is seen. */
const mostIdleMs = 5_000
/** How often runs that were put aside are looked through. */
const unparkMs = 10_000
/** How often runs that wait for their turn are looked through: an end begins the next one itself. */
const beginWaitingMs = 60_000
/** How often waits on wall clocks are looked through whether their zone has other rules by now: those of another server that is still old. */
const rulesMs = 3_600_000
/** How long a stopping worker waits for what is under way. Within the 10 s of a stop. */
const drainMs = 4_000

export interface EngineParts extends Omit<EffectParts, 'signal' | 'isOurs'> {
  readonly leaseMs?: number
}

/** What this worker has stays its own; what is another's by now is let go. */
const extendHeld = async ({ database }: EngineParts, held: Held, leaseMs: number): Promise<void> => {
  const kept = await extendLeases(database.pool, [...held.keys()], leaseMs)
  for (const each of held.keys()) if (!kept.has(each.id)) held.delete(each)
}

interface Working {
  readonly held: Held
  readonly places: Places
  /** Where it is time for it: many large runs take longer than a lease. */
  readonly keepHeld: () => Promise<void>
}

/**
 * What was claimed is computed and written; what is to be done outside waits for a place, or is given back where that would take too much memory. Where the
 * database goes away meanwhile, what was not written is no longer held, so that it is taken anew when its lease is over.
 */
const processClaimed = async (
  parts: EngineParts,
  versions: Versions,
  { held, places, keepHeld }: Working,
  claimed: readonly ClaimedRun[],
): Promise<void> => {
  try {
    // A workspace of which little is due does not wait for one of which much is.
    const byOrg = [...Map.groupBy(claimed, ({ org_id }) => org_id)].sort(([, a], [, b]) => a.length - b.length)
    for (const [orgId, ofOrg] of byOrg) {
      for await (const stored of computeClaimed(parts, versions, orgId, ofOrg)) {
        const next = stored.flatMap(({ going, thread }) => (thread !== null && held.has(going.run) ? [{ going, thread }] : []))
        const tooMuch = next.filter(({ going, thread }) => !places.add({ going, thread, bytes: bytesHeld(going) }))
        await releaseAll(parts, tooMuch)
        await keepHeld()
      }
    }
  } finally {
    for (const run of claimed) if (held.get(run) === null && !places.has(run)) held.delete(run)
  }
}

/** Works on runs that are due until `stop`. Any number of workers can: the database says who has what. */
export const openEngine = (parts: EngineParts) => {
  const { database, log } = parts
  const leaseMs = parts.leaseMs ?? usualLeaseMs
  const versions = makeVersions()
  const lots = makeLots()
  const pollTimer = makePollTimer(mostIdleMs)
  const stopping = new AbortController()
  const held: Held = new Map()
  let extendedAt = performance.now()
  let isStopping = false
  const effectParts: EffectParts = {
    ...parts,
    signal: stopping.signal,
    // Frozen meanwhile: by now another may have the run.
    isOurs: (run) => held.has(run) && performance.now() - extendedAt < leaseMs * 0.8,
  }

  const places = makePlaces({
    ...{ held, log, most: parts.settings.workflows.stepsAtOnce },
    work: (going, thread) => carryOut(effectParts, going, thread),
    ended: pollTimer.wake,
  })

  const keepHeld = async (): Promise<void> => {
    if (performance.now() - extendedAt <= leaseMs / 4 && held.size > 0) return
    await extendHeld(parts, held, leaseMs)
    extendedAt = performance.now()
  }

  let [unparkedAt, foundNoneAt] = [0, 0]
  let [rulesAt, begunAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  /** Beside the others: there may be very many. */
  let moving: Promise<void> = Promise.resolve()
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
        if (performance.now() - rulesAt > rulesMs) {
          rulesAt = performance.now()
          moving = moveShiftedWaits(parts, () => isStopping)
        }
        await keepHeld()
        restMs = held.size > 0 ? leaseMs / 4 : mostIdleMs
        const { isDue, lateMs, isScheduleDue, waitMs } = await nextDue(database.pool)
        parts.metrics.workflowLateness.set(isDue ? lateMs / 1_000 : 0)
        if (waitMs !== null) restMs = Math.min(restMs, waitMs + 5)
        // Another worker has them: it is not asked for them without end.
        if (isScheduleDue && (await startDueSchedules(parts)) === 0) restMs = Math.max(restMs, 100)
        else if (isScheduleDue) continue
        const room = places.room(lots.mostOfOrg())
        const isFull = room.fullOrgs.length > 0
        if (isDue && isFull && performance.now() - foundNoneAt < fullIdleMs) restMs = Math.max(restMs, fullIdleMs)
        else if (isDue) {
          const askedAt = performance.now()
          const claimed = await claimRuns(database.pool, { leaseMs, ...room })
          lots.claimed(claimed.map(({ org_id }) => org_id))
          if (claimed.length > 0 && performance.now() - askedAt < leaseMs / 2) {
            for (const each of claimed) held.set(each, null)
            await processClaimed(parts, versions, { held, places, keepHeld }, claimed).finally(places.begin)
            continue
          }
          foundNoneAt = performance.now()
          restMs = Math.max(restMs, isFull ? fullIdleMs : 20)
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
        places.takeAll().filter(({ going }) => held.has(going.run)),
      )
      await Promise.all([moving, ...held.values()])
      clearTimeout(timer)
    },
  }
}
