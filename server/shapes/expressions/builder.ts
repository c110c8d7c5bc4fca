import type { Evaluation } from './evaluation.ts'
import type { Syntax } from './parse.ts'
import { knownWhere, type RootOf } from './paths.ts'
import { Failure, quoted, type Trouble } from './troubles.ts'
import { alternativesOf, anyType, type Type, type TypeScope, withoutNull } from './types.ts'

export interface Built {
  readonly type: Type
  readonly run: (e: Evaluation) => unknown
  /** What one evaluation costs, in steps. */
  readonly size: number
  /** Of what stands in the expression as it is. */
  readonly constant?: unknown
}

export type Build = (b: Builder, syntax: Syntax) => Built

/** What stands in the place of a part that is wrong, so that the rest is still checked. */
export const unknown: Built = { type: anyType, run: () => null, size: 1 }

/** Says where a failure happened, unless it is said already. */
export const located =
  ({ from, to }: Syntax, run: Built['run']): Built['run'] =>
  (e) => {
    try {
      return run(e)
    } catch (error) {
      throw error instanceof Failure ? error.at(from, to) : error
    }
  }

interface Variable {
  readonly name: string
  readonly type: Type
  readonly slot: number
}

/** More say no more; and a name that is not known is compared with all that are. */
const mostTroubles = 10

/** What is gathered while an expression is built. */
export class Builder {
  readonly text: string
  readonly scope: TypeScope
  readonly troubles: Trouble[] = []
  /** Paths that are read, by their key. */
  readonly names = new Map<string, readonly string[]>()
  #variables: readonly Variable[] = []
  #known: ReadonlySet<string> = new Set()

  constructor(text: string, scope: TypeScope) {
    this.text = text
    this.scope = scope
  }

  get isFull(): boolean {
    return this.troubles.length >= mostTroubles
  }

  trouble(
    code: string,
    { from, to }: { readonly from: number; readonly to: number },
    message: string,
    hint: string | null = null,
  ): void {
    if (!this.isFull) this.troubles.push({ code, from, to, message, hint })
  }

  /** A part of the expression in a message. */
  shown({ from, to }: Syntax): string {
    return quoted(this.text.slice(from, to))
  }

  mayBeEmpty(syntax: Syntax, type: Type): void {
    const value = this.text.slice(syntax.from, syntax.to)
    const hint =
      value.length > 60
        ? 'Write `default(…, …)` for a value to use instead.'
        : `Write \`default(${value}, ${insteadOf(type)})\` for a value to use instead.`
    this.trouble('may_be_empty', syntax, `${this.shown(syntax)} may be empty.`, hint)
  }

  variable(name: string): Variable | undefined {
    return this.#variables.findLast((each) => each.name === name)
  }

  /** Names that can stand at the beginning of a path here. */
  rootNames(): readonly string[] {
    return [...Object.keys(this.scope), ...this.#variables.map(({ name }) => name)]
  }

  readonly rootOf: RootOf = (name) => {
    const variable = this.variable(name)
    return variable ? `${variable.slot}` : name
  }

  isKnown(key: string | null): boolean {
    return key !== null && this.#known.has(key)
  }

  /** Builds what is only evaluated where a condition is true, or false. */
  knowing(condition: Syntax, isTrue: boolean, build: () => Built): Built {
    const before = this.#known
    this.#known = new Set([...before, ...knownWhere(condition, isTrue, this.rootOf)])
    const built = build()
    this.#known = before
    return built
  }

  withVariable(name: string, type: Type, build: () => Built): { readonly slot: number; readonly built: Built } {
    const before = this.#variables
    const slot = before.length
    this.#variables = [...before, { name, type, slot }]
    const built = build()
    this.#variables = before
    return { slot, built }
  }
}

const insteadOf = (type: Type): string => {
  switch (alternativesOf(withoutNull(type))[0]?.kind) {
    case 'number':
      return '0'
    case 'boolean':
      return 'false'
    case 'text':
      return "''"
    case 'instant':
      return 'now'
    case 'list':
      return '[]'
    default:
      return '…'
  }
}
