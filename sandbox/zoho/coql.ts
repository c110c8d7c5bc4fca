import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  beginsAnew,
  circleRows,
  countedAs,
  editAround,
  indexedUntil,
  isEndless,
  suffers,
  withoutWithheld,
} from '../crm/crm-faults.ts'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import { type Condition, type CoqlQuery, readCoql } from './coql-query.ts'
import { sendNone } from './empty-answers.ts'
import { entityOf, fieldsOf, fromId, toId } from './names.ts'
import { Refused } from './refusals.ts'
import { readTime, type Shown, secondOf, shownRecord, shownValue } from './shown.ts'
import type { Store } from './store.ts'
import { byChange, byId, byIdBackwards } from './walks.ts'

const mostColumns = 500

export const serveCoql = (app: FastifyInstance, store: Store): void => {
  app.post<{ Body: unknown }>('/crm/v8/coql', async (request, reply) => {
    store.account(request)
    const text = (request.body as { select_query?: unknown } | null)?.select_query
    if (typeof text !== 'string')
      throw new Refused('MANDATORY_NOT_FOUND', 'select_query is missing', { api_name: 'select_query' })
    const query = readCoql(text)
    const entity = entityOf(query.from)
    const shown = { ...store.shown(request, entity), isBare: true }
    if (/^count\(id\)$/i.test(query.columns[0] ?? '')) return { data: [{ 'COUNT(id)': counted(request, shown, query) }] }
    checkColumns(shown, query)
    const { found, hasMore } = run(store, request, shown, query)
    if (found.length === 0) return sendNone(request, reply)
    return {
      data: found.map((record) => shownRecord(shown, record, query.columns)),
      info: { count: found.length, more_records: hasMore },
    }
  })
}

const checkColumns = ({ entity, extra }: Shown, { columns, where, order }: CoqlQuery): void => {
  if (columns.length > mostColumns)
    throw new Refused('LIMIT_EXCEEDED', 'too many columns', { limit: mostColumns, clause: 'select' })
  const known = new Set(['id', ...fieldsOf(entity, extra).map(({ api }) => api)])
  const wrong = [...columns, ...columnsIn(where), ...order.map(({ column }) => column)].find((name) => !known.has(name))
  if (wrong !== undefined)
    throw new Refused('INVALID_QUERY', 'invalid query formed', {
      column_name: wrong,
      reason: 'column given seems to be invalid',
    })
}

const columnsIn = (where: Condition): readonly string[] =>
  where.kind === 'test' ? [where.column] : where.parts.flatMap(columnsIn)

const counted = (request: FastifyRequest, shown: Shown, { where }: CoqlQuery): number => {
  const isAll = where.kind === 'test' && where.column === 'id' && where.operator === 'is not null'
  if (isAll) return countedAs(request, shown.records.count(shown.entity))
  let count = 0
  for (const record of byId(shown.records, shown.entity)) if (fits(shown, record, where)) count++
  return countedAs(request, count)
}

const run = (store: Store, request: FastifyRequest, shown: Shown, query: CoqlQuery) => {
  const isByTime = columnsIn(query.where).includes('Modified_Time')
  const isOfValues = query.columns.length > 1
  const limit = suffers(request, 'circle') ? Math.min(query.limit, circleRows) : query.limit
  const isSecond = (): boolean => {
    let last: AnyRecord | undefined
    let passed = 0
    for (const record of candidates(shown, query, true)) {
      if (passed++ === limit) break
      last = record
    }
    return last !== undefined && JSON.stringify(query.where).includes(toId(shown.entity, last.id))
  }
  const isStuck = beginsAnew(request, isSecond)
  const indexed = isByTime ? indexedUntil(request, new Date(store.now())) : Number.POSITIVE_INFINITY
  const isIn = (record: AnyRecord): boolean =>
    record.modifiedAt < indexed &&
    (isStuck ? !isNamed(query.where) || fits(shown, record, query.where) : fits(shown, record, query.where)) &&
    (isByTime || !isOfValues || isNamed(query.where) || withoutWithheld(request, [record]).length > 0)
  const found: AnyRecord[] = []
  let passed = 0
  let hasMore = false
  for (const record of candidates(shown, query, isStuck)) {
    if (!isIn(record) || passed++ < query.offset) continue
    if (found.length === limit) {
      hasMore = true
      break
    }
    found.push(record)
  }
  // A page of everything has no neighbours: its own first and last record are edited once they were read.
  if (!isNamed(query.where)) editAround(request, shown.records, shown.entity, hasMore ? found : found.slice(1, -1))
  return { found, hasMore: hasMore || (isEndless(request) && found.length > 0 && !isNamed(query.where)) }
}

