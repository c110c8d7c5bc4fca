import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { liveIds } from '../crm/control.ts'
import { countedAs, editAround, indexedUntil, suffers, withoutWithheld } from '../crm/crm-faults.ts'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import { faultOf } from '../faults.ts'
import { digestOf } from '../folder.ts'
import { sendNone } from './empty-answers.ts'
import { entityOf, moduleOf, toId, users } from './names.ts'
import { missingParameter, Refused, wrongParameter } from './refusals.ts'
import { readTime, secondOf, shownRecord, shownTime } from './shown.ts'
import type { Store } from './store.ts'
import { byChange, byId, byIdBackwards } from './walks.ts'

type Query = Readonly<Record<string, string | undefined>>
interface AtModule {
  readonly Params: { readonly module: string }
  readonly Querystring: Query
}

/** Lists stop there: without a page token, with page tokens. */
const most = { plain: 2_000, tokens: 100_000 }
const tokenMs = 86_400_000
const mostFields = 50

export const serveLists = (app: FastifyInstance, store: Store): void => {
  app.get<AtModule>('/crm/v8/:module', async (request, reply) => {
    const entity = entityOf(request.params.module)
    const names = fieldsIn(request.query)
    const { ids } = request.query
    const page = ids === undefined ? listPage(store, request, entity) : byIds(store, request, entity, ids.split(','))
    if (page.found.length === 0)
      return request.headers['if-modified-since'] === undefined ? sendNone(request, reply) : reply.code(304).send()
    const shown = { ...store.shown(request, entity), isBare: false }
    return { data: page.found.map((record) => shownRecord(shown, record, names)), info: page.info }
  })
  app.get<AtModule>('/crm/v8/:module/deleted', async (request, reply) =>
    deletedPage(store, request, reply, entityOf(request.params.module)),
  )
  app.get<AtModule>('/crm/v8/:module/actions/count', async (request) => {
    const entity = entityOf(request.params.module)
    return { count: countedAs(request, staleCount(store, request, entity)) }
  })
  serveOne(app, store)
}

const serveOne = (app: FastifyInstance, store: Store): void => {
  interface AtRecord {
    readonly Params: { readonly module: string; readonly id: string }
    readonly Querystring: Query
  }
  app.get<AtRecord>('/crm/v8/:module/:id', async (request, reply) => {
    const entity = entityOf(request.params.module)
    const record = store.live(request, entity, request.params.id)
    if (!record) return sendNone(request, reply)
    const shown = { ...store.shown(request, entity), isBare: false }
    return { data: [shownRecord(shown, record, fieldsIn(request.query))] }
  })
  app.get<AtRecord>('/crm/v8/:module/:id/Contact_Roles', async (request, reply) => {
    if (request.params.module !== 'Deals') throw new Refused('INVALID_URL_PATTERN', 'only deals have contact roles', {}, 404)
    const names = fieldsIn(request.query)
    const deal = store.live(request, 'deals', request.params.id)
    if (!deal) throw new Refused('INVALID_DATA', 'the id is not valid', { resource_path_index: 1 })
    const { perPage, page } = pageIn(request.query)
    const shown = { ...store.shown(request, 'contacts'), isBare: false }
    const all = liveIds(shown.records, 'contacts', deal.contactIds)
    const ids = all.slice((page - 1) * perPage, page * perPage)
    if (ids.length === 0) return sendNone(request, reply)
    const contacts = ids.flatMap((id) => shown.records.find('contacts', id) ?? [])
    return {
      data: contacts.map((contact) => ({ ...shownRecord(shown, contact, names), Contact_Role: null })),
      info: { per_page: perPage, count: contacts.length, page, more_records: all.length > page * perPage },
    }
  })
}

const fieldsIn = ({ fields }: Query): readonly string[] => {
  if (!fields) throw missingParameter('fields')
  const names = fields.split(',')
  if (names.length > mostFields)
    throw new Refused('LIMIT_EXCEEDED', 'too many fields', { limit: mostFields, param_name: 'fields' })
  return names
}

const pageIn = ({ page = '1', per_page = '200' }: Query): { readonly page: number; readonly perPage: number } => {
  const [at, perPage] = [Number(page), Number(per_page)]
  if (!Number.isInteger(at) || at < 1) throw wrongParameter('page')
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > 200) throw wrongParameter('per_page')
  return { page: at, perPage }
}

