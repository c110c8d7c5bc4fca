import type { CrmAllowance, CrmEntity, CrmPage } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { query, type Rows, type Window } from './coql.ts'
import { readFields, type ZohoField } from './fields.ts'
import { partsOf } from './modules.ts'
import { type Row, readRow } from './records.ts'
import type { Requests } from './requests.ts'

/** Values after `in`: https://www.zoho.com/crm/developer/docs/api/v8/COQL-Limitations.html. In an address they would be too long. */
const mostIds = 100
/** A record that changes between each two of so many readings is left to the next sync. */
const mostRounds = 4

export interface ReadWindow {
  /** In the order that was asked for. */
  readonly rows: readonly Row[]
  readonly unreadable: CrmPage['unreadable']
  /** The last row as it was first read: where the next window begins. Null: there was none. */
  readonly last: Row | null
  readonly hasMore: boolean
  /** How many rows could be read at once. */
  readonly size: number
  readonly allowance: CrmAllowance | null
}

interface Joined {
  readonly rows: readonly Row[]
  /** Ids of which one part is older than another, or that a part lacks. */
  readonly torn: readonly string[]
}

/** Reads records with any number of fields: more than one call can have are joined by id, of one state each. */
export const makeWindows = (requests: Requests) => {
  const described = new Map<CrmEntity, Promise<readonly ZohoField[]>>()
  const fieldsOf = (entity: CrmEntity): Promise<readonly ZohoField[]> => {
    const known = described.get(entity)
    if (known) return known
    const asked = readFields(requests, entity)
    described.set(entity, asked)
    asked.catch(() => described.delete(entity))
    return asked
  }
  /** Runs with all fields, and where one of them is not there (any more), with those that are. */
  const withKnown = async <T>(entity: CrmEntity, wanted: readonly string[], run: (fields: readonly string[]) => Promise<T>) => {
    const known = described.has(entity) ? await fieldsOf(entity) : null
    const isKnown = (all: readonly ZohoField[], name: string): boolean => all.some((field) => field.api_name === name)
    try {
      return await run(known === null ? wanted : wanted.filter((name) => isKnown(known, name)))
    } catch (error) {
      if (!(error instanceof ProviderError && error.code === 'INVALID_QUERY')) throw error
      described.delete(entity)
      const all = await fieldsOf(entity)
      return run(wanted.filter((name) => isKnown(all, name)))
    }
  }
  const byIds = (entity: CrmEntity, ids: readonly string[], wanted: readonly string[]) =>
    withKnown(entity, wanted, (fields) => readByIds(requests, entity, ids, partsOf(entity, fields)))

  return {
    fieldsOf,
    /** A window, in smaller ones where it is longer than an answer may be. */
    read: (entity: CrmEntity, wanted: readonly string[], window: Window): Promise<ReadWindow> =>
      withKnown(entity, wanted, async (fields) => {
        const parts = partsOf(entity, fields)
        for (let limit = window.limit; ; limit = Math.ceil(limit / 4)) {
          const found = await readParts(requests, entity, parts, { ...window, limit })
          if (found === null && limit === 1) return tooLong(requests, entity, window)
          if (found === null) continue
          const { torn, ...rest } = found
          const again = torn.length === 0 ? { rows: [], unreadable: [] } : await byIds(entity, torn, fields)
          const anew = new Map(again.rows.map((row) => [row.id, row]))
          const isTorn = new Set(torn)
          return {
            ...rest,
            rows: found.rows.flatMap((row) => (isTorn.has(row.id) ? (anew.get(row.id) ?? []) : row)),
            unreadable: [...found.unreadable, ...again.unreadable],
            size: limit,
          }
        }
      }),
    /** Records by their ids, in any number; what is not there is missing. */
    byIds,
  }
}
export type Windows = ReturnType<typeof makeWindows>

/** All parts of one window; null where one was too long. */
const readParts = async (requests: Requests, entity: CrmEntity, parts: readonly (readonly string[])[], window: Window) => {
  const answers: Rows[] = []
  let allowance: CrmAllowance | null = null
  for (const part of parts) {
    const got = await query(requests, entity, ['id', ...part], window)
    if (got.isCut) return null
    allowance = got.allowance ?? allowance
    answers.push(got.value ?? { data: [] })
    if (got.value === null) break
  }
  const [first = { data: [] }, ...others] = answers
  const read = first.data.map(readRow)
  const firstRows = read.filter((row): row is Row => 'fields' in row)
  const { rows, torn } = join(
    firstRows,
    others.map(({ data }) => data.map(readRow)),
  )
  return {
    ...{ rows, torn, allowance, last: firstRows.at(-1) ?? null },
    unreadable: read.filter((row) => 'reason' in row),
    hasMore: first.info?.more_records === true || first.data.length >= window.limit,
  }
}

