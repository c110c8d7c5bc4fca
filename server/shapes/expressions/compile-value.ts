import { nearestName } from '../nearest-names.ts'
import { type Compiled, evaluated, type NotCompiled } from './compile.ts'
import type { Evaluation } from './evaluation.ts'
import { typeOfConstant } from './schema-types.ts'
import { asHtml, type BuiltTemplate, buildTemplate, isTemplate, withoutText } from './templates.ts'
import { Failure, quoted, type Trouble } from './troubles.ts'
import {
  alternativesOf,
  anyType,
  listOf,
  mayBeNull,
  nameOfType,
  type RecordType,
  recordOf,
  type Type,
  type TypeScope,
  textType,
  unionOf,
  withoutNull,
} from './types.ts'
import { isRecord, type JsonRecord, jsonOf, readInstant } from './values.ts'

type Path = readonly (string | number)[]

interface BuiltValue {
  readonly type: Type
  readonly run: (e: Evaluation) => unknown
  readonly isConstant: boolean
}

/** What is said of values that are too large to be checked. */
const mostDepth = 32
const mostTroubles = 20
/** UTF-16 units of all its texts: a definition has 256 KiB. */
const mostUnits = 262_144
/** UTF-16 units of all its expressions. */
const longestExpressions = 32_768

/**
 * JSON whose texts are templates, such as the input of an action, checked against what is expected (`typeOfSchema` of the action's input).
 * Where text is expected, a `{{ … }}` gives text as people mean it. What comes out empty is left out where its member may be missing, and
 * told where it is required. Troubles have the path to their text; what a shape says beyond types (lengths, formats) its action checks.
 */
export const compileValue = (json: unknown, scope: TypeScope, expected: Type = anyType): Compiled | NotCompiled => {
  const values = new ValueBuilder(scope)
  const { type, run, isConstant } = values.build(json, expected, [])
  if (values.troubles.length > 0) return { ok: false, troubles: values.troubles.slice(0, mostTroubles) }
  const names = [...values.names.values()]
  if (isConstant) return { ok: true, type, names, evaluate: () => ({ ok: true, value: json }) }
  return { ok: true, type, names, evaluate: (given, place) => evaluated(0, given, place, (e) => jsonOf(e, run(e))) }
}

/** Stands for a member that is left out. */
const omitted = Symbol('omitted')

class ValueBuilder {
  readonly troubles: Trouble[] = []
  readonly names = new Map<string, readonly string[]>()
  readonly #scope: TypeScope
  #units = 0
  #expressionUnits = 0

  constructor(scope: TypeScope) {
    this.#scope = scope
  }

