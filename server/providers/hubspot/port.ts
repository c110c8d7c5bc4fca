import type { CrmEntity } from '#ports/crm.ts'
import type { CrmVendor } from '../vendors.ts'
import { hubspotCrmOf } from './crm.ts'

/** Of the kinds of record, in addresses of its app. */
const types: Readonly<Record<CrmEntity, string>> = { contacts: '0-1', companies: '0-2', deals: '0-3' }

export const hubspotCrm: CrmVendor = {
  open: hubspotCrmOf,
  // Portals of other regions are redirected to.
  recordPage: ({ accountId }, entity, id) =>
    accountId === null
      ? null
      : `https://app.hubspot.com/contacts/${encodeURIComponent(accountId)}/record/${types[entity]}/${encodeURIComponent(id)}`,
}
