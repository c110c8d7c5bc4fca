import { type ErrorDefinition, Failure, transportErrors } from '#core/errors.ts'
import type { UsableConnection } from '#domains/connections/connections/connections.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { type PaymentAccount, type Payments, type PaymentsPort, PaymentTrouble } from '#ports/payments.ts'
import { retryAfterSeconds } from '#shapes/retry-after.ts'

/** The provider of a connection, ready to be asked. */
export const openPayments = (port: PaymentsPort, connection: UsableConnection): Payments =>
  port.open(connection as PaymentAccount)

const codes: Readonly<Record<PaymentTrouble['kind'], ErrorDefinition>> = {
  unreachable: connectionErrors.provider_unreachable,
  busy: connectionErrors.provider_busy,
  broken: connectionErrors.provider_failed,
  credentials: connectionErrors.provider_credentials,
  refused: connectionErrors.provider_refused,
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
  connectionErrors.provider_unreachable,
  connectionErrors.provider_busy,
  connectionErrors.provider_failed,
  connectionErrors.provider_credentials,
  connectionErrors.provider_refused,
  transportErrors.sandbox_is_off,
]

/** One line for a row or a log; the unexpected has none, and is thrown. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof PaymentTrouble) return error.reason
  throw error
}