  get #isLong(): boolean {
    return this.#units > mostUnits || this.#expressionUnits > longestExpressions
  }

  build(json: unknown, expected: Type, path: Path): BuiltValue {
    if (path.length > mostDepth || this.#isLong || this.troubles.length >= mostTroubles) return this.#tooLarge(path)
    if (typeof json === 'string') {
      this.#units += json.length
      return isTemplate(json) ? this.#template(json, expected, path) : this.#constant(json, expected, path)
    }
    if (Array.isArray(json)) return this.#list(json, expected, path)
    return isRecord(json) ? this.#record(json, expected, path) : this.#constant(json, expected, path)
  }

  #tooLarge(path: Path): BuiltValue {
    if (this.troubles.length === 0) this.#trouble('too_long', path, 0, 'This value is too large, or nested too deeply.')
    return constantOf(null)
  }

  #trouble(code: string, path: Path, length: number, message: string, hint: string | null = null): void {
    this.troubles.push({ code, from: 0, to: length, message, hint, path })
  }

  #constant(value: unknown, expected: Type, path: Path): BuiltValue {
    const length = typeof value === 'string' ? value.length : 0
    const parts = alternativesOf(expected)
    const isAccepted = parts.some(({ kind }) =>
      kind === 'any' || kind === typeOfConstant(value).kind
        ? true
        : kind === 'instant' && typeof value === 'string' && readInstant(value) !== null,
    )
    if (!isAccepted) this.#trouble('wrong_type', path, length, `This is not ${nameOfType(expected)}.`)
    else if (typeof value === 'string') this.#word(value, parts, path)
    return constantOf(value)
  }

  #word(value: string, parts: readonly Type[], path: Path): void {
    const texts = parts.filter(({ kind }) => kind === 'text' || kind === 'any' || kind === 'instant')
    const words = texts.flatMap((type) => (type.kind === 'text' ? (type.words ?? []) : []))
    if (texts.some((type) => type.kind !== 'text' || !type.words) || words.includes(value)) return
    const near = nearestName(value, words)
    const hint = near ? `Did you mean ${quoted(near)}?` : `It is one of ${words.slice(0, 12).map(quoted).join(', ')}.`
    this.#trouble('unknown_word', path, value.length, `${quoted(value)} is not possible here.`, hint)
  }

  #template(text: string, expected: Type, path: Path): BuiltValue {
    const isHtml = alternativesOf(expected).some((type) => type.kind === 'text' && type.isHtml)
    const template = buildTemplate(text, this.#scope, isHtml ? asHtml : undefined)
    if (!template.ok) {
      this.troubles.push(...template.troubles.map((trouble) => ({ ...trouble, path })))
      return constantOf(null)
    }
    this.#expressionUnits += template.units
    for (const name of template.names) this.names.set(name.join('\n'), name)
    const wanted = this.#checkTemplate(template, text, { expected, isHtml }, path)
    return { ...wanted, run: withPath(path, wanted.run), isConstant: false }
  }

  #checkTemplate(
    template: BuiltTemplate,
    text: string,
    { expected, isHtml }: { readonly expected: Type; readonly isHtml: boolean },
    path: Path,
  ): Pick<BuiltValue, 'type' | 'run'> {
    const { type, run } = template
    const parts = alternativesOf(expected)
    const takesText = parts.some((part) => part.kind === 'text' && !part.words)
    if (mayBeNull(type) && !parts.some(({ kind }) => kind === 'null' || kind === 'any'))
      this.#trouble(
        'may_be_empty',
        path,
        text.length,
        'This may be empty, and a value is needed here.',
        'Write `default(x, …)` for a value to use instead.',
      )
    const given = withoutNull(type)
    if (canBeGiven(given, expected) && !(isHtml && template.isWhole)) return { type, run }
    const wrong = takesText ? withoutText(given) : null
    if (takesText && !wrong) return { type: textType, run: (e) => textUnlessNull(template, e) }
    const needed = nameOfType(withoutNull(expected))
    const hint =
      wrong?.hint ?? (template.isWhole ? null : 'Write one `{{ … }}` and nothing beside it for a value that is not text.')
    this.#trouble('wrong_type', path, text.length, `This is ${nameOfType(given)} where ${needed} is needed.`, hint)
    return { type, run }
  }

  #list(json: readonly unknown[], expected: Type, path: Path): BuiltValue {
    const lists = alternativesOf(expected).filter(({ kind }) => kind === 'list' || kind === 'any')
    if (lists.length === 0) this.#trouble('wrong_type', path, 0, `This is a list where ${nameOfType(expected)} is needed.`)
    const of = unionOf(lists.map((type) => (type.kind === 'list' ? type.of : anyType)))
    const items = json.map((item, at) => this.build(item, of, [...path, at]))
    const isConstant = items.every((item) => item.isConstant)
    return {
      type: listOf(items.length === 0 ? anyType : unionOf(items.map((item) => item.type))),
      run: isConstant ? () => json : (e) => items.map((item) => item.run(e)),
      isConstant,
    }
  }

  #record(json: JsonRecord, expected: Type, path: Path): BuiltValue {
    const open = alternativesOf(expected).some(({ kind }) => kind === 'any')
    const records = alternativesOf(expected).filter((type) => type.kind === 'record')
    if (!open && records.length === 0)
      this.#trouble('wrong_type', path, 0, `This is an object where ${nameOfType(expected)} is needed.`)
    const meant = open ? [] : recordsMeant(records, json)
    const members = Object.entries(json).map(([name, member]) => this.#member(name, member, meant, path))
    const [only] = meant
    if (meant.length === 1 && only)
      for (const name of only.required)
        if (!Object.hasOwn(json, name)) this.#trouble('missing', [...path, name], 0, `${quoted(name)} is missing.`)
    const isConstant = members.every(({ built }) => built.isConstant)
    const run = (e: Evaluation): unknown =>
      Object.fromEntries(
        members.map(({ name, built }) => [name, built.run(e)] as const).filter(([, value]) => value !== omitted),
      )
    return {
      type: recordOf(Object.fromEntries(members.map(({ name, built }) => [name, built.type]))),
      run: isConstant ? () => json : run,
      isConstant,
    }
  }

  #member(name: string, json: unknown, records: readonly RecordType[], path: Path): { name: string; built: BuiltValue } {
    const at = [...path, name]
    if (records.length === 0) return { name, built: this.build(json, anyType, at) }
    const types = records.map((record) => record.taken(name) ?? record.rest).filter((type) => type !== null)
    if (types.length === 0) {
      const near = nearestName(
        name,
        records.flatMap(({ names }) => names),
      )
      this.#trouble('unknown_name', at, 0, `${quoted(name)} is not known here.`, near ? `Did you mean ${quoted(near)}?` : null)
      return { name, built: constantOf(null) }
    }
    const taken = unionOf(types)
    const isOptional = !mayBeNull(taken) && taken.kind !== 'any' && !records.every(({ required }) => required.has(name))
    const built = this.build(
      json,
      isOptional && typeof json === 'string' && isTemplate(json) ? unionOf([taken, { kind: 'null' }]) : taken,
      at,
    )
    return { name, built: isOptional && !built.isConstant ? { ...built, run: (e) => built.run(e) ?? omitted } : built }
  }
}

