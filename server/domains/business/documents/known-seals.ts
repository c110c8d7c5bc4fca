import type { LongTermProblem, Paper, StampInSeal } from '#ports/paper.ts'

/** What is looked at in a file whose bytes are known. */
export type Looks = Pick<Paper, 'stampIn' | 'longTermProblem'>

export interface InSeal {
  readonly stamp: StampInSeal | null
  readonly longTerm: LongTermProblem | null
}

/** Some hundred bytes each. */
const mostKnown = 1_000
/** By SHA-256 of the file, the one asked for last at the end. */
const known = new Map<string, InSeal>()

/**
 * What the seal of a file holds. It follows from its bytes alone, not from the time or from anything that is stored: of bytes that were just held
 * against this digest it is known for ever. Without, each look would parse a token and its certificates for some milliseconds.
 */
export const lookIntoSeal = async (sha256: Buffer, read: () => Promise<Buffer>, paper: Looks): Promise<InSeal> => {
  const digest = sha256.toString('hex')
  const seen = known.get(digest)
  known.delete(digest)
  const found = seen ?? lookInto(await read(), paper)
  known.set(digest, found)
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break
    known.delete(oldest)
  }
  return found
}

const lookInto = (sealed: Buffer, paper: Looks): InSeal => ({
  stamp: paper.stampIn(sealed),
  longTerm: paper.longTermProblem(sealed),
})
