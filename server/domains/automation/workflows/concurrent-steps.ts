import type { Log } from '#core/log.ts'
import { isDatabaseAway } from '#db/connect.ts'
import type { Going } from './course.ts'
import type { Thread } from './progress.ts'
import type { ClaimedRun } from './runs.ts'

/** Runs of one claim: they are computed together and written with one commit. */
const mostOfClaim = 1_000
const mostOfOrg = 500

/** What a run is done with; null: it waits for a place, or is computed. */
export type Held = Map<ClaimedRun, Promise<void> | null>

/** A run that is about to do something outside. */
export interface Waiting {
  readonly going: Going
  readonly thread: Thread
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
    return first
  }

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
    add(next: Waiting): void {
      const { org_id } = next.going.run
      const ofOrg = waiting.get(org_id)
      if (ofOrg) ofOrg.push(next)
      else waiting.set(org_id, [next])
    },
    /** It waits for a place. */
    has: (run: ClaimedRun): boolean => waiting.get(run.org_id)?.some(({ going }) => going.run === run) ?? false,
    /**
     * What may be claimed. Nothing says before whether a run is slow, so one claim may bring more than fit. Once a whole claim waits, as many of each
     * workspace are enough as there are places, and no more are taken at once: what waits here is some 1,500 and twice the places for each.
     */
    room() {
      const waits = [...waiting.values()].reduce((sum, ofOrg) => sum + ofOrg.length, 0)
      const isLittle = waits < mostOfClaim
      const enough = isLittle ? mostOfOrg / 2 : most
      const fullOrgs = [...waiting].flatMap(([orgId, ofOrg]) => (ofOrg.length >= enough ? orgId : []))
      return { most: mostOfClaim, mostOfOrg: isLittle ? mostOfOrg : most, fullOrgs }
    },
    /** What never began. */
    takeAll(): Waiting[] {
      const all = [...waiting.values()].flat()
      waiting.clear()
      return all
    },
  }
}
export type Places = ReturnType<typeof makePlaces>
