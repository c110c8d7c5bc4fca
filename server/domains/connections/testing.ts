import { Failure } from '#core/errors.ts'
import { type PaymentsPort, PaymentTrouble } from '#ports/payments.ts'
import { type VoicePort, VoiceTrouble } from '#ports/voice.ts'
import type { UsableConnection } from './connections.ts'
import { titleOf } from './providers.ts'
import { sendsWebhooks, tellsOfCalls } from './webhooks.ts'

/** What a call that changes nothing found out. */
export interface Tested {
  readonly account: string
  /** False: no money of it is real. */
  readonly isLive: boolean
}

/** Asks a provider of payments whose the credentials are. Throws its trouble. */
export const testConnection = async (
  ports: { readonly payments: PaymentsPort; readonly voice: VoicePort },
  connection: UsableConnection,
): Promise<Tested> => {
  const { provider } = connection
  if (tellsOfCalls(provider)) return ports.voice.open(connection).test()
  if (!sendsWebhooks(provider)) throw new Error(`nobody knows how to try ${provider}`)
  return ports.payments.open({ ...connection, provider }).test()
}

/** A provider's trouble with what somebody typed, as an answer to them; anything else is thrown on as it is. */
export const asCredentialsFailure = (error: unknown, provider: string): unknown => {
  if (!(error instanceof PaymentTrouble || error instanceof VoiceTrouble)) return error
  const { kind, reason, retryAfterMs } = error
  if (kind === 'credentials') return new Failure('credentials_refused', { cause: error })
  if (kind === 'refused')
    return new Failure('credentials_refused', { cause: error, message: `${titleOf(provider)} refused: ${reason}` })
  return new Failure('provider_unreachable', {
    cause: error,
    ...(retryAfterMs !== null && { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)) }),
  })
}
