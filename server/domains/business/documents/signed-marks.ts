import { digestOfMarks, personalDigest } from './chain.ts'
import { type Marks, marksDigest } from './marks.ts'
import type { SaidRows } from './said-rows.ts'
import type { SignerRow } from './signers.ts'

/** What stands in the fields of a signer is not what they signed. */
export class MarksChanged extends Error {}

interface Marked extends Pick<SaidRows, 'chain' | 'personal'> {
  readonly signers: readonly Pick<SignerRow, 'id' | 'marks'>[]
}

/**
 * Holds what stands in the fields against the evidence of each signature; null where it is that. Signatures of before this was kept name no
 * digest, and are taken as they are.
 */
export const findOtherMarks = ({ chain, personal, signers }: Marked): string | null => {
  for (const { seq, facts, personal: digests } of chain.filter(({ kind }) => kind === 'signed')) {
    const digest = digests[digestOfMarks]
    if (digest === undefined) continue
    const signer = signers.find(({ id }) => id === facts.signer)
    const kept = personal.find((each) => each.seq === seq && each.key === digestOfMarks)
    const is = marksDigest((signer?.marks ?? {}) as unknown as Marks)
    if (!kept || personalDigest(kept.salt, is) !== digest) return `what event ${seq} signed is not what stands in the fields`
  }
  return null
}

/** The same before they are laid onto pages, or set on a certificate. */
export const checkMarks = (marked: Marked): void => {
  const other = findOtherMarks(marked)
  if (other !== null) throw new MarksChanged(other)
}
