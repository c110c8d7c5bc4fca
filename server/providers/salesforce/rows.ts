import { z } from 'zod'
import type { CrmAllowance, CrmEntity } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { objects } from './fields.ts'
import { type Calls, dataPath, encoded, maxBytes, TooLarge } from './requests.ts'
import { mostRows, openRetrieving, type RawRow, shrinking, tooLargeMark } from './retrieving.ts'
import { openSeenFields } from './seen-fields.ts'
import { isId, quotedList } from './soql.ts'

const Rows = z.array(z.looseObject({}))
export const QueryAnswer = z.object({ totalSize: z.number(), done: z.boolean(), records: Rows })

/** Ids that go into one address. */
const idsPerQuery = 50
/** Before all others. */
export const firstId = '000000000000000AAA'

export interface RowsWish {
  readonly where: string | null
  readonly orderBy: string
  /** How many at most. */
  readonly most: number
}

export interface FoundRows {
  readonly rows: readonly RawRow[]
  /** Ids of rows that are too large to be read. */
  readonly tooLarge: ReadonlySet<string>
  /** The last row of the answer, also where it is not among `rows` any more. */
  readonly last: RawRow | undefined
  readonly isLast: boolean
  /** How many it was asked for in the end. */
  readonly most: number
  readonly allowance: CrmAllowance | null
}

/** How queries are sent and rows read, with what is known of the fields. Throws ProviderError. */
export const openRows = (calls: Calls) => {
  const { described, describeAnew, withSeenFields } = openSeenFields(calls)
  const query = (operation: string, soql: string, path: 'query' | 'queryAll' = 'query') =>
    calls.call({
      ...{ operation, path: `${dataPath}/${path}`, query: { q: soql }, shape: QueryAnswer },
      headers: { 'sforce-query-options': `batchSize=${mostRows}` },
    })

  /** All pages of a query in the order of ids, each begun behind the id of the last row of the page before. */
  async function* pages(
    operation: string,
    soqlOf: (after: string) => string,
    path: 'query' | 'queryAll' = 'query',
  ): AsyncGenerator<readonly RawRow[]> {
    for (let after = firstId; ; ) {
      const { value } = await query(operation, soqlOf(after), path)
      yield value.records
      if (value.done && value.records.length < mostRows) return
      const last = value.records.at(-1)?.Id
      if (typeof last !== 'string' || !isId(last) || last <= after)
        throw new ProviderError('broken', 'Salesforce returned a list that does not go on.')
      after = last
    }
  }

  const { retrieve, retrieveSome } = openRetrieving(calls)

  const select = async (entity: CrmEntity, names: readonly string[], wish: RowsWish): Promise<FoundRows> => {
    const columns = [...names.filter((name) => isFixed(name)), ...childColumns(entity)]
    const ending = ` FROM ${objects[entity]}${wish.where === null ? '' : ` WHERE ${wish.where}`} ORDER BY ${wish.orderBy} LIMIT ${wish.most}`
    const others = names.filter((name) => !isFixed(name))
    const beginning = `SELECT ${columns.join(',')}`
    const room = calls.roomFor(`${dataPath}/query?q=`) - encoded(beginning + ending).length
    const inQuery = fitting(others, room)
    const { value, allowance } = await query(`query ${objects[entity]}`, `${[beginning, ...inQuery].join(',')}${ending}`)
    const isLast = value.done && value.records.length < wish.most
    const found = { isLast, last: value.records.at(-1), most: wish.most, allowance }
    const rest = others.slice(inQuery.length)
    if (rest.length === 0) return { ...found, rows: value.records, tooLarge: new Set() }
    const ids = value.records.map(({ Id }) => String(Id))
    const more = await retrieveSome(entity, ids, ['Id', ...rest], maxBytes)
    // What is not there any more was deleted meanwhile.
    const rows: RawRow[] = value.records.slice(0, more.length).flatMap((row, at) => (more[at] ? [{ ...more[at], ...row }] : []))
    const tooLarge = new Set(rows.flatMap((row) => (tooLargeMark in row ? String(row.Id) : [])))
    const isWhole = more.length === ids.length
    return { ...found, ...(!isWhole && { isLast: false, last: value.records[more.length - 1] }), rows, tooLarge }
  }

  /** Asks for less where the answer is too large; a single record that is too large is named. */
  const selectFitting = async (entity: CrmEntity, names: readonly string[], wish: RowsWish): Promise<FoundRows> => {
    try {
      return await select(entity, names, wish)
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
      if (names.every(isFixed)) throw new ProviderError('broken', 'Salesforce returned an endless response.')
      if (wish.most > 1) return selectFitting(entity, names, { ...wish, most: Math.max(1, Math.floor(wish.most / shrinking)) })
      const bare = await selectFitting(entity, names.filter(isFixed), wish)
      return { ...bare, tooLarge: new Set(bare.rows.map(({ Id }) => String(Id))) }
    }
  }

  return {
    query,
    described,
    describeAnew,
    find: (entity: CrmEntity, names: readonly string[], wish: RowsWish): Promise<FoundRows> =>
      withSeenFields(entity, (isSeen) => selectFitting(entity, withFixed(entity, names).filter(isSeen), wish)),
    retrieve: (entity: CrmEntity, ids: readonly string[], names: readonly string[]): Promise<(RawRow | null)[]> =>
      withSeenFields(entity, (isSeen) => retrieve(entity, ids, withFixed(entity, names).filter(isSeen))),
    pages,
    /** Rows of queries over ids, as many ids as one address takes at a time. */
    async *pagesOfIds(
      operation: string,
      ids: readonly string[],
      soqlOf: (list: string, after: string) => string,
      path?: 'query' | 'queryAll',
    ): AsyncGenerator<readonly RawRow[]> {
      for (let at = 0; at < ids.length; at += idsPerQuery) {
        const list = quotedList(ids.slice(at, at + idsPerQuery))
        yield* pages(operation, (after) => soqlOf(list, after), path)
      }
    },
  }
}
export type Rows = ReturnType<typeof openRows>

/** Rows of a short shape, each of which must have it. */
export const needed = <T>(rows: readonly RawRow[], shape: z.ZodType<T>): readonly T[] => {
  const read = z.array(shape).safeParse(rows)
  if (!read.success) throw new ProviderError('broken', 'Salesforce returned an invalid record.')
  return read.data
}

/** Asked for with every record. */
const isFixed = (name: string): boolean => name === 'Id' || name === 'SystemModstamp' || name === 'AccountId'
const withFixed = (entity: CrmEntity, names: readonly string[]): string[] => [
  ...new Set(['Id', 'SystemModstamp', ...(entity === 'companies' ? [] : ['AccountId']), ...names]),
]
const childColumns = (entity: CrmEntity): string[] =>
  entity === 'deals' ? ['(SELECT ContactId,IsPrimary FROM OpportunityContactRoles ORDER BY Id)'] : []

const fitting = (names: readonly string[], room: number): readonly string[] => {
  let left = room
  const end = names.findIndex((name) => {
    left -= name.length + 1
    return left < 0
  })
  return end === -1 ? names : names.slice(0, end)
}
