import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { connectionOf } from '#domains/connections/connections/connections.ts'
import { type PaymentProvider, type PaymentsPort, paymentProviders, providerFor } from '#ports/payments.ts'
import { choice, shape } from '#shapes'
import { formatMoney } from '#shapes/money.ts'
import { invoiceErrors } from './errors.ts'

/** A service that takes payments. */
export const ProviderOfPayments = choice('PaymentProvider', paymentProviders)

/** Why an invoice cannot be paid online, known before it is sent. */
export const PaymentProblem = shape('PaymentProblem', {
  reason: choice('PaymentObstacle', ['zero', 'currency', 'too_small', 'too_large', 'step']).describe(
    '`step`: the total must be a multiple of `limit_minor`',
  ),
  provider: ProviderOfPayments.describe('The provider for this currency'),
  limit_minor: z.int().nullable().describe('Minimum, maximum or step, in the smallest unit of the currency'),
})
export type PaymentProblem = z.output<typeof PaymentProblem>

interface Asked {
  readonly currency: string
  readonly totalMinor: number
}
interface Using {
  readonly ports: { readonly payments: PaymentsPort }
  readonly settings: { readonly hasSandbox: boolean }
}

/**
 * What stands in the way of paying a total by the provider that takes its currency; null: nothing. Where no provider is connected
 * for it, nothing is asked of the amount but that there is one: the client pays in another way.
 */
export const findPaymentProblem = async (
  db: Db,
  orgId: string,
  asked: Asked,
  { ports, settings }: Using,
): Promise<PaymentProblem | null> => {
  const provider = providerFor(asked.currency)
  if (asked.totalMinor === 0) return { reason: 'zero', provider, limit_minor: null }
  const isAsked = settings.hasSandbox || (await connectionOf(db, orgId, provider)) !== undefined
  return isAsked ? problemWith(provider, asked, ports.payments) : null
}

const problemWith = (
  provider: PaymentProvider,
  { currency, totalMinor }: Asked,
  port: Pick<PaymentsPort, 'limitsOf'>,
): PaymentProblem | null => {
  const limits = port.limitsOf(provider, currency)
  if (!limits) return { reason: 'currency', provider, limit_minor: null }
  const { leastMinor, mostMinor, stepMinor } = limits
  if (totalMinor < leastMinor) return { reason: 'too_small', provider, limit_minor: leastMinor }
  if (mostMinor !== null && totalMinor > mostMinor) return { reason: 'too_large', provider, limit_minor: mostMinor }
  return totalMinor % stepMinor === 0 ? null : { reason: 'step', provider, limit_minor: stepMinor }
}

const titles = { stripe: 'Stripe', razorpay: 'Razorpay' } as const

/** The same as a failure for the sender, or for the payer. */
export const asFailure = ({ reason, provider, limit_minor }: PaymentProblem, currency: string): Failure => {
  if (reason === 'zero') return new Failure(invoiceErrors.invoice_without_amount, { field: 'lines' })
  const [title, limit] = [titles[provider], formatMoney(limit_minor ?? 0, currency, 'en')]
  const message = {
    currency: `${title} does not accept ${currency}.`,
    too_small: `The total is below ${limit}, the minimum that ${title} accepts.`,
    too_large: `The total is above ${limit}, the maximum that ${title} accepts at once.`,
    step: `The total must be a multiple of ${limit}: ${title} accepts no smaller unit of ${currency}.`,
  }[reason]
  return new Failure(invoiceErrors.invoice_not_payable, { field: reason === 'currency' ? 'currency' : 'lines', message })
}
