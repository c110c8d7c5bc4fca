import type { VendorReview } from '#ports/reviews.ts'

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
