import { z } from 'zod'
import type { Crm, CrmEntity, CrmPage, CrmRecord } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { HubSpotAccount } from './account.ts'
import { linkedKinds, readLinks } from './links.ts'
import { mergedName, readRecord } from './records.ts'
import { notHubSpots } from './requests.ts'
import { objectsPath } from './version.ts'

export const Objects = z.object({
  results: z.array(z.unknown()),
  paging: z.object({ next: z.object({ after: z.string().min(1) }).nullish() }).nullish(),
})
const Found = Objects.extend({ total: z.number().int().min(0) })

/** The most that a list and a search give at once. */
const most = { list: 100, search: 200, batch: 100 } as const

/** Longer lists of properties are no longer put into an address. */
const longestNames = 4_000

/** `after`: the place in a list, or the id of the last record of a search. `limit`: smaller after a page that was too large. */
const Cursor = z.object({ after: z.string().optional(), limit: z.number().int().min(1).optional() })
type Cursor = z.infer<typeof Cursor>

export const readCursor = <T>(shape: z.ZodType<T>, cursor: string | null): T => {
  try {
    return shape.parse(JSON.parse(cursor ?? '{}'))
  } catch (error) {
    throw new ProviderError('refused', 'The place to continue from cannot be read.', { code: 'cursor', cause: error })
  }
}

/** Objects as they came, and where the next ones begin. */
interface RawPage {
  readonly results: readonly unknown[]
  readonly after: string | null
}
/** Null: too large to be read. */
type FetchRaw = (names: readonly string[], limit: number) => Promise<RawPage | null>

/** In the order of ids, which never changes; from the database, so that no index lags (the contract of `contacts.list`). */
export const readAll = async (
  account: HubSpotAccount,
  entity: CrmEntity,
  { fields, cursor }: Parameters<Crm['all']>[1],
): Promise<CrmPage> => {
  const { after, limit = most.list } = readCursor(Cursor, cursor)
  const kinds: readonly CrmEntity[] = linkedKinds[entity]
  const fetchRaw: FetchRaw = async (names, count) => {
    const isWide = names.join(',').length > longestNames
    const listed = await account.requests.getSome({
      ...{ operation: `crm.${entity}.basicApi.getPage`, path: `${objectsPath}/${entity}`, shape: Objects },
      query: {
        limit: String(count),
        properties: isWide ? mergedName : names.join(','),
        ...(kinds.length > 0 && { associations: kinds.join(',') }),
        ...(after !== undefined && { after }),
      },
    })
    if (!listed) return null
    const results = isWide ? await widened(account, entity, listed.results, names) : listed.results
    return results && { results, after: listed.paging?.next?.after ?? null }
  }
  const { page, after: next, limit: taken } = await fetchShrinking(fetchRaw, fields, limit)
  return asPage(account, entity, page, { fields, areLinksThere: true, next: cursorOf(next, taken, most.list) })
}

/** The properties of records that a list gave without them; what was deleted meanwhile is left out. */
const widened = async (
  account: HubSpotAccount,
  entity: CrmEntity,
  listed: readonly unknown[],
  names: readonly string[],
): Promise<readonly unknown[] | null> => {
  const Listed = z.array(z.looseObject({ id: z.coerce.string() }))
  const rows = Listed.safeParse(listed)
  if (!rows.success) throw new ProviderError('broken', notHubSpots)
  if (rows.data.length === 0) return []
  const read = await readBatch(
    account,
    entity,
    rows.data.map(({ id }) => id),
    names,
  )
  if (!read) return null
  const byId = new Map(Listed.parse(read).map((row) => [row.id, row]))
  return rows.data.flatMap(({ id, associations }) => {
    const row = byId.get(id)
    return row ? [{ ...row, associations }] : []
  })
}

const Batch = z.object({
  results: z.array(z.unknown()),
  errors: z.array(z.object({ category: z.string().nullish() })).nullish(),
})

/** At most 100; in any order, those that are gone missing. Null: too large. */
export const readBatch = async (
  { requests }: HubSpotAccount,
  entity: CrmEntity,
  ids: readonly string[],
  names: readonly string[],
): Promise<readonly unknown[] | null> => {
  const read = await requests.askSome(
    { operation: `crm.${entity}.batchApi.read`, path: `${objectsPath}/${entity}/batch/read`, shape: Batch },
    { inputs: ids.map((id) => ({ id })), properties: names, propertiesWithHistory: [] },
  )
  const failure = read?.errors?.find(({ category }) => category !== 'OBJECT_NOT_FOUND')
  if (failure) throw new ProviderError('broken', notHubSpots, { code: failure.category ?? null })
  return read?.results ?? null
}

