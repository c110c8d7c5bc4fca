import { type Api, list, owned } from './calls.ts'
import { allow, readMetadata } from './parameters.ts'
import { Refused } from './refusals.ts'
import type { WebhookEndpoint } from './rows.ts'
import type { Store } from './store.ts'
import { isVersion } from './versions.ts'

// https://docs.stripe.com/api/webhook_endpoints

export const serveWebhookEndpoints = (api: Api, store: Store): void => {
  api.post('/webhook_endpoints', ({ account, params }) => {
    allow(params, 'url enabled_events api_version connect description metadata')
    const { url, enabled_events, api_version, description, metadata } = params
    if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new Refused('Invalid URL: An explicit scheme (such as https) must be provided.', {
        code: 'url_invalid',
        param: 'url',
      })
    if (!Array.isArray(enabled_events) || enabled_events.length === 0)
      throw new Refused('Missing required param: enabled_events.', { code: 'parameter_missing', param: 'enabled_events' })
    if (api_version !== undefined && !isVersion(api_version))
      throw new Refused(`Invalid Stripe API version: ${String(api_version).slice(0, 40)}`, { param: 'api_version' })
    const endpoint = store.endpoints.put({
      ...store.owned(account, 'we_1'),
      url,
      enabled_events: enabled_events.map(String),
      secret: store.newId('whsec_'),
      api_version: typeof api_version === 'string' ? api_version : null,
      description: typeof description === 'string' ? description : null,
      metadata: readMetadata(metadata),
    })
    return shownEndpoint(endpoint, true)
  })
  api.get('/webhook_endpoints', (call) => {
    allow(call.params, '')
    return list(
      store.of(store.endpoints, call.account),
      call,
      '/v1/webhook_endpoints',
      (each) => shownEndpoint(each, false),
      'webhook_endpoint',
    )
  })
  api.get('/webhook_endpoints/:id', (call) => shownEndpoint(owned(store.endpoints, call, 'webhook_endpoint'), false))
  api.delete('/webhook_endpoints/:id', (call) => {
    const { id } = owned(store.endpoints, call, 'webhook_endpoint')
    store.endpoints.remove(id)
    return { id, object: 'webhook_endpoint', deleted: true }
  })
}

/** The secret is shown once, to its creator. */
const shownEndpoint = (endpoint: WebhookEndpoint, withSecret: boolean): object => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  api_version: endpoint.api_version ?? null,
  application: null,
  created: endpoint.created,
  description: endpoint.description,
  enabled_events: endpoint.enabled_events,
  livemode: endpoint.livemode,
  metadata: endpoint.metadata,
  ...(withSecret && { secret: endpoint.secret }),
  status: 'enabled',
  url: endpoint.url,
})
