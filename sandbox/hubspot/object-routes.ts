import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beginsAnew, countedAs, editAround, indexedUntil, isEndless, suffers, withoutWithheld } from '../crm/crm-faults.ts'
import type { CrmRecords } from '../crm/records.ts'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import { type Asked, inputsIn, kindIn, limitIn, listIn, portalOf } from './asked.ts'
import { entityOf, followed, fromId, mergeIntoNew, shownLinks, shownObject, toId, wishedProperties } from './objects.ts'
import { invalid, notFound, Refused } from './refusals.ts'
import { SearchRequest, search } from './search.ts'
import { checkAddress, checkPipeline, readProperties } from './writes.ts'

/** `root`: the path of one version of the API (https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide). */
export const serveObjects = (app: FastifyInstance, root: string, now: () => Date): void => {
  app.get<Asked>(`${root}/:type`, async (request) => listed(request))
  app.post<Asked>(`${root}/:type/search`, async (request) => searched(request, now))
  app.get<Asked>(`${root}/:type/:id`, async (request) => {
    const entity = kindIn(request.params)
    const { records } = portalOf(request)
    const { properties, associations, archived, idProperty } = request.query
    const record = findOne(records, entity, String(request.params.id), archived === 'true', idProperty)
    const links = shownLinks(
      records,
      entity,
      record,
      listIn(associations).flatMap((name) => entityOf(name) ?? []),
    )
    return { ...shownObject(entity, record, wishedProperties(entity, listIn(properties))), ...links }
  })
  app.post<Asked>(`${root}/:type`, async (request, reply) => {
    const entity = kindIn(request.params)
    return reply
      .code(201)
      .send(shownObject(entity, create(portalOf(request).records, entity, request.body), writtenOf(entity, request.body)))
  })
  app.patch<Asked>(`${root}/:type/:id`, async (request) => {
    const entity = kindIn(request.params)
    const record = update(portalOf(request).records, entity, String(request.params.id), request.body)
    return shownObject(entity, record, writtenOf(entity, request.body))
  })
  app.delete<Asked>(`${root}/:type/:id`, async (request, reply) => {
    const entity = kindIn(request.params)
    const { records } = portalOf(request)
    records.remove(entity, fromId(entity, String(request.params.id)) ?? 0)
    return reply.code(204).send()
  })
  app.post<Asked>(`${root}/:type/merge`, async (request) => {
    const entity = kindIn(request.params)
    const { primaryObjectId, objectIdToMerge } = (request.body ?? {}) as Record<string, unknown>
    const ids = [primaryObjectId, objectIdToMerge].map((id) => fromId(entity, String(id)) ?? 0)
    const merged = mergeIntoNew(portalOf(request).records, entity, ids[0] ?? 0, ids[1] ?? 0)
    if (!merged) throw notFound()
    return shownObject(entity, merged, wishedProperties(entity, ['hs_merged_object_ids']))
  })
  serveBatches(app, root, now)
}

const findOne = (records: CrmRecords, entity: Entity, id: string, isArchived: boolean, idProperty: unknown): AnyRecord => {
  if (idProperty !== undefined) throw invalid('The sandbox finds records by their ids only.')
  const archived = isArchived ? records.find(entity, fromId(entity, id) ?? 0) : undefined
  const found = isArchived ? (archived?.deletedAt == null ? undefined : archived) : followed(records, entity, id)
  if (!found) throw notFound()
  return found
}

