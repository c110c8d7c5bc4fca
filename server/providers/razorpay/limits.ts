import type { CurrencyLimits } from '#ports/payments.ts'

/**
 * A rupee at least (https://razorpay.com/docs/api/orders/create/). The most is agreed on with each account, and no call tells it.
 * Only rupees go to Razorpay here (`providerFor`).
 */
export const razorpayLimits = (currency: string): CurrencyLimits | null =>
  currency === 'INR' ? { leastMinor: 100, mostMinor: null, stepMinor: 1 } : null
