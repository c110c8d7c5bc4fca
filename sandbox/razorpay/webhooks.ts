import { shownPayment } from './objects.ts'
import type { Account, Endpoint, Payment } from './rows.ts'
import { of, type Store } from './store.ts'

/** What happened, for the webhooks: `payload` as it was at that moment. */
export interface Happened {
  readonly event: string
  readonly payload: Readonly<Record<string, { readonly entity: unknown }>>
}

/** Sent to every address of the account, each event with an id of its own. */
export const notify = (store: Store, account: Account, happened: readonly Happened[]): void => {
  for (const { event, payload } of happened) {
    const id = store.newId('evt_')
    const body = JSON.stringify({
      entity: 'event',
      account_id: account.accountId,
      event,
      contains: Object.keys(payload),
      payload,
      created_at: store.nowSeconds(),
    })
    for (const endpoint of of(store.endpoints, account)) store.deliver(endpoint, { id, type: event, body })
  }
}

export const register = (store: Store, account: Account, url: string, secret: string): Endpoint => {
  const before = of(store.endpoints, account).find((one) => one.url === url)
  return store.endpoints.put({ id: before?.id ?? store.newId('hook_'), keyId: account.id, url, secret })
}

export const entity = (shown: unknown) => ({ entity: shown })

export const aboutPayment = (event: string, payment: Payment): Happened => ({
  event,
  payload: { payment: entity(shownPayment(payment)) },
})
