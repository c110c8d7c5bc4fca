import { module } from '#core/module.ts'
import { requestLogErrors } from './errors.ts'
import { deliveryEvents } from './events.ts'
import { listDeliveries } from './list-deliveries.ts'
import { replayDeliveries } from './replay-deliveries.ts'
import { replayDelivery } from './replay-delivery.ts'
import { cleanableRequests, requestRetention } from './retention.ts'
import { showDeliveryAction } from './show-delivery.ts'

export const requestLogModule = module({
  title: 'Request log',
  actions: [listDeliveries, showDeliveryAction, replayDelivery, replayDeliveries],
  retention: [requestRetention],
  within: [cleanableRequests],
  errors: requestLogErrors,
  events: [deliveryEvents],
  scopes: {
    'deliveries:read': 'Read requests to the lead API, including rejected ones',
    'deliveries:write': 'Replay rejected requests',
  },
  owns: ['all_deliveries', 'deliveries', 'leads_as_deliveries'],
})
