import type { Evaluation } from './evaluation.ts'
import type { Type } from './types.ts'

/** Arguments fit the signature when they come here: texts are texts, instants `Date`; what may be left out or empty is null. */
export type RunFunction = (e: Evaluation, given: readonly unknown[], types: readonly Type[]) => unknown

/** What is wrong with what is given to a function, by its place. */
export interface WrongArgument {
  readonly at: number
  readonly message: string
  readonly hint: string | null
}

/** An argument as far as it is known before it is evaluated; `constant` where it stands in the expression as it is. */
export interface GivenType {
  readonly type: Type
  readonly constant?: unknown
}

export interface Implementation {
  readonly run: RunFunction
  /** What types and signature do not say. */
  readonly check?: (given: readonly GivenType[]) => WrongArgument | null
  /** Where the signature cannot say it. */
  readonly result?: (types: readonly Type[]) => Type
  /** Once for each place where it stands, after the check. */
  readonly prepare?: (given: readonly GivenType[]) => RunFunction
}

/** One that computes with arguments alone. */
export const plain = <Given extends readonly unknown[]>(run: (...given: Given) => unknown): Implementation => ({
  run: (_, given) => run(...(given as unknown as Given)),
})
