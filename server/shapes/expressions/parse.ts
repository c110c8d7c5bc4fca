import { type ASTNode, Environment, type ParseError } from '@marcbachmann/cel-js'
import type { Trouble } from './troubles.ts'

/** An expression as it was written, from the parser of cel-js; its checks and its evaluation are ours (decision 0102). */
export type Syntax = { readonly from: number; readonly to: number } & (
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Syntax; readonly name: string; readonly nameFrom: number }
  | { readonly kind: 'index'; readonly of: Syntax; readonly index: Syntax }
  /** `f(a, b)` and `a.f(b)` are the same. */
  | { readonly kind: 'call'; readonly name: string; readonly nameFrom: number; readonly given: readonly Syntax[] }
  | { readonly kind: 'each'; readonly name: EachName; readonly list: Syntax; readonly variable: string; readonly body: Syntax }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly of: Syntax }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Syntax; readonly right: Syntax }
  | { readonly kind: 'choice'; readonly when: Syntax; readonly then: Syntax; readonly otherwise: Syntax }
  | { readonly kind: 'list'; readonly items: readonly Syntax[] }
  | { readonly kind: 'record'; readonly entries: readonly { readonly name: string; readonly value: Syntax }[] }
)

export type EachName = 'exists' | 'all' | 'filter' | 'map'
const eachNames: ReadonlySet<string> = new Set<EachName>(['exists', 'all', 'filter', 'map'])

const operators = ['||', '&&', '==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%'] as const
export type BinaryOperator = (typeof operators)[number]
const isOperator = (op: string): op is BinaryOperator => (operators as readonly string[]).includes(op)

/** UTF-16 units of one expression. */
export const longestExpression = 4_096
/** How deep an expression may be nested; a sum of 200 terms is that deep. Each level takes a frame of the stack at check and at run. */
const mostDepth = 200

const environment = new Environment({ limits: { maxDepth: 100, maxAstNodes: 4_096, maxListElements: 500, maxMapEntries: 200 } })

export type Parsed = { readonly ok: true; readonly syntax: Syntax } | { readonly ok: false; readonly trouble: Trouble }

/** Reads an expression. Only one trouble: behind the first one a parser guesses. */
export const parseExpression = (text: string): Parsed => {
  const whole = { from: 0, to: Math.min(text.length, longestExpression) }
  if (text.length > longestExpression) {
    const message = `An expression has at most ${longestExpression} characters.`
    return {
      ok: false,
      trouble: { code: 'too_long', ...whole, message, hint: 'Put parts of it into a step that sets values.' },
    }
  }
  try {
    const { ast } = environment.parse(text)
    if (depthOf(ast) > mostDepth) return { ok: false, trouble: { ...tooDeep, ...whole } }
    return { ok: true, syntax: syntaxOf(ast, text) }
  } catch (error) {
    if (error instanceof Unsupported) return { ok: false, trouble: error.trouble }
    if (isParseError(error)) return { ok: false, trouble: troubleOf(error, text) }
    throw error
  }
}

const tooDeep = {
  code: 'too_deep',
  message: 'This expression is nested too deeply.',
  hint: 'Put parts of it into a step that sets values.',
}

const isParseError = (error: unknown): error is ParseError => error instanceof Error && error.name === 'ParseError'

/** Without recursion: it guards what recurses. */
const depthOf = (ast: ASTNode): number => {
  const open = [{ node: ast, depth: 1 }]
  let deepest = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next
    deepest = Math.max(deepest, depth)
    if (deepest > mostDepth) break
    if (node.op === 'value' || node.op === 'id') continue
    for (const child of childrenOf(node.args)) open.push({ node: child, depth: depth + 1 })
  }
  return deepest
}

const childrenOf = (value: unknown): ASTNode[] => {
  if (Array.isArray(value)) return value.flatMap(childrenOf)
  return typeof value === 'object' && value !== null && 'op' in value ? [value as ASTNode] : []
}

class Unsupported {
  readonly trouble: Trouble
  constructor(from: number, to: number, message: string, hint: string | null = null) {
    this.trouble = { code: 'unsupported', from, to, message, hint }
  }
}

const syntaxOf = (node: ASTNode, text: string): Syntax => {
  const at = { from: node.start, to: node.end }
  const inner = (each: ASTNode): Syntax => syntaxOf(each, text)
  const { op } = node
  switch (op) {
    case 'value':
      return { ...at, kind: 'literal', value: literalOf(node.args, at) }
    case 'id':
      return { ...at, kind: 'name', name: node.args as string }
    case '.': {
      const [of, name] = node.args as [ASTNode, string]
      return { ...at, kind: 'member', of: inner(of), name, nameFrom: node.pos }
    }
    case '[]': {
      const [of, index] = node.args as [ASTNode, ASTNode]
      return { ...at, kind: 'index', of: inner(of), index: inner(index) }
    }
    case 'call': {
      const [name, given] = node.args as [string, ASTNode[]]
      return { ...at, kind: 'call', name, nameFrom: node.start, given: given.map(inner) }
    }
    case 'rcall':
      return receivedOf(node, text, inner)
    case '!_':
      return { ...at, kind: 'unary', operator: '!', of: inner(node.args as ASTNode) }
    case '-_':
      return { ...at, kind: 'unary', operator: '-', of: inner(node.args as ASTNode) }
    case '?:': {
      const [when, then, otherwise] = (node.args as ASTNode[]).map(inner) as [Syntax, Syntax, Syntax]
      return { ...at, kind: 'choice', when, then, otherwise }
    }
    case 'list':
      return { ...at, kind: 'list', items: (node.args as ASTNode[]).map(inner) }
    case 'map':
      return {
        ...at,
        kind: 'record',
        entries: (node.args as [ASTNode, ASTNode][]).map(([key, value]) => entryOf(key, value, inner)),
      }
    default: {
      if (!isOperator(op)) throw new Unsupported(at.from, at.to, 'This is not part of the language.')
      const [left, right] = (node.args as ASTNode[]).map(inner) as [Syntax, Syntax]
      return { ...at, kind: 'binary', operator: op, left, right }
    }
  }
}

