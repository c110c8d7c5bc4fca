import { compileCondition, findPath, type Path, planOf } from './conditions.ts'
import type { EntityObject } from './entities.ts'
import { idOf } from './ids.ts'
import { objectNamed } from './objects.ts'
import { type Org, type Plan, type Raw, type Row, type SObject, shownTime } from './orgs.ts'
import { malformed, noSuchColumn, Refused } from './refusals.ts'
import { roles } from './roles.ts'
import type { Selected, Soql } from './soql.ts'

/** A query that is under way: its rows one by one. */
export interface Running {
  readonly object: SObject
  /** Of the three kinds that the records are. */
  readonly entity: EntityObject['entity'] | null
  readonly soql: Soql
  readonly totalSize: number
  /** `take(most)`: at most so many rows, those within rows counted. */
  take(most: number): { readonly rows: readonly Row[]; readonly shown: readonly object[] }
  readonly isDone: boolean
}

export interface Reading {
  /** `queryAll`. */
  readonly wantsAll: boolean
  /** Changes after this are not seen yet. */
  readonly indexedUntil: number
  /** What lists of everything leave out. */
  isWithheld(row: Row): boolean
  readonly version: string
  /** How many rows a list within a row has at once. */
  readonly mostChildren: number
}

export const isCount = ({ select }: Soql): boolean => select.length === 0 || select.some((each) => 'count' in each)
const asksChanges = ({ text }: Soql): boolean => /SystemModstamp/i.test(text.replace(/^.*?\bFROM\b/is, ''))
const entityOf = (object: SObject): EntityObject['entity'] | null =>
  'entity' in object ? (object as EntityObject).entity : null

/** Throws Refused. */
export const runQuery = (org: Org, soql: Soql, reading: Reading): Running => {
  const object = objectNamed(soql.from)
  const entity = entityOf(object)
  const show = shower(org, object, soql, reading)
  const rowsOf = (): Iterable<Row> => sortedRows(org, object, soql, reading)
  const limited = soql.limit === null ? null : [...taken(rowsOf(), soql.limit)]
  const isWhole = entity !== null && soql.where === null && !reading.wantsAll
  const totalSize = limited?.length ?? (isWhole ? org.records.count(entity) : lengthOf(rowsOf()))
  const rows = (limited ?? rowsOf())[Symbol.iterator]()
  let next = rows.next()
  return {
    ...{ object, entity, soql, totalSize },
    take(most) {
      const page: { rows: Row[]; shown: object[] } = { rows: [], shown: [] }
      for (let size = 0; !next.done; next = rows.next()) {
        const { shown, children } = show(next.value)
        size += 1 + children
        if (size > most && page.rows.length > 0) break
        page.rows.push(next.value)
        page.shown.push(shown)
      }
      return page
    },
    get isDone() {
      return next.done === true
    },
  }
}

function* taken<T>(all: Iterable<T>, most: number): Generator<T> {
  let left = most
  if (left > 0)
    for (const each of all) {
      yield each
      if (--left === 0) return
    }
}

const lengthOf = (all: Iterable<unknown>): number => {
  let length = 0
  for (const _each of all) length++
  return length
}

function* sortedRows(org: Org, object: SObject, soql: Soql, reading: Reading): Generator<Row> {
  const plan = planOf(soql, object, reading.wantsAll)
  const isByEntity = entityOf(object) !== null
  const until = isByEntity && asksChanges(soql) ? Math.min(plan.until, reading.indexedUntil) : plan.until
  // An id by which a list goes on, without the times: that is how everything is read.
  const isListOfAll = isByEntity && plan.by === 'id' && plan.ids === null && !isIdsOnly(soql) && !asksChanges(soql)
  const holds = soql.where === null ? () => true : compileCondition(org, object, soql.where, soql.text)
  const isLeftOut = (row: Row): boolean => isListOfAll && reading.isWithheld(row)
  const found = filtered(object.rows(org, { ...plan, until }), (row) => row.stamp < until && holds(row) && !isLeftOut(row))
  const isInOrder = soql.orderBy.length === 0 || plan.by === 'change' || /^id$/i.test(soql.orderBy[0]?.field ?? '')
  const isRising = soql.orderBy.every(({ isDescending }) => !isDescending)
  const all = isInOrder && isRising && plan.ids === null ? found : [...found].sort(sorter(org, object, soql))
  let left = soql.offset
  for (const row of all) if (left-- <= 0) yield row
}

const isIdsOnly = ({ select }: Soql): boolean => select.every((each) => 'field' in each && /^id$/i.test(each.field))

