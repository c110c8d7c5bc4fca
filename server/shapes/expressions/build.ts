import { nearestName } from '../nearest-names.ts'
import { type Builder, type Built, located, unknown } from './builder.ts'
import { buildCall } from './calls.ts'
import { type ComputingOperator, canBeEqual, operatorFor, typeOfOperator } from './operators.ts'
import type { Syntax } from './parse.ts'
import { buildPath } from './reading.ts'
import { typeOfConstant } from './schema-types.ts'
import { quoted } from './troubles.ts'
import {
  alternativesOf,
  anyType,
  booleanType,
  listOf,
  mayBeNull,
  nameOfType,
  numberType,
  recordOf,
  type Type,
  unionOf,
  withoutNull,
} from './types.ts'
import { mismatch } from './values.ts'

type Of<Kind extends Syntax['kind']> = Extract<Syntax, { kind: Kind }>

/** Checks an expression and makes the function that computes it, in one pass; what is wrong goes to the builder. */
export const build = (b: Builder, syntax: Syntax): Built => {
  if (b.isFull) return unknown
  switch (syntax.kind) {
    case 'literal': {
      const { value } = syntax
      return { type: typeOfConstant(value), run: () => value, size: 1, constant: value }
    }
    case 'name':
    case 'member':
    case 'index':
      return buildPath(b, syntax, build)
    case 'call':
      return buildCall(b, syntax, build)
    case 'each':
      return buildEach(b, syntax)
    case 'unary':
      return buildUnary(b, syntax)
    case 'binary':
      return buildBinary(b, syntax)
    case 'choice':
      return buildChoice(b, syntax)
    case 'list': {
      const items = syntax.items.map((item) => build(b, item))
      const type = listOf(items.length === 0 ? anyType : unionOf(items.map((item) => item.type)))
      const runs = items.map(({ run }) => run)
      return { type, run: (e) => runs.map((run) => run(e)), size: sizeOf(items) }
    }
    case 'record': {
      const entries = syntax.entries.map(({ name, value }) => [name, build(b, value)] as const)
      const type = recordOf(Object.fromEntries(entries.map(([name, built]) => [name, built.type])))
      const size = sizeOf(entries.map(([, built]) => built)) + entries.length
      return { type, run: (e) => Object.fromEntries(entries.map(([name, { run }]) => [name, run(e)])), size }
    }
  }
}

const sizeOf = (parts: readonly Built[]): number => parts.reduce((size, part) => size + part.size, 1)

// ── Conditions ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** What must be true or false. */
const buildCondition = (b: Builder, syntax: Syntax): Built => {
  const built = build(b, syntax)
  if (mayBeNull(built.type)) b.mayBeEmpty(syntax, built.type)
  else if (!alternativesOf(built.type).every(({ kind }) => kind === 'boolean' || kind === 'any'))
    b.trouble(
      'wrong_type',
      syntax,
      `${b.shown(syntax)} is ${nameOfType(built.type)}, not true or false.`,
      hintOfCondition(built.type),
    )
  const { run } = built
  if (
    alternativesOf(built.type).every(({ kind }) => kind === 'boolean') &&
    (syntax.kind === 'binary' || syntax.kind === 'call')
  )
    return { ...built, type: booleanType }
  const checked = located(syntax, (e) => {
    const value = run(e)
    if (typeof value !== 'boolean') throw mismatch('true or false', value)
    return value
  })
  return { ...built, type: booleanType, run: checked }
}

const hintOfCondition = (type: Type): string =>
  type.kind === 'list' ? 'Compare its size: `size(x) > 0`.' : 'Compare it: `x == …`, or ask whether it is there: `has(x)`.'

