import type { Going } from './course.ts'
import type { Thread } from './progress.ts'
import { mostBytesAtOnce } from './run-bytes.ts'
import type { ClaimedRun } from './runs.ts'

/** Runs of one claim: they are computed together. */
const mostOfClaim = 1_000
/** Of runs that wait in memory; beyond it those are given back whose workspace has a little here already. */
const mostBytesWaiting = 2 * mostBytesAtOnce
const littleBytes = mostBytesAtOnce / 16

/** A run that is about to do something outside. */
export interface Waiting {
  readonly going: Going
  readonly thread: Thread
  /** That it has in memory. */
  readonly bytes: number
}

/** Of one workspace. */
interface OfOrg {
  readonly runs: Waiting[]
  bytes: number
}

/** Runs of a worker that wait for one of `places` in which they do something outside. */
export const makeWaitingRuns = (places: number) => {
  /** By workspace, in the order in which each had its last turn. */
  const waiting = new Map<string, OfOrg>()
  const count = () => {
    const all = [...waiting.values()]
    return {
      runs: all.reduce((sum, { runs }) => sum + runs.length, 0),
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  }

  return {
    orgs: (): Iterable<string> => waiting.keys(),

    /** Answers whether there is room for it. */
    add(next: Waiting): boolean {
      const { org_id } = next.going.run
      const ofOrg = waiting.get(org_id) ?? { runs: [], bytes: 0 }
      if (ofOrg.bytes >= littleBytes && count().bytes >= mostBytesWaiting) return false
      ofOrg.runs.push(next)
      ofOrg.bytes += next.bytes
      waiting.set(org_id, ofOrg)
      return true
    },

    has: (run: ClaimedRun): boolean => waiting.get(run.org_id)?.runs.some(({ going }) => going.run === run) ?? false,

    /** The one of a workspace that waits longest. */
    takeNext(orgId: string): Waiting | undefined {
      const ofOrg = waiting.get(orgId)
      const first = ofOrg?.runs.shift()
      if (!ofOrg || !first) return undefined
      ofOrg.bytes -= first.bytes
      // Behind the others.
      waiting.delete(orgId)
      if (ofOrg.runs.length > 0) waiting.set(orgId, ofOrg)
      return first
    },

    takeAll(): Waiting[] {
      const all = [...waiting.values()].flatMap(({ runs }) => runs)
      waiting.clear()
      return all
    },

    /**
     * What may be claimed, of one workspace at most `mostOfOrg`. Nothing says before whether a run is slow, so one claim may bring more than fit. Once a whole claim waits, as many of each
     * workspace are enough as there are places, and no more are taken at once: what waits here is some 1,500 and twice the places for each. The same by
     * bytes: once as many wait as one claim may bring, 1 MiB of each workspace is enough, or one run.
     */
    room(mostOfOrg: number) {
      const waits = count()
      const isLittle = waits.runs < mostOfClaim && waits.bytes < mostBytesAtOnce
      const [enough, enoughBytes] = isLittle ? [mostOfOrg / 2, mostBytesAtOnce / 2] : [places, littleBytes]
      return {
        most: mostOfClaim,
        mostOfOrg: isLittle ? mostOfOrg : places,
        mostBytes: isLittle ? mostBytesAtOnce : littleBytes,
        fullOrgs: [...waiting].flatMap(([orgId, { runs, bytes }]) =>
          runs.length >= enough || bytes >= enoughBytes ? orgId : [],
        ),
      }
    },
  }
}
