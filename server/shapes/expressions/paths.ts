import type { Syntax } from './parse.ts'

/*
 * Paths such as `trigger.data.email`: what an expression reads, and what a condition makes known of it.
 */

/** A variable of `map`, `filter` … is another one each time: its path begins with its number. */
export type RootOf = (name: string) => string

/** A path as one text, so that two of them can be compared; null where it is none, or has an index that is computed. */
export const pathKey = (syntax: Syntax, rootOf: RootOf): string | null => {
  if (syntax.kind === 'name') return rootOf(syntax.name)
  if (syntax.kind !== 'member' && syntax.kind !== 'index') return null
  const step = stepOf(syntax)
  const before = step === null ? null : pathKey(syntax.of, rootOf)
  return before === null ? null : `${before}\n${step}`
}

/** The member or the place that a path goes on with, where it stands there as it is. */
export const stepOf = (syntax: Syntax): string | number | null => {
  if (syntax.kind === 'member') return syntax.name
  if (syntax.kind !== 'index' || syntax.index.kind !== 'literal') return null
  const { value } = syntax.index
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** The paths that have a value where a condition is true, or where it is false. */
export const knownWhere = (syntax: Syntax, isTrue: boolean, rootOf: RootOf): readonly string[] => {
  const inner = (each: Syntax, as = isTrue): readonly string[] => knownWhere(each, as, rootOf)
  switch (syntax.kind) {
    case 'unary':
      return syntax.operator === '!' ? inner(syntax.of, !isTrue) : []
    case 'call': {
      const [value] = syntax.given
      return syntax.name === 'has' && isTrue && value ? prefixesOf(pathKey(value, rootOf)) : []
    }
    case 'binary':
      if (syntax.operator === '&&') return isTrue ? [...inner(syntax.left), ...inner(syntax.right)] : []
      if (syntax.operator === '||') return isTrue ? [] : [...inner(syntax.left), ...inner(syntax.right)]
      return knownByComparison(syntax.operator, syntax.left, syntax.right, isTrue, rootOf)
    case 'name':
    case 'member':
    case 'index':
      return isTrue ? prefixesOf(pathKey(syntax, rootOf)) : []
    default:
      return []
  }
}

/** `x != null`, and `x == 'a'`: what equals a value is one. */
const knownByComparison = (
  operator: string,
  left: Syntax,
  right: Syntax,
  isTrue: boolean,
  rootOf: RootOf,
): readonly string[] => {
  if (operator !== '==' && operator !== '!=') return []
  const [path, literal] = left.kind === 'literal' ? [right, left] : [left, right]
  if (literal.kind !== 'literal') return []
  const isSame = (operator === '==') === isTrue
  return isSame === (literal.value !== null) ? prefixesOf(pathKey(path, rootOf)) : []
}

/** What has a member has itself a value. */
const prefixesOf = (key: string | null): readonly string[] => {
  if (key === null) return []
  const steps = key.split('\n')
  return steps.map((_, at) => steps.slice(0, at + 1).join('\n'))
}
