import type { Log } from '#core/log.ts'
import { isDatabaseAway } from '#db/connect.ts'
import type { Going } from './course.ts'
import type { Thread } from './progress.ts'
import { mostBytesAtOnce } from './run-bytes.ts'
import type { ClaimedRun } from './runs.ts'

/** Runs of one claim: they are computed together and written with one commit. */
const mostOfClaim = 1_000
const mostOfOrg = 500
/** Of runs that wait in memory; beyond it those are given back whose workspace has a little here already. */
const mostBytesWaiting = 2 * mostBytesAtOnce
const littleBytes = mostBytesAtOnce / 16

/** What a run is done with; null: it waits for a place, or is computed. */
export type Held = Map<ClaimedRun, Promise<void> | null>

/** A run that is about to do something outside. */
export interface Waiting {
  readonly going: Going
  readonly thread: Thread
  /** That it has in memory. */
  readonly bytes: number
}

/**
 * Places in which runs do something outside, and the runs that wait for one. They are handed out in turn: the next is of the workspace that has
 * the fewest, and of these the one that waits longest. A workspace has at most half of them, and the last quarter is for workspaces that have none:
 * two with slow steps leave room for a third. Of a workspace of which enough wait here nothing more is claimed: all others go past it.
 */
export const makePlaces = ({
  held,
  log,
  most,
  work,
  ended,
}: {
  readonly held: Held
  readonly log: Log
  /** Places. */
  readonly most: number
  readonly work: (going: Going, thread: Thread) => Promise<void>
  readonly ended: () => void
}) => {
  /** By workspace, in the order in which each had its last turn. */
  const waiting = new Map<string, Waiting[]>()
  const bytesWaiting = new Map<string, number>()
  const taken = new Map<string, number>()
  let takenOfAll = 0
  const mostOfOne = Math.ceil(most / 2)
  const open = Math.ceil((most * 3) / 4)

  /** The workspace whose turn it is; undefined where none may have one more. */
  const nextOrg = (): string | undefined => {
    let [next, least] = [undefined as string | undefined, mostOfOne]
    for (const orgId of waiting.keys()) {
      const count = taken.get(orgId) ?? 0
      if (count < least && (count === 0 || takenOfAll < open)) [next, least] = [orgId, count]
    }
    return takenOfAll < most ? next : undefined
  }

  const takeNext = (orgId: string): Waiting | undefined => {
    const ofOrg = waiting.get(orgId) ?? []
    const first = ofOrg.shift()
    // Behind the others.
    waiting.delete(orgId)
    if (ofOrg.length > 0) waiting.set(orgId, ofOrg)
    countBytes(orgId, -(first?.bytes ?? 0))
    return first
  }

  const countBytes = (orgId: string, bytes: number): void => {
    if (waiting.has(orgId)) bytesWaiting.set(orgId, (bytesWaiting.get(orgId) ?? 0) + bytes)
    else bytesWaiting.delete(orgId)
  }

  const allBytes = (): number => [...bytesWaiting.values()].reduce((sum, bytes) => sum + bytes, 0)

  const count = (orgId: string, by: 1 | -1): void => {
    const now = (taken.get(orgId) ?? 0) + by
    takenOfAll += by
    if (now === 0) taken.delete(orgId)
    else taken.set(orgId, now)
  }

  /** Lets runs that wait do what they are about to do, as far as places go. */
  const begin = (): void => {
    for (let orgId = nextOrg(); orgId !== undefined; orgId = nextOrg()) {
      const next = takeNext(orgId)
      if (!next || !held.has(next.going.run)) continue
      const { going, thread } = next
      const { run } = going
      count(run.org_id, 1)
      const done = work(going, thread)
        .catch((error: unknown) => {
          if (!isDatabaseAway(error)) log.error({ err: error, run: run.id }, 'a run could not go on')
        })
        .finally(() => {
          held.delete(run)
          count(run.org_id, -1)
          begin()
          ended()
        })
      held.set(run, done)
    }
  }

  return {
    begin,
    /** Answers whether there is room for it to wait. */
    add(next: Waiting): boolean {
      const { org_id } = next.going.run
      if ((bytesWaiting.get(org_id) ?? 0) >= littleBytes && allBytes() >= mostBytesWaiting) return false
      const ofOrg = waiting.get(org_id)
      if (ofOrg) ofOrg.push(next)
      else waiting.set(org_id, [next])
      countBytes(org_id, next.bytes)
      return true
    },
    /** It waits for a place. */
    has: (run: ClaimedRun): boolean => waiting.get(run.org_id)?.some(({ going }) => going.run === run) ?? false,
    /**
     * What may be claimed. Nothing says before whether a run is slow, so one claim may bring more than fit. Once a whole claim waits, as many of each
     * workspace are enough as there are places, and no more are taken at once: what waits here is some 1,500 and twice the places for each. The same by
     * bytes: once as many wait as one claim may bring, 1 MiB of each workspace is enough, or one run.
     */
    room() {
      const waits = [...waiting.values()].reduce((sum, ofOrg) => sum + ofOrg.length, 0)
      const isLittle = waits < mostOfClaim && allBytes() < mostBytesAtOnce
      const [enough, enoughBytes] = isLittle ? [mostOfOrg / 2, mostBytesAtOnce / 2] : [most, littleBytes]
      const isFull = (orgId: string, ofOrg: readonly Waiting[]): boolean =>
        ofOrg.length >= enough || (bytesWaiting.get(orgId) ?? 0) >= enoughBytes
      return {
        most: mostOfClaim,
        mostOfOrg: isLittle ? mostOfOrg : most,
        mostBytes: isLittle ? mostBytesAtOnce : littleBytes,
        fullOrgs: [...waiting].flatMap(([orgId, ofOrg]) => (isFull(orgId, ofOrg) ? orgId : [])),
      }
    },
    /** What never began. */
    takeAll(): Waiting[] {
      const all = [...waiting.values()].flat()
      waiting.clear()
      bytesWaiting.clear()
      return all
    },
  }
}
export type Places = ReturnType<typeof makePlaces>
