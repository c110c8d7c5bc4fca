import type { Db } from '#core/context.ts'
import { digestOfMarks, findChain, findPersonal, personalDigest } from './chain.ts'
import { type Marks, marksDigest } from './marks.ts'
import type { SignerRow } from './signers.ts'

/** What stands in the fields of a signer is not what they signed. */
export class MarksChanged extends Error {}

/**
 * Holds what is about to be laid onto the pages against the evidence of each signature. Signatures of before this was kept name no digest, and
 * are taken as they are.
 */
export const checkMarks = async (db: Db, orgId: string, documentId: string, signers: readonly SignerRow[]): Promise<void> => {
  const [chain, personal] = await Promise.all([findChain(db, orgId, documentId), findPersonal(db, orgId, documentId)])
  for (const { seq, facts, personal: digests } of chain.filter(({ kind }) => kind === 'signed')) {
    const digest = digests[digestOfMarks]
    if (digest === undefined) continue
    const signer = signers.find(({ id }) => id === facts.signer)
    const kept = personal.find((each) => each.seq === seq && each.key === digestOfMarks)
    const is = marksDigest((signer?.marks ?? {}) as unknown as Marks)
    if (!kept || personalDigest(kept.salt, is) !== digest)
      throw new MarksChanged(`what event ${seq} signed is not what stands in the fields`)
  }
}
