import type { Trouble } from './editing.ts'

/** A step that was just added and is still open, with what has been filled in since, by field. */
export interface FreshStep {
  readonly id: string
  readonly touched: readonly string[]
}

/** What is said while a step is new: of its fields, only of those that were filled in. Of all others, everything. */
export const troublesSaid = (troubles: readonly Trouble[], fresh: FreshStep | null): readonly Trouble[] =>
  fresh === null
    ? troubles
    : troubles.filter(({ node, field }) => node !== fresh.id || fresh.touched.some((each) => isPart(field, each)))

const isPart = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)
