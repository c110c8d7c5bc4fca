import type { LongTermData, LongTermProblem } from './paper.ts'

/** Where what a seal is verified by later comes from: the issuers of its certificates, and of those of its timestamp authority. */
export interface LongTerm {
  /**
   * Gathers the certificates and revocation lists (RFC 5280) of a seal and of its timestamp, up to their roots, and checks that they say that all
   * was good. They are fetched where the certificates name them. Throws `LongTermMissing`.
   */
  gather(of: {
    /** DER, the leaf first; empty where it is about a timestamp alone. */
    readonly chain: readonly Buffer[]
    /** A list that the root of the chain made, where it made one. */
    readonly crl: Buffer | null
    /** TimeStampToken over the seal. */
    readonly token: Buffer
    /** Whether the operator named the authority: what its certificates name may be private, as it may be itself. */
    readonly isOperators: boolean
  }): Promise<LongTermData>
}

/** It cannot be had. */
export class LongTermMissing extends Error {
  readonly problem: LongTermProblem
  /** Another try may get it. */
  readonly isPassing: boolean
  constructor(problem: LongTermProblem, isPassing: boolean, options: ErrorOptions = {}) {
    super(`the long-term data cannot be had: ${problem.fault}`, options)
    this.problem = problem
    this.isPassing = isPassing
  }
}
