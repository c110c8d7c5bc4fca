import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Reading, Test } from './conditions.ts'
import { and, type Gather, type Range, within } from './gathers.ts'
import { inOrder, inWalk, isAfter, type Lane, type ListOrder, type Part, type Place, placeOf, stretch } from './orders.ts'

/** How much is looked at for one page. */
export interface PageSizes {
  /** So many records a condition may gather by its own index: a page of them is then sorted in memory, within 25 ms. */
  readonly gathered: number
  /** So many rows of an order: some 20 ms. A page that finds less than it holds says where to go on. */
  readonly window: number
  /** The same where each row is looked up in another table. */
  readonly lookUps: number
  /** Looked at first: where one row in twenty fits, a page is full. */
  readonly first: number
  /** So many that have the words of a search, where conditions are left to be seen. */
  readonly hits: number
}

export const pageSizes: PageSizes = { gathered: 4_000, window: 12_000, lookUps: 3_000, first: 1_000, hits: 1_000 }

/** So many conditions are asked how rare they are. */
const mostProbed = 6

export interface Found {
  readonly id: string
}

export interface Wanted {
  readonly reading: Reading
  /** All of them hold. */
  readonly tests: readonly Test[]
  readonly order: ListOrder
  readonly after: Place | null
  readonly limit: number
  readonly sizes: PageSizes
}

/**
 * A page of records in an order, and where the next one begins; null at the end. Two ways, because neither serves each filter: a condition
 * that few records fulfil is read from its own index and sorted; where every condition is fulfilled by many, the order is walked until the page
 * is full. A walk has an end: a page may hold fewer than wanted, even none, and still have a next one.
 */
export const findPage = async (db: Db, wanted: Wanted): Promise<{ found: Found[]; next: Place | null }> => {
  if (isInOrder(wanted)) return walked(db, wanted)
  const rare = await rarest(db, wanted.tests, wanted.sizes.gathered)
  if (rare) return gathered(db, wanted, rare)
  return walked(db, wanted)
}

/** Whether the only condition is a stretch of the order itself: its rows stand there as they are wanted, and need no counting first. */
const isInOrder = ({ order, tests }: Wanted): boolean => tests.length === 1 && spanIn(order, tests) !== undefined

/** What gathers the fewest records, if it is at most so many. */
export const rarest = async (db: Db, tests: readonly Test[], most: number): Promise<Gather | null> => {
  const gathers = tests.flatMap((test) => test.gathers).slice(0, mostProbed)
  if (gathers.length === 0) return null
  const counts = sql.join(gathers.map((gather) => sql`(select count(*) from ${gather(most + 1)} g)`))
  const { rows } = await sql<{ counts: number[] }>`select array[${counts}]::int[] as counts`.execute(db)
  const found = rows[0]?.counts ?? []
  const fewest = Math.min(...found)
  return fewest > most ? null : (gathers[found.indexOf(fewest)] ?? null)
}

/** Rows that a condition has gathered, each once: as its index reads them, or looked up by their keys. */
export const gatheredRows = ({ list, orgId }: Reading, gather: Gather, most: number): RawBuilder<unknown> =>
  gather.rows
    ? sql`${gather.rows(most)} r`
    : sql`(select distinct g.id from ${gather(most)} g) w cross join lateral (
    select * from ${list.table} t where t.org_id = ${orgId} and t.id = w.id limit 1) r`

/** What is left to be seen of rows that were read by one of the conditions. */
export const leftOf = (tests: readonly Test[], gather: Gather): readonly Test[] =>
  tests.filter(({ isExact, gathers }) => !(isExact && gathers.includes(gather)))

/** Whether a row is found: it is in the list, and all conditions hold. */
export const fits = ({ list }: Reading, tests: readonly Test[]): RawBuilder<boolean> =>
  and([list.isListed, ...tests.map(({ holds }) => holds)])

