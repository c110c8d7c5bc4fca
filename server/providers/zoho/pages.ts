import { z } from 'zod'
import type { Crm, CrmAllowance, CrmEntity, CrmPage, CrmPageWish, CrmRecord } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readContactRoles } from './contact-roles.ts'
import { countRows, mostRows, query as queryRows } from './coql.ts'
import { readCursor, writeCursor } from './cursors.ts'
import { modules, writtenTime } from './modules.ts'
import { asRecord, type Row } from './records.ts'
import { brokenAnswer } from './refusals.ts'
import { Info, type Requests } from './requests.ts'
import type { ReadWindow, Windows } from './windows.ts'

/** Each deal of a page costs a call more, for its contacts: a page is over in some seconds. */
const sizeOf: Readonly<Record<CrmEntity, number>> = { companies: mostRows, contacts: mostRows, deals: 100 }

/** What is read page by page. Places are ids and times, never tokens: nothing ends after a day or after 100,000 records. */
export const makePages = (
  requests: Requests,
  windows: Windows,
): Pick<Crm, 'all' | 'changed' | 'gone' | 'count' | 'ids' | 'read'> => {
  const records = (entity: CrmEntity, rows: readonly Row[], fields: readonly string[]): Promise<readonly CrmRecord[]> =>
    withContacts(requests, entity, rows, fields)
  const asPage = async (
    entity: CrmEntity,
    fields: readonly string[],
    window: ReadWindow,
    next: (last: Row, size: number) => string,
    valuesOnly = false,
  ): Promise<CrmPage> => {
    const { rows, unreadable, last, hasMore, allowance } = window
    if (hasMore && last === null) throw brokenAnswer()
    // After a window of smaller size the next may be larger again.
    const size = Math.min(sizeOf[entity], window.size * 2)
    return {
      records: valuesOnly ? rows.map((row) => asRecord(entity, row, fields)) : await records(entity, rows, fields),
      ...{ unreadable, allowance },
      next: hasMore && last !== null ? next(last, size) : null,
    }
  }

  return {
    async all(entity: CrmEntity, { fields, cursor, valuesOnly }: CrmPageWish): Promise<CrmPage> {
      const place = readCursor(cursor, 'all')
      const where = place === null ? 'id is not null' : `id > ${place.after}`
      const limit = place?.size ?? sizeOf[entity]
      const window = await windows.read(entity, fields, { where, order: 'id asc', limit })
      return asPage(entity, fields, window, ({ id }, size) => writeCursor({ of: 'all', after: id, size }), valuesOnly)
    },
    async changed(entity: CrmEntity, { fields, cursor, since }: CrmPageWish & { readonly since: Date }): Promise<CrmPage> {
      const place = readCursor(cursor, 'changed')
      const limit = place?.size ?? sizeOf[entity]
      const window = await windows.read(entity, fields, {
        where: changedWhere(place, since),
        order: 'Modified_Time asc, id asc',
        limit,
      })
      return asPage(entity, fields, window, ({ id, modifiedAt }, size) =>
        writeCursor({ of: 'changed', at: modifiedAt.getTime(), after: id, size }),
      )
    },
    gone: (entity, wish) => readGone(requests, entity, wish),
    async count(entity: CrmEntity): Promise<number | null> {
      const exact = await countRows(requests, entity).catch((error: unknown) => {
        if (error instanceof ProviderError && error.kind === 'refused') return null
        throw error
      })
      return exact ?? readStaleCount(requests, entity)
    },
    async ids(entity: CrmEntity, cursor: string | null) {
      const place = readCursor(cursor, 'ids')
      const where = place === null ? 'id is not null' : `id < ${place.before}`
      // Backwards, with nothing but ids: another way than that of `all`.
      const got = await queryRows(requests, entity, ['id'], { where, order: 'id desc', limit: mostRows })
      const read = z.array(z.object({ id: z.string().regex(/^\d+$/) })).safeParse(got.value?.data ?? [])
      if (!read.success || got.isCut) throw brokenAnswer()
      const ids = read.data.map(({ id }) => id)
      const last = ids.at(-1)
      const hasMore = got.value?.info?.more_records === true || ids.length >= mostRows
      return { ids, next: hasMore && last ? writeCursor({ of: 'ids', before: last }) : null, allowance: got.allowance }
    },
    async read(entity: CrmEntity, ids: readonly string[], fields: readonly string[]): Promise<readonly CrmRecord[]> {
      const asked = [...new Set(ids)].filter((id) => /^\d{1,25}$/.test(id))
      if (asked.length === 0) return []
      const { rows } = await windows.byIds(entity, asked, fields)
      return records(entity, rows, fields)
    },
  }
}

const withContacts = async (
  requests: Requests,
  entity: CrmEntity,
  rows: readonly Row[],
  fields: readonly string[],
): Promise<readonly CrmRecord[]> => {
  const roles =
    entity === 'deals'
      ? await readContactRoles(
          requests,
          rows.map(({ id }) => id),
        )
      : new Map<string, readonly string[]>()
  return rows.map((row) => asRecord(entity, row, fields, roles.get(row.id)))
}

const changedWhere = (place: { readonly at: number; readonly after: string } | null, since: Date): string => {
  if (place === null) return `Modified_Time >= '${writtenTime(since)}'`
  const at = writtenTime(new Date(place.at))
  return `((Modified_Time = '${at}' and id > ${place.after}) or Modified_Time > '${at}')`
}

const Deleted = z.object({ data: z.array(z.object({ id: z.string() })), info: Info.nullish() })
const perPage = 200
const pastTheEnd = new Set(['DISCRETE_PAGINATION_LIMIT_EXCEEDED', 'PAGINATION_LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'])

/**
 * https://www.zoho.com/crm/developer/docs/api/v8/get-deleted-records.html: those of the bin, which keeps 60 days, and those that were
 * thrown away from there. Of merged ones the losers are among them, and which record won is not said. The list can be paged to its 2,000th
 * record (not confirmed): what is older is found by comparing ids.
 */
const readGone = async (
  requests: Requests,
  entity: CrmEntity,
  { since, cursor }: { readonly since: Date; readonly cursor: string | null },
): ReturnType<Crm['gone']> => {
  const page = readCursor(cursor, 'gone')?.page ?? 1
  const query = { type: 'all', page: String(page), per_page: String(perPage) }
  const headers = { 'if-modified-since': writtenTime(since) }
  const path = `/${modules[entity]}/deleted`
  const wish = { operation: 'deleted.list', method: 'GET', path, query, headers, canRepeat: true } as const
  const none: { value: null; isCut: boolean; allowance: CrmAllowance | null } = { value: null, isCut: false, allowance: null }
  const { value, isCut, allowance } = await requests.get(wish, Deleted).catch((error: unknown) => {
    if (page > 1 && error instanceof ProviderError && pastTheEnd.has(error.code ?? '')) return none
    throw error
  })
  if (isCut) throw brokenAnswer()
  return {
    gone: (value?.data ?? []).map(({ id }) => ({ id, mergedInto: null })),
    next: value?.info?.more_records === true ? writeCursor({ of: 'gone', page: page + 1 }) : null,
    allowance,
  }
}

const Count = z.object({ count: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]) })

/** Lags behind by one to ten minutes: only where the query for the count is refused. */
const readStaleCount = async (requests: Requests, entity: CrmEntity): Promise<number | null> => {
  const path = `/${modules[entity]}/actions/count`
  const { value } = await requests.get({ operation: 'records.count', method: 'GET', path, canRepeat: true }, Count)
  return value?.count ?? null
}
