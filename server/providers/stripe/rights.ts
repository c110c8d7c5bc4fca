import { z } from 'zod'
import { ProviderError } from '#ports/provider-error.ts'
import { type Calls, lacking, refusedBy } from './calls.ts'

/**
 * Tries each right that is needed, with calls that change nothing: a write without its parameters is refused for them by a key that
 * may write. All that are missing are named at once. Where a person gave the webhook's secret, the key need not register one.
 */
export const requireRights = async (api: Calls, hasWebhook: boolean): Promise<void> => {
  const read = (operation: string, path: string) => () => api.get(operation, path, z.unknown())
  const write = (operation: string, path: string) => () => api.post(operation, path, z.unknown(), new URLSearchParams(), null)
  const probes = [
    read('checkout.sessions.list', '/v1/checkout/sessions?limit=1'),
    write('checkout.sessions.create', '/v1/checkout/sessions'),
    read('paymentIntents.list', '/v1/payment_intents?limit=1'),
    read('charges.list', '/v1/charges?limit=1'),
    read('disputes.list', '/v1/disputes?limit=1'),
    read('balance.retrieve', '/v1/balance'),
    ...(hasWebhook ? [] : [write('webhookEndpoints.create', '/v1/webhook_endpoints')]),
  ]
  const lacks = await Promise.all(
    probes.map((probe) =>
      probe().then(
        () => null,
        (error: unknown) => {
          if (error instanceof ProviderError && error.lacks !== null) return error.lacks
          if (refusedBy(error) !== null) return null
          throw error
        },
      ),
    ),
  )
  const missing = [...new Set(lacks.filter((right) => right !== null))]
  if (missing.length > 0) throw new ProviderError('refused', lacking(missing), { lacks: missing.join(', ') })
}
