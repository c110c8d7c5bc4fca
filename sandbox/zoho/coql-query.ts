import { Refused } from './refusals.ts'

/** A condition of a where clause. Values are the texts of the query. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly [Condition, Condition] }
  | { readonly kind: 'test'; readonly column: string; readonly operator: string; readonly values: readonly string[] }

export interface CoqlQuery {
  readonly columns: readonly string[]
  readonly from: string
  readonly where: Condition
  readonly order: readonly { readonly column: string; readonly isBackwards: boolean }[]
  readonly limit: number
  readonly offset: number
}

const syntax = (clause: string): Refused => new Refused('SYNTAX_ERROR', `${clause} is missing or wrong`, { clause })

const tokensOf = (text: string): string[] => {
  const tokens = text.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w.$]+(?:\([\w.]+\))?|-?\d+(?:\.\d+)?|<=|>=|!=|[<>=(),]/g) ?? []
  if (tokens.join('').length !== text.replace(/\s+(?=(?:[^']*'[^']*')*[^']*$)/g, '').length) throw syntax('select')
  return tokens
}

const unquoted = (token: string): string =>
  /^['"]/.test(token) ? token.slice(1, -1).replaceAll(token.startsWith("'") ? "''" : '""', token[0] as string) : token

/** Reads tokens one by one. */
class Reader {
  readonly #tokens: readonly string[]
  #at = 0
  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }
  get next(): string {
    return this.#tokens[this.#at] ?? ''
  }
  take(): string {
    const taken = this.next
    if (taken === '') throw syntax('end')
    this.#at++
    return taken
  }
  takes(word: string): boolean {
    if (this.next.toLowerCase() !== word) return false
    this.#at++
    return true
  }
  must(word: string): void {
    if (!this.takes(word)) throw syntax(word)
  }
  /** What stands between commas. */
  list<T>(read: () => T): T[] {
    const found = [read()]
    while (this.takes(',')) found.push(read())
    return found
  }
}

/** https://www.zoho.com/crm/developer/docs/api/v8/COQL-Overview.html: conditions are grouped in pairs, up to 25 of them. */
export const readCoql = (text: string): CoqlQuery => {
  const reader = new Reader(text.trim())
  reader.must('select')
  const columns = reader.list(() => unquoted(reader.take()))
  reader.must('from')
  const from = reader.take()
  if (!reader.takes('where')) throw syntax('where')
  const where = condition(reader)
  if (countOf(where) > 25) throw new Refused('LIMIT_EXCEEDED', 'too many criteria', { limit: 25, clause: 'where' })
  const order = orderOf(reader)
  const { limit, offset } = limitOf(reader)
  if (reader.next !== '') throw syntax(reader.next)
  return { columns, from, where, order, limit, offset }
}

const condition = (reader: Reader): Condition => {
  const first = operand(reader)
  const kind = (['and', 'or'] as const).find((word) => reader.takes(word))
  if (!kind) return first
  const second = operand(reader)
  // A third one without brackets is ambiguous to the vendor.
  if (/^(and|or)$/i.test(reader.next)) throw syntax('where')
  return { kind, parts: [first, second] }
}

const operand = (reader: Reader): Condition => {
  if (reader.takes('(')) {
    const inner = condition(reader)
    reader.must(')')
    return inner
  }
  const column = unquoted(reader.take())
  if (reader.takes('is')) {
    const operator = reader.takes('not') ? 'is not null' : 'is null'
    reader.must('null')
    return { kind: 'test', column, operator, values: [] }
  }
  if (reader.takes('in')) {
    reader.must('(')
    const values = reader.list(() => unquoted(reader.take()))
    reader.must(')')
    if (values.length > 100) throw new Refused('LIMIT_EXCEEDED', 'too many values', { limit: 100, clause: 'in' })
    return { kind: 'test', column, operator: 'in', values }
  }
  const operator = reader.take()
  if (!['=', '!=', '<', '<=', '>', '>='].includes(operator)) throw syntax('where')
  return { kind: 'test', column, operator, values: [unquoted(reader.take())] }
}

const countOf = (where: Condition): number =>
  where.kind === 'test' ? 1 : where.parts.reduce((sum, part) => sum + countOf(part), 0)

const orderOf = (reader: Reader): CoqlQuery['order'] => {
  if (!reader.takes('order')) return []
  reader.must('by')
  return reader.list(() => orderBy(reader))
}

const orderBy = (reader: Reader): CoqlQuery['order'][number] => {
  const column = unquoted(reader.take())
  const isBackwards = reader.takes('desc')
  if (!isBackwards) reader.takes('asc')
  return { column, isBackwards }
}

const limitOf = (reader: Reader): Pick<CoqlQuery, 'limit' | 'offset'> => {
  const whole = (): number => {
    const value = Number(reader.take())
    if (!Number.isInteger(value) || value < 0) throw syntax('limit')
    return value
  }
  if (!reader.takes('limit')) return { limit: 200, offset: 0 }
  const first = whole()
  const second = reader.takes(',') ? whole() : null
  const [limit, offset] = second === null ? [first, reader.takes('offset') ? whole() : 0] : [second, first]
  if (limit > 2_000 || limit < 1)
    throw new Refused('LIMIT_EXCEEDED', 'the limit is too large', { limit: 2_000, clause: 'limit' })
  if (offset + limit > 100_000) throw new Refused('LIMIT_EXCEEDED', '100000 records reached', { clause: 'offset' })
  return { limit, offset }
}
