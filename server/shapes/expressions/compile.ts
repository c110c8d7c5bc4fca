import { build } from './build.ts'
import { Builder, type Built } from './builder.ts'
import { Evaluation, type Place } from './evaluation.ts'
import { parseExpression } from './parse.ts'
import { Failure, type Trouble } from './troubles.ts'
import { alternativesOf, mayBeNull, nameOfType, type Type, type TypeScope } from './types.ts'
import { jsonOf } from './values.ts'

/** What an evaluation came to. `value` is JSON: an instant is its RFC 3339 text, a duration its seconds. */
export type Outcome<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly trouble: Trouble }

/** An expression, a template or a value that can be evaluated as often as wanted. */
export interface Compiled<Value = unknown> {
  readonly ok: true
  readonly type: Type
  /** Paths that it reads, such as `['trigger', 'data', 'amount_minor']`. */
  readonly names: readonly (readonly string[])[]
  /** Never throws for what a text or data can do; ends after 500,000 steps (some 10 ms) and 4 MiB of text. */
  readonly evaluate: (values: Readonly<Record<string, unknown>>, place: Place) => Outcome<Value>
}

export interface NotCompiled {
  readonly ok: false
  readonly troubles: readonly Trouble[]
}

/** The paths that something compiled reads: for showing the values that it saw, and for what must be there before. */
export const namesIn = ({ names }: Pick<Compiled, 'names'>): readonly (readonly string[])[] => names

/** An expression that is checked, with how to run it inside another evaluation. */
export interface BuiltExpression {
  readonly ok: true
  readonly built: Built
  readonly names: readonly (readonly string[])[]
}

export const buildExpression = (text: string, scope: TypeScope): BuiltExpression | NotCompiled => {
  const parsed = parseExpression(text)
  if (!parsed.ok) return { ok: false, troubles: [parsed.trouble] }
  const builder = new Builder(text, scope)
  const built = build(builder, parsed.syntax)
  if (builder.troubles.length > 0) return { ok: false, troubles: builder.troubles }
  return { ok: true, built, names: [...builder.names.values()] }
}

/** Runs what was built, with all that one evaluation may spend. */
export const evaluated = <Value>(
  length: number,
  values: Readonly<Record<string, unknown>>,
  place: Place,
  run: (e: Evaluation) => Value,
): Outcome<Value> => {
  try {
    return { ok: true, value: run(new Evaluation(values, place)) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, message, hint, from, to, path } = error
    return { ok: false, trouble: { code, message, hint, from: from ?? 0, to: to ?? length, ...(path && { path }) } }
  }
}

/** Checks an expression against the types of the names that it may use, and makes it ready to be evaluated. */
export const compileExpression = (text: string, scope: TypeScope): Compiled | NotCompiled => {
  const expression = buildExpression(text, scope)
  if (!expression.ok) return expression
  const { built, names } = expression
  const { type, run, size } = built
  const whole = (e: Evaluation): unknown => {
    e.spend(size)
    return jsonOf(e, run(e))
  }
  return { ok: true, type, names, evaluate: (values, place) => evaluated(text.length, values, place, whole) }
}

/** The same for a condition: it must be true or false, and nothing else. */
export const compileCondition = (text: string, scope: TypeScope): Compiled<boolean> | NotCompiled => {
  const compiled = compileExpression(text, scope)
  if (!compiled.ok) return compiled
  const at = { from: 0, to: text.length }
  if (mayBeNull(compiled.type))
    return {
      ok: false,
      troubles: [
        {
          code: 'may_be_empty',
          ...at,
          message: 'This condition may be empty.',
          hint: 'Write `x == true`, or `default(x, false)`.',
        },
      ],
    }
  if (!alternativesOf(compiled.type).every(({ kind }) => kind === 'boolean' || kind === 'any')) {
    const message = `A condition is true or false; this is ${nameOfType(compiled.type)}.`
    return {
      ok: false,
      troubles: [{ code: 'wrong_type', ...at, message, hint: 'Compare it: `x == …`, or ask whether it is there: `has(x)`.' }],
    }
  }
  return { ...compiled, evaluate: (values, place) => asCondition(compiled.evaluate(values, place), at) }
}

const asCondition = (outcome: Outcome, at: { readonly from: number; readonly to: number }): Outcome<boolean> => {
  if (!outcome.ok) return outcome
  const { value } = outcome
  if (typeof value === 'boolean') return { ok: true, value }
  return { ok: false, trouble: { code: 'wrong_type', ...at, message: 'This condition is neither true nor false.', hint: null } }
}
