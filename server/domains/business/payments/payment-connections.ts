import { contribution } from '#core/within.ts'
import { disconnected, knownCheckout, stillOpen } from '#domains/connections/connections/moments.ts'
import { serves } from '#domains/connections/connections/providers.ts'
import { closeAccountJob, findUnfinished, newestOfConnection } from './checkouts.ts'

/** While a checkout can be paid, the credentials of its account are needed to end it, or to hear of the money. */
export const openCheckouts = contribution({
  name: 'open-checkouts',
  to: stillOpen,
  run: async ({ connectionId, provider }, { db, orgId }) =>
    serves(provider, 'payments') ? (await findUnfinished(db, orgId, connectionId)).length : 0,
})

export const accountDisconnected = contribution({
  name: 'close-checkouts-of-account',
  to: disconnected,
  async run({ connectionId, provider, isWatched, enqueue }, { orgId }) {
    if (isWatched && serves(provider, 'payments')) await enqueue(closeAccountJob, { orgId, connectionId })
  },
})

export const newestCheckout = contribution({
  name: 'newest-checkout',
  to: knownCheckout,
  run: async ({ connectionId, provider }, { db, orgId }) =>
    serves(provider, 'payments') ? ((await newestOfConnection(db, orgId, connectionId))?.provider_checkout_id ?? null) : null,
})
