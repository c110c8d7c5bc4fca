import type { CrmEntity } from '#ports/crm.ts'
import type { CrmVendor } from '../vendors.ts'
import { pipedriveAccount } from './crm.ts'

const kinds: Readonly<Record<CrmEntity, string>> = { contacts: 'person', companies: 'organization', deals: 'deal' }

export const pipedriveCrm: CrmVendor = {
  open: pipedriveAccount,
  // With a key alone the host of the company is not known.
  recordPage: ({ apiBase }, entity, id) => (apiBase === null ? null : `${apiBase}/${kinds[entity]}/${encodeURIComponent(id)}`),
}
