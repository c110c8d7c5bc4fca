import { parseExpression, type Syntax } from './parse.ts'

/** What a condition cannot be true without: that a member of something equals a value that does not depend on it. */
export interface Equality {
  /** Behind the name: `['data', 'contact_id']`. */
  readonly path: readonly string[]
  /** The value, as an expression. */
  readonly value: string
}

/** The equalities of a condition that must all hold, by what its other parts say: those between `name` and what does not name it. */
export const equalitiesOf = (text: string, name: string): Equality[] => {
  const parsed = parseExpression(text)
  if (!parsed.ok) return []
  return partsOf(parsed.syntax).flatMap((part) => {
    if (part.kind !== 'binary' || part.operator !== '==') return []
    const sides = [
      [part.left, part.right],
      [part.right, part.left],
    ] as const
    return sides.flatMap(([member, value]) => {
      const path = pathBehind(member, name)
      return path && !isNamedIn(value, name) ? [{ path, value: text.slice(value.from, value.to) }] : []
    })
  })
}

const partsOf = (syntax: Syntax): Syntax[] =>
  syntax.kind === 'binary' && syntax.operator === '&&' ? [...partsOf(syntax.left), ...partsOf(syntax.right)] : [syntax]

const pathBehind = (syntax: Syntax, name: string): string[] | null => {
  if (syntax.kind !== 'member') return null
  if (syntax.of.kind === 'name') return syntax.of.name === name ? [syntax.name] : null
  const before = pathBehind(syntax.of, name)
  return before && [...before, syntax.name]
}

const isNamedIn = (syntax: Syntax, name: string): boolean => {
  switch (syntax.kind) {
    case 'literal':
      return false
    case 'name':
      return syntax.name === name
    case 'member':
    case 'unary':
      return isNamedIn(syntax.of, name)
    case 'index':
      return isNamedIn(syntax.of, name) || isNamedIn(syntax.index, name)
    case 'call':
      return syntax.given.some((each) => isNamedIn(each, name))
    case 'each':
      return isNamedIn(syntax.list, name) || isNamedIn(syntax.body, name)
    case 'binary':
      return isNamedIn(syntax.left, name) || isNamedIn(syntax.right, name)
    case 'choice':
      return [syntax.when, syntax.then, syntax.otherwise].some((each) => isNamedIn(each, name))
    case 'list':
      return syntax.items.some((each) => isNamedIn(each, name))
    case 'record':
      return syntax.entries.some(({ value }) => isNamedIn(value, name))
  }
}
