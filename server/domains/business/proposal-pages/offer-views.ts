import type { z } from 'zod'
import type { Offer } from '../proposals/offers.ts'

export type OfferShown = z.output<typeof Offer>

/** The fields of a form, as they came. */
export type Typed = Readonly<Record<string, string>>

/** What is shown of a try that did not succeed. */
export interface Trouble {
  /** At which field; `form`: of the answer as a whole; `late`: it was answered before. */
  readonly at: 'name' | 'reason' | 'form' | 'late'
  readonly text: string
}
