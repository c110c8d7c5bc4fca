import type { FastifyRequest } from 'fastify'
import { beginsAnew, editAround, indexedUntil, isEndless, suffers, withoutWithheld } from '../crm/crm-faults.ts'
import type { CrmRecords } from '../crm/records.ts'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import { faultOf } from '../faults.ts'
import { digestOf } from '../folder.ts'
import { isArchived, personsOf } from './objects.ts'
import type { ListQuery, Query } from './queries.ts'
import { notValid } from './refusals.ts'
import { placeOf } from './stages.ts'

/** After which record a page begins. */
interface Place {
  readonly at: number
  readonly id: number
}

const daysOfDeleted = 30

/** One page of a list, with the cursor of the next one. */
export const listPage = (
  given: { readonly request: FastifyRequest; readonly records: CrmRecords; readonly entity: Entity; readonly now: Date },
  asked: ListQuery & { readonly isOfArchived: boolean },
): { readonly page: readonly AnyRecord[]; readonly next: string | null } => {
  const { request, records, entity, now } = given
  const signature = signatureOf(request)
  const after = asked.cursor === null ? null : readCursor(request, signature, asked.cursor)
  const fits = makeFits(entity, asked, now)
  const ids = idsAsked(records, entity, asked)
  const read = ids ? readById(records, entity, ids, isAsked(asked)) : readerOf(given, asked)
  const foundAfter = (start: Place | null): AnyRecord[] => {
    const found: AnyRecord[] = []
    for (let place = start; found.length <= asked.limit; ) {
      const chunk = read(place, asked.limit + 1)
      found.push(...chunk.filter(fits))
      const last = chunk.at(-1)
      if (!last || chunk.length <= asked.limit) break
      place = { at: last.modifiedAt, id: last.id }
    }
    return found
  }
  const isAnew = beginsAnew(request, () => after !== null && after.id === foundAfter(null).slice(0, asked.limit).at(-1)?.id)
  const isStuck = suffers(request, 'same_page')
  const found = foundAfter(isAnew ? null : after)
  const page = found.slice(0, asked.limit)
  const last = page.at(-1)
  const hasMore = found.length > asked.limit || (isEndless(request) && last !== undefined)
  editAround(request, records, entity, page)
  const isWhole = asked.sortBy === 'id' && !asked.isDescending && ids === null && asked.status !== 'deleted'
  return {
    page: isWhole ? withoutWithheld(request, page) : page,
    next: hasMore && last ? writeCursor(signature, isStuck ? { at: 0, id: 0 } : { at: last.modifiedAt, id: last.id }) : null,
  }
}

type Read = (after: Place | null, limit: number) => readonly AnyRecord[]

const isAsked = ({ status }: Pick<ListQuery, 'status'>): { readonly deleted: boolean } => ({ deleted: status === 'deleted' })

/** Persons of a deal are as if asked for by their ids. */
const idsAsked = (records: CrmRecords, entity: Entity, { ids, filters }: ListQuery): readonly number[] | null => {
  if (entity !== 'contacts' || filters.deal_id === undefined) return ids
  const persons = personsOf(records, records.find('deals', filters.deal_id))
  return ids ? persons.filter((id) => ids.includes(id)) : persons
}

/** Those of these ids that are there: deleted ones only where deleted ones are asked for. */
const readById = (
  records: CrmRecords,
  entity: Entity,
  ids: readonly number[],
  { deleted }: { readonly deleted: boolean },
): Read => {
  const found = [...new Set(ids)]
    .sort((a, b) => a - b)
    .flatMap((id) => records.find(entity, id) ?? [])
    .filter(({ deletedAt }) => (deletedAt !== null) === deleted)
  return (after) => found.filter(({ id }) => after === null || id > after.id)
}

