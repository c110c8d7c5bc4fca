import type { ExternalCallContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { inAction, withAccessToken } from '#domains/connections/connections/access-tokens.ts'
import { findSharedConnection } from '#domains/connections/connections/connections.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { asProviderFailure, providerErrors, refusedBy } from '#domains/connections/connections/provider-failures.ts'
import { isResting } from '#domains/connections/connections/usable-connections.ts'
import type { LeadAds } from '#ports/lead-ads.ts'
import { openAds } from './page-access.ts'

/** The codes that asking Meta can end with. */
export const metaErrors = [
  ...[connectionErrors.connection_not_found, connectionErrors.connection_needs_consent, connectionErrors.consent_failed],
  ...providerErrors,
]

/** Asks Meta with the token of who consented. No transaction may be open. Throws the failures of `metaErrors`. */
export const withMeta = async <T>(
  context: ExternalCallContext,
  connectionId: string,
  work: (ads: LeadAds, ofPage: (pageId: string) => Promise<LeadAds>) => Promise<T>,
): Promise<T> => {
  const row = await context.inOrg(({ db }) => findSharedConnection(db, context.org.id, connectionId))
  if (row?.provider !== 'meta' || row.status === 'disconnected') throw new Failure(connectionErrors.connection_not_found)
  if (isResting(row)) throw new Failure('sandbox_is_off')
  return inMetasWords(() =>
    withAccessToken(inAction(context), connectionId, (token) => {
      const ads = openAds(context, row, token)
      return work(ads, async (pageId) => {
        const page = (await ads.pages()).find(({ id }) => id === pageId)
        if (!page?.token)
          throw new Failure(connectionErrors.provider_refused, { message: 'The account may not use this page.' })
        return openAds(context, row, page.token.reveal())
      })
    }),
  )
}

export const inMetasWords = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw asProviderFailure(error, { message: refusedBy('Meta') })
  }
}