const buildUnary = (b: Builder, syntax: Of<'unary'>): Built => {
  if (syntax.operator === '!') {
    const { run, size } = buildCondition(b, syntax.of)
    return { type: booleanType, run: (e) => !run(e), size: size + 1 }
  }
  const { run, size, constant, type } = build(b, syntax.of)
  if (typeof constant === 'number') return { type: numberType, run: () => -constant, size: 1, constant: -constant }
  if (mayBeNull(type)) b.mayBeEmpty(syntax.of, type)
  else if (!alternativesOf(type).every(({ kind }) => kind === 'number' || kind === 'any'))
    b.trouble('wrong_type', syntax.of, `${b.shown(syntax.of)} is ${nameOfType(type)}, not a number.`)
  const negative = located(syntax, (e) => {
    const value = run(e)
    if (typeof value !== 'number') throw mismatch('a number', value)
    return -value
  })
  return { type: numberType, run: negative, size: size + 1 }
}

const buildChoice = (b: Builder, syntax: Of<'choice'>): Built => {
  const when = buildCondition(b, syntax.when)
  const then = b.knowing(syntax.when, true, () => build(b, syntax.then))
  const otherwise = b.knowing(syntax.when, false, () => build(b, syntax.otherwise))
  return {
    type: unionOf([then.type, otherwise.type]),
    run: (e) => (when.run(e) ? then.run(e) : otherwise.run(e)),
    size: sizeOf([when, then, otherwise]),
  }
}

// ── Operators of two ────────────────────────────────────────────────────────────────────────────────────────────────

const buildBinary = (b: Builder, syntax: Of<'binary'>): Built => {
  const { operator } = syntax
  if (operator === '&&' || operator === '||') {
    const isAnd = operator === '&&'
    const left = buildCondition(b, syntax.left)
    const right = b.knowing(syntax.left, isAnd, () => buildCondition(b, syntax.right))
    const [first, second] = [left.run, right.run]
    return {
      type: booleanType,
      run: isAnd ? (e) => first(e) && second(e) : (e) => first(e) || second(e),
      size: sizeOf([left, right]),
    }
  }
  const [left, right] = [build(b, syntax.left), build(b, syntax.right)]
  const type = checkOperator(b, syntax, operator, left, right)
  const run = operatorFor(operator, left.type, right.type)
  const [first, second] = [left.run, right.run]
  return { type, run: located(syntax, (e) => run(e, first(e), second(e))), size: sizeOf([left, right]) }
}

const checkOperator = (b: Builder, syntax: Of<'binary'>, operator: ComputingOperator, left: Built, right: Built): Type => {
  if (operator === '==' || operator === '!=') {
    checkEquality(b, syntax, left, right)
    return booleanType
  }
  if (operator === 'in') checkWords(b, syntax.left, left, right.type.kind === 'list' ? right.type.of : anyType)
  const operands = [
    [syntax.left, left],
    [syntax.right, right],
  ] as const
  const empty = operands.filter(([, { type }], at) => mayBeNull(type) && !(operator === 'in' && at === 0))
  for (const [operand, { type }] of empty) b.mayBeEmpty(operand, type)
  if (empty.length > 0) return typeOfOperator(operator, withoutNull(left.type), withoutNull(right.type)) ?? anyType
  const type = typeOfOperator(operator, left.type, right.type)
  if (type) return type
  const [one, other] = [nameOfType(left.type), nameOfType(right.type)]
  b.trouble(
    'wrong_type',
    syntax,
    `\`${operator}\` is not for ${one} and ${other}.`,
    hintOfOperator(operator, left.type, right.type),
  )
  return anyType
}

const hintOfOperator = (operator: string, left: Type, right: Type): string | null => {
  const kinds = [left.kind, right.kind]
  if (operator === 'in' && right.kind === 'text') return 'To look for a part of a text write `text.contains(part)`.'
  if (kinds.includes('text') && kinds.includes('instant')) return "Write `instant('2026-11-27')` for a time."
  if (kinds.includes('duration') && kinds.includes('number'))
    return 'Write `days(3)`, `hours(2)` or `minutes(30)` for a duration.'
  if (kinds.includes('instant') && kinds.includes('number'))
    return 'Write `days(3)`, `hours(2)` or `minutes(30)` for a duration.'
  if (kinds.includes('text') && kinds.includes('number'))
    return operator === '+'
      ? 'To join texts write `text(x)` for the number.'
      : 'Write `default(number(x), 0)` for the number that a text is.'
  return null
}