/** Ids are given in the order of creation, so that `add_time` sorts as ids do. */
const readerOf = (
  { request, records, entity, now }: { request: FastifyRequest; records: CrmRecords; entity: Entity; now: Date },
  { sortBy, isDescending, since, until, ...asked }: ListQuery,
): Read => {
  const isOfChanges = since !== Number.NEGATIVE_INFINITY || until !== Number.POSITIVE_INFINITY
  const seenUntil = isOfChanges ? Math.min(until, indexedUntil(request, now)) : until
  const range = { from: since, until: seenUntil, ...isAsked(asked) }
  const by = sortBy === 'update_time' ? 'change' : 'id'
  if (!isDescending)
    return (after, limit) =>
      records.list(entity, by, { ...range, limit, ...(after && (by === 'id' ? { afterId: after.id } : { after })) })
  if (by === 'id') return readBackwards(records, entity, range)
  const all = records.list(entity, by, { ...range, limit: Number.POSITIVE_INFINITY }).reverse()
  return (after, limit) => {
    const isBehind = ({ modifiedAt, id }: AnyRecord, place: Place) =>
      modifiedAt < place.at || (modifiedAt === place.at && id < place.id)
    return all.filter((record) => after === null || isBehind(record, after)).slice(0, limit)
  }
}

/** From the highest id down, in windows: a million records are not sorted for one page. */
const readBackwards =
  (records: CrmRecords, entity: Entity, range: { from: number; until: number; deleted: boolean }): Read =>
  (after, limit) => {
    const created = records.list(entity, 'id', { afterId: records.seed[entity], limit: 1_000_000, deleted: range.deleted })
    const found: AnyRecord[] = []
    for (let top = after?.id ?? (created.at(-1)?.id ?? records.seed[entity]) + 1; top > 1 && found.length < limit; ) {
      const bottom = Math.max(0, top - 1 - limit)
      const window = records.list(entity, 'id', { ...range, afterId: bottom, limit: top - 1 - bottom })
      found.push(...window.filter(({ id }) => id < top).reverse())
      top = bottom + 1
    }
    return found.slice(0, limit)
  }

const makeFits = (
  entity: Entity,
  { status, filters, since, until, isOfArchived }: ListQuery & { readonly isOfArchived: boolean },
  now: Date,
) => {
  const oldest = now.getTime() - daysOfDeleted * 86_400_000
  return (record: AnyRecord): boolean => {
    if (record.modifiedAt < since || record.modifiedAt >= until) return false
    if (status === 'deleted' && (record.deletedAt ?? 0) < oldest) return false
    if (filters.owner_id !== undefined && record.values.ownerId !== String(filters.owner_id)) return false
    if (filters.org_id !== undefined && record.companyIds[0] !== filters.org_id) return false
    if (entity !== 'deals') return true
    const place = placeOf(record)
    return (
      isArchived(record) === isOfArchived &&
      (status === null || status === 'deleted' || place.status === status) &&
      (filters.person_id === undefined || record.contactIds[0] === filters.person_id) &&
      (filters.stage_id === undefined || place.stageId === filters.stage_id) &&
      (filters.pipeline_id === undefined || place.pipelineId === filters.pipeline_id)
    )
  }
}

/** A cursor is of one query: with another it is refused. */
const signatureOf = (request: FastifyRequest): string => {
  const { cursor: _cursor, limit: _limit, ...rest } = request.query as Query
  const path = request.url.split('?')[0]
  return digestOf(JSON.stringify([path, Object.entries(rest).sort(([a], [b]) => a.localeCompare(b))])).slice(0, 8)
}

const writeCursor = (signature: string, { at, id }: Place): string =>
  Buffer.from(JSON.stringify([signature, at, id])).toString('base64url')

const readCursor = (request: FastifyRequest, signature: string, cursor: string): Place => {
  try {
    const [of, at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown, unknown]
    if (of === signature && typeof at === 'number' && typeof id === 'number' && faultOf(request) !== 'lost_cursors')
      return { at, id }
  } catch {
    // It is none of ours.
  }
  throw notValid('cursor')
}
