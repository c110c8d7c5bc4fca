import { z } from 'zod'
import type { Vault } from '#core/vault.ts'
import type { Paper, SealIdentity } from '#ports/paper.ts'
import { choice, shape } from '#shapes'
import type { SealCode } from './document-facts.ts'

/** What a workspace seals with now. */
export interface StoredIdentity {
  readonly id: string
  readonly subject: string
  readonly fingerprint: string
  /** Between which times it, and all above it, are valid. */
  readonly notBefore: Date
  readonly notAfter: Date
  readonly keySealed: string
}

/** Why documents that are sent now could not be sealed. */
export const SealingProblem = shape('SealingProblem', {
  code: choice('SealingProblemCode', [
    'certificate_ended',
    'certificate_not_yet',
    'certificate_ends_early',
    'key_unreadable',
    'authority_missing',
  ]).describe('`certificate_ends_early`: before the usual deadline of a document'),
  says: z.string().describe('The same in English'),
})
export type SealingProblem = z.output<typeof SealingProblem>

/** A seal that cannot be made until a person changes something: another try finds the same. */
export class SealBlocked extends Error {
  readonly code: z.output<typeof SealCode>
  constructor(code: z.output<typeof SealCode>, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
  }
}

export const sealOf = (id: string): string => `seal identity ${id}`

/** The private key of an identity (PKCS#8, base64). Throws SealBlocked where it cannot be decrypted. */
export const openSealKey = (vault: Vault, { id, keySealed }: Pick<StoredIdentity, 'id' | 'keySealed'>): string => {
  try {
    return vault.open(keySealed, sealOf(id))
  } catch (cause) {
    const says = 'The private key of this workspace’s certificate cannot be decrypted: it was stored under another FOYER_KEY.'
    throw new SealBlocked('key_unreadable', says, { cause })
  }
}

/** As sentences name a day. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Why the certificate seals nothing at that time; null where it does. */
export const validityProblem = ({ notBefore, notAfter }: Pick<StoredIdentity, 'notBefore' | 'notAfter'>, at: Date) => {
  if (at < notBefore)
    return {
      code: 'certificate_not_yet',
      says: `The certificate of this workspace is valid from ${dayOf(notBefore)} on.`,
    } as const
  if (at > notAfter)
    return { code: 'certificate_ended', says: `The certificate of this workspace ended on ${dayOf(notAfter)}.` } as const
  return null
}

/** Why what is sent at `at` and signed until `endsAt` could not be sealed; null where it can. The key is opened. */
export const sealProblem = (
  { identity }: { readonly identity: StoredIdentity | null },
  vault: Vault,
  { at, endsAt }: { readonly at: Date; readonly endsAt: Date },
): SealingProblem | null => {
  if (!identity) return null
  const keyProblem = keyProblemOf(identity, vault)
  if (keyProblem !== null) return { code: 'key_unreadable', says: keyProblem }
  const problem = validityProblem(identity, at)
  if (problem || identity.notAfter > endsAt) return problem
  const says = `The certificate of this workspace ends on ${dayOf(identity.notAfter)}, before the deadline of the document.`
  return { code: 'certificate_ends_early', says }
}

/** Why the key of an identity cannot be used, in words; null where it opens. */
export const keyProblemOf = (identity: Pick<StoredIdentity, 'id' | 'keySealed'>, vault: Vault): string | null => {
  try {
    openSealKey(vault, identity)
    return null
  } catch (error) {
    if (!(error instanceof SealBlocked)) throw error
    return error.message
  }
}

/** Between which times all certificates of a chain are valid. */
export const validityOf = (paper: Pick<Paper, 'factsOf'>, chain: readonly Buffer[]) => {
  const facts = chain.map((each) => paper.factsOf(each))
  return {
    notBefore: new Date(Math.max(...facts.map(({ notBefore }) => notBefore.getTime()))),
    notAfter: new Date(Math.min(...facts.map(({ notAfter }) => notAfter.getTime()))),
  }
}

/** Throws SealBlocked where a seal of this identity would be of a time at which a certificate of its chain is not valid. */
export const checkValidity = (paper: Pick<Paper, 'factsOf'>, { chain }: Pick<SealIdentity, 'chain'>, at: Date): void => {
  const problem = validityProblem(validityOf(paper, chain), at)
  if (problem) throw new SealBlocked(problem.code, problem.says)
}
