import type { CrmVendor } from '../vendors.ts'
import { pipedriveAccount } from './crm.ts'

export const pipedriveCrm: CrmVendor = { open: pipedriveAccount }
