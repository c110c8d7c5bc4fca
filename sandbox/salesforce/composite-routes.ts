import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idOf } from './ids.ts'
import { objectNamed } from './objects.ts'
import type { Org } from './orgs.ts'
import { type Given, refuseLocked, shownIfThere } from './record-routes.ts'
import { Refused } from './refusals.ts'
import { orgOf } from './requests.ts'
import { createRecord, findLive, removeRecord, updateRecord } from './writes.ts'

interface Asked {
  readonly Params: { readonly version: string; readonly object: string }
  readonly Querystring: { readonly ids?: string; readonly fields?: string; readonly allOrNone?: string }
}

const most = 200
const Typed = z.looseObject({ attributes: z.looseObject({ type: z.string() }), id: z.string().optional() })
const Collection = z.object({ allOrNone: z.boolean().default(false), records: z.array(Typed).min(1).max(most) })
const Retrieve = z.object({ ids: z.array(z.string()).min(1).max(2_000), fields: z.array(z.string()).min(1) })
const Leaf = z.looseObject({ attributes: z.looseObject({ type: z.string(), referenceId: z.string() }) })

/** Answers the id of the record. */
type Work = (org: Org) => string

/** Many records at once: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections.htm */
export const serveComposites = (api: FastifyInstance): void => {
  const root = '/services/data/:version/composite'
  const retrieve = (request: FastifyRequest<Asked>, { ids, fields }: z.output<typeof Retrieve>) => {
    const object = objectNamed(request.params.object)
    return ids.map((id) => shownIfThere(orgOf(request), object, id, fields, request.params.version))
  }
  api.post<Asked>(`${root}/sobjects/:object`, async (request) => retrieve(request, Retrieve.parse(request.body)))
  api.get<Asked>(`${root}/sobjects/:object`, async (request) => {
    const { ids = '', fields = 'Id' } = request.query
    return retrieve(request, Retrieve.parse({ ids: ids.split(','), fields: fields.split(',') }))
  })

  api.post<Asked>(`${root}/sobjects`, async (request) => {
    const { records, allOrNone } = Collection.parse(request.body)
    return workAll(
      request,
      records.map(({ attributes, ...given }) => creating(attributes.type, given)),
      allOrNone,
    )
  })
  api.patch<Asked>(`${root}/sobjects`, async (request) => {
    const { records, allOrNone } = Collection.parse(request.body)
    const works = records.map(({ attributes, id = '', ...given }): Work => {
      return (org) => {
        updateRecord(org, attributes.type, id, given)
        return id
      }
    })
    return workAll(request, works, allOrNone)
  })
  api.delete<Asked>(`${root}/sobjects`, async (request) => {
    const ids = (request.query.ids ?? '').split(',').slice(0, most)
    const works = ids.map(
      (id): Work =>
        (org) => {
          removeRecord(org, typeOf(id), id)
          return id
        },
    )
    return workAll(request, works, request.query.allOrNone === 'true')
  })
  api.post<Asked>(`${root}/tree/:object`, async (request, reply) => {
    const answer = plantTree(request)
    return reply.code(answer.hasErrors ? 400 : 201).send(answer)
  })
}

const creating =
  (type: string, given: z.output<typeof Given>, more: () => z.output<typeof Given> = () => ({})): Work =>
  (org) =>
    idOf(objectNamed(type).prefix, createRecord(org, type, { ...given, ...more() }))

const typeOf = (id: string): string => {
  const found = ['Account', 'Contact', 'Opportunity', 'OpportunityContactRole'].find((name) =>
    id.startsWith(objectNamed(name).prefix),
  )
  if (!found) throw new Refused(400, 'MALFORMED_ID', `bad id ${id}`)
  return found
}

/** The org as it is, where nothing is written. */
const untouched = (org: Org): Org => ({
  ...org,
  records: {
    ...org.records,
    create: (entity, given) => ({ ...org.records.find(entity, 1), id: 1, ...given }) as never,
    edit: () => undefined,
    remove: () => true,
  },
  roleChanges: { ...org.roleChanges, put: (row) => row },
})

const refusalOf = (work: () => string): { readonly id: string } | { readonly refused: Refused } => {
  try {
    return { id: work() }
  } catch (error) {
    if (error instanceof Refused) return { refused: error }
    throw error
  }
}
const shownError = ({ errorCode, message, fields }: Refused) => ({ statusCode: errorCode, message, fields: fields ?? [] })
const rolledBack = new Refused(
  400,
  'ALL_OR_NONE_OPERATION_ROLLED_BACK',
  'Record rolled back because not all records were valid and the request was using AllOrNone header',
)

const workAll = (request: FastifyRequest, works: readonly Work[], allOrNone: boolean): object[] => {
  const org = orgOf(request)
  const guarded = (work: Work) => (on: Org) => {
    refuseLocked(request)
    return work(on)
  }
  const trials = allOrNone ? works.map((work) => refusalOf(() => guarded(work)(untouched(org)))) : []
  const isOff = trials.some((each) => 'refused' in each)
  return works.map((work, at) => {
    const trial = trials[at]
    const done = !isOff ? refusalOf(() => guarded(work)(org)) : trial && 'refused' in trial ? trial : { refused: rolledBack }
    return 'id' in done ? { id: done.id, success: true, errors: [] } : { success: false, errors: [shownError(done.refused)] }
  })
}

/** Deals with their contacts, all or none: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobject_tree.htm */
const plantTree = (request: FastifyRequest<Asked>): { readonly hasErrors: boolean; readonly results: readonly object[] } => {
  const org = orgOf(request)
  const contact = objectNamed('Contact')
  const { records } = z.object({ records: z.array(Leaf).min(1).max(most) }).parse(request.body)
  const planted: { readonly reference: string; readonly check: Work; readonly work: Work }[] = []
  for (const { attributes, OpportunityContactRoles: inner, ...given } of records) {
    let parent = ''
    const plant = (on: Org): string => {
      refuseLocked(request)
      parent = creating(attributes.type, given)(on)
      return parent
    }
    planted.push({ reference: attributes.referenceId, check: plant, work: plant })
    const leaves = inner === undefined ? [] : z.object({ records: z.array(Leaf) }).parse(inner).records
    for (const { attributes: own, ...role } of leaves)
      planted.push({
        reference: own.referenceId,
        check: (on) => idOf(contact.prefix, findLive(on, contact, String(role.ContactId)).n),
        work: creating(own.type, role, () => ({ OpportunityId: parent })),
      })
  }
  const wrong = planted.flatMap(({ reference, check }) => {
    const trial = refusalOf(() => check(untouched(org)))
    return 'refused' in trial ? [{ referenceId: reference, errors: [shownError(trial.refused)] }] : []
  })
  if (wrong.length > 0) return { hasErrors: true, results: wrong }
  return { hasErrors: false, results: planted.map(({ reference, work }) => ({ referenceId: reference, id: work(org) })) }
}