/**
 * One search gives 10,000 records and no more, so that each page is a search of its own, for ids above the last one: it passes any number of
 * records of one time, and what is edited meanwhile keeps its place.
 */
export const readChanged = async (
  account: HubSpotAccount,
  entity: CrmEntity,
  { fields, cursor, since }: Parameters<Crm['changed']>[1],
): Promise<CrmPage> => {
  const { after, limit = most.search } = readCursor(Cursor, cursor)
  const filters = [{ propertyName: modifiedName(entity), operator: 'GTE', value: String(since.getTime()) }]
  const fetchRaw: FetchRaw = (names, count) => searchRaw(account, entity, { filters, after, names, limit: count })
  const { page, after: next, limit: taken } = await fetchShrinking(fetchRaw, fields, limit)
  return asPage(account, entity, page, { fields, areLinksThere: false, next: cursorOf(next, taken, most.search) })
}

const modifiedName = (entity: CrmEntity): string => (entity === 'contacts' ? 'lastmodifieddate' : 'hs_lastmodifieddate')

interface Search {
  readonly filters: readonly { readonly propertyName: string; readonly operator: string; readonly value?: string }[]
  readonly after: string | undefined
  readonly names: readonly string[]
  readonly limit: number
}

/** At most five searches a second for all that ask for the account. */
const searchRaw = async (
  { requests }: HubSpotAccount,
  entity: CrmEntity,
  { filters, after, names, limit }: Search,
): Promise<RawPage | null> => {
  const beyond = after === undefined ? [] : [{ propertyName: 'hs_object_id', operator: 'GT', value: after }]
  const all = [...filters, ...beyond]
  const found = await requests.askSome(
    { operation: `crm.${entity}.searchApi.doSearch`, path: `${objectsPath}/${entity}/search`, shape: Found },
    {
      filterGroups: all.length > 0 ? [{ filters: all }] : [],
      sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
      ...{ properties: names, limit, after: '0' },
    },
  )
  if (!found) return null
  const last = found.results.at(-1) as { id?: unknown } | undefined
  const isMore = found.paging?.next != null && last?.id != null
  return { results: found.results, after: isMore ? String(last.id) : null }
}

/** All ids above the last, as the search finds them: another way than lists. */
export const readIds = async (account: HubSpotAccount, entity: CrmEntity, cursor: string | null): ReturnType<Crm['ids']> => {
  const { after } = readCursor(Cursor, cursor)
  const found = await searchRaw(account, entity, { filters: [], after, names: ['hs_object_id'], limit: most.search })
  if (!found) throw new ProviderError('broken', notHubSpots)
  const ids = found.results.map((each) => z.looseObject({ id: z.coerce.string() }).safeParse(each).data?.id)
  if (!ids.every((id) => id !== undefined)) throw new ProviderError('broken', notHubSpots)
  return { ids, next: cursorOf(found.after, most.search, most.search), allowance: await account.allowance() }
}

export const readCount = async ({ requests }: HubSpotAccount, entity: CrmEntity): Promise<number> => {
  const { total } = await requests.ask(
    { operation: `crm.${entity}.searchApi.doSearch`, path: `${objectsPath}/${entity}/search`, shape: Found },
    { filterGroups: [], properties: ['hs_object_id'], limit: 1, after: '0' },
  )
  return total
}

const Gone = z.object({ phase: z.literal('archived').optional(), after: z.string().optional() })
const Archived = Objects.extend({ results: z.array(z.looseObject({ id: z.coerce.string(), archivedAt: z.unknown() })) })

/**
 * First what was merged, as the records know it that came of it, then what was deleted: merged ones may or may not be among the deleted, and
 * so the first word about an id is the better one.
 */
