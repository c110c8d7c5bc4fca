/** A location: a place of business that reviews are about. */
export interface ReviewLocation {
  /** The vendor's id of the location; one location keeps it, whichever account it is seen by. */
  readonly locationId: string
  /** The account that it was seen by; its reviews are asked for by both. */
  readonly accountId: string
  readonly title: string
  /** In one line; null of a business without an address for visitors. */
  readonly address: string | null
  /** Where it is on the vendor's map; null where it is on none. */
  readonly mapUrl: string | null
  /** Reviews of a location that is not verified are not answered. Null: the vendor did not say. */
  readonly isVerified: boolean | null
}

/** What an answer of the owner is at the vendor. `unknown`: a word that only a later version knows. */
export const replyStandings = ['published', 'pending', 'rejected', 'unknown'] as const
export type ReplyStanding = (typeof replyStandings)[number]

export interface VendorReply {
  readonly text: string
  readonly changedAt: Date | null
  readonly standing: ReplyStanding
  /** Why it was rejected, in the vendor's word, such as `HATE_SPEECH`; null where it says none. */
  readonly violation: string | null
}

/** A review as it is at its vendor now. */
export interface VendorReview {
  readonly reviewId: string
  /** Null where the vendor names none: a stranger without a name, or an account that is gone. */
  readonly reviewer: string | null
  /** 1 to 5; null where the vendor does not say. */
  readonly stars: number | null
  /** Null of a rating without words. */
  readonly text: string | null
  readonly pictures: number
  readonly postedAt: Date
  /** Moves with each edit by its author. */
  readonly changedAt: Date
  readonly reply: VendorReply | null
}

export interface ReviewPage {
  readonly reviews: readonly VendorReview[]
  /** Reviews that are listed and cannot be read: their ids. */
  readonly unreadable: readonly string[]
  /** Of how many of those not even the id can be read. */
  readonly unnamed: number
  /** Over all reviews of the location, not this page; null where there are none, or the vendor does not say. */
  readonly average: number | null
  readonly total: number
  readonly next: string | null
}

/**
 * Why a vendor does not do what was asked, as the `code` of a ProviderError.
 * - `location_denied` (refused): the location is not verified, or this account may not see its reviews.
 * - `location_not_there` (refused): the location, or the account that it was seen by, is gone.
 * - `review_not_there` (refused): the review, or the location that it is about.
 * - `page_not_there` (refused): the place in the list that was read before is not known any more; the list begins anew.
 * - `quota_zero` (busy): the vendor has not allowed this program any calls; waiting does not help.
 */
export type ReviewFault = 'location_denied' | 'location_not_there' | 'review_not_there' | 'page_not_there' | 'quota_zero'

/** As bytes of UTF-8. */
export const mostReplyBytes = 4_096

/** Reviews that one account may see and answer. Throws ProviderError. */
export interface Reviews {
  /** Every location of every account that this one may see, each once. */
  locations(): Promise<readonly ReviewLocation[]>
  /** The latest change first. */
  page(location: LocationName, cursor: string | null): Promise<ReviewPage>
  /** Makes the reply or replaces it: the same text twice is the same reply, so one whose answer was lost is put again. */
  putReply(location: LocationName, reviewId: string, text: string): Promise<VendorReply>
  /** None there already counts as done. */
  removeReply(location: LocationName, reviewId: string): Promise<void>
}

export type LocationName = Pick<ReviewLocation, 'accountId' | 'locationId'>

export interface ReviewsAccount {
  readonly orgId: string
  readonly connectionId: string
  readonly provider: string
  readonly mode: 'live' | 'test' | 'sandbox'
  /** A token that is good now. */
  readonly accessToken: () => Promise<string>
}

export interface ReviewsPort {
  open(account: ReviewsAccount): Reviews
}
