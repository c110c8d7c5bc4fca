import { module } from '#core/module.ts'
import { businessErrors } from './errors.ts'
import { businessEvents } from './events.ts'
import { logoRoutes } from './logo-routes.ts'
import { saveBusiness } from './save-business.ts'
import { showBusiness } from './show-business.ts'

/** Who the workspace is to its clients. */
export const businessIdentityModule = module({
  title: 'Business details',
  actions: [showBusiness, saveBusiness],
  routes: [logoRoutes],
  errors: businessErrors,
  events: [businessEvents],
  scopes: {
    'business:read': 'Read the business details: address, tax numbers, bank details',
    'business:write': 'Change the business details',
  },
  owns: ['business_identities', 'business_logos'],
})
