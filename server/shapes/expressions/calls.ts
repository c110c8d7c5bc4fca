import { nearestName } from '../nearest-names.ts'
import { type Build, type Builder, type Built, located, unknown } from './builder.ts'
import { Duration } from './durations.ts'
import { functionEntries, listForms } from './functions.ts'
import type { GivenType, Implementation, RunFunction } from './implementation.ts'
import { implementations } from './implementations.ts'
import type { Syntax } from './parse.ts'
import { type Binding, fits, nameOfPattern, type Parameter, resultOf, type Signature, signatures } from './signatures.ts'
import { quoted } from './troubles.ts'
import { nameOfType, type Type } from './types.ts'
import { instantMs, kindOf, mismatch } from './values.ts'

type Call = Extract<Syntax, { kind: 'call' }>

/** A call of a function of the table: as many arguments as it takes, each of its type. */
export const buildCall = (b: Builder, syntax: Call, build: Build): Built => {
  const signature = signatures.get(syntax.name)
  const implementation = implementations.get(syntax.name)
  if (!signature || !implementation) {
    unknownFunction(b, syntax)
    return unknown
  }
  const given = syntax.given.map((each) => build(b, each))
  if (!checkCount(b, syntax, signature)) return unknown
  const [before, binding] = [b.troubles.length, { type: null } as Binding]
  given.forEach(({ type }, at) => {
    checkArgument(b, syntax, parameterAt(signature, at), at, type, binding)
  })
  if (b.troubles.length > before) return unknown
  if (!checkFurther(b, syntax, implementation, given)) return unknown
  const types = given.map(({ type }) => type)
  return {
    type: implementation.result?.(types) ?? resultOf(signature.result, binding),
    run: located(syntax, runOf(signature, implementation, given, types)),
    size: given.reduce((size, each) => size + each.size, 3),
  }
}

const parameterAt = ({ parameters }: Signature, at: number): Parameter =>
  parameters[Math.min(at, parameters.length - 1)] as Parameter

const unknownFunction = (b: Builder, { name, nameFrom }: Call): void => {
  const at = { from: nameFrom, to: nameFrom + name.length }
  const form = listForms.find((each) => each.name === name)
  if (form) {
    b.trouble(
      'unknown_function',
      at,
      `${quoted(name)} stands behind a list.`,
      `Write \`${form.signature.replace(/: \w+$/, '')}\`.`,
    )
    return
  }
  const near = nearestName(name, [...functionEntries.keys(), ...listForms.map((each) => each.name)])
  b.trouble('unknown_function', at, `There is no function ${quoted(name)}.`, near ? `Did you mean ${quoted(near)}?` : null)
}

const checkCount = (b: Builder, syntax: Call, { parameters, least, repeats, text }: Signature): boolean => {
  const count = syntax.given.length
  if (count >= least && (repeats || count <= parameters.length)) return true
  b.trouble(
    'wrong_count',
    syntax,
    `${quoted(syntax.name)} takes ${countName(least, repeats ? null : parameters.length)}.`,
    `\`${text}\``,
  )
  return false
}

const countName = (least: number, most: number | null): string => {
  if (most === null) return `${least} value${least === 1 ? '' : 's'} or more`
  return least === most ? `${least} value${least === 1 ? '' : 's'}` : `${least} or ${most} values`
}

const checkArgument = (b: Builder, syntax: Call, { pattern }: Parameter, at: number, type: Type, binding: Binding): void => {
  const argument = syntax.given[at] as Syntax
  const found = fits(pattern, type, binding)
  if (found === 'may be empty') b.mayBeEmpty(argument, type)
  if (found !== 'no') return
  const message = `${b.shown(argument)} is ${nameOfType(type)} where ${quoted(syntax.name)} needs ${nameOfPattern(pattern)}.`
  b.trouble(
    'wrong_type',
    argument,
    message,
    hintOf(syntax.name, pattern.kind === 'type' ? pattern.type.kind : pattern.kind, type),
  )
}

const hintOf = (name: string, wanted: string, { kind }: Type): string | null => {
  if (name === 'contains' && kind === 'list') return 'Write `x in list` for an element of a list.'
  if (wanted === 'text' && (kind === 'number' || kind === 'boolean' || kind === 'list')) return 'Write `text(x)` for its text.'
  if (wanted === 'text' && kind === 'instant') return "Write `format(x, 'd MMMM, HH:mm')` for its text."
  if (wanted === 'number' && kind === 'text') return 'Write `default(number(x), 0)` for the number that a text is.'
  return wanted === 'instant' && kind === 'text' ? 'Write `instant(x)` for the instant that a text says.' : null
}

const checkFurther = (b: Builder, syntax: Call, { check }: Implementation, given: readonly GivenType[]): boolean => {
  const wrong = check?.(given)
  if (!wrong) return true
  b.trouble('wrong_argument', syntax.given[wrong.at] ?? syntax, wrong.message, wrong.hint)
  return false
}

// ── Running ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const runOf = (
  signature: Signature,
  implementation: Implementation,
  given: readonly Built[],
  types: readonly Type[],
): Built['run'] => {
  const run: RunFunction = implementation.prepare?.(given) ?? implementation.run
  const arguments_ = given.map((each, at) => readArgument(parameterAt(signature, at), each.run))
  return (e) =>
    run(
      e,
      arguments_.map((read) => read(e)),
      types,
    )
}

/** Data may not be as its schema promised: a function is given what its signature says, or the evaluation ends there. */
const readArgument = ({ pattern }: Parameter, run: Built['run']): Built['run'] => {
  const kind = pattern.kind === 'list' ? 'list' : pattern.kind === 'type' ? pattern.type.kind : 'any'
  const wanted = nameOfPattern(pattern)
  return (e) => {
    const value = run(e) ?? null
    if (value === null) {
      if (pattern.orNull) return null
      throw mismatch(wanted, value)
    }
    if (kind === 'any') return value
    if (kind === 'instant') return value instanceof Date ? value : new Date(instantMs(e, value))
    if (kind === 'duration' ? !(value instanceof Duration) : kindOf(value) !== kind) throw mismatch(wanted, value)
    return value
  }
}
