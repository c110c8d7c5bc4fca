import { z } from 'zod'
import { type Answer, NoAnswer } from '#core/outbound/http.ts'
import { CircuitOpen, type ProviderHttp, type ProviderRequest } from '#core/outbound/provider-http.ts'
import type { OAuthGrant } from '#ports/oauth.ts'
import type { OAuthRevocation, OAuthService } from '#ports/provider.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { isObject, memberOf, parsed } from './answers.ts'
import { basicOf, type ClientSecrets } from './oauth-clients.ts'

/** For a whole call. Shorter than others wait for a renewal. */
export const callMs = 10_000

/** Ends a grant; one that the service ended already is as good. */
export const revokeAt = async (
  service: OAuthService,
  revocation: OAuthRevocation,
  url: string,
  ended: Pick<OAuthGrant, 'accessToken' | 'refreshToken' | 'accountId'> & { readonly client: ClientSecrets },
  { http, now }: { readonly http: ProviderHttp; readonly now: Date },
): Promise<void> => {
  const { doneAlready, doneStatuses = [], sentIn } = revocation
  const answer = await http.send({
    operation: 'oauth.revoke',
    canRepeat: true,
    method: revocation.method ?? 'POST',
    timeoutMs: callMs,
    ...revocationOf(service, revocation, url, ended),
  })
  // The token was all that was shown: it is not known any more.
  if (sentIn === 'header' && refusalOf(service, parsed(answer.body))?.kind === 'dead') return
  const error = refusedCode(parsed(answer.body))
  if (answer.status === 204 || (answer.status === 200 && error === undefined)) return
  if (answer.status === 429) throw rateLimited(service, answer, now)
  if (doneStatuses.includes(answer.status) || (error !== undefined && doneAlready.includes(error))) return
  if (sentIn === 'header' && answer.status === 401) return
  if (error === undefined || answer.status >= 500) throw broken(service, answer.status)
  throw new ProviderError('refused', `${service.title} refused: ${codeOf(error)}.`)
}

/** The request by which a service ends a grant. */
const revocationOf = (
  service: OAuthService,
  { token, sentIn, field = 'token', body, client: place = service.tokenAuth }: OAuthRevocation,
  url: string,
  {
    accessToken,
    refreshToken,
    accountId,
    client,
  }: Pick<OAuthGrant, 'accessToken' | 'refreshToken' | 'accountId'> & { readonly client: ClientSecrets },
): Pick<ProviderRequest, 'url' | 'headers' | 'body'> => {
  // Some refuse a call with a content type and no content.
  if (sentIn === 'header') return { url, headers: apiHeaders(service, accessToken) }
  const value = sentIn === 'account' ? (accountId ?? '') : token === 'refresh' ? (refreshToken ?? accessToken) : accessToken
  const said = { [field]: value }
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  if (sentIn === 'query') return { url: `${url}?${new URLSearchParams(said)}`, headers: form, body: '' }
  if (sentIn === 'account') {
    const sent = new URLSearchParams({ client_id: client.id, ...said }).toString()
    return { url, headers: { ...form, authorization: `Bearer ${client.secret}` }, body: sent }
  }
  const isBasic = sentIn === 'body_with_client' && place === 'basic'
  const proof = sentIn === 'body_with_client' && !isBasic ? { client_id: client.id, client_secret: client.secret } : {}
  const headers = { ...form, ...(body === 'json' && { 'content-type': 'application/json' }) }
  return {
    url,
    headers: isBasic ? { ...headers, authorization: basicOf(client) } : headers,
    body: body === 'json' ? JSON.stringify({ ...said, ...proof }) : new URLSearchParams({ ...said, ...proof }).toString(),
  }
}

/** How a token is shown to the API of a service, with what every call of it wants. */
export const apiHeaders = ({ whose }: OAuthService, accessToken: string): Record<string, string> => ({
  accept: 'application/json',
  'user-agent': 'Foyer',
  ...whose.headers,
  ...(whose.tokenHeader
    ? { [whose.tokenHeader]: accessToken }
    : { authorization: `${whose.scheme ?? 'Bearer'} ${accessToken}` }),
})

interface Calling {
  readonly http: ProviderHttp
  readonly now: () => Date
}

