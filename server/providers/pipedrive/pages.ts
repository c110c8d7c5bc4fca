import { z } from 'zod'
import type { Crm, CrmAllowance, CrmEntity, CrmPage, CrmPageWish, CrmRecord } from '#ports/crm.ts'
import { costs } from './budget.ts'
import { firstPlace, type OldPlace, type Place, partsOf, readOldPlace, readPlace, writePlace } from './cursors.ts'
import { isCustomKey, kinds, optionalFields } from './kinds.ts'
import { hasOthers, mostDeals, participantsCount, readParticipants } from './participants.ts'
import { asRecord, ListAnswer, modifiedAtOf, type RawRecord, readRaws } from './records.ts'
import { isLostCursor, type PipedriveRequests, type Query } from './requests.ts'

const recentsAtOnce = 500
const mostIds = 100
const mostCustomKeys = 15

const pathOf = (entity: CrmEntity, part: Place['part']): string =>
  `/api/v2/${kinds[entity].plural}${part === 'archived' ? '/archived' : ''}`

const operationOf = (entity: CrmEntity, part: Place['part']): string => {
  const { plural } = kinds[entity]
  const name = `${plural.slice(0, 1).toUpperCase()}${plural.slice(1)}`
  return `${plural}.get${part === 'archived' ? 'Archived' : ''}${name}`
}

/** Times of v2 have no fractions of a second: with one it refuses them. */
const secondOf = (at: Date): string => `${new Date(Math.floor(at.getTime() / 1_000) * 1_000).toISOString().slice(0, 19)}Z`

/** Which fields come: all custom ones, unless few enough are asked for; of the others those that are always there, and the named. */
const fieldsQuery = (entity: CrmEntity, { fields, valuesOnly }: Pick<CrmPageWish, 'fields' | 'valuesOnly'>): Query => {
  const names = [...new Set(fields.map((name) => name.split('.')[0] ?? name))]
  const customs = names.filter(isCustomKey)
  const wanted = entity === 'deals' && !valuesOnly ? [...new Set([...names, participantsCount])] : names
  const optional = wanted.filter((name) => optionalFields[entity].has(name))
  return {
    custom_fields: customs.length > 0 && customs.length <= mostCustomKeys ? customs.join(',') : null,
    include_fields: optional.length > 0 ? optional.join(',') : null,
  }
}

interface RawPage {
  readonly records: readonly RawRecord[]
  readonly unreadable: CrmPage['unreadable']
  readonly token: string | null
  readonly allowance: CrmAllowance | null
}

/** A page of a list, with where it goes on. */
interface WalkedPage extends Omit<RawPage, 'token'> {
  readonly next: string | null
  readonly isPassing: boolean
}

const askList = async (requests: PipedriveRequests, entity: CrmEntity, part: Place['part'], query: Query): Promise<RawPage> => {
  const { value, allowance } = await requests.get({
    ...{ operation: operationOf(entity, part), path: pathOf(entity, part), query, shape: ListAnswer },
    ...{ cost: costs.list, scope: `${kinds[entity].scope}:read` },
  })
  return { ...readRaws(value.data), token: value.additional_data?.next_cursor ?? null, allowance }
}

/**
 * Asks from a place on; where the vendor no longer takes its token, the query begins anew as `anew` says. Where too many deals of a page have
 * further people, it is asked for again in smaller ones, and so are those behind it.
 */
const askFrom = async (
  requests: PipedriveRequests,
  entity: CrmEntity,
  place: Place,
  { queryOf, anew }: { readonly queryOf: (place: Place) => Query; readonly anew: (place: Place) => Place },
): Promise<{ readonly page: RawPage; readonly place: Place }> => {
  const ask = async (from: Place) => {
    const query = { ...queryOf(from), limit: from.limit, cursor: from.token }
    return { page: await askList(requests, entity, from.part, query), place: from }
  }
  const askAnyhow = (from: Place) =>
    ask(from).catch((error: unknown) => {
      if (from.token === null || !isLostCursor(error)) throw error
      return ask(anew({ ...from, token: null }))
    })
  const found = await askAnyhow(place)
  const isTooMuch = found.place.limit > mostDeals && found.page.records.filter(hasOthers).length > mostDeals
  return isTooMuch ? askAnyhow({ ...found.place, limit: mostDeals }) : found
}

/** The next page of this part, or the first one of the next part. */
const nextOf = (entity: CrmEntity, place: Place, token: string | null): string | null => {
  if (token !== null) return writePlace({ ...place, token })
  const parts = partsOf(entity)
  const part = parts[parts.indexOf(place.part) + 1]
  return part === undefined ? null : writePlace({ ...firstPlace, part, limit: place.limit })
}

/** Where the vendor loses its token as often on the way back to one place, the list does not go on. */
const mostLosses = 3

