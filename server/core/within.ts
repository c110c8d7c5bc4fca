import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'

type Db = Kysely<Tables>

/**
 * A point in a module's work at which modules above it join in, inside its transaction. The owner declares it and does not know who
 * contributes: that is how contacts are merged without knowing of conversations. Everything that can happen after the commit
 * is no moment but an event.
 */
export interface Moment<Facts = never, Result = unknown> {
  readonly name: string
  /**
   * `listed`: the contributions write, so the order in which they run is the order in which they take their locks. It stands in the
   * catalogue by name. `catalogue`: they only read, and come in the order of their modules.
   */
  readonly order: 'listed' | 'catalogue'
  /** Only a type: what is told at this moment, and what each contribution answers. */
  readonly types?: (facts: Facts) => [Facts, Result]
}

/** At which contributions write. */
export const moment = <Facts>(name: string): Moment<Facts, void> => ({ name, order: 'listed' })

/** At which contributions only answer something: a part of a statement, what they know of a thing. */
export const question = <Facts, Result>(name: string): Moment<Facts, Result> => ({ name, order: 'catalogue' })

/** The transaction that a contribution runs in. */
export interface Transaction {
  readonly db: Db
  readonly orgId: string
  readonly within: Within
}

/** What a module does at a moment of a module below it. */
export interface Contribution<Facts, Result> {
  readonly name: string
  readonly to: Moment<Facts, Result>
  readonly run: (facts: Facts, transaction: Transaction) => Promise<Result>
}

/** `NoInfer`: the facts and the answer are the moment's; `run` is checked against them and never decides them. */
export const contribution = <Facts, Result>(definition: {
  readonly name: string
  readonly to: Moment<Facts, Result>
  readonly run: (facts: NoInfer<Facts>, transaction: Transaction) => Promise<NoInfer<Result>>
}): Contribution<Facts, Result> => definition

/** Any moment, as a list holds it. */
export type AnyMoment = Omit<Moment, 'types'>

/** Any contribution, as a list holds it. */
export interface AnyContribution {
  readonly name: string
  readonly to: AnyMoment
  run(facts: never, transaction: Transaction): Promise<unknown>
}

/** Runs what is contributed to a moment, one after the other, in the caller's transaction; answers what each answered. */
export type Within = <Facts, Result>(
  db: Db,
  orgId: string,
  moment: Moment<Facts, Result>,
  facts: NoInfer<Facts>,
) => Promise<Result[]>

export const makeWithin = (contributions: ReadonlyMap<string, readonly AnyContribution[]>): Within => {
  const within = async <Result>(
    db: Db,
    orgId: string,
    { name }: { readonly name: string },
    facts: unknown,
  ): Promise<Result[]> => {
    const ordered = contributions.get(name)
    if (!ordered) throw new Error(`no module declares the moment ${name}`)
    const answers: Result[] = []
    for (const each of ordered) answers.push((await each.run(facts as never, { db, orgId, within })) as Result)
    return answers
  }
  return within
}
