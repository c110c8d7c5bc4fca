import type { Business, Received, Written } from './rows.ts'
import type { Store } from './store.ts'
import { changeOf, customerOf, messageOnWire, statusOnWire, type Value, webhookOf } from './wire.ts'

export const send = (store: Store, business: Business, id: string, entries: readonly (readonly object[])[]): void => {
  // Who never asked for webhooks is never told.
  if (business.callbackUrl === null) return
  const field = (entries[0]?.[0] as { field?: string } | undefined)?.field ?? 'messages'
  const endpoint = { id: business.id, url: business.callbackUrl, secret: business.appSecret }
  store.deliver(endpoint, { id, type: field, body: escaped(JSON.stringify(webhookOf(business, entries))) })
}

export const sendValue = (store: Store, business: Business, id: string, value: Value): void =>
  send(store, business, id, [[changeOf(business, value)]])

export const sendMessageWebhook = (store: Store, message: Written): void => {
  const [business, phone] = [store.businesses.find(message.business), store.phones.find(message.phone)]
  if (business && phone)
    sendValue(store, business, message.id, {
      contacts: [customerOf(business, phone)],
      messages: [messageOnWire(business, phone, message)],
    })
}

export const sendStatusWebhook = (store: Store, message: Received): void => {
  const [business, phone] = [store.businesses.find(message.business), store.phones.find(message.phone)]
  if (business && phone)
    sendValue(store, business, `${message.id} ${message.status}`, {
      statuses: [statusOnWire(business, phone, message, store.seconds())],
    })
}

/** What is not ASCII, and each slash, comes escaped. */
const escaped = (json: string): string =>
  json.replaceAll('/', '\\/').replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
