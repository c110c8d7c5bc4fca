import type { z } from 'zod'
import type { Signing } from '../documents/signing-views.ts'

export type SigningShown = z.output<typeof Signing>
export type SignField = SigningShown['fields'][number]

/** What the page of a signer is about. */
export type SignState = 'open' | 'not_turn' | 'waiting' | 'sealing' | 'sealed' | 'declined' | 'voided' | 'expired'

export const stateOf = ({ status, seal, signer, ends_at }: SigningShown, now: Date): SignState => {
  if (status === 'signed') return seal === 'sealed' ? 'sealed' : 'sealing'
  if (status !== 'pending_signature') return status
  // The document expires by a job, some time after its deadline.
  if (new Date(ends_at) <= now) return 'expired'
  if (signer.state === 'signed') return 'waiting'
  return signer.is_turn ? 'open' : 'not_turn'
}

/** A field as the form shows it. */
export interface Entry {
  readonly field: SignField
  /** Its id in the page: an id of a template may hold what an id of HTML may not. */
  readonly id: string
  /** Its name in the form. */
  readonly name: string
}

const rowPt = 6

/** In the order in which they are read: by page, then by row, then from the left. */
export const entriesOf = ({ fields }: Pick<SigningShown, 'fields'>): Entry[] =>
  [...fields]
    .sort((a, b) => a.page - b.page || (Math.abs(a.y - b.y) > rowPt ? a.y - b.y : a.x - b.x))
    .map((field, index) => ({ field, id: `f${index}`, name: `f.${field.id}` }))
