import type { ProspectsVendor } from '../vendors.ts'
import { readApolloNumbers } from './late-numbers.ts'
import { apolloProspects } from './prospects.ts'

export const apolloPort: ProspectsVendor = { open: apolloProspects, readLateNumbers: readApolloNumbers }
