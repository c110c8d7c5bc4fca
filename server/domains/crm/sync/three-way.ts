import type { ConflictRule, SyncDirection } from './mappings.ts'

/** One value on both sides, and what was known of it before. */
export interface Sides {
  readonly ours: string | null
  readonly theirs: string | null
  /** What theirs was when it was read last; undefined: never, the two records meet for the first time. */
  readonly seen: string | null | undefined
  /** Whether ours was the same then. */
  readonly isAgreed: boolean
  readonly direction: SyncDirection
  readonly rule: ConflictRule
  /** A person decided on it, or proved it: it is never written over. */
  readonly isPinned: boolean
  /** Which change is later, for `newer`. Null where it cannot be said. */
  readonly isTheirsLater: boolean | null
}

/**
 * `same`: nothing to do. `take`: ours becomes theirs. `keep`: ours stays, theirs is another. `ask`: ours stays until a person decides.
 * `give`: theirs should become ours.
 */
export type Verdict = 'same' | 'take' | 'keep' | 'ask' | 'give'

/**
 * What becomes of a value. Who alone changed it since both had the same is followed, as far as the direction lets it; where both
 * changed it, or two records with different values meet, the rule decides.
 */
export const judge = (sides: Sides): Verdict => {
  const { ours, theirs, seen, isAgreed, direction } = sides
  if (ours === theirs) return 'same'
  if (direction === 'off') return 'keep'
  const gives = direction === 'out' || direction === 'both'
  // What was never here is no word that it should not be there.
  if (direction === 'out') return ours === null && (seen === undefined || !isAgreed) ? 'keep' : 'give'
  if (seen === undefined) {
    if (ours === null) return 'take'
    if (theirs === null) return gives ? 'give' : 'keep'
    return decided(sides)
  }
  const theirsChanged = theirs !== seen
  if (!theirsChanged) return isAgreed && gives ? 'give' : 'keep'
  if (isAgreed ? ours === seen : ours === null) return sides.isPinned ? 'ask' : 'take'
  return decided(sides)
}

const decided = ({ rule, isPinned, direction, isTheirsLater }: Sides): Verdict => {
  if (isPinned) return 'ask'
  const ours = direction === 'both' ? 'give' : 'keep'
  switch (rule) {
    case 'ours':
      return ours
    case 'theirs':
      return 'take'
    case 'newer':
      return isTheirsLater === null ? 'ask' : isTheirsLater ? 'take' : ours
    default:
      return 'ask'
  }
}
