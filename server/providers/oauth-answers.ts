import type * as oauth from 'oauth4webapi'
import type { OAuthGrant } from '#ports/oauth.ts'
import type { OAuthService } from '#ports/provider.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { isObject, memberOf } from './answers.ts'

/**
 * A token answer as the standard has it: some leave out the type of the token or have one of their own, say a lifetime in quotes, and
 * null for what there is none of.
 */
export const asStandard = (said: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { scope, expires_in, ...rest } = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
  const seconds = typeof expires_in === 'string' && /^\d{1,12}$/.test(expires_in) ? Number(expires_in) : expires_in
  return {
    ...rest,
    ...(typeof scope === 'string' && { scope }),
    ...(seconds !== undefined && { expires_in: seconds }),
    token_type: 'bearer',
  }
}

/** The tokens of an answer; `place`: the server that they are from, of a service with several. */
export const asGrant = (
  service: OAuthService,
  answer: oauth.TokenEndpointResponse,
  { now, place, accountId }: { readonly now: Date; readonly place: string | null; readonly accountId: string | null },
): OAuthGrant => {
  // Some say 0 where a token has no end.
  const seconds = answer.expires_in || service.tokenSeconds
  return {
    accessToken: answer.access_token,
    // What is given for another one while it is good renews itself.
    refreshToken: answer.refresh_token || (service.renewal === 'exchange' ? answer.access_token : null),
    expiresAt: seconds ? new Date(now.getTime() + seconds * 1_000) : null,
    scopes: scopesIn(answer),
    apiBase: null,
    server: place,
    accountId,
  }
}

/** One text with blanks or commas, or a list of a name of its own. */
const scopesIn = ({ scope, scopes }: oauth.TokenEndpointResponse): readonly string[] | null => {
  if (scope !== undefined) return scope.split(/[ ,]+/).filter(Boolean)
  return Array.isArray(scopes) && scopes.every((each) => typeof each === 'string') ? scopes : null
}

/** What names the account beside its tokens. Null where the service names none so. Throws `forged` for what cannot be a name. */
export const accountNamedIn = (
  { account, title }: OAuthService,
  came: { readonly query?: Readonly<Record<string, string>>; readonly answer: unknown },
): string | null => {
  if (!account) return null
  const named = account.from === 'return' ? came.query?.[account.field] : memberOf(came.answer, account.field)
  if (typeof named === 'string' && account.form.test(named)) return named
  throw new ProviderError('forged', `${title} named no account.`)
}

/** Whether an answer refuses although its status is 200: by a code in the words of the standard, which are read like any refusal. */
export const refusesWithOk = (status: number, said: unknown): boolean =>
  status === 200 && isObject(said) && said.access_token === undefined && 'error' in said