/** Whether the query is of records that it names. */
const isNamed = (where: Condition): boolean =>
  where.kind === 'test'
    ? where.column === 'id' && ['in', '='].includes(where.operator)
    : where.kind === 'and' && where.parts.some(isNamed)

/** Records in the order that is asked for, from where the conditions let it begin. */
const candidates = ({ records, entity }: Shown, { where, order }: CoqlQuery, isStuck: boolean): Iterable<AnyRecord> => {
  const [first = { column: 'id', isBackwards: false }, second, ...more] = order
  if (isNamed(where) && first.column === 'id' && !first.isBackwards) return namedIn(records, entity, where)
  const [above, below] = isStuck ? [-1, Number.POSITIVE_INFINITY] : boundsOf(where, idOf(entity))
  if (first.column === 'id' && second === undefined)
    return first.isBackwards
      ? byIdBackwards(records, entity, below === Number.POSITIVE_INFINITY ? below : below + 1)
      : byId(records, entity, Math.max(0, above - 1))
  const isByChange =
    first.column === 'Modified_Time' &&
    !first.isBackwards &&
    (second === undefined || (second.column === 'id' && !second.isBackwards))
  if (!isByChange || more.length > 0) throw new Refused('SYNTAX_ERROR', 'this order is not simulated', { clause: 'order by' })
  const [from] = isStuck ? [Number.NEGATIVE_INFINITY] : boundsOf(where, secondIn)
  return byChange(records, entity, from)
}

function* namedIn(records: Shown['records'], entity: Entity, where: Condition): Generator<AnyRecord> {
  if (where.kind !== 'test') {
    for (const part of where.parts) if (isNamed(part)) return yield* namedIn(records, entity, part)
    return
  }
  const numbers = where.values.flatMap((value) => fromId(entity, value) ?? [])
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const record = records.find(entity, number)
    if (record?.deletedAt === null) yield record
  }
}

type Bound = (column: string, value: string) => number | undefined

const idOf =
  (entity: Entity): Bound =>
  (column, value) =>
    column === 'id' ? (fromId(entity, value) ?? undefined) : undefined
const secondIn: Bound = (column, value) => (column === 'Modified_Time' ? (readTime(value) ?? undefined) : undefined)

/** Between which values, both inclusive, all records must lie that fit. */
const boundsOf = (where: Condition, bound: Bound): readonly [number, number] => {
  if (where.kind === 'test') {
    const value = bound(where.column, where.values[0] ?? '')
    if (value === undefined || where.operator === '!=') return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    if (where.operator.startsWith('>')) return [value, Number.POSITIVE_INFINITY]
    if (where.operator.startsWith('<')) return [Number.NEGATIVE_INFINITY, value]
    return where.operator === '=' ? [value, value] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  }
  const [a, b] = where.parts.map((part) => boundsOf(part, bound)) as [readonly [number, number], readonly [number, number]]
  return where.kind === 'and' ? [Math.max(a[0], b[0]), Math.min(a[1], b[1])] : [Math.min(a[0], b[0]), Math.max(a[1], b[1])]
}

const fits = (shown: Shown, record: AnyRecord, where: Condition): boolean => {
  if (where.kind !== 'test') {
    const [one, other] = where.parts
    return where.kind === 'and'
      ? fits(shown, record, one) && fits(shown, record, other)
      : fits(shown, record, one) || fits(shown, record, other)
  }
  const { column, operator, values } = where
  if (column === 'id')
    return compares(
      operator,
      record.id,
      values.map((value) => fromId(shown.entity, value) ?? Number(value)),
    )
  if (column === 'Modified_Time') return compares(operator, secondOf(record.modifiedAt), values.map(timeOf))
  const own = shownValue(shown, record, column) ?? null
  if (operator === 'is null') return own === null
  if (operator === 'is not null') return own !== null
  return compares(
    operator,
    typeof own === 'number' ? own : String(own ?? ''),
    typeof own === 'number' ? values.map(Number) : values,
  )
}

const timeOf = (value: string): number => {
  const second = readTime(value)
  if (second === null)
    throw new Refused('INVALID_QUERY', 'invalid query formed', { column_name: 'Modified_Time', reason: 'invalid time' })
  return second
}

const compares = <T extends number | string>(operator: string, own: T, values: readonly T[]): boolean => {
  const [value] = values
  if (operator === 'is not null') return true
  if (operator === 'in') return values.includes(own)
  if (value === undefined) return false
  if (operator === '=') return own === value
  if (operator === '!=') return own !== value
  if (operator === '<') return own < value
  if (operator === '<=') return own <= value
  return operator === '>' ? own > value : own >= value
}
