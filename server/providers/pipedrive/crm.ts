import { z } from 'zod'
import type { Crm, CrmEntity } from '#ports/crm.ts'
import { costs } from './budget.ts'
import { asFields, listOwners, listRawFields, listStages, type RawField } from './fields.ts'
import { countRecords, readAll, readChanged, readGone, readGoneDeals, readIds, readRecords } from './pages.ts'
import { makeRequests, type PipedriveAccess } from './requests.ts'
import { createRecord, updateRecord } from './writes.ts'

const Me = z.looseObject({
  success: z.literal(true),
  data: z.looseObject({
    ...{ company_id: z.int(), company_name: z.string().nullish(), company_domain: z.string().nullish() },
  }),
})

/** How long descriptions of fields are used for writing. */
const fieldsAgeMs = 5 * 60_000

/** One account of Pipedrive: v2 of its API (https://developers.pipedrive.com/docs/api/v1), and v1 for what v2 has not. */
export const pipedriveAccount = (access: PipedriveAccess): Crm => {
  const requests = makeRequests(access)
  const known = new Map<CrmEntity, { readonly fields: Promise<readonly RawField[]>; readonly at: number }>()
  const fieldsOf = (entity: CrmEntity): Promise<readonly RawField[]> => {
    const found = known.get(entity)
    if (found && access.now().getTime() - found.at < fieldsAgeMs) return found.fields
    const fields = listRawFields(requests, entity)
    known.set(entity, { fields, at: access.now().getTime() })
    fields.catch(() => known.delete(entity))
    return fields
  }
  const parts = { requests, fieldsOf }

  return {
    left: async () => requests.left(),
    async whose() {
      const asked = { operation: 'users.getCurrentUser', path: '/v1/users/me', shape: Me, cost: costs.me, scope: 'base' }
      const { company_id: id, company_name: name, company_domain: domain } = (await requests.get(asked)).value.data
      return { accountId: String(id), account: name || domain || String(id) }
    },
    fields: async (entity) => (await listRawFields(requests, entity)).flatMap((raw) => asFields(entity, raw)),
    stages: () => listStages(requests),
    owners: () => listOwners(requests),
    all: (entity, wish) => readAll(requests, entity, wish),
    changed: (entity, wish) => readChanged(requests, entity, wish),
    gone: (entity, wish) => (entity === 'deals' ? readGoneDeals(requests, wish.cursor) : readGone(requests, entity, wish)),
    count: (entity) => countRecords(requests, entity),
    ids: (entity, cursor) => readIds(requests, entity, cursor),
    read: (entity, ids, fields) => readRecords(requests, entity, ids, fields),
    create: (entity, values, links) => createRecord(parts, entity, values, links),
    update: (entity, id, values, guard) => updateRecord(parts, entity, id, values, guard),
  }
}
