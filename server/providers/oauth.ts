import { createHmac } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { NoAnswer } from '#core/outbound/http.ts'
import { CircuitOpen, type ProviderHttp } from '#core/outbound/provider-http.ts'
import type { OAuth, OAuthAccount, OAuthGrant, OAuthReturn } from '#ports/oauth.ts'
import type { OAuthService } from '#ports/provider.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { isObject, parsed } from './answers.ts'
import { askWhose, broken, callMs, codeOf, isCode, rateLimited, refusalOf, revokeAt } from './oauth-calls.ts'
import { apiBaseIn, atBase, type ReplacedHosts, serverIn } from './oauth-hosts.ts'

interface Given extends ReplacedHosts, Pick<OAuthAccount, 'apiBase' | 'server'> {
  readonly name: string
  readonly service: OAuthService
  readonly client: { readonly id: string; readonly secret: string }
  readonly http: ProviderHttp
  readonly now: () => Date
}

/**
 * Any OAuth service, by its manifest. `base` takes the place of every host of the service, paths stay; `apiBase` and `server` are what
 * the grant of the account said of its hosts.
 */
export const vendorOAuth = (given: Given): OAuth => {
  const { name, service, http, now } = given
  const usual = authorityOf(given, given.server ?? null)
  const { client, proof } = usual
  const revoke = async (grant: Pick<OAuthGrant, 'accessToken' | 'refreshToken'>, server: string | null): Promise<void> => {
    if (!service.revoke) return
    const url = provenUrl(given, atBase(service.revoke.url, given.base ?? server, service.apiPath), grant.accessToken)
    await revokeAt(service, service.revoke, url, { ...grant, client: given.client }, { http, now: now() })
  }

  const prolong = (token: string): Promise<OAuthGrant> => prolonged(given, usual, token)

  return {
    provider: name,
    scopesAlways: service.scopesAlways,
    scopesUsual: service.scopesUsual,

    async authorizeUrl({ state, verifier, redirectUri, scopes, loginHint }) {
      const url = new URL(usual.server.authorization_endpoint as string)
      const parameters = {
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: redirectUri,
        ...(scopes.length > 0 && { scope: scopes.join(service.scopeSeparator) }),
        state,
        ...(service.takesPkce && {
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
        ...service.authorizeParameters,
        ...(loginHint !== undefined && { login_hint: loginHint }),
      }
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
      return url.href
    },

    exchange: (returned) =>
      named(service, async () => {
        const place = serverIn(service, returned.query, given) ?? given.server ?? null
        const { server } = authorityOf(given, place)
        const checked = checkReturn(server, client, returned, service)
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          proof,
          checked,
          returned.redirectUri,
          service.takesPkce ? returned.verifier : oauth.nopkce,
          through(service, http, 'oauth.exchange', now),
        )
        const answer = await oauth.processAuthorizationCodeResponse(server, client, response)
        const first = asGrant(service, answer, now())
        const grant = { ...(service.renewal === 'exchange' ? await prolong(first.accessToken) : first), server: place }
        const apiBase = apiBaseIn(service, answer, given)
        if (apiBase !== 'none' && apiBase !== 'foreign') return { ...grant, apiBase }
        if (apiBase === 'none' && !service.api) return grant
        // Tokens that nothing can be done with are ended where they came from.
        await revoke(grant, place).catch(() => {})
        throw new ProviderError('forged', `${service.title} named an address that is not one of its own.`)
      }),

    refresh: (refreshToken) =>
      named(service, async () => {
        if (service.renewal === 'exchange')
          return { ...(await prolong(refreshToken)), server: given.server ?? null, apiBase: given.apiBase ?? null }
        const response = await oauth.refreshTokenGrantRequest(
          usual.server,
          client,
          proof,
          refreshToken,
          through(service, http, 'oauth.refresh', now),
        )
        const answer = await oauth.processRefreshTokenResponse(usual.server, client, response)
        const grant = asGrant(service, answer, now())
        const apiBase = apiBaseIn(service, answer, given)
        return {
          ...grant,
          refreshToken: grant.refreshToken ?? refreshToken,
          server: given.server ?? null,
          // A stranger's is not taken, and no reason to lose new tokens: the account is where it was.
          apiBase: apiBase === 'none' || apiBase === 'foreign' ? (given.apiBase ?? null) : apiBase,
        }
      }),

    revoke: (grant) => named(service, () => revoke(grant, given.server ?? null)),

    whose: (accessToken) =>
      named(service, () => {
        const base = given.base === undefined ? given.apiBase : (given.apiSetting ?? given.base)
        const at = (url: string): string => provenUrl(given, atBase(url, base, service.apiPath), accessToken)
        return askWhose(service, at, accessToken, { http, now: now() })
      }),
  }
}

/** A token for a longer one of itself (https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived). */
const prolonged = async (
  { service, http, now }: Given,
  { server, client, proof }: ReturnType<typeof authorityOf>,
  token: string,
): Promise<OAuthGrant> => {
  const asked = new URLSearchParams({ fb_exchange_token: token })
  const sending = through(service, http, 'oauth.extend', now)
  const response = await oauth.genericTokenEndpointRequest(server, client, proof, 'fb_exchange_token', asked, sending)
  return asGrant(service, await oauth.processGenericTokenEndpointResponse(server, client, response), now())
}

/** With the proof that this client calls, where the service wants one with each token. */
const provenUrl = ({ service, client }: Given, text: string, token: string): string => {
  if (!service.tokenProof) return text
  const url = new URL(text)
  url.searchParams.set(service.tokenProof, createHmac('sha256', client.secret).update(token).digest('hex'))
  return url.href
}

/** The service as the library sees it. `named`: the server of the account, of a service with several. */
const authorityOf = ({ service, base, pageBase, client }: Given, named: string | null) => {
  const server: oauth.AuthorizationServer = {
    issuer: base === undefined ? (named ?? service.issuer) : (pageBase ?? base),
    authorization_endpoint: atBase(service.authorizeUrl, pageBase ?? base ?? named),
    token_endpoint: atBase(service.tokenUrl, base ?? named, service.apiPath),
    authorization_response_iss_parameter_supported: service.alwaysSaysIssuer,
  }
  return {
    server,
    client: { client_id: client.id } satisfies oauth.Client,
    proof: service.tokenAuth === 'basic' ? oauth.ClientSecretBasic(client.secret) : oauth.ClientSecretPost(client.secret),
  }
}

/** Outbound HTTP for the library. What is no answer of an OAuth server never gets to it. */
const through = (service: OAuthService, http: ProviderHttp, operation: string, now: () => Date) => ({
  // Outbound HTTP decides whether an address may be called; the sandbox on this machine speaks no TLS.
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: async (
    url: string,
    sent: { readonly method: string; readonly headers: Record<string, string>; readonly body?: URLSearchParams | null },
  ): Promise<Response> => {
    const answer = await http.send({
      operation,
      // Never by itself a second time: a code is good once, and where tokens rotate the second try comes with a dead one.
      canRepeat: false,
      method: sent.method as 'POST',
      url,
      headers: sent.headers,
      ...(sent.body && { body: sent.body.toString() }),
      timeoutMs: callMs,
    })
    if (answer.status === 429) throw rateLimited(service, answer, now())
    if (answer.status >= 500 || answer.isCut) throw broken(service, answer.status)
    const said = parsed(answer.body)
    const refusal = refusalOf(service, said)
    if (refusal) throw refusal
    // Some answer 200 to what they refuse, by a code; words there are none of an OAuth server.
    const isRefused = answer.status === 200 && isObject(said) && said.access_token === undefined && 'error' in said
    if (isRefused && (typeof said.error !== 'string' || !isCode(said.error))) throw broken(service, answer.status)
    return new Response(new Uint8Array(answer.body), {
      status: isRefused ? 400 : answer.status,
      headers: { ...answer.headers, ...(isRefused && { 'content-type': 'application/json' }) },
    })
  },
})

const asGrant = (service: OAuthService, answer: oauth.TokenEndpointResponse, now: Date): OAuthGrant => {
  // Some say 0 where a token has no end.
  const seconds = answer.expires_in || service.tokenSeconds
  return {
    accessToken: answer.access_token,
    // What is given for another one while it is good renews itself.
    refreshToken: answer.refresh_token ?? (service.renewal === 'exchange' ? answer.access_token : null),
    expiresAt: seconds ? new Date(now.getTime() + seconds * 1_000) : null,
    scopes: scopesIn(answer),
    apiBase: null,
    server: null,
  }
}

/** One text with blanks or commas, or a list of a name of its own. */
const scopesIn = ({ scope, scopes }: oauth.TokenEndpointResponse): readonly string[] | null => {
  if (scope !== undefined) return scope.split(/[ ,]+/).filter(Boolean)
  return Array.isArray(scopes) && scopes.every((each) => typeof each === 'string') ? scopes : null
}

/** The query of the redirect, proven to be this service's answer to what was asked. */
const checkReturn = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  { query, state }: OAuthReturn,
  { title }: OAuthService,
): URLSearchParams => {
  try {
    return oauth.validateAuthResponse(server, client, new URLSearchParams(query), state)
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError))
      throw new ProviderError('forged', `The response does not match the request to ${title}.`)
    if (error.error === 'access_denied') throw new ProviderError('denied', `Consent was declined at ${title}.`)
    throw new ProviderError('refused', `${title} refused: ${codeOf(error.error)}.`)
  }
}

/** What went wrong, as the port names it. */
const named = async <T>(service: OAuthService, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw errorOf(service, error)
  }
}

/** The library's errors carry the whole answer, tokens and all: they end here. */
const errorOf = ({ title }: OAuthService, error: unknown): unknown => {
  if (error instanceof CircuitOpen)
    return new ProviderError('busy', `${title} keeps failing; calls to it are paused for a moment.`, { cause: error })
  if (error instanceof NoAnswer) return new ProviderError('unreachable', `${title} did not respond.`, { cause: error })
  if (error instanceof oauth.ResponseBodyError) {
    if (error.error === 'invalid_grant')
      return new ProviderError('dead', `${title} reports that the consent has expired or was already used.`)
    if (error.error === 'invalid_client' || error.error === 'unauthorized_client')
      return new ProviderError('client', `${title} rejects Foyer’s client id or secret.`)
    return new ProviderError('refused', `${title} refused: ${codeOf(error.error)}.`)
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new ProviderError('client', `${title} rejects Foyer’s client id or secret.`)
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return new ProviderError('broken', `${title} returned an invalid response.`)
  return error
}
