import { Failure } from '#core/errors.ts'
import { type AiPort, type AiProvider, AiTrouble, aiProviders } from '#ports/ai.ts'
import { type MessagingPort, MessagingTrouble } from '#ports/messaging.ts'
import { type PaymentsPort, PaymentTrouble } from '#ports/payments.ts'
import { type VoicePort, VoiceTrouble } from '#ports/voice.ts'
import { retryAfterSeconds } from '#shapes/retry-after.ts'
import type { UsableConnection } from './connections.ts'
import { connectionErrors } from './errors.ts'
import { titleOf } from './providers.ts'
import { sendsWebhooks, tellsOfCalls, tellsOfMessages } from './webhooks.ts'

/** What a call that changes nothing found out. */
export interface Tested {
  readonly account: string
  /** The provider's own id of the account; null where it tells none. */
  readonly accountId: string | null
  /** False: no money of it is real, and no customer reads it. */
  readonly isLive: boolean
}

/** Who is asked what to write: what waits for one is done once it is connected. */
export const isAi = (provider: string): provider is AiProvider => (aiProviders as readonly string[]).includes(provider)

/** Whom a key can be of. */
export interface TestingPorts {
  readonly ai: AiPort
  readonly messaging: MessagingPort
  readonly payments: PaymentsPort
  readonly voice: VoicePort
}

/** Asks a provider whose the credentials are. Throws its trouble. */
export const testConnection = async (ports: TestingPorts, connection: UsableConnection): Promise<Tested> => {
  const { provider } = connection
  if (isAi(provider)) return ports.ai.open({ ...connection, provider }).test()
  if (tellsOfCalls(provider)) return ports.voice.open(connection).test()
  if (tellsOfMessages(provider)) return ports.messaging.open(connection).test()
  if (!sendsWebhooks(provider)) throw new Error(`nobody knows how to try ${provider}`)
  return ports.payments.open({ ...connection, provider }).test()
}

/** What the ports throw where a provider did not do what was asked. */
export const isTrouble = (error: unknown): error is AiTrouble | MessagingTrouble | PaymentTrouble | VoiceTrouble =>
  error instanceof AiTrouble ||
  error instanceof MessagingTrouble ||
  error instanceof PaymentTrouble ||
  error instanceof VoiceTrouble

/** A provider's trouble with what somebody typed, as an answer to them; anything else is thrown on as it is. */
export const asCredentialsFailure = (error: unknown, provider: string): unknown => {
  if (!isTrouble(error)) return error
  const { kind, reason, retryAfterMs } = error
  if (kind === 'credentials') return new Failure(connectionErrors.credentials_refused, { cause: error })
  if (kind === 'refused')
    return new Failure(connectionErrors.credentials_refused, {
      cause: error,
      message: `${titleOf(provider)} refused: ${reason}`,
    })
  return new Failure(connectionErrors.provider_unreachable, {
    cause: error,
    ...(retryAfterMs !== null && { retryAfterSeconds: retryAfterSeconds(retryAfterMs) }),
  })
}
