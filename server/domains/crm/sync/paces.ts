import type { CrmAllowance } from '#ports/crm.ts'

/** Changes are read from so much earlier than the latest one that was seen: an index may lag behind, and times are in whole seconds. */
export const overlapMs = 10 * 60_000

/** The longest pause between two calls: so much a run may always ask. */
const longestGapMs = 10_000
/** A longer window is not shared out evenly: it would slow down every run from its first call on. */
const longestEvenMs = 60_000

/** Lets a run ask no faster than leaves others their part of the vendor's limits. */
export interface Pace {
  /** Takes note of what is left after a call. */
  see(allowance: CrmAllowance | null): void
  /** How long the next call still has to wait. */
  pauseMs(): number
}

/** `share`: how many percent of what is left the run takes. */
export const openPace = (share: number, now: () => Date): Pace => {
  /**
   * The long window as it began for this run: of a day that rolls, the vendor names a later end with each answer, and all of the run's calls
   * are of one window all the same until the end that was named first.
   */
  let long: { readonly endsAt: number; readonly began: number } | null = null
  let nextAt = 0

  const waitAfter = ({ remaining, resetsAt }: CrmAllowance): number => {
    const at = now().getTime()
    const leftMs = resetsAt.getTime() - at
    if (leftMs <= 0) return 0
    if (leftMs <= longestEvenMs) return Math.min(longestGapMs, leftMs / Math.max(1, (remaining * share) / 100))
    if (long === null || long.endsAt <= at) long = { endsAt: resetsAt.getTime(), began: remaining }
    // More than it began with: the vendor's day began anew, or its limit was raised.
    else if (remaining > long.began) long = { ...long, began: remaining }
    return remaining > long.began * (1 - share / 100) ? 0 : longestGapMs
  }

  return {
    see(allowance) {
      nextAt = allowance === null ? 0 : performance.now() + waitAfter(allowance)
    },
    pauseMs: () => Math.max(0, nextAt - performance.now()),
  }
}
