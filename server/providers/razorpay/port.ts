import type { PaymentsVendor } from '../vendors.ts'
import { razorpayLimits } from './limits.ts'
import { razorpayPayments } from './payments.ts'
import { isSignedByRazorpay, parseRazorpayWebhook } from './webhooks.ts'

export const razorpayPort: PaymentsVendor = {
  open: ({ pageBase, ...access }) => razorpayPayments({ ...access, widgetBase: pageBase }),
  limitsOf: razorpayLimits,
  isSigned: isSignedByRazorpay,
  parseWebhook: parseRazorpayWebhook,
}
