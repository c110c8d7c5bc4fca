import { asProviderFailure, refusedBy } from '#domains/connections/connections/provider-failures.ts'
import type { UsableConnection } from '#domains/connections/connections/usable-connections.ts'
import type { PaymentAccount, Payments, PaymentsPort } from '#ports/payments.ts'

/** The provider of a connection, ready to be called. */
export const openPayments = (port: PaymentsPort, connection: UsableConnection): Payments =>
  port.open(connection as PaymentAccount)

/** A payment provider's error as the failure that a caller is answered. Anything else is returned as it is. */
export const asPaymentFailure = (error: unknown): unknown =>
  asProviderFailure(error, { message: refusedBy('The payment provider') })