export const readGone = async (
  account: HubSpotAccount,
  entity: CrmEntity,
  { since, cursor }: Parameters<Crm['gone']>[1],
): ReturnType<Crm['gone']> => {
  const { phase, after } = readCursor(Gone, cursor)
  if (phase === undefined) {
    const filters = [
      { propertyName: modifiedName(entity), operator: 'GTE', value: String(since.getTime()) },
      { propertyName: mergedName, operator: 'HAS_PROPERTY' },
    ]
    const found = await searchRaw(account, entity, { filters, after, names: [mergedName], limit: most.search })
    if (!found) throw new ProviderError('broken', notHubSpots)
    const gone = found.results.flatMap((raw) => {
      const read = readRecord(entity, raw, [], new Map())
      return 'record' in read ? read.record.mergedIds.map((id) => ({ id, mergedInto: read.record.id })) : []
    })
    const next = JSON.stringify(found.after === null ? { phase: 'archived' } : { after: found.after })
    return { gone, next, allowance: await account.allowance() }
  }
  const { results, paging } = await account.requests.get({
    ...{ operation: `crm.${entity}.basicApi.getPage`, path: `${objectsPath}/${entity}`, shape: Archived },
    query: { archived: 'true', limit: String(most.list), properties: 'hs_object_id', ...(after !== undefined && { after }) },
  })
  const next = paging?.next?.after
  return {
    gone: results.flatMap(({ id, archivedAt }) => (isBefore(archivedAt, since) ? [] : [{ id, mergedInto: null }])),
    next: next === undefined ? null : JSON.stringify({ phase, after: next }),
    allowance: await account.allowance(),
  }
}

const isBefore = (at: unknown, since: Date): boolean => typeof at === 'string' && Date.parse(at) < since.getTime()

/** After a page that had to be smaller the next may be larger again. */
const cursorOf = (after: string | null, taken: number, usual: number): string | null => {
  const limit = Math.min(usual, taken * 2)
  return after === null ? null : JSON.stringify({ after, ...(limit !== usual && { limit }) } satisfies Cursor)
}

interface Shrunk {
  readonly page: { readonly results: readonly unknown[]; readonly unreadable: CrmPage['unreadable'] }
  readonly after: string | null
  readonly limit: number
}

/** A page that is too large is asked for in smaller ones; a record that is too large by itself is named, and left out. */
const fetchShrinking = async (fetchRaw: FetchRaw, fields: readonly string[], limit: number): Promise<Shrunk> => {
  const names = [...new Set([...fields, mergedName])]
  for (let count = limit; count >= 1; count = count > 10 ? Math.floor(count / 10) : count - 1) {
    const raw = await fetchRaw(names, count)
    if (raw) return { page: { results: raw.results, unreadable: [] }, after: raw.after, limit: count }
  }
  const bare = await fetchRaw(['hs_object_id'], 1)
  if (!bare) throw new ProviderError('broken', notHubSpots)
  const unreadable = bare.results.map((each) => ({
    id: String((each as { id?: unknown } | null)?.id ?? ''),
    reason: 'The record is larger than 32 MB.',
  }))
  return { page: { results: [], unreadable }, after: bare.after, limit }
}

/** `areLinksThere`: the first associations came with the records, and only those of records that have more are read. */
const asPage = async (
  account: HubSpotAccount,
  entity: CrmEntity,
  page: Shrunk['page'],
  {
    fields,
    areLinksThere,
    next,
  }: { readonly fields: readonly string[]; readonly areLinksThere: boolean; readonly next: string | null },
): Promise<CrmPage> => {
  const { records, unreadable } = await readRecords(account, entity, page.results, { fields, areLinksThere })
  return { records, unreadable: [...page.unreadable, ...unreadable], next, allowance: await account.allowance() }
}

/** Objects as records, with all of their associations. */
export const readRecords = async (
  account: HubSpotAccount,
  entity: CrmEntity,
  raws: readonly unknown[],
  { fields, areLinksThere }: { readonly fields: readonly string[]; readonly areLinksThere: boolean },
): Promise<Pick<CrmPage, 'records' | 'unreadable'>> => {
  if (raws.length === 0) return { records: [], unreadable: [] }
  const types = await account.types(entity)
  const read = raws.map((raw) => readRecord(entity, raw, fields, types))
  const unreadable = read.flatMap((each) => ('unreadable' in each ? each.unreadable : []))
  const good = read.flatMap((each) => ('record' in each ? each : []))
  const linksTo = async (to: 'companies' | 'contacts') => {
    const kinds: readonly CrmEntity[] = linkedKinds[entity]
    const ids = good.filter(({ isCut }) => !areLinksThere || isCut[to]).map(({ record }) => record.id)
    return kinds.includes(to) && ids.length > 0
      ? { ids: new Set(ids), found: await readLinks(account.requests, entity, to, ids) }
      : null
  }
  const [companies, contacts] = [await linksTo('companies'), await linksTo('contacts')]
  if (!companies && !contacts) return { records: good.map(({ record }) => record), unreadable }
  const records = good.map(
    ({ record }): CrmRecord => ({
      ...record,
      ...(companies?.ids.has(record.id) && { companyIds: companies.found.get(record.id) ?? [] }),
      ...(contacts?.ids.has(record.id) && { contactIds: contacts.found.get(record.id) ?? [] }),
    }),
  )
  return { records, unreadable }
}