const constantOf = (value: unknown): BuiltValue => ({ type: typeOfConstant(value), run: () => value, isConstant: true })

const textUnlessNull = ({ run, toText }: BuiltTemplate, e: Evaluation): string | null => {
  const value = run(e) ?? null
  return value === null ? null : toText(e, value)
}

/** Of a failure: in which text of the value it happened. */
const withPath =
  (path: Path, run: BuiltValue['run']): BuiltValue['run'] =>
  (e) => {
    try {
      return run(e)
    } catch (error) {
      if (error instanceof Failure) error.path ??= path
      throw error
    }
  }

/** Of records that differ by a word (`kind: 'person'`), those that the words of a value belong to. */
const recordsMeant = (records: readonly RecordType[], json: JsonRecord): readonly RecordType[] => {
  const meant = records.filter((record) =>
    record.names.every((name) => {
      const type = record.taken(name)
      const value = Object.hasOwn(json, name) ? json[name] : undefined
      return (
        typeof value !== 'string' || isTemplate(value) || type?.kind !== 'text' || !type.words || type.words.includes(value)
      )
    }),
  )
  return meant.length === 0 ? records : meant
}

/** How deep two types are compared; what lies deeper the action checks. */
const mostCompared = 5

/** Whether values of a type, null aside, may be given where another one is expected. What is only known while it runs, may. */
const canBeGiven = (given: Type, expected: Type, depth = 0): boolean =>
  depth > mostCompared ||
  alternativesOf(withoutNull(given)).every((one) => alternativesOf(expected).some((other) => isGiven(one, other, depth)))

const isGiven = (given: Type, expected: Type, depth: number): boolean => {
  if (given.kind === 'any' || expected.kind === 'any') return true
  if (given.kind === 'text' && expected.kind === 'text')
    return !given.words || !expected.words || given.words.some((word) => expected.words?.includes(word))
  if (given.kind === 'list' && expected.kind === 'list') return canBeGiven(given.of, expected.of, depth + 1)
  if (given.kind === 'record' && expected.kind === 'record') return isGivenRecord(given, expected, depth)
  return given.kind === expected.kind
}

const isGivenRecord = (given: RecordType, expected: RecordType, depth: number): boolean =>
  [...expected.required].every((name) => given.names.includes(name) || given.rest !== null) &&
  given.names.every((name) => {
    const [one, other] = [given.member(name), expected.taken(name) ?? expected.rest]
    return !one || !other || canBeGiven(one, other, depth + 1)
  })
