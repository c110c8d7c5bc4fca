import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import { faultOf } from '../faults.ts'
import { entityOf, type Field, fieldsOf, fromId, stageNamed, toId, users } from './names.ts'
import { Refused, shownError, wrongParameter } from './refusals.ts'
import { readTime, secondOf, shownTime } from './shown.ts'
import type { Store } from './store.ts'

interface AtModule {
  readonly Params: { readonly module: string }
  readonly Body: unknown
}
interface AtRecord extends AtModule {
  readonly Params: { readonly module: string; readonly id: string }
}
type Given = Readonly<Record<string, unknown>>

const mostAtOnce = 100

export const serveWrites = (app: FastifyInstance, store: Store): void => {
  app.post<AtModule>('/crm/v8/:module', async (request, reply) => {
    const entity = entityOf(request.params.module)
    return sendResults(
      reply,
      201,
      eachOf(request, (given) => insert(store, request, entity, given)),
    )
  })
  app.put<AtModule>('/crm/v8/:module', async (request, reply) => {
    const entity = entityOf(request.params.module)
    return sendResults(
      reply,
      200,
      eachOf(request, (given) => update(store, request, entity, String(given.id), given)),
    )
  })
  app.put<AtRecord>('/crm/v8/:module/:id', async (request, reply) => {
    const entity = entityOf(request.params.module)
    if (!store.live(request, entity, request.params.id))
      throw new Refused('INVALID_DATA', 'the id is not valid', { resource_path_index: 1 })
    return sendResults(
      reply,
      200,
      eachOf(request, (given) => update(store, request, entity, request.params.id, given)),
    )
  })
}

interface Result {
  readonly code: string
  readonly status: string
  readonly message: string
  readonly details: object
}

/** One entry a record: what is wrong with one does not touch the others. */
const eachOf = (request: FastifyRequest, write: (given: Given) => Result): readonly Result[] => {
  const { data } = (request.body ?? {}) as { data?: unknown }
  if (!Array.isArray(data) || data.length === 0)
    throw new Refused('MANDATORY_NOT_FOUND', 'data is missing', { api_name: 'data' })
  if (data.length > mostAtOnce) throw new Refused('LIMIT_EXCEEDED', 'too many records', { limit: mostAtOnce })
  return data.map((given: Given, at) => {
    try {
      if (faultOf(request) === 'record_locked') throw new Refused('RECORD_LOCKED', 'the record is locked', { api_name: 'id' })
      return write(given)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { api_name } = error.details
      const place = api_name === undefined ? {} : { json_path: `$.data[${at}].${api_name}` }
      return shownError({ code: error.code, message: error.message, details: { ...error.details, ...place } })
    }
  })
}

const sendResults = (reply: FastifyReply, good: number, data: readonly Result[]): FastifyReply => {
  const failed = data.filter(({ status }) => status === 'error')
  const isStale = failed.length > 0 && failed.every(({ code }) => code === 'ALREADY_MODIFIED')
  const allFailed = isStale ? 412 : 400
  return reply.code(failed.length === 0 ? good : failed.length === data.length ? allFailed : 207).send({ data })
}

const insert = (store: Store, request: FastifyRequest, entity: Entity, given: Given): Result => {
  const { records, extra } = store.shown(request, entity)
  const lacking = fieldsOf(entity, extra).find(({ api, isMandatory }) => isMandatory && (given[api] ?? '') === '')
  if (lacking) throw new Refused('MANDATORY_NOT_FOUND', 'a required field is missing', { api_name: lacking.api })
  const { values, ...links } = changesIn(store, request, entity, given)
  return success('record added', entity, records.create(entity, { values, ...links }))
}

const update = (store: Store, request: FastifyRequest, entity: Entity, id: string, given: Given): Result => {
  const before = store.live(request, entity, id)
  if (!before) throw new Refused('INVALID_DATA', 'the id is not valid', { api_name: 'id' })
  const { records, extra } = store.shown(request, entity)
  const emptied = fieldsOf(entity, extra).find(({ api, isMandatory }) => isMandatory && given[api] === null)
  if (emptied) throw new Refused('MANDATORY_NOT_FOUND', 'a required field is missing', { api_name: emptied.api })
  const since = request.headers['if-unmodified-since']
  if (since !== undefined) {
    const second = readTime(String(since))
    if (second === null) throw wrongParameter('If-Unmodified-Since')
    if (secondOf(before.modifiedAt) > second)
      throw new Refused('ALREADY_MODIFIED', 'the record was changed after that time', detailsOf(entity, before))
  }
  const after = records.edit(entity, before.id, changesIn(store, request, entity, given))
  return success('record updated', entity, after as AnyRecord)
}

const person = { name: users[0]?.name, id: users[0]?.id }

const detailsOf = (entity: Entity, { id, createdAt, modifiedAt }: AnyRecord) => ({
  ...{ id: toId(entity, id), Created_Time: shownTime(createdAt), Modified_Time: shownTime(modifiedAt) },
  ...{ Created_By: person, Modified_By: person },
})

const success = (message: string, entity: Entity, record: AnyRecord): Result => ({
  ...{ code: 'SUCCESS', status: 'success', message },
  details: detailsOf(entity, record),
})

/** What is given, as the record keeps it. Unknown and read-only fields are ignored without a word. */
const changesIn = (store: Store, request: FastifyRequest, entity: Entity, given: Given) => {
  const { extra } = store.shown(request, entity)
  const values: Record<string, string | null> = {}
  const links: { companyIds?: readonly number[]; contactIds?: readonly number[] } = {}
  for (const field of fieldsOf(entity, extra)) {
    const value = given[field.api]
    if (value === undefined || field.isReadOnly) continue
    if (field.type === 'lookup') {
      const [target, name] =
        field.api === 'Contact_Name' ? (['contacts', 'contactIds'] as const) : (['companies', 'companyIds'] as const)
      links[name] = value === null ? [] : [linked(store, request, target, field, value)]
    } else if (field.own !== null) values[field.own] = value === null ? null : kept(field, value)
  }
  return { values, ...links }
}

const wrongType = ({ api, type }: Field): Refused =>
  new Refused('INVALID_DATA', 'wrong type', { api_name: api, expected_data_type: jsonOf[type] ?? type })

const jsonOf: Readonly<Record<string, string>> = { currency: 'double', ownerlookup: 'jsonobject', lookup: 'jsonobject' }

const idIn = (value: unknown): string => String((value as { id?: unknown } | null)?.id ?? value)

const linked = (store: Store, request: FastifyRequest, entity: Entity, field: Field, value: unknown): number => {
  const id = idIn(value)
  if (!store.live(request, entity, id)) throw wrongType(field)
  return fromId(entity, id) as number
}

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  currency: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  email: (value) => typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
  multiselectpicklist: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  ownerlookup: (value) => users.some(({ id }) => id === idIn(value)),
}

const kept = (field: Field, value: unknown): string => {
  const fits = checks[field.type] ?? ((text: unknown) => typeof text === 'string' && text.length <= 255)
  if (!fits(value)) throw wrongType(field)
  if (field.type === 'ownerlookup') return users.find(({ id }) => id === idIn(value))?.own ?? ''
  if (Array.isArray(value)) return value.join(';')
  if (field.api !== 'Stage') return String(value)
  const stage = stageNamed(String(value))
  if (!stage) throw wrongType(field)
  return stage.id
}
