import type { BaseContext, Db } from '#core/context.ts'
import { type ErrorDefinition, Failure, transportErrors } from '#core/errors.ts'
import { accessToken } from '#domains/connections/connections/access-tokens.ts'
import { type ConnectionRow, findConnections } from '#domains/connections/connections/connections.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { asProviderFailure } from '#domains/connections/connections/provider-failures.ts'
import { providerOf } from '#domains/connections/connections/providers.ts'
import type { TokenContext } from '#domains/connections/connections/tokens.ts'
import type { OnlineDocFault, OnlineDocs } from '#ports/online-docs.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { googleErrors } from './google-errors.ts'

const provider = 'google'

/** The workspace's Google account whose owner let Foyer copy documents, the newest of several that works; undefined without one. */
export const findGoogleAccount = async (db: Db, orgId: string): Promise<ConnectionRow | undefined> => {
  const wanted = providerOf(provider).oauth?.service.scopesOfDocuments ?? []
  const all = await findConnections(db, orgId)
  const able = all.filter((row) => row.provider === provider && wanted.every((scope) => row.scopes.includes(scope)))
  return able.findLast(({ status }) => status === 'connected') ?? able.at(-1)
}

interface Opening extends Pick<BaseContext, 'ports'> {
  readonly tokens: TokenContext
  readonly until: Date
}

/** The documents of an account, for as long as the caller waits. */
export const openGoogle = (
  account: Pick<ConnectionRow, 'org_id' | 'id' | 'provider' | 'mode'>,
  { ports, tokens, until }: Opening,
): OnlineDocs =>
  ports.onlineDocs.open({
    ...{ orgId: account.org_id, connectionId: account.id, provider: account.provider, until },
    mode: account.mode as 'live' | 'test' | 'sandbox',
    accessToken: () => accessToken(tokens, account.id),
  })

const codes: Readonly<Record<OnlineDocFault, ErrorDefinition>> = {
  doc_not_there: googleErrors.google_doc_not_found,
  doc_locked: googleErrors.google_doc_locked,
  doc_other_kind: googleErrors.google_doc_other_kind,
  doc_too_large: googleErrors.google_doc_too_large,
  doc_storage_full: googleErrors.google_storage_full,
}

/** What Google answered, as the caller is told. Anything else is returned as it is, to be thrown on. */
export const asGoogleFailure = (error: unknown, field?: string): unknown => {
  if (!(error instanceof ProviderError)) return error
  const known = codes[error.code as OnlineDocFault]
  if (known) return new Failure(known, { cause: error, ...(field !== undefined && { field }) })
  // A right that the consent does not have, or a consent that Google no longer knows.
  if (error.kind === 'credentials')
    return new Failure(error.lacks === null ? googleErrors.google_access_revoked : googleErrors.google_not_connected, {
      cause: error,
    })
  if (error.kind === 'refused') return asProviderFailure(error, { message: ({ reason }) => reason })
  if (error.kind === 'busy') return asProviderFailure(error, { codes: { busy: googleErrors.google_quota } })
  return new Failure(connectionErrors.provider_failed, { cause: error, status: 500 })
}

/** All that such a call can end with. */
export const googleFailures = [
  googleErrors.google_not_connected,
  googleErrors.google_access_revoked,
  googleErrors.google_doc_not_found,
  googleErrors.google_doc_locked,
  googleErrors.google_doc_other_kind,
  googleErrors.google_quota,
  connectionErrors.provider_failed,
  connectionErrors.provider_refused,
  connectionErrors.connection_needs_consent,
  connectionErrors.provider_unreachable,
  transportErrors.sandbox_is_off,
] as const