const gathered = async (
  db: Db,
  { reading, tests, order, after, limit, sizes }: Wanted,
  gather: Gather,
): Promise<{ found: Found[]; next: Place | null }> => {
  const value = order.by.at(-1)
  const { rows } = await sql<Row>`
    select r.id, ${placeOf(order)}
    from ${gatheredRows(reading, gather, sizes.gathered + 1)} ${order.own?.join ?? sql``}
    where ${fits(reading, leftOf(tests, gather))} and ${isAfter(order, after)}
    order by ${value && order.isNullable ? sql`(${value}) is null, ` : sql``}${inOrder(order)} limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit)
}

interface Row extends Found {
  readonly last: string
  readonly values: string[] | null
}

const placed = ({ last, values }: Row): Place => ({ id: last, values })

const pageOf = (rows: readonly Row[], limit: number): { found: Found[]; next: Place | null } => {
  const found = rows.slice(0, limit)
  const last = rows.length > limit ? found.at(-1) : undefined
  return { found, next: last ? placed(last) : null }
}

const walked = async (db: Db, wanted: Wanted): Promise<{ found: Found[]; next: Place | null }> => {
  const { after, limit } = wanted
  const begin = after?.values === null ? 'blank' : 'valued'
  const found: Row[] = []
  for (const part of partsOf(wanted)) {
    if (part === 'valued' && begin === 'blank') continue
    const from = part === begin ? after : null
    const { rows, end } = await walkPart(db, wanted, part, { after: from, most: limit + 1 - found.length })
    found.push(...rows)
    if (found.length > limit) break
    // The window is used up: the next page goes on behind it.
    if (end) return { found, next: end }
  }
  return pageOf(found, limit)
}

/** What has a value, and then what has none, unless a condition leaves one of them out. */
const partsOf = ({ order, tests }: Pick<Wanted, 'order' | 'tests'>): Part[] => {
  if (!order.isNullable || order.by.length === 0) return ['valued']
  const span = spanIn(order, tests)
  if (span) return [span.range.isNull ? 'blank' : 'valued']
  return ['valued', 'blank']
}

/** Rows of a part of the order that fit; `end`: where the walk has stopped, null where the part is over. */
const walkPart = async (
  db: Db,
  wanted: Wanted,
  part: Part,
  { after, most }: { after: Place | null; most: number },
): Promise<{ rows: Row[]; end: Place | null }> => {
  const lane = laneOf(wanted, part)
  const { rows: readsSeveral } = wanted.reading.list
  const looksUp = wanted.tests.some((test) => test.looksUp) || wanted.order.own !== undefined || readsSeveral !== undefined
  const { sizes } = wanted
  const quick = await inStretch(db, wanted, part, { after, most, rows: sizes.first, lane })
  if (quick.length >= most) return { rows: quick, end: null }
  const end = await endOf(db, wanted, part, { after, rows: looksUp ? sizes.lookUps : sizes.window, lane })
  const rows = await inStretch(db, wanted, part, { after, most, rows: sizes.window + 1, lane, ...(end && { upTo: end }) })
  return { rows, end: rows.length >= most ? null : end }
}

interface Walk {
  readonly after: Place | null
  readonly rows: number
  readonly lane: Lane | undefined
}

const inStretch = async (
  db: Db,
  { reading, tests, order }: Wanted,
  part: Part,
  { after, most, rows, lane, upTo }: Walk & { readonly most: number; readonly upTo?: Place },
): Promise<Row[]> => {
  const from = stretch(order, part, reading, { after, most: rows, lane, ...(upTo && { upTo }) })
  const own = part === 'blank' ? order.own : undefined
  const found = await sql<Row>`
    select r.id, ${placeOf(order, part)} from ${from} ${own?.join ?? sql``}
    where ${and([fits(reading, tests), own && sql<boolean>`${order.by[0]} is null`])}
    order by ${inWalk(order, part, lane)} limit ${most}`.execute(db)
  return found.rows
}

/** Where so many rows of a part end; null where there are no more than that. */
const endOf = async (db: Db, { reading, order }: Wanted, part: Part, { after, rows, lane }: Walk): Promise<Place | null> => {
  const from = stretch(order, part, reading, { after, most: rows + 1, lane })
  const { rows: ends } = await sql<Row>`
    select r.id, ${placeOf(order, part)} from ${from} order by ${inWalk(order, part, lane)} offset ${rows - 1} limit 2`.execute(
    db,
  )
  const [last, more] = ends
  return last && more ? placed(last) : null
}

/** The stretch of the order outside of which one of the conditions never holds. */
const spanIn = ({ by, own }: ListOrder, tests: readonly Test[]): Test['span'] => {
  const value = by.at(-1)
  if (own || value === undefined) return undefined
  return tests
    .flatMap(({ range, span = range }) => span ?? [])
    .find(({ column, range }) => column.by === value && isOf(by, range))
}

/** Amounts are in the order by their currency. */
const isOf = (by: ListOrder['by'], { isNull, currency }: Range): boolean => by.length === 1 || isNull || currency !== undefined

/**
 * By another order than time: what a condition says of the value that it goes by. By the time of the records: a condition that holds for one
 * value of an index, which has them in the order of their ids; and the times that are looked for.
 */
const laneOf = ({ order, tests }: Pick<Wanted, 'order' | 'tests'>, part: Part): Lane | undefined => {
  if (order.by.length > 0) {
    const span = part === 'valued' ? spanIn(order, tests) : undefined
    return span && { where: within(span.column, span.range) }
  }
  const ranges = tests.flatMap(({ range }) => range ?? [])
  const spans = ranges.flatMap(({ column, range }) => (column.as === 'id' ? [within(column, range)] : []))
  const one = ranges.find(({ column, range }) => column.as !== 'id' && column.currency === undefined && isOne(range))
  if (one)
    return { where: and([within(one.column, one.range), ...spans]), column: one.column, value: one.range.from?.value ?? null }
  return spans.length === 0 ? undefined : { where: and(spans) }
}

const isOne = ({ from, to, isNull }: Range): boolean => isNull === true || (from !== undefined && from.value === to?.value)
