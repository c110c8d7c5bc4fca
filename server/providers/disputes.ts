import { noDispute, type ProviderDispute } from '#ports/payments.ts'

/** Several disputes of one payment as one: open while any is, lost if any was, and what all of them took and cost. */
export const sumDisputes = (
  disputes: readonly (ProviderDispute & { readonly state: 'open' | 'won' | 'lost' })[],
): ProviderDispute => {
  const [first] = disputes
  if (!first) return noDispute
  const has = (state: ProviderDispute['state']): boolean => disputes.some((each) => each.state === state)
  const fees = disputes.flatMap(({ fee }) => fee ?? [])
  const currency = fees[0]?.currency
  return {
    state: has('open') ? 'open' : has('lost') ? 'lost' : 'won',
    lostMinor: disputes.reduce((sum, { lostMinor }) => sum + lostMinor, 0),
    fee:
      currency === undefined
        ? null
        : { currency, minor: fees.filter((fee) => fee.currency === currency).reduce((sum, { minor }) => sum + minor, 0) },
  }
}
