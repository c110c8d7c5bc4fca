import type { FastifyInstance } from 'fastify'
import { countedAs } from '../crm/crm-faults.ts'
import type { CrmRecords } from '../crm/records.ts'
import { type AnyRecord, type Entity, entities, owners } from '../crm/seed.ts'
import { callerOf, costing } from './callers.ts'
import { kinds, oldTimeOf } from './kinds.ts'
import { everything, isArchived, nameOf, shown } from './objects.ts'
import { type Query, text, whole } from './queries.ts'
import { Refused } from './refusals.ts'
import { mergeRecord } from './writes.ts'

/** v1, as far as v2 has nothing in its place: users, recents, sums, merges. */
export const serveOldApi = (app: FastifyInstance): void => {
  const users = owners.map(({ id, name, email, hasLeft }) => ({
    ...{ id, name, email, active_flag: !hasLeft, is_deleted: false, is_you: id === 1, default_currency: 'EUR' },
    ...{ created: '2024-01-01 00:00:00', modified: '2024-01-01 00:00:00', role_id: 1, phone: null, icon_url: null },
  }))
  app.get('/v1/users', costing(20), async () => ({ success: true, data: users }))
  app.get('/v1/users/me', costing(2), async (request) => {
    const { account } = callerOf(request)
    const company = { company_id: Number(account), company_name: `Company ${account}`, company_domain: `company-${account}` }
    return { success: true, data: { ...users[0], ...company } }
  })
  app.get('/v1/recents', costing(40), async (request) => recents(callerOf(request).records, request.query as Query))
  app.get('/v1/deals/summary', costing(40), async (request) => {
    const { records } = callerOf(request)
    return sumOf(countedAs(request, records.count('deals') - archivedCount(records)))
  })
  app.get('/v1/deals/summary/archived', costing(40), async (request) => sumOf(archivedCount(callerOf(request).records)))
  for (const entity of entities)
    app.put(`/v1/${kinds[entity].plural}/:id/merge`, costing(40), async (request) => {
      const { id } = request.params as { id: string }
      const stays = mergeRecord(callerOf(request), entity, Number(id), request.body)
      if (entity === 'companies') return { success: true, data: { id: stays.id } }
      const { add_time: _added, update_time: _updated, ...rest } = shown(callerOf(request), entity, stays, everything)
      return { success: true, data: { ...rest, id: stays.id, merge_what_id: Number(id) } }
    })
}

/** Money is left out: the sums of an account in several currencies are of no use to a reader of counts. */
const sumOf = (count: number) => ({
  success: true,
  data: { values_total: {}, weighted_values_total: {}, total_count: count, total_currency_converted_value: 0 },
})

const archivedCount = (records: CrmRecords): number => {
  let count = 0
  for (let after = 0; ; ) {
    const page = records.list('deals', 'id', { afterId: after, limit: 10_000 })
    count += page.filter(isArchived).length
    const last = page.at(-1)
    if (!last || page.length < 10_000) return count
    after = last.id
  }
}

const longest = 500

/** All that changed since a time, in the order of changes, the deleted without what they were. */
const recents = (records: CrmRecords, query: Query) => {
  const since = text(query, 'since_timestamp')
  const from = since !== null && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(since) ? Date.parse(`${since}Z`) : Number.NaN
  if (Number.isNaN(from)) throw new Refused(400, 'Please provide since_timestamp in the format YYYY-MM-DD HH:MM:SS')
  const start = whole(query, 'start', 0, 10_000_000) ?? 0
  const limit = whole(query, 'limit', 1, longest) ?? 100
  const items = text(query, 'items')?.split(',')
  const found = entities
    .filter((entity) => items === undefined || items.includes(kinds[entity].item))
    .flatMap((entity) =>
      [true, false].flatMap((deleted) =>
        records
          .list(entity, 'change', { from, deleted, limit: start + limit + 1 })
          .map((record) => ({ entity, record, at: record.modifiedAt })),
      ),
    )
    .sort((a, b) => a.at - b.at || a.record.id - b.record.id)
  const page = found.slice(start, start + limit)
  const last = page.at(-1)
  if (!last) return { success: true, data: null }
  const hasMore = found.length > start + limit
  return {
    success: true,
    data: page.map(({ entity, record }) => ({ item: kinds[entity].item, id: record.id, data: oldData(entity, record) })),
    additional_data: {
      ...{ since_timestamp: since, last_timestamp_on_page: oldTimeOf(last.at) },
      pagination: {
        ...{ start, limit, more_items_in_collection: hasMore },
        ...(hasMore && { next_start: start + limit }),
      },
    },
  }
}

const oldData = (entity: Entity, record: AnyRecord) => {
  const update_time = oldTimeOf(record.modifiedAt)
  if (entity === 'deals')
    return {
      id: record.id,
      title: record.values.name ?? '',
      update_time,
      ...(record.deletedAt !== null && { status: 'deleted' }),
    }
  if (record.deletedAt !== null) return null
  const name = entity === 'companies' ? (record.values.name ?? '') : nameOf(record)
  return { id: record.id, name, active_flag: true, update_time }
}