const listed = (request: FastifyRequest<Asked>) => {
  const entity = kindIn(request.params)
  const { records } = portalOf(request)
  const { query } = request
  const limit = limitIn(query, 10, 100)
  const afterId = query.after === undefined || query.after === '' ? 0 : fromId(entity, String(query.after))
  if (afterId === undefined) throw invalid('Invalid after.')
  const deleted = query.archived === 'true'
  const isAnew = beginsAnew(request, () => afterId === pageAfter(records, entity, 0, limit, deleted).at(-1)?.id)
  const found = pageAfter(records, entity, isAnew ? 0 : afterId, limit + 1, deleted)
  const page = found.slice(0, limit)
  const wished = wishedProperties(entity, listIn(query.properties))
  const to = listIn(query.associations).flatMap((name) => entityOf(name) ?? [])
  const results = (deleted ? page : withoutWithheld(request, page)).map((record) => ({
    ...shownObject(entity, record, wished),
    ...shownLinks(records, entity, record, to),
  }))
  const last = page.at(-1)
  if (!deleted) editAround(request, records, entity, page)
  return {
    results,
    ...(last && (found.length > limit || isEndless(request)) && { paging: { next: { after: toId(entity, last.id) } } }),
  }
}

/** What was merged away is in no list, not even in that of the archived. */
const pageAfter = (records: CrmRecords, entity: Entity, afterId: number, limit: number, deleted: boolean): AnyRecord[] => {
  const found: AnyRecord[] = []
  for (let from = afterId; found.length < limit; ) {
    const wanted = limit - found.length
    const page = records.list(entity, 'id', { afterId: from, limit: wanted, deleted })
    for (const record of page) if (record.mergedInto === null) found.push(record)
    if (page.length < wanted) break
    from = page.at(-1)?.id ?? from
  }
  return found
}

const searched = (request: FastifyRequest<Asked>, now: () => Date) => {
  const entity = kindIn(request.params)
  const { records } = portalOf(request)
  const read = SearchRequest.safeParse(request.body ?? {})
  if (!read.success) throw invalid(`Invalid input JSON: ${read.error.issues[0]?.message}`)
  const isSame = suffers(request, 'same_page')
  const asked = isSame ? { ...read.data, after: '0', filterGroups: [] } : read.data
  const { total, page, next } = search(records, entity, asked, indexedUntil(request, now()))
  const wished = wishedProperties(entity, asked.properties)
  const results = page.map((record) => shownObject(entity, record, wished))
  editAround(request, records, entity, page)
  const after = isSame ? '1' : next
  return { total: countedAs(request, total), results, ...(after !== null && { paging: { next: { after } } }) }
}

/** The answer of a write shows what was written. */
const writtenOf = (entity: Entity, body: unknown) =>
  wishedProperties(entity, Object.keys((body as { properties?: object } | null)?.properties ?? {}))

const create = (records: CrmRecords, entity: Entity, body: unknown): AnyRecord => {
  const { properties, associations = [] } = (body ?? {}) as { properties?: unknown; associations?: unknown }
  const values = readProperties(entity, properties)
  if (entity === 'deals') checkPipeline(values, (properties as Record<string, string>).dealstage)
  if (entity === 'contacts') checkAddress(records, values.email, null)
  const links: { companies: number[]; contacts: number[]; deals: number[] } = { companies: [], contacts: [], deals: [] }
  for (const each of Array.isArray(associations) ? associations : [])
    addLink(records, entity, links, each as { to?: { id?: unknown }; types?: readonly { associationTypeId?: number }[] })
  return records.create(entity, { values, companyIds: links.companies, contactIds: links.contacts })
}

/** What a type of association leads to; `isMain` for the primary one. Types depend on the direction. */
const linkTypes: Readonly<Record<Entity, Readonly<Record<number, { readonly to: Entity; readonly isMain: boolean }>>>> = {
  contacts: {
    1: { to: 'companies', isMain: true },
    279: { to: 'companies', isMain: false },
    4: { to: 'deals', isMain: false },
  },
  deals: {
    ...{ 3: { to: 'contacts', isMain: false }, 5: { to: 'companies', isMain: true } },
    341: { to: 'companies', isMain: false },
  },
  companies: { 2: { to: 'contacts', isMain: true }, 280: { to: 'contacts', isMain: false } },
}

