import type { ListCondition, ListFilter, ListOperator } from '#web/wire.ts'

/** A group of conditions at any level, whole. */
export interface Group {
  readonly match: 'all' | 'any'
  readonly conditions: readonly ListCondition[]
  readonly groups: readonly Group[]
}

export const noFilter: Group = { match: 'all', conditions: [], groups: [] }

export const isEmptyFilter = ({ conditions, groups }: Group): boolean => conditions.length === 0 && groups.every(isEmptyFilter)

/** A filter as the server sends or takes it. */
export const wholeGroup = (filter: ListFilter | undefined): Group => ({
  match: filter?.match ?? 'all',
  conditions: filter?.conditions ?? [],
  groups: (filter?.groups ?? []).map(wholeGroup),
})

const severalOperators: readonly ListOperator[] = ['any_of', 'none_of', 'has_any', 'has_all', 'has_none']
const operators: readonly ListOperator[] = [
  ...(['is', 'is_not', 'begins_with', 'empty', 'not_empty', 'at_least', 'at_most'] as const),
  ...(['on', 'before', 'after', 'in_period', 'last_days', 'next_days', 'older_than_days'] as const),
  ...severalOperators,
]

/** Takes several values at once. */
export const isSeveral = (op: ListOperator): boolean => severalOperators.includes(op)

/**
 * A filter in an address, in characters that none of them changes: `source*is*apollo~owner*is*me`, groups as `any(…~…)`. Of a text each
 * other character is its number between underscores; numbers and yes or no begin with a point.
 */
export const textOfFilter = (group: Group): string => (group.match === 'all' ? itemsOf(group) : `any(${itemsOf(group)})`)

const itemsOf = ({ conditions, groups }: Group): string =>
  [...conditions.map(textOfCondition), ...groups.map((inner) => `${inner.match}(${itemsOf(inner)})`)].join('~')

const textOfCondition = ({ field, op, value, currency }: ListCondition): string => {
  const values = value === undefined ? [] : [[value].flat().map(textOfValue).join('!')]
  return [field, op, ...values, ...(currency ? [currency] : [])].join('*')
}

const textOfValue = (value: string | number | boolean): string =>
  typeof value === 'string'
    ? value.replaceAll(/[^A-Za-z0-9-]/gu, (mark) => `_${mark.codePointAt(0)?.toString(16)}_`)
    : `.${value}`

/** The filter that an address says; none where it is mistyped. */
export const filterInText = (text: string): Group | null => {
  const reader = { text, at: 0 }
  const isAny = text.startsWith('any(') && closesAtEnd(text)
  const group = isAny ? readGroup(reader, 1) : readItems(reader, 'all', 1)
  return group && reader.at === text.length ? group : null
}

interface Reader {
  readonly text: string
  at: number
}

const deepest = 3

const closesAtEnd = (text: string): boolean => {
  let depth = 0
  for (const [at, mark] of [...text].entries()) {
    if (mark === '(') depth++
    if (mark === ')' && --depth === 0) return at === [...text].length - 1
  }
  return false
}

const readGroup = (reader: Reader, depth: number): Group | null => {
  const match = reader.text.startsWith('any(', reader.at) ? 'any' : 'all'
  reader.at += 4
  const group = readItems(reader, match, depth)
  if (!group || reader.text[reader.at] !== ')') return null
  reader.at++
  return group
}

const readItems = (reader: Reader, match: 'all' | 'any', depth: number): Group | null => {
  if (depth > deepest) return null
  const conditions: ListCondition[] = []
  const groups: Group[] = []
  for (;;) {
    if (/^(any|all)\($/.test(reader.text.slice(reader.at, reader.at + 4))) {
      const inner = readGroup(reader, depth + 1)
      if (!inner) return null
      groups.push(inner)
    } else {
      const [written = ''] = /^[^~()]*/.exec(reader.text.slice(reader.at)) ?? []
      reader.at += written.length
      const condition = readCondition(written)
      if (condition) conditions.push(condition)
      else if (written !== '') return null
    }
    if (reader.text[reader.at] !== '~') return { match, conditions, groups }
    reader.at++
  }
}

const readCondition = (written: string): ListCondition | null => {
  const [field = '', name = '', values, currency] = written.split('*')
  const op = operators.find((known) => known === name)
  if (!/^[a-z0-9_.-]{1,80}$/i.test(field) || !op) return null
  const read = values?.split('!').map(valueIn)
  const value = read && (isSeveral(op) ? read.map(String) : read[0])
  return { field, op, ...(value !== undefined && { value }), ...(currency && { currency: currency.slice(0, 3) }) }
}

const valueIn = (written: string): string | number | boolean => {
  if (written === '.true' || written === '.false') return written === '.true'
  if (written.startsWith('.')) return Number(written.slice(1)) || 0
  return written.replaceAll(/_([0-9a-f]{1,6})_/g, (whole, code: string) => {
    const point = Number.parseInt(code, 16)
    return point > 0x10ffff ? whole : String.fromCodePoint(point)
  })
}
