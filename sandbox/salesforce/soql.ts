import { malformed } from './refusals.ts'

/** What is written in a query. A time is in milliseconds. */
export type Literal =
  | { readonly kind: 'text' | 'date'; readonly value: string }
  | { readonly kind: 'number' | 'time'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null'; readonly value: null }

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'LIKE' | 'IN' | 'NOT IN'
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly field: string; readonly operator: Comparison; readonly values: readonly Literal[] }

export type Selected =
  | { readonly field: string }
  | { readonly count: string; readonly alias: string }
  | { readonly children: Soql }

export interface Soql {
  readonly text: string
  /** Empty: `COUNT()`. */
  readonly select: readonly Selected[]
  readonly from: string
  readonly where: Condition | null
  readonly orderBy: readonly { readonly field: string; readonly isDescending: boolean; readonly nullsLast: boolean }[]
  readonly limit: number | null
  readonly offset: number
}

const longest = 100_000
const deepest = 20
const tokens =
  /\s*(?:(?<text>'(?:[^'\\]|\\.)*')|(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d))|(?<date>\d{4}-\d\d-\d\d)|(?<number>[+-]?\d+(?:\.\d+)?)|(?<word>[A-Za-z][\w.]*)|(?<sign><=|>=|!=|<>|[(),=<>]))/y

interface Token {
  readonly kind: 'text' | 'time' | 'date' | 'number' | 'word' | 'sign'
  readonly text: string
}

const readTokens = (text: string): Token[] => {
  if (text.length > longest) throw malformed(`SOQL statements cannot be longer than ${longest} characters.`)
  const found: Token[] = []
  const end = text.trimEnd().length
  tokens.lastIndex = 0
  for (let at = 0; at < end; at = tokens.lastIndex) {
    tokens.lastIndex = at
    const groups = tokens.exec(text)?.groups
    const [kind, value] = Object.entries(groups ?? {}).find(([, each]) => each !== undefined) ?? []
    if (kind === undefined || value === undefined) throw malformed(`unexpected token: '${text.slice(at).trim().slice(0, 20)}'`)
    found.push({ kind: kind as Token['kind'], text: value })
  }
  return found
}

/** The part of SOQL that clients of records send; anything else is MALFORMED_QUERY. */
export const parseSoql = (text: string): Soql => {
  const reader = openReader(readTokens(text))
  const query = readQuery(reader, text, true)
  const extra = reader.peek()
  if (extra) throw reader.unexpected()
  return query
}

const openReader = (found: readonly Token[]) => {
  let at = 0
  const isWord = (token: Token | undefined, word: string): boolean =>
    token?.kind === 'word' && token.text.toUpperCase() === word
  const unexpected = (): Error => malformed(`unexpected token: ${found[at]?.text ?? '<EOF>'}`)
  return {
    unexpected,
    peek: (ahead = 0): Token | undefined => found[at + ahead],
    isNext: (text: string, ahead = 0): boolean => {
      const token = found[at + ahead]
      return (token?.kind === 'sign' && token.text === text) || isWord(token, text)
    },
    take(text: string): boolean {
      const isThere = this.isNext(text)
      if (isThere) at++
      return isThere
    },
    need(text: string): void {
      if (!this.take(text)) throw unexpected()
    },
    next(kind: Token['kind']): string {
      const token = found[at]
      if (token?.kind !== kind) throw unexpected()
      at++
      return token.text
    },
  }
}
type Reader = ReturnType<typeof openReader>

const readQuery = (reader: Reader, text: string, mayHaveChildren: boolean): Soql => {
  reader.need('SELECT')
  const select = readSelect(reader, mayHaveChildren)
  reader.need('FROM')
  const from = reader.next('word')
  const where = reader.take('WHERE') ? readCondition(reader, 0) : null
  const orderBy: { field: string; isDescending: boolean; nullsLast: boolean }[] = []
  if (reader.take('ORDER')) {
    reader.need('BY')
    do {
      const field = reader.next('word')
      const isDescending = reader.take('DESC') || (reader.take('ASC') && false)
      const nullsLast = readNullsLast(reader)
      orderBy.push({ field, isDescending, nullsLast })
    } while (reader.take(','))
  }
  const limit = reader.take('LIMIT') ? Number(reader.next('number')) : null
  const offset = reader.take('OFFSET') ? Number(reader.next('number')) : 0
  if (offset > 2_000) throw malformed('Maximum SOQL offset allowed is 2000')
  return { text, select, from, where, orderBy, limit, offset }
}