/** The second of If-Modified-Since; null where it is not asked. */
const sinceIn = (request: FastifyRequest): number | null => {
  const text = request.headers['if-modified-since']
  if (text === undefined) return null
  const second = readTime(String(text))
  if (second === null) throw new Refused('INVALID_DATA', 'the time is not valid', { param_name: 'If-Modified-Since' })
  return second
}

const byIds = (store: Store, request: FastifyRequest, entity: Entity, ids: readonly string[]) => {
  if (ids.length > 100) throw new Refused('LIMIT_EXCEEDED', 'too many ids', { limit: 100, param_name: 'ids' })
  const found = ids.flatMap((id) => store.live(request, entity, id) ?? [])
  return { found, info: { per_page: 200, count: found.length, page: 1, more_records: false } }
}

/** Where a page begins: so many were seen, the last of them this one. */
interface Place {
  readonly seen: number
  readonly second: number
  readonly id: number
}

const listPage = (store: Store, request: FastifyRequest<AtModule>, entity: Entity) => {
  const { query } = request
  const { page, perPage } = pageIn(query)
  const { sort_by: sortBy = 'id', sort_order: sortOrder = 'desc' } = query
  const place = query.page_token === undefined ? null : placeIn(store, request, query.page_token)
  if (place === null && page * perPage > most.plain)
    throw new Refused('DISCRETE_PAGINATION_LIMIT_EXCEEDED', 'only 2000 records without a page token', { limit: most.plain })
  const skipped = place === null && !suffers(request, 'same_page') ? (page - 1) * perPage : 0
  const walked = walk(store, request, entity, { sortBy, sortOrder, after: suffers(request, 'same_page') ? null : place })
  const visible = shownOf(request, walked)
  const found: AnyRecord[] = []
  let passed = 0
  let hasMore = suffers(request, 'same_page')
  for (const record of visible) {
    if (passed++ < skipped) continue
    if (found.length === perPage) {
      hasMore = true
      break
    }
    found.push(record)
  }
  const seen = (place?.seen ?? skipped) + found.length
  const last = found.at(-1)
  if (seen > most.tokens) throw new Refused('PAGINATION_LIMIT_EXCEEDED', '100000 records reached', { param_name: 'page_token' })
  const { records } = store.shown(request, entity)
  editAround(request, records, entity, found)
  return {
    found,
    info: {
      ...{ per_page: perPage, count: found.length, page, more_records: hasMore, sort_by: sortBy, sort_order: sortOrder },
      previous_page_token: null,
      next_page_token:
        hasMore && last ? tokenOf(store, request, { seen, second: secondOf(last.modifiedAt), id: last.id }) : null,
      page_token_expiry: hasMore ? shownTime(store.now() + tokenMs) : null,
    },
  }
}

/** Without those that `withhold` leaves out. */
function* shownOf(request: FastifyRequest, walked: Iterable<AnyRecord>): Generator<AnyRecord> {
  for (const record of walked) if (withoutWithheld(request, [record]).length > 0) yield record
}

function* walk(
  store: Store,
  request: FastifyRequest,
  entity: Entity,
  { sortBy, sortOrder, after }: { sortBy: string; sortOrder: string; after: Place | null },
): Generator<AnyRecord> {
  const { records } = store.shown(request, entity)
  const since = sinceIn(request) ?? Number.NEGATIVE_INFINITY
  const until = since === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : indexedUntil(request, new Date(store.now()))
  const isIn = ({ modifiedAt }: AnyRecord): boolean => secondOf(modifiedAt) >= since && modifiedAt < until
  const isBackwards = sortOrder === 'desc'
  if (sortBy !== 'Modified_Time') {
    const all = isBackwards ? byIdBackwards(records, entity, after?.id) : byId(records, entity, after?.id)
    for (const record of all) if (isIn(record)) yield record
    return
  }
  const all = isBackwards ? [...byChange(records, entity, since)].reverse() : byChange(records, entity, after?.second ?? since)
  const isPast = ({ modifiedAt, id }: AnyRecord): boolean => {
    if (after === null) return true
    const second = secondOf(modifiedAt)
    if (second === after.second) return isBackwards ? id < after.id : id > after.id
    return isBackwards ? second < after.second : second > after.second
  }
  for (const record of all) if (isIn(record) && isPast(record)) yield record
}

