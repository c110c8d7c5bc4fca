import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, JobContext } from '../context.ts'
import { nilId } from '../ids.ts'

/** Of one run. The next goes on where this one stopped. */
const longestMs = 240_000
/** Before the next try where another holds what a piece needs. */
const yieldMs = 100

/** What one transaction moved; `last`: the id behind which the next goes on, null once there is none. */
export interface Piece {
  readonly count: number
  readonly last: string | null
}

/**
 * Moves what an earlier version stored elsewhere, piece by piece, organization by organization, beside everything else: what is left there
 * is what is left to do. `nextOrg` answers the organization after an id that has any; a step answers null where it cannot have what it
 * needs yet. Answers how many records were moved, and whether all were.
 */
export const moveInPieces = async (
  { inOrg, signal }: Pick<JobContext, 'inOrg' | 'signal'>,
  nextOrg: (after: string) => Promise<string | null>,
  steps: readonly ((db: Db, orgId: string, after: string) => Promise<Piece | null>)[],
): Promise<{ count: number; isDone: boolean }> => {
  const begun = performance.now()
  const isOver = (): boolean => signal.aborted || performance.now() - begun > longestMs
  let count = 0
  for (let org = await nextOrg(nilId); org !== null && !isOver(); org = await nextOrg(org)) {
    const orgId = org
    for (const step of steps)
      for (let after: string | null = nilId; after !== null && !isOver(); ) {
        const since = performance.now()
        const from: string = after
        const piece = await inOrg(orgId, (db) => step(db, orgId, from))
        count += piece?.count ?? 0
        if (piece) after = piece.last
        // As long as it had the rows for itself, it leaves them to others.
        await sleep(piece ? performance.now() - since : yieldMs, undefined, { signal }).catch(() => {})
      }
  }
  return { count, isDone: (await nextOrg(nilId)) === null }
}
