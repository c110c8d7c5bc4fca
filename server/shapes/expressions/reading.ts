import { nearestName } from '../nearest-names.ts'
import { type Build, type Builder, type Built, located, unknown } from './builder.ts'
import type { Evaluation } from './evaluation.ts'
import type { Syntax } from './parse.ts'
import { pathKey, stepOf } from './paths.ts'
import { quoted } from './troubles.ts'
import {
  alternativesOf,
  anyType,
  mayBeNull,
  memberNamesOf,
  memberOf,
  nameOfType,
  orNull,
  type Type,
  unionOf,
  withoutNull,
} from './types.ts'
import { elementOf, ownMember } from './values.ts'

type Access = Extract<Syntax, { kind: 'member' | 'index' }>

/**
 * A path such as `trigger.data.email`. What is missing on the way is empty, and so is what would be behind it: a type that may be null says
 * so, and a function or an operator that needs a value asks for another one.
 */
export const buildPath = (b: Builder, syntax: Syntax, build: Build): Built => {
  const built = step(b, syntax, build)
  recordName(b, syntax)
  return built
}

const step = (b: Builder, syntax: Syntax, build: Build): Built => {
  if (syntax.kind === 'name') return buildName(b, syntax)
  if (syntax.kind !== 'member' && syntax.kind !== 'index') return build(b, syntax)
  const of = step(b, syntax.of, build)
  if (of === unknown) return unknown
  const built = syntax.kind === 'member' ? buildMember(b, syntax, of, syntax.name) : buildIndex(b, syntax, of, build)
  return mayBeNull(built.type) && b.isKnown(pathKey(syntax, b.rootOf)) ? { ...built, type: withoutNull(built.type) } : built
}

const buildName = (b: Builder, syntax: Extract<Syntax, { kind: 'name' }>): Built => {
  const { name } = syntax
  const variable = b.variable(name)
  const known = b.isKnown(b.rootOf(name))
  const typeOf = (type: Type): Type => (known ? withoutNull(type) : type)
  if (variable) {
    const { slot, type } = variable
    return { type: typeOf(type), run: (e) => e.locals[slot] ?? null, size: 1 }
  }
  const type = Object.hasOwn(b.scope, name) ? b.scope[name] : undefined
  if (type)
    return { type: typeOf(type), run: (e) => (Object.hasOwn(e.values, name) ? (e.values[name] ?? null) : null), size: 1 }
  b.trouble('unknown_name', syntax, `${quoted(name)} is not known.`, hintOf(name, b.rootNames()))
  return unknown
}

const hintOf = (name: string, names: readonly string[]): string | null => {
  const near = nearestName(name, names)
  if (near) return `Did you mean ${quoted(near)}?`
  if (names.length === 0) return null
  return `Known here: ${names.slice(0, 12).map(quoted).join(', ')}${names.length > 12 ? ' …' : '.'}`
}

const buildMember = (b: Builder, syntax: Access, of: Built, name: string): Built => {
  const type = memberOf(of.type, name)
  if (type === undefined) {
    unknownMember(b, syntax, of.type, name)
    return unknown
  }
  const { run } = of
  const read = (e: Evaluation): unknown => ownMember(run(e), name)
  return { type, run: isSure(of.type) ? read : located(syntax, read), size: of.size + 1 }
}

/** Data is promised to be an object: where it is not, the whole is named instead. Spares a frame for each step of a path. */
const isSure = (type: Type): boolean => alternativesOf(type).every(({ kind }) => kind === 'record' || kind === 'null')

const unknownMember = (b: Builder, syntax: Access, of: Type, name: string): void => {
  const at = syntax.kind === 'member' ? { from: syntax.nameFrom, to: syntax.nameFrom + name.length } : syntax.index
  const names = memberNamesOf(of)
  if (alternativesOf(of).some(({ kind }) => kind === 'record')) {
    b.trouble('unknown_name', at, `${b.shown(syntax)} is not known.`, hintOf(name, names))
    return
  }
  const hint = withoutNull(of).kind === 'list' ? 'Write `[0]` or `first(x)` for an element, `.map(x, …)` for all.' : null
  b.trouble('unknown_name', at, `${b.shown(syntax.of)} is ${nameOfType(of)} and has no members.`, hint)
}

const buildIndex = (b: Builder, syntax: Extract<Syntax, { kind: 'index' }>, of: Built, build: Build): Built => {
  const index = build(b, syntax.index)
  if (typeof index.constant === 'string') return buildMember(b, syntax, of, index.constant)
  const type = elementType(of.type, index.type)
  if (!type)
    b.trouble(
      'wrong_type',
      syntax,
      `${b.shown(syntax.of)} is ${nameOfType(of.type)}: ${nameOfType(index.type)} does not lead into it.`,
    )
  const [whole, at] = [of.run, index.run]
  return {
    type: orNull(type ?? anyType),
    run: located(syntax, (e) => elementOf(whole(e), at(e))),
    size: of.size + index.size + 1,
  }
}

const elementType = (of: Type, index: Type): Type | null => {
  const found: Type[] = []
  const places = alternativesOf(withoutNull(index))
  for (const each of alternativesOf(withoutNull(of))) {
    if (each.kind === 'any') found.push(anyType)
    else if (each.kind === 'list' && places.every(({ kind }) => kind === 'number' || kind === 'any')) found.push(each.of)
    else if (each.kind === 'record' && places.every(({ kind }) => kind === 'text' || kind === 'any'))
      found.push(unionOf([...each.names.map((name) => each.member(name) ?? anyType), ...(each.rest ? [each.rest] : [])]))
    else return null
  }
  return unionOf(found)
}

/** The longest path from a name of the scope that stands there as it is. */
const recordName = (b: Builder, syntax: Syntax): void => {
  const steps: string[] = []
  for (let at: Syntax = syntax; ; at = at.of) {
    if (at.kind === 'name') {
      if (b.variable(at.name) || !Object.hasOwn(b.scope, at.name)) return
      const path = [at.name, ...steps]
      b.names.set(path.join('\n'), path)
      return
    }
    if (at.kind !== 'member' && at.kind !== 'index') return
    const next = stepOf(at)
    // Behind an index that is computed, the path is another one each time.
    if (next === null) steps.length = 0
    else steps.unshift(String(next))
  }
}
