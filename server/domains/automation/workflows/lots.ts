/** Runs that are computed and written together: 100,000 of a burst ended in 66 s; in lots of a hundred in 94. */
const alone = 500
/** Beside another workspace, which waits for the end of the lot in hand: under 0.1 s, and not 0.3. */
const besideOthers = 100
/** For how long a workspace counts as one that others work beside. */
const besideMs = 10_000

/** How many runs of one workspace a worker takes at once: few where others had something due lately, so that a burst of one delays no other. */
export const makeLots = (now: () => number = () => performance.now()) => {
  const claimedAt = new Map<string, number>()

  return {
    /** Runs of these workspaces were claimed. */
    claimed(orgIds: Iterable<string>): void {
      for (const orgId of orgIds) claimedAt.set(orgId, now())
    },

    mostOfOrg(): number {
      for (const [orgId, at] of claimedAt) if (now() - at > besideMs) claimedAt.delete(orgId)
      return claimedAt.size > 1 ? besideOthers : alone
    },
  }
}
