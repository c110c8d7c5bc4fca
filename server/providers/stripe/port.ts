import type { PaymentsVendor } from '../vendors.ts'
import { stripeLimits } from './limits.ts'
import { stripePayments } from './payments.ts'
import { isSignedByStripe, parseStripeWebhook } from './webhooks.ts'

export const stripePort: PaymentsVendor = {
  open: stripePayments,
  limitsOf: stripeLimits,
  isSigned: isSignedByStripe,
  parseWebhook: parseStripeWebhook,
}
