import type { z } from 'zod'
import type { EndedSignLink, Signing } from '../documents/signing-views.ts'

export type SigningShown = z.output<typeof Signing>
export type EndedLink = z.output<typeof EndedSignLink>
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

/** A text or a tick that the signer may not leave empty; the other kinds are filled in by signing. */
export const isFilledIn = ({ kind, required }: SignField): boolean => required && (kind === 'text' || kind === 'tick')

/** A field as the form shows it. */
export interface Entry {
  readonly field: SignField
  /** Its id in the page: an id of a template may hold what an id of HTML may not. */
  readonly id: string
  /** Its name in the form. */
  readonly name: string
}

/** Fields of one row stand on one line, however high each is: so far apart in points, it is another row. */
const rowPt = 6

/** In the order in which they are read: by page, then by row, then from the left. */
export const entriesOf = ({ fields }: Pick<SigningShown, 'fields'>): Entry[] => {
  const lineOf = ({ y, height }: SignField): number => y + height
  const rows: SignField[][] = []
  for (const field of [...fields].sort((a, b) => a.page - b.page || lineOf(a) - lineOf(b))) {
    const [first] = rows.at(-1) ?? []
    if (first && first.page === field.page && lineOf(field) - lineOf(first) <= rowPt) rows.at(-1)?.push(field)
    else rows.push([field])
  }
  return rows
    .flatMap((row) => row.sort((a, b) => a.x - b.x))
    .map((field, index) => ({ field, id: `f${index}`, name: `f.${field.id}` }))
}