const receivedOf = (node: ASTNode, text: string, inner: (node: ASTNode) => Syntax): Syntax => {
  const [name, receiver, given] = node.args as [string, ASTNode, ASTNode[]]
  const at = { from: node.start, to: node.end }
  const nameFrom = text.indexOf(name, receiver.end)
  if (!eachNames.has(name)) return { ...at, kind: 'call', name, nameFrom, given: [inner(receiver), ...given.map(inner)] }
  const [variable, body] = given
  if (given.length !== 2 || variable?.op !== 'id' || !body)
    throw new Unsupported(nameFrom, at.to, `\`${name}\` takes a name and an expression.`, `Write \`.${name}(x, …)\`.`)
  return {
    ...at,
    kind: 'each',
    name: name as EachName,
    list: inner(receiver),
    variable: variable.args as string,
    body: inner(body),
  }
}

/** `{name: 1}` and `{'name': 1}` are the same. */
const entryOf = (key: ASTNode, value: ASTNode, inner: (node: ASTNode) => Syntax): { name: string; value: Syntax } => {
  const name = (key.op === 'id' || key.op === 'value') && typeof key.args === 'string' ? key.args : null
  if (name === null || name === '__proto__')
    throw new Unsupported(key.start, key.end, 'A member of an object has a plain name.', "Write `{name: 'value'}`.")
  return { name, value: inner(value) }
}

const literalOf = (value: unknown, { from, to }: { from: number; to: number }): string | number | boolean | null => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value
  if (value instanceof Uint8Array)
    throw new Unsupported(from, to, 'There are no bytes here.', "Write text in quotes, such as `'text'`.")
  const number = Number((value as bigint).valueOf())
  if (!Number.isSafeInteger(number))
    throw new Unsupported(from, to, 'This number has too many digits.', 'At most 15 digits are exact.')
  return number
}

// ── What the parser says, in plain words ────────────────────────────────────────────────────────────────────────────

const troubleOf = (error: ParseError, text: string): Trouble => {
  const from = Math.min(error.range?.start ?? 0, text.length)
  const to = Math.min(Math.max(error.range?.end ?? from, from), text.length)
  const at = { from, to }
  if (error.code === 'limit_exceeded') return { ...tooDeep, ...at }
  const { message, hint } = wordsOf(error, text, from)
  return { code: 'unreadable', ...at, message, hint }
}

const wordsOf = (error: ParseError, text: string, from: number): { message: string; hint: string | null } => {
  const rest = text.slice(from)
  if (text.trim() === '') return { message: 'The expression is empty.', hint: null }
  if (error.code.startsWith('unterminated'))
    return { message: 'A quote is not closed.', hint: 'Add the quote that closes the text.' }
  if (error.code === 'newline_in_string')
    return { message: 'Text in quotes ends on its line.', hint: 'Write `\\n` for a new line.' }
  if (error.code === 'reserved_identifier') return { message: 'This word is reserved.', hint: hintOfWord(rest) }
  if (error.code.includes('escape'))
    return { message: 'This backslash does not stand before a known letter.', hint: 'Write `\\\\` for a backslash.' }
  if (error.code.startsWith('invalid_macro'))
    return { message: 'A name is missing here.', hint: 'Write `list.map(x, …)`: a name for the elements, then an expression.' }
  if (
    error.code.includes('hex') ||
    error.code.includes('integer') ||
    error.code.includes('number') ||
    error.code === 'invalid_exponent'
  )
    return { message: 'This is not a number.', hint: null }
  if (from >= text.trimEnd().length) return { message: 'The expression ends too early.', hint: null }
  return { message: `${quotedStart(rest)} is not expected here.`, hint: hintAt(text, from) }
}

const quotedStart = (rest: string): string => `\`${/^(?:[\w$]+|[^\s\w]{1,2})/u.exec(rest)?.[0] ?? rest.slice(0, 1)}\``

const hintOfWord = (rest: string): string | null =>
  /^(if|else)\b/.test(rest) ? 'For a choice write `condition ? this : that`.' : 'Choose another name.'

const hintAt = (text: string, from: number): string | null => {
  const rest = text.slice(from)
  if (/^\?/.test(rest)) return 'For a value to use instead of nothing write `default(a, b)`.'
  if (/^=/.test(rest)) return 'Equal is written `==`.'
  if (/^and\b/i.test(rest) || /^&/.test(rest)) return 'And is written `&&`.'
  if (/^or\b/i.test(rest) || /^\|/.test(rest)) return 'Or is written `||`.'
  if (/^not\b/i.test(rest)) return 'Not is written `!`.'
  if (/^[“”„‘’«»]/.test(rest)) return "Use straight quotes: `'text'`."
  return /^[`$#@^~\\;]/.test(rest) ? 'Texts stand in quotes, names have letters, digits and `_`.' : null
}
