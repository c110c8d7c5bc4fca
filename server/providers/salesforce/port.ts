import type { Crm } from '#ports/crm.ts'
import type { CrmVendor } from '../vendors.ts'
import { asCrmFields } from './fields.ts'
import { readAll, readChanged, readGone, readIds } from './pages.ts'
import { countRows, readByIds, readOwners, readStages, readWhose } from './reads.ts'
import { makeCalls, type OrgAccess } from './requests.ts'
import { openRows } from './rows.ts'
import { createRecord, updateRecord } from './writes.ts'

/** Companies are accounts there, and deals opportunities (https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/). */
const openOrg = (access: OrgAccess): Crm => {
  const calls = makeCalls(access)
  const rows = openRows(calls)
  return {
    left: async () => calls.left(),
    whose: () => readWhose(calls),
    fields: async (entity) => asCrmFields(entity, await rows.describeAnew(entity)),
    stages: () => readStages(rows),
    owners: () => readOwners(rows),
    all: (entity, wish) => readAll(rows, entity, wish),
    changed: (entity, wish) => readChanged(rows, entity, wish),
    gone: (entity, wish) => readGone(rows, entity, wish),
    count: (entity) => countRows(rows, entity),
    ids: (entity, cursor) => readIds(rows, entity, cursor),
    read: (entity, ids, fields) => readByIds(rows, entity, ids, fields),
    create: (entity, values, links) => createRecord({ calls, rows, now: access.now }, entity, values, links),
    update: (entity, id, values, guard) => updateRecord({ calls, rows }, entity, id, values, guard),
  }
}

export const salesforceCrm: CrmVendor = {
  open: openOrg,
  recordPage: ({ apiBase }, _entity, id) => (apiBase === null ? null : `${apiBase}/${encodeURIComponent(id)}`),
}
