import { Failure } from '#core/errors.ts'
import { NoAnswer } from '#core/outbound/http.ts'
import type { AiPort, AiProvider } from '#ports/ai.ts'
import type { CrmPort } from '#ports/crm.ts'
import type { MessagingPort } from '#ports/messaging.ts'
import type { PaymentsPort } from '#ports/payments.ts'
import type { ProspectsPort } from '#ports/prospects.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { findProvider } from '#ports/providers.ts'
import { Secret } from '#ports/secret.ts'
import type { VoicePort } from '#ports/voice.ts'
import { connectionErrors } from './errors.ts'
import { asProviderFailure, refusedBy } from './provider-failures.ts'
import { serves, titleOf } from './providers.ts'
import type { UsableConnection } from './usable-connections.ts'
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
export const isAi = (provider: string): provider is AiProvider => serves(provider, 'ai')

/** Whom a key can be of. */
export interface TestingPorts {
  readonly ai: AiPort
  readonly crm: CrmPort
  readonly messaging: MessagingPort
  readonly payments: PaymentsPort
  readonly prospects: ProspectsPort
  readonly voice: VoicePort
}

/** Asks a provider whose the credentials are. Throws ProviderError. */
export const testConnection = async (ports: TestingPorts, connection: UsableConnection): Promise<Tested> => {
  const { provider } = connection
  if (isAi(provider)) return ports.ai.open({ ...connection, provider }).test()
  if (findProvider(provider)?.isCrm) return testCrm(ports.crm, connection)
  if (tellsOfCalls(provider)) return ports.voice.open(connection).test()
  if (serves(provider, 'prospects')) return ports.prospects.open(connection).test()
  if (tellsOfMessages(provider)) return ports.messaging.open(connection).test()
  if (!sendsWebhooks(provider)) throw new Error(`${provider} has no connection test`)
  return ports.payments.open({ ...connection, provider }).test()
}

/** Whose a CRM's key is. A consent has tokens, which are tested by asking its service. */
const testCrm = async (crm: CrmPort, { credentials, ...connection }: UsableConnection): Promise<Tested> => {
  const { apiKey: token = new Secret(''), apiBase } = credentials
  const opened = crm.open({ ...connection, auth: { kind: 'key', token }, apiBase: apiBase?.reveal() ?? null })
  return { ...(await opened.whose()), isLive: connection.mode === 'live' }
}

/** A provider's error with what a user typed, as an answer to them. Anything else is returned as it is. */
export const asCredentialsFailure = (error: unknown, provider: string): unknown =>
  refusedAddress(error, provider) ??
  asProviderFailure(error, {
    codes: {
      credentials: connectionErrors.credentials_refused,
      refused: connectionErrors.credentials_refused,
      busy: connectionErrors.provider_unreachable,
      broken: connectionErrors.provider_unreachable,
      malformed: connectionErrors.provider_unreachable,
      model_gone: connectionErrors.provider_unreachable,
    },
    message: refusedBy(titleOf(provider)),
  })

/** An address that a user typed, and that nothing may be sent to: no waiting changes that. */
const refusedAddress = (error: unknown, provider: string): Failure | null => {
  const field = findProvider(provider)?.addressField
  const cause = error instanceof ProviderError ? error.cause : null
  return field !== undefined && cause instanceof NoAnswer && cause.reason === 'refused'
    ? new Failure(connectionErrors.credentials_malformed, { message: cause.message, field })
    : null
}
