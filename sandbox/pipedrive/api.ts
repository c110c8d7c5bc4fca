import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isGoodToken } from '../crm/consent-grants.ts'
import type { CrmAccounts } from '../crm/control.ts'
import { truncateAnswers } from '../crm/crm-faults.ts'
import { type AnyRecord, type Entity, entities } from '../crm/seed.ts'
import type { SimulatorContext } from '../simulators.ts'
import { accountOf } from './accounts.ts'
import { callerOf, costing, costs, recordCaller } from './callers.ts'
import { describeFields } from './fields.ts'
import { kinds } from './kinds.ts'
import { openLimits } from './limits.ts'
import { listPage } from './lists.ts'
import { everything, shown } from './objects.ts'
import { serveOldApi } from './old-api.ts'
import { type Query, readListQuery, readWish, text, whole } from './queries.ts'
import { answerRefusals, errorBody, notValid, Refused } from './refusals.ts'
import { pipelines, stages } from './stages.ts'
import { createRecord, updateRecord } from './writes.ts'

/** The API that programs call: everything but `/oauth`. */
export const serveApi = (app: FastifyInstance, context: SimulatorContext, accounts: CrmAccounts): void => {
  const limited = openLimits(context.now)
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['x-api-token']
    const token = typeof key === 'string' ? key : /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    const account = token === undefined || isGoodToken(context, token) === false ? null : accountOf(token)
    if (token === undefined || account === null) return reply.code(401).send(errorBody(401, 'unauthorized access'))
    const answered = limited(request, reply, { token, account, kind: key === undefined ? 'oauth' : 'key' })
    if (answered) return answered
    recordCaller(request, { account, records: accounts.use(account) })
  })
  truncateAnswers(app)
  answerRefusals(app)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody(404, 'Not found')))
  serveSettings(app)
  for (const entity of entities) serveRecords(app, context, entity)
  serveOldApi(app)
}

/** Fields, pipelines and stages. */
const serveSettings = (app: FastifyInstance): void => {
  for (const entity of entities)
    app.get(`/api/v2/${kinds[entity].fields}`, costing(costs.list), async (request) =>
      pageOf(describeFields(callerOf(request).account, entity), request.query as Query),
    )
  const facts = { is_deleted: false, add_time: '2024-01-01T00:00:00Z', update_time: null }
  app.get('/api/v2/pipelines', costing(costs.list), async (request) =>
    pageOf(
      pipelines.map((pipeline) => ({ ...pipeline, is_deal_probability_enabled: true, ...facts })),
      request.query as Query,
    ),
  )
  app.get('/api/v2/stages', costing(costs.list), async (request) => {
    const query = request.query as Query
    const of = whole(query, 'pipeline_id', 1, 1_000_000)
    const found = stages.filter(({ pipeline_id }) => of === null || pipeline_id === of)
    return pageOf(
      found.map(({ key: _key, ...stage }) => ({ ...stage, is_deal_rot_enabled: false, days_to_rotten: null, ...facts })),
      query,
    )
  })
}

/** A page of what is small: its cursor is where it goes on. */
const pageOf = <T>(all: readonly T[], query: Query) => {
  const limit = whole(query, 'limit', 1, 500) ?? 100
  const cursor = text(query, 'cursor')
  const start = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64url').toString())
  if (!Number.isInteger(start)) throw notValid('cursor')
  const end = start + limit
  return {
    success: true,
    data: all.slice(start, end),
    additional_data: { next_cursor: end < all.length ? Buffer.from(String(end)).toString('base64url') : null },
  }
}

const serveRecords = (app: FastifyInstance, { now }: SimulatorContext, entity: Entity): void => {
  const { plural, title } = kinds[entity]
  const missing = () => new Refused(404, `${title} not found`, 'ERR_NOT_FOUND')
  const answer = (request: FastifyRequest, record: AnyRecord | undefined, wish = everything) => {
    if (record?.deletedAt !== null) throw missing()
    return { success: true, data: shown(callerOf(request), entity, record, wish) }
  }
  const idOf = (request: FastifyRequest): number => {
    const { id } = request.params as { id: string }
    if (!/^\d{1,15}$/.test(id)) throw notValid('id')
    return Number(id)
  }
  const list = (isOfArchived: boolean) => async (request: FastifyRequest) => {
    const query = request.query as Query
    const wish = readWish(entity, query)
    const caller = callerOf(request)
    const given = { request, records: caller.records, entity, now: now() }
    const { page, next } = listPage(given, { ...readListQuery(entity, query), isOfArchived })
    return {
      success: true,
      data: page.map((record) => shown(caller, entity, record, wish)),
      additional_data: { next_cursor: next },
    }
  }

  app.get(`/api/v2/${plural}`, costing(costs.list), list(false))
  if (entity === 'deals') app.get('/api/v2/deals/archived', costing(costs.list), list(true))
  app.get(`/api/v2/${plural}/:id`, costing(costs.one), async (request) =>
    answer(request, callerOf(request).records.find(entity, idOf(request)), readWish(entity, request.query as Query)),
  )
  app.post(`/api/v2/${plural}`, costing(costs.write), async (request, reply) => {
    const record = createRecord(callerOf(request), entity, request.body)
    return reply.code(entity === 'deals' ? 200 : 201).send(answer(request, record))
  })
  app.patch(`/api/v2/${plural}/:id`, costing(costs.write), async (request) =>
    answer(request, updateRecord(callerOf(request), entity, idOf(request), request.body)),
  )
  app.delete(`/api/v2/${plural}/:id`, costing(costs.write), async (request) => {
    const id = idOf(request)
    if (!callerOf(request).records.remove(entity, id)) throw missing()
    return { success: true, data: { id } }
  })
}