/**
 * Puts the parts together where they are of the same time. Times are whole seconds: an edit within the second of the edit before goes unseen
 * here, and is seen by the next reading of changes, which begins earlier than it must.
 */
const join = (first: readonly Row[], others: readonly (readonly ReturnType<typeof readRow>[])[]): Joined => {
  const parts = others.map((rows) => new Map(rows.flatMap((row) => ('fields' in row ? [[row.id, row] as const] : []))))
  const torn: string[] = []
  const rows = first.map((row) => {
    const own = parts.map((part) => part.get(row.id))
    if (own.some((part) => part?.modifiedAt.getTime() !== row.modifiedAt.getTime())) torn.push(row.id)
    return own.length === 0 ? row : { ...row, fields: Object.assign({}, row.fields, ...own.map((part) => part?.fields)) }
  })
  return { rows, torn }
}

/** One record that is longer than an answer may be: it is named, and the window is past it. */
const tooLong = async (requests: Requests, entity: CrmEntity, window: Window): Promise<ReadWindow> => {
  const { value, allowance } = await query(requests, entity, ['id', 'Modified_Time'], { ...window, limit: 1 })
  const row = value === null ? undefined : readRow(value.data[0])
  const last = row && 'fields' in row ? row : null
  return {
    ...{ rows: [], last, hasMore: last !== null, size: 1, allowance },
    unreadable: last === null ? [] : [{ id: last.id, reason: 'The record is longer than 32 MB.' }],
  }
}

/** By ids, again and again for those that changed between two parts. */
const readByIds = async (
  requests: Requests,
  entity: CrmEntity,
  ids: readonly string[],
  parts: readonly (readonly string[])[],
) => {
  const rows: Row[] = []
  const unreadable: { readonly id: string; readonly reason: string }[] = []
  let left = [...ids]
  for (let round = 1; left.length > 0 && round <= mostRounds; round++) {
    const torn: string[] = []
    for (let at = 0; at < left.length; at += mostIds) {
      const found = await readOnce(requests, entity, left.slice(at, at + mostIds), parts)
      const isTorn = new Set(found.torn)
      rows.push(...found.rows.filter(({ id }) => !isTorn.has(id)))
      unreadable.push(...found.unreadable)
      torn.push(...found.torn)
    }
    left = torn
  }
  return {
    rows,
    unreadable: [...unreadable, ...left.map((id) => ({ id, reason: 'The record kept changing while it was read.' }))],
  }
}

const readOnce = async (
  requests: Requests,
  entity: CrmEntity,
  ids: readonly string[],
  parts: readonly (readonly string[])[],
): Promise<Joined & { readonly unreadable: CrmPage['unreadable'] }> => {
  const answers: (readonly ReturnType<typeof readRow>[])[] = []
  for (const part of parts) {
    const window = { where: `id in (${ids.join(', ')})`, order: 'id asc', limit: mostIds }
    const got = await query(requests, entity, ['id', ...part], window)
    if (got.isCut) return readHalves(requests, entity, ids, parts)
    answers.push((got.value?.data ?? []).map(readRow))
  }
  const [first = [], ...others] = answers
  return {
    ...join(
      first.filter((row): row is Row => 'fields' in row),
      others,
    ),
    unreadable: first.filter((row) => 'reason' in row),
  }
}

const readHalves = async (...[requests, entity, ids, parts]: Parameters<typeof readOnce>): ReturnType<typeof readOnce> => {
  const [only, second] = ids
  if (second === undefined)
    return { rows: [], torn: [], unreadable: [{ id: only ?? '', reason: 'The record is longer than 32 MB.' }] }
  const middle = ids.length >> 1
  const one = await readOnce(requests, entity, ids.slice(0, middle), parts)
  const other = await readOnce(requests, entity, ids.slice(middle), parts)
  return {
    rows: [...one.rows, ...other.rows],
    torn: [...one.torn, ...other.torn],
    unreadable: [...one.unreadable, ...other.unreadable],
  }
}
