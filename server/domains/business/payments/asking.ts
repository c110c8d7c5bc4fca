import { type ErrorCode, Failure } from '#core/errors.ts'
import type { UsableConnection } from '#domains/connections/connections/connections.ts'
import { type PaymentAccount, type Payments, type PaymentsPort, PaymentTrouble } from '#ports/payments.ts'
import { retryAfterSeconds } from '#shapes/retry-after.ts'

/** The provider of a connection, ready to be asked. */
export const openPayments = (port: PaymentsPort, connection: UsableConnection): Payments =>
  port.open(connection as PaymentAccount)

const codes: Readonly<Record<PaymentTrouble['kind'], ErrorCode>> = {
  unreachable: 'provider_unreachable',
  busy: 'provider_busy',
  broken: 'provider_failed',
  credentials: 'provider_credentials',
  refused: 'provider_refused',
}

/** What a provider's trouble is for whoever called; anything else is thrown on as it is. */
export const asProviderFailure = (error: unknown): unknown =>
  error instanceof PaymentTrouble
    ? new Failure(codes[error.kind], {
        cause: error,
        ...(error.kind === 'refused' && { message: `The payment provider refused: ${error.reason}` }),
        ...(error.retryAfterMs !== null && { retryAfterSeconds: retryAfterSeconds(error.retryAfterMs) }),
      })
    : error

/** The codes that `asProviderFailure` can give, for the definitions of actions. */
export const providerErrors = [
  'provider_unreachable',
  'provider_busy',
  'provider_failed',
  'provider_credentials',
  'provider_refused',
  'sandbox_is_off',
] as const satisfies readonly ErrorCode[]

/** One line for a row or a log; the unexpected has none, and is thrown. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof PaymentTrouble) return error.reason
  throw error
}
