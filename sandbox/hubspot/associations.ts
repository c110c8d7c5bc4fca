import type { FastifyInstance } from 'fastify'
import type { CrmRecords } from '../crm/records.ts'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import { type Asked, inputsIn, kindIn, limitIn, portalOf } from './asked.ts'
import { followed, linkedIds, singular, toId, typeIds } from './objects.ts'
import { invalid, notFound } from './refusals.ts'

/** So many of one record come at once. */
const pageSize = 500

/** Of each pair that is kept: the type without a label, and the primary one. */
const typesOf: Readonly<Record<string, { readonly plain: number; readonly main: number | null }>> = {
  'contacts companies': { plain: 279, main: 1 },
  'deals companies': { plain: 341, main: 5 },
  'deals contacts': { plain: 3, main: null },
}

const pairOf = (from: Entity, to: Entity) => {
  const types = typesOf[`${from} ${to}`]
  if (!types) throw invalid(`The sandbox has no associations from ${from} to ${to}.`)
  return types
}

const shown = (records: CrmRecords, from: Entity, record: AnyRecord, to: Entity, start: number, limit: number) => {
  const { plain, main } = pairOf(from, to)
  const ids = linkedIds(records, record, to)
  const page = ids.slice(start, start + limit).map((id, at) => ({
    // Some of its answers have numbers here.
    toObjectId: id % 2 === 0 ? Number(toId(to, id)) : toId(to, id),
    associationTypes: [
      { category: 'HUBSPOT_DEFINED', typeId: plain, label: null },
      ...(main !== null && start + at === 0 ? [{ category: 'HUBSPOT_DEFINED', typeId: main, label: 'Primary' }] : []),
    ],
  }))
  // The main one is not always the first that comes.
  if (main !== null && start === 0) page.reverse()
  const isMore = ids.length > start + limit
  return { page, paging: isMore ? { paging: { next: { after: String(start + limit) } } } : {} }
}

/** Associations v4: https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide */
export const serveAssociations = (
  app: FastifyInstance,
  { batches, objects }: { readonly batches: string; readonly objects: string },
  now: () => Date,
): void => {
  app.post<Asked>(`${batches}/:type/:toType/batch/read`, async (request, reply) => {
    const [from, to] = [kindIn(request.params), kindIn(request.params, 'toType')]
    const { records } = portalOf(request)
    const [results, errors]: [object[], object[]] = [[], []]
    for (const { id, after } of inputsIn(request.body, 1_000)) {
      const record = followed(records, from, String(id))
      const found = record && shown(records, from, record, to, Number(after ?? 0) || 0, pageSize)
      if (found && found.page.length > 0) results.push({ from: { id: String(id) }, to: found.page, ...found.paging })
      else
        errors.push({
          ...{ status: 'error', category: 'OBJECT_NOT_FOUND', subCategory: 'crm.associations.NO_ASSOCIATIONS_FOUND' },
          message: `No ${singular[to]} is associated with ${singular[from]} ${String(id)}.`,
          context: { fromObjectId: [String(id)], fromObjectType: [singular[from]], toObjectType: [singular[to]] },
        })
    }
    const at = now().toISOString()
    const body = { status: 'COMPLETE', results, startedAt: at, completedAt: at }
    return reply
      .code(errors.length > 0 ? 207 : 200)
      .send(errors.length > 0 ? { ...body, numErrors: errors.length, errors } : body)
  })

  app.post<Asked>(`${batches}/:type/:toType/batch/create`, async (request, reply) => {
    const [from, to] = [kindIn(request.params), kindIn(request.params, 'toType')]
    const { records } = portalOf(request)
    const results = inputsIn(request.body, 2_000).map((input) => associate(records, from, to, input as unknown as Pair))
    const at = now().toISOString()
    return reply.code(201).send({ status: 'COMPLETE', results, startedAt: at, completedAt: at })
  })

  app.get<Asked>(`${objects}/:type/:id/associations/:toType`, async (request) => {
    const [from, to] = [kindIn(request.params), kindIn(request.params, 'toType')]
    const { records } = portalOf(request)
    const record = followed(records, from, String(request.params.id))
    if (!record) throw notFound()
    const start = Number(request.query.after ?? 0) || 0
    const { page, paging } = shown(records, from, record, to, start, limitIn(request.query, pageSize, pageSize))
    return { results: page, ...paging }
  })
}

interface Pair {
  readonly from?: { readonly id?: unknown }
  readonly to?: { readonly id?: unknown }
  readonly types?: readonly { readonly associationTypeId?: number }[]
}

/** One that is there stays as it is; the primary one is the first from now on. */
const associate = (records: CrmRecords, from: Entity, to: Entity, { from: one, to: other, types = [] }: Pair) => {
  const { main } = pairOf(from, to)
  const [record, linked] = [followed(records, from, String(one?.id)), followed(records, to, String(other?.id))]
  if (!record || !linked) throw invalid(`${from} ${String(one?.id)} or ${to} ${String(other?.id)} does not exist.`)
  const isMain = types.some(({ associationTypeId }) => associationTypeId === main)
  const rest = linkedIds(records, record, to).filter((id) => !isMain || id !== linked.id)
  const ids = [...new Set(isMain ? [linked.id, ...rest] : [...rest, linked.id])]
  records.edit(from, record.id, { ...(to === 'companies' ? { companyIds: ids } : { contactIds: ids }) })
  return {
    ...{ fromObjectTypeId: typeIds[from], fromObjectId: toId(from, record.id) },
    ...{ toObjectTypeId: typeIds[to], toObjectId: toId(to, linked.id), labels: isMain ? ['Primary'] : [] },
  }
}