/**
 * In the order of ids, which never changes: ascending or descending. Where the vendor's token is lost the list is read from its beginning
 * again, and what was given already is passed over: there is no other way to begin after an id.
 */
const walkIds = async (
  requests: PipedriveRequests,
  entity: CrmEntity,
  cursor: string | null,
  given: { readonly direction: 'asc' | 'desc'; readonly query: Query },
): Promise<WalkedPage> => {
  const isAfter = (id: number, last: number): boolean => last === 0 || (given.direction === 'asc' ? id > last : id < last)
  const { page, place } = await askFrom(requests, entity, readPlace(cursor), {
    queryOf: () => ({ sort_by: 'id', sort_direction: given.direction, ...given.query }),
    anew: (lost) => ({ ...lost, isPassing: true, losses: lost.losses + 1 }),
  })
  const records = place.isPassing ? page.records.filter(({ id }) => isAfter(id, place.id)) : page.records
  const last = page.records.reduce((far, { id }) => (isAfter(id, far) ? id : far), place.id)
  const isPassing = place.isPassing && records.length === 0
  const losses = isPassing ? place.losses : 0
  return {
    ...{ ...page, records, isPassing: isPassing && losses <= mostLosses },
    next: nextOf(entity, { ...place, id: last, losses }, page.token),
  }
}

export const readAll = async (requests: PipedriveRequests, entity: CrmEntity, wish: CrmPageWish): Promise<CrmPage> => {
  const walked = await walkIds(requests, entity, wish.cursor, { direction: 'asc', query: fieldsQuery(entity, wish) })
  return asPage(requests, entity, walked, wish.fields)
}

/** Descending: a record that fell between two pages of `readAll` is not between the same two here. */
export const readIds: (requests: PipedriveRequests, ...asked: Parameters<Crm['ids']>) => ReturnType<Crm['ids']> = async (
  requests,
  entity,
  cursor,
) => {
  const { records, unreadable, ...walked } = await walkIds(requests, entity, cursor, { direction: 'desc', query: {} })
  const ids = [...live(records).map(({ id }) => String(id)), ...unreadable.map(({ id }) => id).filter((id) => id !== '')]
  return { ids, next: walked.next, isPassing: walked.isPassing, allowance: walked.allowance }
}

const live = (records: readonly RawRecord[]): readonly RawRecord[] => records.filter((record) => !record.is_deleted)

const asPage = async (
  requests: PipedriveRequests,
  entity: CrmEntity,
  { records, unreadable, allowance, next, isPassing }: WalkedPage,
  fields: readonly string[],
): Promise<CrmPage> => ({
  records: await asRecords(requests, entity, live(records), fields),
  ...{ unreadable, next, isPassing, allowance },
})

const asRecords = async (
  requests: PipedriveRequests,
  entity: CrmEntity,
  raws: readonly RawRecord[],
  fields: readonly string[],
): Promise<readonly CrmRecord[]> => {
  const others = entity === 'deals' ? await readParticipants(requests, raws.filter(hasOthers)) : null
  return raws.map((raw) => asRecord(entity, raw, fields, others?.get(raw.id)))
}

/**
 * In the order of changes. `updated_since` includes its second. Where the vendor's token is lost, all from the last second on is asked for
 * again: records of that second come twice.
 */
export const readChanged = async (
  requests: PipedriveRequests,
  entity: CrmEntity,
  wish: CrmPageWish & { readonly since: Date },
): Promise<CrmPage> => {
  const begun = readPlace(wish.cursor)
  const { page, place } = await askFrom(
    requests,
    entity,
    { ...begun, from: begun.from ?? secondOf(wish.since) },
    {
      queryOf: ({ from }) => ({
        ...{ sort_by: 'update_time', sort_direction: 'asc', updated_since: from },
        ...fieldsQuery(entity, wish),
      }),
      anew: (lost) => ({ ...lost, from: lost.at ?? lost.from }),
    },
  )
  const newest = page.records.reduce((most, raw) => Math.max(most, modifiedAtOf(raw)?.getTime() ?? 0), 0)
  const at = newest === 0 ? place.at : secondOf(new Date(newest))
  const walked = { ...page, isPassing: false, next: nextOf(entity, { ...place, at }, page.token) }
  return asPage(requests, entity, walked, wish.fields)
}

export const readRecords: (requests: PipedriveRequests, ...asked: Parameters<Crm['read']>) => ReturnType<Crm['read']> = async (
  requests,
  entity,
  ids,
  fields,
) => {
  const found = await readByIds(requests, entity, ids, fieldsQuery(entity, { fields }).include_fields ?? null)
  return asRecords(requests, entity, found, fields)
}

