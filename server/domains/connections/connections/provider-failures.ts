import { type ErrorDefinition, Failure, transportErrors } from '#core/errors.ts'
import { ProviderError, type ProviderErrorKind } from '#ports/provider-error.ts'
import { retryAfterSeconds } from '#shapes/retry-after.ts'
import { connectionErrors } from './errors.ts'

const codes: Readonly<Record<ProviderErrorKind, ErrorDefinition>> = {
  unreachable: connectionErrors.provider_unreachable,
  uncertain: connectionErrors.provider_unreachable,
  busy: connectionErrors.provider_busy,
  broken: connectionErrors.provider_failed,
  malformed: connectionErrors.provider_failed,
  model_gone: connectionErrors.provider_failed,
  credentials: connectionErrors.provider_credentials,
  refused: connectionErrors.provider_refused,
  denied: connectionErrors.consent_denied,
  forged: connectionErrors.consent_failed,
  dead: connectionErrors.consent_failed,
  changed: connectionErrors.provider_refused,
  client: connectionErrors.provider_refuses_client,
}

/** Where a caller hears something else than usual: another code of a kind, or other words. */
export interface Mapping {
  readonly codes?: Readonly<Partial<Record<ProviderErrorKind, ErrorDefinition>>>
  /** What the caller reads in place of the code's own message; undefined: that one. */
  readonly message?: (error: ProviderError) => string | undefined
}

/** A provider's error as the failure that a caller is answered. Anything else is returned as it is, to be thrown on. */
export const asProviderFailure = (error: unknown, mapping: Mapping = {}): unknown => {
  if (!(error instanceof ProviderError)) return error
  const message = mapping.message?.(error)
  return new Failure(mapping.codes?.[error.kind] ?? codes[error.kind], {
    cause: error,
    ...(message !== undefined && { message }),
    ...(error.retryAfterMs !== null && { retryAfterSeconds: retryAfterSeconds(error.retryAfterMs) }),
  })
}

/** `WhatsApp refused: …`, where the provider refuses; the code's own message otherwise. */
export const refusedBy =
  (title: string) =>
  (error: ProviderError): string | undefined =>
    error.kind === 'refused' ? `${title} refused: ${error.reason}` : undefined

/** The codes that a call to a provider can end with, for the definitions of actions. */
export const providerErrors = [
  connectionErrors.provider_unreachable,
  connectionErrors.provider_busy,
  connectionErrors.provider_failed,
  connectionErrors.provider_credentials,
  connectionErrors.provider_refused,
  transportErrors.sandbox_is_off,
]