const readNullsLast = (reader: Reader): boolean => {
  if (!reader.take('NULLS')) return false
  if (reader.take('LAST')) return true
  reader.need('FIRST')
  return false
}

const readSelect = (reader: Reader, mayHaveChildren: boolean): Selected[] => {
  if (reader.isNext('COUNT') && reader.isNext('(', 1) && reader.isNext(')', 2)) {
    for (const each of ['COUNT', '(', ')']) reader.need(each)
    return []
  }
  const select: Selected[] = []
  do {
    if (mayHaveChildren && reader.take('(')) {
      select.push({ children: readQuery(reader, '', false) })
      reader.need(')')
    } else if (reader.isNext('COUNT') && reader.isNext('(', 1)) {
      reader.need('COUNT')
      reader.need('(')
      const count = reader.next('word')
      reader.need(')')
      select.push({ count, alias: reader.peek()?.kind === 'word' && !reader.isNext('FROM') ? reader.next('word') : 'expr0' })
    } else select.push({ field: reader.next('word') })
  } while (reader.take(','))
  return select
}

/** AND and OR side by side need brackets. */
const readCondition = (reader: Reader, depth: number): Condition => {
  if (depth > deepest) throw malformed('The query is nested too deeply.')
  const first = readOne(reader, depth)
  const join = reader.isNext('AND') ? 'AND' : reader.isNext('OR') ? 'OR' : null
  if (join === null) return first
  const parts = [first]
  while (reader.take(join)) parts.push(readOne(reader, depth))
  if (reader.isNext('AND') || reader.isNext('OR')) throw reader.unexpected()
  return join === 'AND' ? { all: parts } : { any: parts }
}

const readOne = (reader: Reader, depth: number): Condition => {
  if (reader.take('NOT')) return { not: readOne(reader, depth + 1) }
  if (reader.take('(')) {
    const inner = readCondition(reader, depth + 1)
    reader.need(')')
    return inner
  }
  const field = reader.next('word')
  const isNot = reader.take('NOT')
  if (reader.take('IN')) {
    reader.need('(')
    const values: Literal[] = []
    do values.push(readLiteral(reader))
    while (reader.take(','))
    reader.need(')')
    return { field, operator: isNot ? 'NOT IN' : 'IN', values }
  }
  if (isNot) throw reader.unexpected()
  if (reader.take('LIKE')) return { field, operator: 'LIKE', values: [readLiteral(reader)] }
  const sign = reader.next('sign')
  if (sign === '(' || sign === ')' || sign === ',') throw malformed(`unexpected token: ${sign}`)
  return { field, operator: sign === '<>' ? '!=' : (sign as Comparison), values: [readLiteral(reader)] }
}

const readLiteral = (reader: Reader): Literal => {
  const token = reader.peek()
  if (token?.kind === 'text') return { kind: 'text', value: unescaped(reader.next('text').slice(1, -1)) }
  if (token?.kind === 'time') return { kind: 'time', value: Date.parse(reader.next('time')) }
  if (token?.kind === 'date') return { kind: 'date', value: reader.next('date') }
  if (token?.kind === 'number') return { kind: 'number', value: Number(reader.next('number')) }
  if (reader.take('TRUE')) return { kind: 'boolean', value: true }
  if (reader.take('FALSE')) return { kind: 'boolean', value: false }
  if (reader.take('NULL')) return { kind: 'null', value: null }
  throw reader.unexpected()
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const unescaped = (text: string): string =>
  text.replace(/\\(.)/gs, (_whole, letter: string) => {
    if (letter in escapes) return escapes[letter] as string
    if (/['"\\_%]/.test(letter)) return letter
    throw malformed(
      `Invalid string literal '${text.slice(0, 40)}'. Illegal character sequence '\\${letter}' in string literal.`,
    )
  })