/** The parameters that a token is bound to. */
const boundTo = (request: FastifyRequest<AtModule>): string => {
  const { page_token: _token, page: _page, ...rest } = request.query
  const sorted = Object.entries(rest).sort(([a], [b]) => a.localeCompare(b))
  return digestOf(JSON.stringify([request.params.module, sorted, request.headers['if-modified-since'] ?? null])).slice(0, 16)
}

const tokenOf = (store: Store, request: FastifyRequest<AtModule>, place: Place): string =>
  Buffer.from(JSON.stringify({ ...place, at: store.now(), bound: boundTo(request) })).toString('base64url')

const placeIn = (store: Store, request: FastifyRequest<AtModule>, token: string): Place => {
  const details = { param_name: 'page_token' }
  let read: Place & { readonly at: number; readonly bound: string }
  try {
    read = JSON.parse(Buffer.from(token, 'base64url').toString())
  } catch {
    throw wrongParameter('page_token')
  }
  if (faultOf(request) === 'token_lost' || store.now() - read.at > tokenMs)
    throw new Refused('EXPIRED_VALUE', 'page token expired', details)
  if (read.bound !== boundTo(request))
    throw new Refused('TOKEN_BOUND_DATA_MISMATCH', 'page token belongs to other parameters', details)
  if (read.seen >= most.tokens) throw new Refused('PAGINATION_LIMIT_EXCEEDED', '100000 records reached', details)
  return read
}

/** Those that were deleted, newest first; every fifth for good, the others are in the bin. */
const deletedPage = (store: Store, request: FastifyRequest<AtModule>, reply: FastifyReply, entity: Entity) => {
  const { page, perPage } = pageIn(request.query)
  const { type = 'all' } = request.query
  if (!['all', 'recycle', 'permanent'].includes(type)) throw wrongParameter('type')
  if (page * perPage > most.plain)
    throw new Refused('DISCRETE_PAGINATION_LIMIT_EXCEEDED', 'only 2000 records', { limit: most.plain })
  const since = sinceIn(request) ?? Number.NEGATIVE_INFINITY
  const { records } = store.shown(request, entity)
  const all = records
    .list(entity, 'change', { deleted: true, from: since * 1_000, limit: Number.POSITIVE_INFINITY })
    .reverse()
    .map((record) => ({ record, type: record.id % 5 === 0 ? 'permanent' : 'recycle' }))
    .filter((each) => type === 'all' || each.type === type)
  const at = suffers(request, 'same_page') ? 1 : page
  const found = all.slice((at - 1) * perPage, at * perPage)
  if (found.length === 0) return sendNone(request, reply)
  const [user] = users
  const person = { name: user?.name, id: user?.id }
  return {
    data: found.map(({ record, type: kind }) => ({
      ...{ id: toId(entity, record.id), type: kind, deleted_time: shownTime(record.deletedAt ?? 0) },
      display_name: kind === 'permanent' ? null : nameOf(entity, record),
      deleted_by: kind === 'permanent' ? null : person,
      created_by: kind === 'permanent' ? null : person,
    })),
    info: {
      ...{ per_page: perPage, count: found.length, page },
      more_records: suffers(request, 'same_page') || all.length > page * perPage,
    },
  }
}

export const nameOf = (entity: Entity, { values, id }: AnyRecord): string =>
  (entity === 'contacts' ? [values.firstName, values.lastName].filter(Boolean).join(' ') : values.name) ||
  `${moduleOf(entity)} ${id}`

/** `actions/count` does not know the last minute. */
const staleCount = (store: Store, request: FastifyRequest, entity: Entity): number => {
  const { records } = store.shown(request, entity)
  const from = store.now() - 60_000
  const limit = Number.POSITIVE_INFINITY
  const isNew = ({ createdAt }: AnyRecord): boolean => createdAt >= from
  const fresh = records.list(entity, 'change', { from, limit }).filter(isNew).length
  const gone = records.list(entity, 'change', { from, limit, deleted: true }).filter((record) => !isNew(record)).length
  return records.count(entity) - fresh + gone
}
