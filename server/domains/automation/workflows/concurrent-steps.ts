import type { Log } from '#core/log.ts'
import { isDatabaseAway } from '#db/connect.ts'
import type { Going } from './course.ts'
import type { Thread } from './progress.ts'
import type { ClaimedRun } from './runs.ts'
import { makeWaitingRuns } from './waiting-runs.ts'

/** What a run is done with; null: it waits for a place, or is computed. */
export type Held = Map<ClaimedRun, Promise<void> | null>

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
  const waiting = makeWaitingRuns(most)
  const taken = new Map<string, number>()
  let takenOfAll = 0
  const mostOfOne = Math.ceil(most / 2)
  const open = Math.ceil((most * 3) / 4)

  /** The workspace whose turn it is; undefined where none may have one more. */
  const nextOrg = (): string | undefined => {
    let [next, least] = [undefined as string | undefined, mostOfOne]
    for (const orgId of waiting.orgs()) {
      const count = taken.get(orgId) ?? 0
      if (count < least && (count === 0 || takenOfAll < open)) [next, least] = [orgId, count]
    }
    return takenOfAll < most ? next : undefined
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
      const next = waiting.takeNext(orgId)
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
    /** Answers whether there is room for it to wait for a place. */
    add: waiting.add,
    has: waiting.has,
    room: waiting.room,
    /** What never began. */
    takeAll: waiting.takeAll,
  }
}
export type Places = ReturnType<typeof makePlaces>