const addLink = (
  records: CrmRecords,
  entity: Entity,
  links: Record<Entity, number[]>,
  { to, types = [] }: { to?: { id?: unknown }; types?: readonly { associationTypeId?: number }[] },
): void => {
  for (const { associationTypeId = 0 } of types) {
    const type = linkTypes[entity][associationTypeId]
    if (!type) throw invalid(`${associationTypeId} is no type of association of ${entity}.`)
    const other = followed(records, type.to, String(to?.id))
    if (!other) throw invalid(`${type.to} has no ${String(to?.id)}.`)
    if (type.isMain) links[type.to].unshift(other.id)
    else links[type.to].push(other.id)
  }
}

const update = (records: CrmRecords, entity: Entity, id: string, body: unknown): AnyRecord => {
  const before = followed(records, entity, id)
  if (!before) throw notFound()
  const { properties } = (body ?? {}) as { properties?: unknown }
  const values = readProperties(entity, properties)
  if (entity === 'deals') checkPipeline({ ...before.values, ...values }, (properties as Record<string, string>).dealstage)
  if (entity === 'contacts') checkAddress(records, values.email, before.id)
  const after = records.edit(entity, before.id, { values })
  if (!after) throw notFound()
  return after
}

const serveBatches = (app: FastifyInstance, root: string, now: () => Date): void => {
  const finish = (reply: FastifyReply, status: number, results: readonly object[], errors: readonly object[]) => {
    const at = now().toISOString()
    return reply.code(errors.length > 0 ? 207 : status).send({
      ...{ status: 'COMPLETE', results, startedAt: at, completedAt: at },
      ...(errors.length > 0 && { numErrors: errors.length, errors }),
    })
  }
  app.post<Asked>(`${root}/:type/batch/read`, async (request, reply) => {
    const entity = kindIn(request.params)
    const { records } = portalOf(request)
    const ids = inputsIn(request.body, 100).map(({ id }) => String(id))
    const { properties } = request.body as { properties?: unknown }
    const wished = wishedProperties(entity, Array.isArray(properties) ? properties.map(String) : [])
    const found = new Map(ids.flatMap((id) => followed(records, entity, id) ?? []).map((record) => [record.id, record]))
    const missing = ids.filter((id) => !followed(records, entity, id))
    // Their order is nothing to count on.
    const results = [...found.values()].reverse().map((record) => shownObject(entity, record, wished))
    const message = 'Could not get some objects, they may be deleted or not exist.'
    const gone = { status: 'error', category: 'OBJECT_NOT_FOUND', message, context: { ids: missing } }
    return finish(reply, 200, results, missing.length > 0 ? [gone] : [])
  })
  const write = (
    path: 'create' | 'update',
    status: number,
    work: (records: CrmRecords, entity: Entity, input: Readonly<Record<string, unknown>>) => AnyRecord,
  ) =>
    app.post<Asked>(`${root}/:type/batch/${path}`, async (request, reply) => {
      const entity = kindIn(request.params)
      const { records } = portalOf(request)
      const [results, errors]: [object[], object[]] = [[], []]
      for (const input of inputsIn(request.body, 100)) {
        const { objectWriteTraceId: trace } = input
        try {
          const shown = shownObject(entity, work(records, entity, input), writtenOf(entity, input))
          results.push({ ...shown, ...(trace !== undefined && { objectWriteTraceId: trace }) })
        } catch (error) {
          // What is wrong with one's properties refuses all of them.
          if (!(error instanceof Refused) || error.category === 'VALIDATION_ERROR') throw error
          const ids = /ID: (\d+)/.exec(error.message)?.[1] ?? input.id
          errors.push({
            ...{ status: 'error', category: error.category, message: error.message },
            context: { ids: ids === undefined ? [] : [String(ids)] },
          })
        }
      }
      return finish(reply, status, results, errors)
    })
  write('create', 201, create)
  write('update', 200, (records, entity, input) => update(records, entity, String(input.id), input))
}
