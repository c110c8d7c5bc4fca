import type { CrmAllowance } from '#ports/crm.ts'

/** Changes are read from so much earlier than the latest one that was seen: an index may lag behind, and times are in whole seconds. */
export const overlapMs = 10 * 60_000

/** The longest pause between two calls: so much a run may always ask. */
const longestGapMs = 10_000
/** A longer window is not shared out evenly: it would slow down every run from its first call on. */
const longestEvenMs = 60_000

/** How long a run waits before its next call, so that a share of the vendor's limits is left to other programs. */
export const openPace = (share: number, now: () => Date) => {
  /** What was left of a long window when the run first saw it. */
  const first = new Map<number, number>()
  return (allowance: CrmAllowance | null): number => {
    if (allowance === null) return 0
    const leftMs = allowance.resetsAt.getTime() - now().getTime()
    if (leftMs <= 0) return 0
    if (leftMs > longestEvenMs) {
      const window = Math.round(allowance.resetsAt.getTime() / longestEvenMs)
      const began = first.get(window) ?? allowance.remaining
      first.set(window, began)
      return allowance.remaining > began * (1 - share / 100) ? 0 : longestGapMs
    }
    return Math.min(longestGapMs, leftMs / Math.max(1, (allowance.remaining * share) / 100))
  }
}
