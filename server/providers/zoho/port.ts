import type { CrmEntity } from '#ports/crm.ts'
import type { CrmVendor } from '../vendors.ts'
import { readOwners, readStages, readWhose } from './account.ts'
import { asCrmFields } from './fields.ts'
import { makePages } from './pages.ts'
import { makeRequests } from './requests.ts'
import { makeWindows } from './windows.ts'
import { makeWrites } from './writes.ts'

const tabs: Readonly<Record<CrmEntity, string>> = { contacts: 'Contacts', companies: 'Accounts', deals: 'Deals' }

/** `www.zohoapis.eu` is the API of crm.zoho.eu; the data center of Canada has a name of its own. */
const pagesOf = (apiBase: string): string =>
  new URL(apiBase).host.replace(/^www\.zohoapis\./, 'crm.zoho.').replace(/^crm\.zoho\.ca$/, 'crm.zohocloud.ca')

export const zohoCrm: CrmVendor = {
  recordPage: ({ apiBase }, entity, id) =>
    apiBase === null ? null : `https://${pagesOf(apiBase)}/crm/tab/${tabs[entity]}/${encodeURIComponent(id)}`,
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
