import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { describeGlobal, describeObject } from './describe.ts'
import { idOf, numberIn } from './ids.ts'
import { fieldNamed, fieldsSeen, objectNamed } from './objects.ts'
import { type Org, type Row, type SObject, secondOf, shownTime } from './orgs.ts'
import { attributesOf, shownValue } from './queries.ts'
import { Refused } from './refusals.ts'
import { orgOf, suffersHere } from './requests.ts'
import { createRecord, findLive, removeRecord, updateRecord } from './writes.ts'

interface Asked {
  readonly Params: { readonly version: string; readonly object: string; readonly id: string }
  readonly Querystring: { readonly fields?: string; readonly start?: string; readonly end?: string }
}

export const Given = z.record(z.string(), z.unknown())

/** One record, and what objects there are: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_basic_info.htm */
export const serveRecords = (api: FastifyInstance): void => {
  const root = '/services/data/:version/sobjects'
  for (const path of [root, `${root}/`]) api.get<Asked>(path, async ({ params }) => describeGlobal(params.version))
  api.get<Asked>(`${root}/:object/describe`, async (request) =>
    describeObject(orgOf(request), objectNamed(request.params.object), request.params.version),
  )
  api.get<Asked>(`${root}/:object/deleted`, async (request) => logOf(request, true))
  api.get<Asked>(`${root}/:object/updated`, async (request) => logOf(request, false))
  api.get<Asked>(`${root}/:object/:id`, async (request, reply) => {
    const { object: name, id, version } = request.params
    const object = objectNamed(name)
    const org = orgOf(request)
    const row = findLive(org, object, id)
    const since = Date.parse(String(request.headers['if-modified-since'] ?? ''))
    if (secondOf(row.stamp) <= secondOf(since)) return reply.code(304).send()
    if (secondOf(row.stamp) > secondOf(Date.parse(String(request.headers['if-unmodified-since'] ?? ''))))
      return reply.code(412).send()
    return shownRow(org, object, row, request.query.fields?.split(','), version)
  })
  api.post<Asked>(`${root}/:object`, async (request, reply) => {
    refuseLocked(request)
    const { object } = request.params
    const n = createRecord(orgOf(request), object, Given.parse(request.body))
    return reply.code(201).send({ id: idOf(objectNamed(object).prefix, n), success: true, errors: [] })
  })
  api.patch<Asked>(`${root}/:object/:id`, async (request, reply) => {
    refuseLocked(request)
    const { object, id } = request.params
    const unmodifiedSince = request.headers['if-unmodified-since']
    updateRecord(orgOf(request), object, id, Given.parse(request.body), unmodifiedSince)
    return reply.code(204).send()
  })
  api.delete<Asked>(`${root}/:object/:id`, async (request, reply) => {
    refuseLocked(request)
    removeRecord(orgOf(request), request.params.object, request.params.id)
    return reply.code(204).send()
  })
}

export const refuseLocked = (request: FastifyRequest): void => {
  if (suffersHere(request, 'row_lock'))
    throw new Refused(400, 'UNABLE_TO_LOCK_ROW', 'unable to obtain exclusive access to this record', [])
}

/** A row with these fields; without, with all that the user sees. */
export const shownRow = (
  org: Org,
  object: SObject,
  row: Row,
  names: readonly string[] | undefined,
  version: string,
): object => {
  const fields = names === undefined ? fieldsSeen(object, org) : names.map((name) => needed(org, object, name))
  const values = fields.map((field) => [field.name, shownValue(field.type, field.read(row, org))])
  return { attributes: attributesOf(object, row.n, version), ...Object.fromEntries(values) }
}

const needed = (org: Org, object: SObject, name: string) => {
  const found = fieldNamed(object, name.trim(), org)
  if (!found) throw new Refused(400, 'INVALID_FIELD', `No such column '${name.trim()}' on sobject of type ${object.name}`)
  return found
}

/** Null for what is not there. */
export const shownIfThere = (
  org: Org,
  object: SObject,
  id: string,
  names: readonly string[],
  version: string,
): object | null => {
  const n = numberIn(object.prefix, id)
  const row = n === undefined ? undefined : object.find(org, n)
  return row && !row.isDeleted ? shownRow(org, object, row, names, version) : null
}

const keptDays = { deleted: 15, updated: 30 } as const

/** What was deleted, or changed, between two times whose seconds do not count. */
const logOf = (request: FastifyRequest<Asked>, isDeleted: boolean): object => {
  const org = orgOf(request)
  const object = objectNamed(request.params.object)
  const [start, end] = [request.query.start, request.query.end].map(
    (text) => Math.floor(Date.parse(text ?? '') / 60_000) * 60_000,
  )
  if (start === undefined || end === undefined || !(start < end))
    throw new Refused(400, 'INVALID_REPLICATION_DATE', 'startDate before endDate')
  const earliest = org.now.getTime() - keptDays[isDeleted ? 'deleted' : 'updated'] * 86_400_000
  if (start < earliest) throw new Refused(400, 'INVALID_REPLICATION_DATE', 'startDate is too long ago')
  const range = { from: start, until: end, afterId: 0, ids: null, deals: null, by: 'change' as const }
  const found = [...object.rows(org, { ...range, deleted: isDeleted ? 'yes' : 'no' })].filter(
    ({ stamp }) => stamp >= start && stamp < end,
  )
  const latestDateCovered = shownTime(Math.min(end, org.now.getTime()))
  if (!isDeleted) return { ids: found.map(({ n }) => idOf(object.prefix, n)), latestDateCovered }
  const deletedRecords = found.map(({ n, stamp }) => ({ id: idOf(object.prefix, n), deletedDate: shownTime(stamp) }))
  return { deletedRecords, earliestDateAvailable: shownTime(earliest), latestDateCovered }
}
