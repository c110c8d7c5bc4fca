import type { CrmEntity } from '#ports/crm.ts'
import type { CrmVendor } from '../vendors.ts'
import { readOwners, readStages, readWhose } from './account.ts'
import { asCrmFields } from './fields.ts'
import { makePages } from './pages.ts'
import { makeRequests } from './requests.ts'
import { makeWindows } from './windows.ts'
import { makeWrites } from './writes.ts'

export const zohoCrm: CrmVendor = {
  open(access) {
    const requests = makeRequests(access)
    const windows = makeWindows(requests)
    const stages = () => readStages(requests, windows)
    return {
      left: async () => requests.left(),
      whose: () => readWhose(requests),
      fields: async (entity: CrmEntity) => asCrmFields(entity, await windows.fieldsOf(entity)),
      stages,
      owners: () => readOwners(requests),
      ...makePages(requests, windows),
      ...makeWrites(requests, windows, stages),
    }
  },
}