const checkEquality = (b: Builder, syntax: Of<'binary'>, left: Built, right: Built): void => {
  if (!canBeEqual(withoutNull(left.type), withoutNull(right.type)) && !isNull(left.type) && !isNull(right.type)) {
    const message = `${b.shown(syntax.left)} is ${nameOfType(left.type)} and ${b.shown(syntax.right)} is ${nameOfType(right.type)}: they are never equal.`
    b.trouble('wrong_type', syntax, message, hintOfOperator('==', left.type, right.type))
    return
  }
  checkWords(b, syntax.left, left, right.type)
  checkWords(b, syntax.right, right, left.type)
}

const isNull = (type: Type): boolean => type.kind === 'null'

/** A text that stands there, compared with what can only be one of a few. */
const checkWords = (b: Builder, syntax: Syntax, { constant }: Built, other: Type): void => {
  if (typeof constant !== 'string') return
  const texts = alternativesOf(other).filter((type) => type.kind === 'text')
  const words = texts.flatMap((type) => type.words ?? [])
  if (texts.length === 0 || texts.some((type) => !type.words) || words.includes(constant)) return
  const near = nearestName(constant, words)
  const list = words.slice(0, 8).map(quoted).join(', ')
  b.trouble(
    'unknown_word',
    syntax,
    `It is never ${quoted(constant)}.`,
    near ? `Did you mean ${quoted(near)}?` : `It is one of ${list}${words.length > 8 ? ' …' : ''}.`,
  )
}

// ── Lists, element by element ───────────────────────────────────────────────────────────────────────────────────────

const buildEach = (b: Builder, syntax: Of<'each'>): Built => {
  const list = build(b, syntax.list)
  if (mayBeNull(list.type)) b.mayBeEmpty(syntax.list, list.type)
  else if (!alternativesOf(list.type).every(({ kind }) => kind === 'list' || kind === 'any'))
    b.trouble('wrong_type', syntax.list, `${b.shown(syntax.list)} is ${nameOfType(list.type)}, not a list.`)
  const element = unionOf(alternativesOf(list.type).map((type) => (type.kind === 'list' ? type.of : anyType)))
  const isMap = syntax.name === 'map'
  const { slot, built: body } = b.withVariable(syntax.variable, element, () =>
    isMap ? build(b, syntax.body) : buildCondition(b, syntax.body),
  )
  const type = isMap ? listOf(body.type) : syntax.name === 'filter' ? listOf(element) : booleanType
  return { type, run: located(syntax, eachRun(syntax.name, list.run, body, slot)), size: list.size + 1 }
}

/** Each element costs as much as what is computed for it: so lists in lists end. */
const eachRun = (name: Of<'each'>['name'], listIn: Built['run'], { run, size }: Built, slot: number): Built['run'] => {
  const over =
    (most: (list: readonly unknown[], test: () => unknown, set: (element: unknown) => void) => unknown): Built['run'] =>
    (e) => {
      const list = listIn(e)
      if (!Array.isArray(list)) throw mismatch('a list', list)
      const test = (): unknown => {
        e.spend(size + 2)
        return run(e)
      }
      return most(list, test, (element) => {
        e.locals[slot] = element
      })
    }
  const found = (list: readonly unknown[], test: () => unknown, set: (element: unknown) => void, wanted: boolean): boolean =>
    list.some((element) => {
      set(element)
      return test() === wanted
    })
  switch (name) {
    case 'exists':
      return over((list, test, set) => found(list, test, set, true))
    case 'all':
      return over((list, test, set) => !found(list, test, set, false))
    case 'filter':
      return over((list, test, set) =>
        list.filter((element) => {
          set(element)
          return test()
        }),
      )
    case 'map':
      return over((list, test, set) =>
        list.map((element) => {
          set(element)
          return test()
        }),
      )
  }
}
