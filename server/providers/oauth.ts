import { createHmac } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { NoAnswer } from '#core/outbound/http.ts'
import { CircuitOpen, type ProviderHttp } from '#core/outbound/provider-http.ts'
import type { OAuth, OAuthAccount, OAuthGrant, OAuthReturn } from '#ports/oauth.ts'
import type { OAuthService, ServiceTask } from '#ports/provider.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { isObject, parsed } from './answers.ts'
import { accountNamedIn, asGrant, asStandard, refusesWithOk } from './oauth-answers.ts'
import { askWhose, broken, callMs, codeOf, isCode, probe, rateLimited, refusalOf, revokeAt } from './oauth-calls.ts'
import { type ClientSecrets, proofOf } from './oauth-clients.ts'
import { apiBaseIn, atBase, type ReplacedHosts, serverIn } from './oauth-hosts.ts'
import { performAt } from './service-tasks.ts'
import { checkSignedReturn } from './signed-returns.ts'

interface Given extends ReplacedHosts, Pick<OAuthAccount, 'apiBase' | 'server' | 'accountId' | 'scopes'> {
  readonly name: string
  readonly service: OAuthService
  readonly client: ClientSecrets
  readonly does: ServiceTask | null
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
  const { client } = usual
  const { exchange, refresh, revoke } = tokenCalls(given)

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

    exchange: (returned) => named(service, () => exchange(returned)),
    refresh: (refreshToken) => named(service, () => refresh(refreshToken)),
    revoke: (grant) => named(service, () => revoke(grant, given.server ?? null)),

    whose: (accessToken) =>
      named(service, async () => {
        const at = (url: string): string => provenUrl(given, whoseUrl(given, url), accessToken)
        const { said, ...account } = await askWhose(service, at, accessToken, given)
        if (service.api?.from !== 'whose') return { ...account, apiBase: given.apiBase ?? null }
        const apiBase = apiBaseIn(service, said, given)
        if (apiBase === 'none' || apiBase === 'foreign') throw foreignAddress(service)
        return { ...account, apiBase }
      }),

    perform: (accessToken, words) => {
      if (!given.does) throw new Error(`${name} can do nothing`)
      return performAt({ ...given, does: given.does }, accessToken, words)
    },

    test: (accessToken) =>
      named(service, async () => {
        const at = (url: string): string => provenUrl(given, whoseUrl(given, url), accessToken)
        if (service.probe === undefined) return (await askWhose(service, at, accessToken, given)).account
        await probe(service, atBase(service.probe, given.base ?? given.apiBase), accessToken, { http, now: now() })
        return null
      }),
  }
}

/** Where the account is asked who it is. */
const whoseUrl = ({ service, base, apiSetting, apiBase, server, accountId }: Given, text: string): string => {
  const isAtServer = service.instance || service.api?.from === 'whose'
  const url = text.replaceAll('{account}', encodeURIComponent(accountId ?? ''))
  return atBase(url, base === undefined ? (isAtServer ? server : apiBase) : (apiSetting ?? base), service.apiPath)
}

/** With the proof that this client calls, where the service wants one with each token. */
const provenUrl = ({ service, client }: Given, text: string, token: string): string => {
  if (!service.tokenProof) return text
  const url = new URL(text)
  url.searchParams.set(service.tokenProof, createHmac('sha256', client.secret).update(token).digest('hex'))
  return url.href
}

const foreignAddress = ({ title }: OAuthService): ProviderError =>
  new ProviderError('forged', `${title} named an address that is not one of its own.`)

