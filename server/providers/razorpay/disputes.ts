import { noDispute, type ProviderDispute } from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { sumDisputes } from '../disputes.ts'
import { type Calls, pageSize } from './calls.ts'
import { type Dispute, Disputes, paymentStates, type RazorpayPayment, readDispute } from './objects.ts'

/** A thousand disputes of one account. */
const mostDisputePages = 10

/** What became of the disputes of a payment, by its id; null where that could not be asked. */
export type DisputeOf = (paymentId: string) => ProviderDispute | null

/**
 * A payment does not say of itself whether it is disputed, so the account's disputes are read, the newest first; there are few, and
 * they are only asked for once there is money.
 */
export const disputesOf = async (api: Calls, payments: readonly RazorpayPayment[]): Promise<DisputeOf> => {
  if (!payments.some((one) => paymentStates[one.status] === 'paid')) return () => noDispute
  const all: Dispute[] = []
  let isWhole = false
  try {
    for (let page = 0; page < mostDisputePages && !isWhole; page++) {
      const path = `/v1/disputes?count=${pageSize}&skip=${page * pageSize}`
      const { items } = await api.list('disputes.all', path, Disputes)
      all.push(...items)
      isWhole = items.length < pageSize
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
  const ofPayment = Map.groupBy(all, ({ payment_id }) => payment_id)
  return (paymentId) => {
    const found = ofPayment.get(paymentId)
    // That there was none before the oldest one read is not known.
    return found ? sumDisputes(found.map(readDispute)) : isWhole ? noDispute : null
  }
}