function* filtered(rows: Iterable<Row>, holds: (row: Row) => boolean): Generator<Row> {
  for (const row of rows) if (holds(row)) yield row
}

const sorter = (org: Org, object: SObject, soql: Soql) => {
  const keys = soql.orderBy.map(({ field, isDescending, nullsLast }) => {
    const path = findPath(org, object, field, soql.text)
    return { path, sign: isDescending ? -1 : 1, ofNull: nullsLast ? 1 : -1 }
  })
  return (a: Row, b: Row): number => {
    for (const { path, sign, ofNull } of keys) {
      const [one, other] = [path.read(a), path.read(b)]
      if (one === other) continue
      if (one === null || other === null) return one === null ? ofNull : -ofNull
      return one < other ? -sign : sign
    }
    return a.n - b.n
  }
}

/** A row as it is answered, and how many rows are within it. */
const shower = (org: Org, object: SObject, soql: Soql, { version, mostChildren }: Reading) => {
  const paths: Path[] = []
  const children: {
    readonly name: string
    readonly rowsOf: (row: Row) => { totalSize: number; done: boolean; records: object[] } | null
  }[] = []
  for (const each of soql.select) {
    if ('field' in each) paths.push(findPath(org, object, each.field, soql.text))
    if ('count' in each) findPath(org, object, each.count, soql.text)
    if ('children' in each) children.push(childrenOf(org, object, each, { version, mostChildren }))
  }
  if (!isCount(soql) && paths.length === 0) throw malformed('A query must select at least one field.')
  return (row: Row): { readonly shown: object; readonly children: number } => {
    const shown: Record<string, unknown> = { attributes: attributesOf(object, row.n, version) }
    for (const path of paths) put(shown, path, path.read(row))
    let count = 0
    for (const { name, rowsOf } of children) {
      const found = rowsOf(row)
      shown[name] = found
      count += found?.totalSize ?? 0
    }
    return { shown, children: count }
  }
}

export const attributesOf = (object: SObject, n: number, version: string) => ({
  type: object.name,
  url: `/services/data/${version}/sobjects/${object.name}/${idOf(object.prefix, n)}`,
})

const put = (shown: Record<string, unknown>, { names, type }: Path, value: Raw): void => {
  const [first = '', ...rest] = names
  if (rest.length === 0) {
    shown[first] = shownValue(type, value)
    return
  }
  const inner = (shown[first] ?? { attributes: { type: first } }) as Record<string, unknown>
  shown[first] = inner
  put(inner, { names: rest, type, read: () => value }, value)
}

export const shownValue = (type: Path['type'], value: Raw): Raw =>
  type === 'datetime' && typeof value === 'number' ? shownTime(value) : value

const childrenOf = (
  org: Org,
  object: SObject,
  { children }: Extract<Selected, { children: Soql }>,
  { version, mostChildren }: Pick<Reading, 'version' | 'mostChildren'>,
) => {
  if (object.name !== 'Opportunity' || children.from.toLowerCase() !== 'opportunitycontactroles')
    throw new Refused(400, 'INVALID_TYPE', `Didn't understand relationship '${children.from}' in FROM part of query call.`)
  const soql: Soql = { ...children, from: roles.name }
  const reading: Reading = {
    wantsAll: false,
    indexedUntil: Number.POSITIVE_INFINITY,
    isWithheld: () => false,
    version,
    mostChildren,
  }
  const inner = roles as unknown as SObject
  for (const each of soql.select)
    if ('field' in each && !inner.fields.some(({ name }) => name.toLowerCase() === each.field.toLowerCase()))
      throw noSuchColumn('', each.field, roles.name)
  const show = shower(org, inner, soql, reading)
  const holds = soql.where === null ? () => true : compileCondition(org, inner, soql.where, '')
  const sort = sorter(org, inner, soql)
  return {
    name: 'OpportunityContactRoles',
    rowsOf: (row: Row) => {
      const plan: Plan = { ...planOf(soql, inner, false), deals: [row.n] }
      const found = [...filtered(inner.rows(org, plan), holds)].sort(sort).slice(0, soql.limit ?? undefined)
      const records = found.map((each) => show(each).shown)
      if (records.length === 0) return null
      const done = records.length <= mostChildren
      // The rest of it would be asked for where this leads to; that place is lost, as any may be.
      const next = done ? {} : { nextRecordsUrl: `/services/data/${version}/query/01gRO0000000000YAA-${mostChildren}` }
      return { totalSize: records.length, done, ...next, records: records.slice(0, mostChildren) }
    },
  }
}