/** The calls that give tokens, and the one that ends them. */
const tokenCalls = (given: Given) => {
  const { service, http, now } = given
  const usual = authorityOf(given, given.server ?? null)
  const sending = (operation: string) => through(service, http, operation, now)

  const revoke = async (grant: Parameters<OAuth['revoke']>[0], server: string | null): Promise<void> => {
    if (!service.revoke) return
    const place = service.revoke.url.replace('{client_id}', encodeURIComponent(given.client.id))
    const url = provenUrl(given, atBase(place, given.base ?? server, service.apiPath), grant.accessToken)
    const ended = { ...grant, accountId: grant.accountId ?? given.accountId ?? null, client: given.client }
    await revokeAt(service, service.revoke, url, ended, { http, now: now() })
  }

  /** Of a service that gives a token for a longer one of itself. */
  const prolong = async (token: string): Promise<OAuthGrant> => {
    const { server, client, proof } = usual
    const asked = new URLSearchParams({ fb_exchange_token: token })
    const response = await oauth.genericTokenEndpointRequest(
      server,
      client,
      proof,
      'fb_exchange_token',
      asked,
      sending('oauth.extend'),
    )
    const answer = await oauth.processGenericTokenEndpointResponse(server, client, response)
    return asGrant(service, answer, { now: now(), place: given.server ?? null, accountId: given.accountId ?? null })
  }

  const exchange = async (returned: OAuthReturn): Promise<OAuthGrant> => {
    const place = serverIn(service, returned.query, given) ?? given.server ?? null
    const { server, client, proof } = authorityOf(given, place)
    checkSignedReturn(service, returned.query, { server: place, secret: given.client.secret })
    const checked = checkReturn(server, client, returned, service)
    const verifier = service.takesPkce ? returned.verifier : oauth.nopkce
    const { redirectUri, query } = returned
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, client, proof, checked, redirectUri, verifier, sending('oauth.exchange')] as const),
    )
    const answer = await oauth.processAuthorizationCodeResponse(server, client, response)
    const first = asGrant(service, answer, { now: now(), place, accountId: accountNamedIn(service, { query, answer }) })
    const grant = service.renewal === 'exchange' ? await prolong(first.accessToken) : first
    if (!service.api || service.api.from === 'whose') return grant
    const apiBase = apiBaseIn(service, answer, given)
    if (apiBase !== 'none' && apiBase !== 'foreign') return { ...grant, apiBase }
    // Tokens that nothing can be done with are ended where they came from.
    await revoke(grant, place).catch(() => {})
    throw foreignAddress(service)
  }

  const refresh = async (refreshToken: string): Promise<OAuthGrant> => {
    const { server, client, proof } = usual
    const here = { server: given.server ?? null, accountId: given.accountId ?? null }
    if (service.renewal === 'exchange') return { ...(await prolong(refreshToken)), ...here, apiBase: given.apiBase ?? null }
    const response = await oauth.refreshTokenGrantRequest(server, client, proof, refreshToken, {
      ...sending('oauth.refresh'),
      ...(service.refreshesWithScopes && {
        additionalParameters: { scope: (given.scopes ?? []).join(service.scopeSeparator) },
      }),
    })
    const answer = await oauth.processRefreshTokenResponse(server, client, response)
    const grant = asGrant(service, answer, { now: now(), place: here.server, accountId: here.accountId })
    const apiBase = service.api?.from === 'whose' ? 'none' : apiBaseIn(service, answer, given)
    return {
      ...grant,
      refreshToken: grant.refreshToken ?? refreshToken,
      // A stranger's is not taken, and no reason to lose new tokens: the account is where it was.
      apiBase: apiBase === 'none' || apiBase === 'foreign' ? (given.apiBase ?? null) : apiBase,
    }
  }
  return { exchange, refresh, revoke }
}

/** The service as the library sees it. `named`: the server of the account, of a service with several. */
const authorityOf = ({ service, base, pageBase, client }: Given, named: string | null) => {
  const server: oauth.AuthorizationServer = {
    issuer: base === undefined ? (named ?? service.issuer) : (pageBase ?? base),
    authorization_endpoint: atBase(service.authorizeUrl, pageBase ?? base ?? named),
    token_endpoint: atBase(service.tokenUrl, base ?? named, service.apiPath),
    authorization_response_iss_parameter_supported: service.alwaysSaysIssuer,
  }
  return { server, client: { client_id: client.id } satisfies oauth.Client, proof: proofOf(service, client) }
}

/** Outbound HTTP for the library. What is no answer of an OAuth server never gets to it. */
const through = (service: OAuthService, http: ProviderHttp, operation: string, now: () => Date) => ({
  // Outbound HTTP decides whether an address may be called; the sandbox on this machine speaks no TLS.
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: async (
    url: string,
    sent: { readonly method: string; readonly headers: Record<string, string>; readonly body?: URLSearchParams | null },
  ): Promise<Response> => {
    const isJson = service.tokenBody === 'json'
    const answer = await http.send({
      operation,
      // Never by itself a second time: a code is good once, and where tokens rotate the second try comes with a dead one.
      canRepeat: false,
      method: sent.method as 'POST',
      url,
      headers: { ...sent.headers, ...(isJson && { 'content-type': 'application/json' }) },
      ...(sent.body && { body: isJson ? JSON.stringify(Object.fromEntries(sent.body)) : sent.body.toString() }),
      timeoutMs: callMs,
    })
    if (answer.status === 429) throw rateLimited(service, answer, now())
    if (answer.status >= 500 || answer.isCut) throw broken(service, answer.status)
    const said = parsed(answer.body)
    const refusal = refusalOf(service, said)
    if (refusal) throw refusal
    // Some answer 200 to what they refuse, by a code; words there are none of an OAuth server.
    const isRefused = refusesWithOk(answer.status, said)
    if (isRefused && isObject(said) && (typeof said.error !== 'string' || !isCode(said.error)))
      throw broken(service, answer.status)
    const isGiven = answer.status === 200 && isObject(said) && said.access_token !== undefined
    return new Response(isGiven ? JSON.stringify(asStandard(said)) : new Uint8Array(answer.body), {
      status: isRefused ? 400 : answer.status,
      headers: { ...answer.headers, ...((isRefused || isGiven) && { 'content-type': 'application/json' }) },
    })
  },
})

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
      return new ProviderError('dead', `${title} reports that the consent was revoked, has expired or was already used.`)
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