/** The account that an access token belongs to, with the whole answer. `at`: where an address of the service is now. */
export const askWhose = async (
  service: OAuthService,
  at: (url: string) => string,
  accessToken: string,
  calling: Calling & { readonly accountId?: string | null },
) => {
  const { url, idField, accountField, name } = service.whose
  const said = await askAsUser(service, at(url), accessToken, calling)
  const id = calling.accountId ?? (idField === null ? undefined : memberOf(said, idField))
  const read = Whose.safeParse({ accountId: id, account: memberOf(said, accountField) ?? id })
  if (!read.success) throw broken(service, 200)
  if (name === undefined) return { ...read.data, said }
  // A name for people is worth a call, and no reason to fail.
  const told = await askAsUser(service, at(name.url), accessToken, calling).catch((error: unknown) => {
    if (error instanceof ProviderError || error instanceof NoAnswer || error instanceof CircuitOpen) return null
    throw error
  })
  const named = AccountName.safeParse(memberOf(told, name.field))
  return { ...read.data, ...(named.success && { account: named.data }), said }
}

const askAsUser = async (service: OAuthService, url: string, accessToken: string, { http, now }: Calling): Promise<unknown> => {
  const { method = 'GET', json } = service.whose
  const answer = await http.send({
    operation: 'oauth.whose',
    canRepeat: true,
    method,
    url,
    headers: { ...apiHeaders(service, accessToken), ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
    timeoutMs: callMs,
  })
  return apiAnswer(service, answer, now())
}

/** Whether a token is good. */
export const probe = async (
  service: OAuthService,
  url: string,
  accessToken: string,
  { http, now }: { readonly http: ProviderHttp; readonly now: Date },
): Promise<void> => {
  const asked = { operation: 'oauth.test', canRepeat: true, method: 'GET', timeoutMs: callMs } as const
  apiAnswer(service, await http.send({ ...asked, url, headers: apiHeaders(service, accessToken) }), now)
}

/** What the API of a service said. Throws ProviderError where that is a refusal, whatever its status. */
export const apiAnswer = (service: OAuthService, answer: Answer, now: Date): unknown => {
  if (answer.status === 401 || answer.status === 403)
    throw new ProviderError('dead', `${service.title} rejects the access token.`)
  if (answer.status === 429) throw rateLimited(service, answer, now)
  const said = parsed(answer.body)
  const { okField } = service.whose
  const isRefused = okField !== undefined && memberOf(said, okField) !== true
  if (answer.status === 200 && !isRefused) return said
  throw refusalOf(service, said) ?? broken(service, answer.status)
}

const AccountName = z.string().trim().min(1).max(320)

const Whose = z.object({
  accountId: z.union([z.string(), z.int()]).transform(String).pipe(z.string().min(1).max(255)),
  account: z.union([z.string(), z.int()]).transform(String).pipe(z.string().min(1).max(320)),
})

/** The code of an error, by whichever of its usual places: one service can use several. */
const refusedCode = (said: unknown): string | undefined => {
  const tag = isObject(said) && isObject(said.error) ? said.error['.tag'] : undefined
  const codes = [memberOf(said, 'error'), memberOf(said, 'error.code'), tag, memberOf(said, 'code')]
  const code = codes.find((each) => typeof each === 'string' || typeof each === 'number')
  return code === undefined ? undefined : String(code)
}

/** Where services have their codes. */
const codePlaces = ['error', 'code', 'status', 'error.code', 'error.type', 'errors.0.extensions.code']

/** What an answer of the service's own form refuses, by the words of its manifest; null where it has none for it. */
export const refusalOf = (service: OAuthService, said: unknown): ProviderError | null => {
  if (!isObject(said) || said.access_token !== undefined) return null
  const meaning = codePlaces.flatMap((place) => {
    const code = memberOf(said, place)
    return typeof code === 'string' || typeof code === 'number' ? (service.refusals?.[String(code)] ?? []) : []
  })[0]
  if (meaning === undefined) return null
  if (meaning === 'dead')
    return new ProviderError('dead', `${service.title} reports that the consent was revoked, has expired or was already used.`)
  if (meaning === 'client') return new ProviderError('client', `${service.title} rejects Foyer’s client id or secret.`)
  return new ProviderError('busy', `${service.title} is rate limiting requests.`, {
    retryAfterMs: service.patienceMs ?? null,
  })
}

export const broken = ({ title }: OAuthService, status: number): ProviderError =>
  new ProviderError('broken', `${title} returned an invalid response (${status}).`)

export const rateLimited = (service: OAuthService, { headers }: Pick<Answer, 'headers'>, now: Date): ProviderError =>
  new ProviderError('busy', `${service.title} is rate limiting requests.`, {
    retryAfterMs: retryAfterMs(headers['retry-after'], now) ?? service.patienceMs ?? null,
  })

/** A code of the standard, which cannot contain free text. */
export const isCode = (text: string): boolean => /^[a-z_]{1,64}$/.test(text)

export const codeOf = (code: string): string => (isCode(code) ? code : 'an unknown error')
