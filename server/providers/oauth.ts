import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { NoAnswer } from '#core/outbound/http.ts'
import { CircuitOpen, type ProviderHttp } from '#core/outbound/provider-http.ts'
import type { OAuth, OAuthGrant, OAuthReturn } from '#ports/oauth.ts'
import type { OAuthService } from '#ports/provider.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { parsed } from './answers.ts'

/** For a whole call. Shorter than others wait for a renewal. */
const callMs = 10_000

/**
 * Any OAuth service, by its manifest. `base` takes the place of every host of the service, paths stay;
 * `pageBase` is the same as a browser reaches it.
 */
export const vendorOAuth = (given: {
  readonly name: string
  readonly service: OAuthService
  readonly base?: string | undefined
  readonly pageBase?: string | undefined
  readonly client: { readonly id: string; readonly secret: string }
  readonly http: ProviderHttp
  readonly now: () => Date
}): OAuth => {
  const { name, service, http, now } = given
  const at = (url: string, base = given.base): string => {
    const { pathname, search } = new URL(url)
    return base === undefined ? url : `${base.replace(/\/$/, '')}${pathname}${search}`
  }
  const server: oauth.AuthorizationServer = {
    issuer: given.base === undefined ? service.issuer : (given.pageBase ?? given.base),
    authorization_endpoint: at(service.authorizeUrl, given.pageBase ?? given.base),
    token_endpoint: at(service.tokenUrl),
    authorization_response_iss_parameter_supported: service.alwaysSaysIssuer,
  }
  const client: oauth.Client = { client_id: given.client.id }
  const proof =
    service.tokenAuth === 'basic' ? oauth.ClientSecretBasic(given.client.secret) : oauth.ClientSecretPost(given.client.secret)

  return {
    provider: name,
    scopesAlways: service.scopesAlways,
    scopesUsual: service.scopesUsual,

    async authorizeUrl({ state, verifier, redirectUri, scopes, loginHint }) {
      const url = new URL(server.authorization_endpoint as string)
      const parameters = {
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: redirectUri,
        scope: scopes.join(service.scopeSeparator),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...service.authorizeParameters,
        ...(loginHint !== undefined && { login_hint: loginHint }),
      }
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
      return url.href
    },

    exchange: (returned) =>
      named(service, async () => {
        const checked = checkReturn(server, client, returned, service)
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          proof,
          checked,
          returned.redirectUri,
          returned.verifier,
          through(service, http, 'oauth.exchange'),
        )
        return asGrant(await oauth.processAuthorizationCodeResponse(server, client, response), now())
      }),

    refresh: (refreshToken) =>
      named(service, async () => {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          client,
          proof,
          refreshToken,
          through(service, http, 'oauth.refresh'),
        )
        const grant = asGrant(await oauth.processRefreshTokenResponse(server, client, response), now())
        return { ...grant, refreshToken: grant.refreshToken ?? refreshToken }
      }),

    revoke: (grant) =>
      named(service, async () => {
        if (service.revoke) await revoke(service, service.revoke, at(service.revoke.url), grant, http)
      }),

    whose: (accessToken) => named(service, () => askWhose(service, at(service.whose.url), accessToken, http)),
  }
}

/** Outbound HTTP for the library. What is no answer of an OAuth server never gets to it. */
const through = (service: OAuthService, http: ProviderHttp, operation: string) => ({
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
    if (answer.status === 429) throw rateLimited(service)
    if (answer.status >= 500 || answer.isCut) throw broken(service, answer.status)
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers })
  },
})

const asGrant = (answer: oauth.TokenEndpointResponse, now: Date): OAuthGrant => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? null,
  // Some say 0 where a token has no end.
  expiresAt: answer.expires_in ? new Date(now.getTime() + answer.expires_in * 1_000) : null,
  scopes: answer.scope === undefined ? null : answer.scope.split(/[ ,]+/).filter(Boolean),
})

/** Ends a grant; one that the service ended already is as good. */
const revoke = async (
  service: OAuthService,
  { token, doneAlready }: NonNullable<OAuthService['revoke']>,
  url: string,
  { accessToken, refreshToken }: Pick<OAuthGrant, 'accessToken' | 'refreshToken'>,
  http: ProviderHttp,
): Promise<void> => {
  const revoked = token === 'refresh' ? (refreshToken ?? accessToken) : accessToken
  const answer = await http.send({
    operation: 'oauth.revoke',
    canRepeat: true,
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ token: revoked }).toString(),
    timeoutMs: callMs,
  })
  if (answer.status === 200) return
  if (answer.status === 429) throw rateLimited(service)
  const { error } = Refusal.safeParse(parsed(answer.body)).data ?? {}
  if (error === undefined || answer.status >= 500) throw broken(service, answer.status)
  if (!doneAlready.includes(error)) throw new ProviderError('refused', `${service.title} refused: ${codeOf(error)}.`)
}

/** The account that an access token belongs to. */
const askWhose = async (service: OAuthService, url: string, accessToken: string, http: ProviderHttp) => {
  const answer = await http.send({
    operation: 'oauth.whose',
    canRepeat: true,
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
    timeoutMs: callMs,
  })
  if (answer.status === 401 || answer.status === 403)
    throw new ProviderError('dead', `${service.title} rejects the access token.`)
  if (answer.status === 429) throw rateLimited(service)
  const read = Whose.safeParse(memberOf(answer.body, service.whose))
  if (answer.status !== 200 || !read.success) throw broken(service, answer.status)
  return read.data
}

const broken = ({ title }: OAuthService, status: number): ProviderError =>
  new ProviderError('broken', `${title} returned an invalid response (${status}).`)

const rateLimited = ({ title }: OAuthService): ProviderError => new ProviderError('busy', `${title} is rate limiting requests.`)

const Whose = z.object({ accountId: z.coerce.string().min(1).max(255), account: z.string().min(1).max(320) })

const Refusal = z.object({ error: z.string() })

const memberOf = (body: Buffer, { idField, accountField }: OAuthService['whose']): unknown => {
  const told = parsed(body)
  if (typeof told !== 'object' || told === null) return null
  const { [idField]: accountId, [accountField]: account } = told as Record<string, unknown>
  return { accountId, account }
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

/** A code of the standard, which cannot contain free text. */
const codeOf = (code: string): string => (/^[a-z_]{1,64}$/.test(code) ? code : 'an unknown error')
