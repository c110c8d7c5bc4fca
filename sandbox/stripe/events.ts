import { type Api, list, matching, owned } from './calls.ts'
import { allow } from './parameters.ts'
import type { Account, Cause, Event } from './rows.ts'
import { byPerson, type Store } from './store.ts'
import { accountVersion, apiVersion } from './versions.ts'

// https://docs.stripe.com/api/events

export const serveEvents = (api: Api, store: Store): void => {
  api.get('/events', (call) => {
    allow(call.params, 'created type types delivery_success')
    const { types } = call.params
    const found = matching(store.events, call, 'type').filter((each) => !Array.isArray(types) || types.includes(each.type))
    return list(found, call, '/v1/events', shownEvent, 'event')
  })
  api.get('/events/:id', (call) => shownEvent(owned(store.events, call, 'event')))
}

/** Keeps an event, and sends it to the endpoints that listen to its type. */
export const emit = (store: Store, account: Account, type: string, object: object, request: Cause = byPerson): void => {
  const listening = store.endpoints
    .list()
    .filter((each) => each.account === account.id && (each.enabled_events.includes('*') || each.enabled_events.includes(type)))
  const event: Event = { ...store.owned(account, 'evt_1'), type, object, pending_webhooks: listening.length, request }
  store.events.put(event)
  for (const { id, url, secret, api_version = apiVersion } of listening) {
    const body = JSON.stringify(shownEvent(event, api_version ?? accountVersion), null, 2)
    store.deliver({ id, url, secret }, { id: event.id, type, body })
  }
}

/** https://docs.stripe.com/changelog: before, an event named its request by the id alone, and nothing had a payment intent. */
const [requestsSince, paymentIntentsSince] = ['2017-05-25', '2018-07-27']

const withoutIntent = (object: object): object => {
  const { payment_intent: _, ...older } = object as Record<string, unknown>
  return older
}

const shownEvent = (event: Event, version = apiVersion): object => ({
  id: event.id,
  object: 'event',
  api_version: version,
  created: event.created,
  data: { object: version < paymentIntentsSince ? withoutIntent(event.object) : event.object },
  livemode: event.livemode,
  pending_webhooks: event.pending_webhooks,
  request: version < requestsSince ? event.request.id : event.request,
  type: event.type,
})
