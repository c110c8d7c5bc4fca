import type { VendorReview } from '#ports/reviews.ts'
import type { LocationRow } from './locations.ts'

/** A review that was met, and what is new of it. */
export interface Met {
  readonly id: string
  readonly review: VendorReview
  readonly version: number
  readonly what: 'new' | 'edited' | 'back' | 'same'
  /** Before an edit. */
  readonly starsBefore: number | null
  /** What is stored of it is not as it is listed. */
  readonly differs: boolean
}

/** What was there before the workspace connected is no news. */
export const isNews = (
  { what, review }: Met,
  { whole_at: wholeAt, first_seen_at: firstSeenAt }: Pick<LocationRow, 'whole_at' | 'first_seen_at'>,
): boolean => what === 'new' && (wholeAt !== null || review.postedAt > firstSeenAt)
