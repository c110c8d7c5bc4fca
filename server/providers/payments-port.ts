import { type Config, hasSandbox } from '#config'
import type { Outgoing } from '#core/outbound/outbound-http.ts'
import type { PaymentsPort } from '#ports/payments.ts'
import { razorpayLimits } from './razorpay/limits.ts'
import { isSignedByRazorpay, parseRazorpayWebhook, razorpayPayments } from './razorpay/payments.ts'
import { stripeLimits } from './stripe/limits.ts'
import { stripePayments } from './stripe/payments.ts'
import { isSignedByStripe, parseStripeWebhook } from './stripe/webhooks.ts'

/** Each account with its own way out. In the sandbox the provider is a folder of this machine. */
export const openPaymentsPort = (config: Config, port: () => number, now: () => Date, wayOut: Outgoing): PaymentsPort => {
  const bases = { stripe: config.STRIPE_API_BASE, razorpay: config.RAZORPAY_API_BASE }
  return {
    open({ orgId, connectionId, provider, mode, credentials }) {
      const base = mode === 'sandbox' ? `${config.localUrl(port())}/sandbox/${provider}` : bases[provider]
      const http = wayOut.for({ orgId, connectionId, provider })
      const account = { base, credentials, mode, http, now }
      if (provider === 'stripe') return stripePayments(account)
      // Payers' browsers may know this machine by another name than it has for itself.
      const widgetBase = mode === 'sandbox' ? `${config.publicUrl(port())}/sandbox/${provider}` : base
      return razorpayPayments({ ...account, widgetBase })
    },
    limitsOf: (provider, currency) => (provider === 'stripe' ? stripeLimits(currency) : razorpayLimits(currency)),
    isSigned: (provider, sent, secret) =>
      provider === 'stripe' ? isSignedByStripe(sent, secret, now()) : isSignedByRazorpay(sent, secret),
    parseWebhook: (provider, sent) => (provider === 'stripe' ? parseStripeWebhook(sent) : parseRazorpayWebhook(sent)),
  }
}

/** Where the pages of providers are that are not the vendors' own: the sandbox, or what an operator names. */
export const widgetOrigins = (config: Config, port: number): string[] => [
  ...(hasSandbox(config) ? [new URL(config.localUrl(port)).origin] : []),
  new URL(config.RAZORPAY_API_BASE).origin,
]
