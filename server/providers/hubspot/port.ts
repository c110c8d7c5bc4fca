import type { CrmVendor } from '../vendors.ts'
import { hubspotCrmOf } from './crm.ts'

export const hubspotCrm: CrmVendor = { open: hubspotCrmOf }