/** Custom fields are not picked: with 100 ids the address would become too long. */
const readByIds = async (
  requests: PipedriveRequests,
  entity: CrmEntity,
  ids: readonly string[],
  include: Query[string] = null,
): Promise<readonly RawRecord[]> => {
  const found: RawRecord[] = []
  let missing = ids.filter((id) => /^[1-9]\d{0,15}$/.test(id)).slice(0, mostIds)
  for (const part of partsOf(entity)) {
    if (missing.length === 0) break
    const query = { ids: missing.join(','), limit: mostIds, include_fields: include }
    const there = live((await askList(requests, entity, part, query)).records)
    found.push(...there)
    const seen = new Set(there.map(({ id }) => String(id)))
    missing = missing.filter((id) => !seen.has(id))
  }
  return found
}

type Gone = Awaited<ReturnType<Crm['gone']>>

/** Deals that were deleted in the last 30 days, all of them: whether a deletion moves `update_time` is not documented. */
export const readGoneDeals = async (requests: PipedriveRequests, cursor: string | null): Promise<Gone> => {
  const { records, next, allowance } = await walkIds(requests, 'deals', cursor, {
    ...{ direction: 'asc', query: { status: 'deleted' } },
  })
  return { gone: records.map(({ id }) => ({ id: String(id), mergedInto: null })), next, allowance }
}

const Recents = z.looseObject({
  success: z.literal(true),
  data: z.array(z.looseObject({ item: z.string(), id: z.int(), data: z.looseObject({}).nullish() })).nullable(),
  additional_data: z
    .looseObject({
      last_timestamp_on_page: z.string().nullish(),
      pagination: z.looseObject({ more_items_in_collection: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
})

/** Pages of one second overlap: what is edited meanwhile leaves its place, and all behind it move up. */
const overlap = 100

/**
 * Persons and organizations that were deleted: v1's `recents` name what changed, and those of them that v2 has no longer are gone. How far
 * back they reach is not documented (a month, it is said); `ids` finds the rest. A merge tells no one where the gone id went.
 */
export const readGone = async (
  requests: PipedriveRequests,
  entity: 'companies' | 'contacts',
  { since, cursor }: { readonly since: Date; readonly cursor: string | null },
): Promise<Gone> => {
  const place = cursor === null ? { since: oldSecondOf(since), start: 0 } : readOldPlace(cursor)
  const { value, allowance } = await requests.get({
    ...{ operation: 'recents.getRecents', path: '/v1/recents', shape: Recents, cost: costs.recents, scope: 'recents:read' },
    query: { since_timestamp: place.since, items: kinds[entity].item, start: place.start, limit: recentsAtOnce },
  })
  const items = (value.data ?? []).filter(({ item }) => item === kinds[entity].item)
  const doubtful = [...new Set(items.filter(isDoubtful).map(({ id }) => String(id)))]
  const gone: string[] = []
  for (let at = 0; at < doubtful.length; at += mostIds) {
    const asked = doubtful.slice(at, at + mostIds)
    const there = new Set((await readByIds(requests, entity, asked)).map(({ id }) => String(id)))
    gone.push(...asked.filter((id) => !there.has(id)))
  }
  const { last_timestamp_on_page: last, pagination } = value.additional_data ?? {}
  const next = pagination?.more_items_in_collection ? nextRecents(place, last ?? null, value.data?.length ?? 0) : null
  return { gone: gone.map((id) => ({ id, mergedInto: null })), next: next && writePlace(next), allowance }
}

/** Only what is there says so itself. */
const isDoubtful = ({ data }: { data?: Readonly<Record<string, unknown>> | null | undefined }): boolean =>
  data == null || data.active_flag !== true || data.is_deleted === true

/** By time, since places in a list that is edited are no places; within one second by place. */
const nextRecents = (place: OldPlace, last: string | null, count: number): OldPlace =>
  last !== null && last > place.since
    ? { since: last, start: 0 }
    : { ...place, start: place.start + Math.max(1, count - overlap) }

const oldSecondOf = (at: Date): string => secondOf(at).slice(0, 19).replace('T', ' ')

const Summary = z.looseObject({ success: z.literal(true), data: z.looseObject({ total_count: z.int().min(0) }) })

/** Of deals v1 has sums, with how many they are: of those that are not archived, and of the others. Persons and organizations are counted nowhere. */
export const countRecords = async (requests: PipedriveRequests, entity: CrmEntity): Promise<number | null> => {
  if (entity !== 'deals') return null
  let total = 0
  for (const part of partsOf(entity)) {
    const { value } = await requests.get({
      operation: `deals.get${part === 'archived' ? 'Archived' : ''}DealsSummary`,
      path: `/v1/deals/summary${part === 'archived' ? '/archived' : ''}`,
      ...{ shape: Summary, cost: costs.summary, scope: 'deals:read' },
    })
    total += value.data.total_count
  }
  return total
}
