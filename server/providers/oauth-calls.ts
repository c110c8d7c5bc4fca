import { z } from 'zod'
import { type Answer, NoAnswer } from '#core/outbound/http.ts'
import { CircuitOpen, type ProviderHttp } from '#core/outbound/provider-http.ts'
import type { OAuthGrant } from '#ports/oauth.ts'
import type { OAuthService } from '#ports/provider.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { isObject, parsed } from './answers.ts'

/** For a whole call. Shorter than others wait for a renewal. */
export const callMs = 10_000

/** Ends a grant; one that the service ended already is as good. */
export const revokeAt = async (
  service: OAuthService,
  { method, token, sentIn, doneAlready }: NonNullable<OAuthService['revoke']>,
  url: string,
  {
    accessToken,
    refreshToken,
    client,
  }: Pick<OAuthGrant, 'accessToken' | 'refreshToken'> & { readonly client: { readonly id: string; readonly secret: string } },
  { http, now }: { readonly http: ProviderHttp; readonly now: Date },
): Promise<void> => {
  const revoked = { token: token === 'refresh' ? (refreshToken ?? accessToken) : accessToken }
  const isBasic = sentIn === 'body_with_client' && service.tokenAuth === 'basic'
  const proof = sentIn === 'body_with_client' && !isBasic ? { client_id: client.id, client_secret: client.secret } : {}
  const answer = await http.send({
    operation: 'oauth.revoke',
    canRepeat: true,
    method: method ?? 'POST',
    url: sentIn === 'query' ? `${url}?${new URLSearchParams(revoked)}` : url,
    headers: {
      accept: 'application/json',
      ...(sentIn === 'header'
        ? { authorization: `Bearer ${accessToken}` }
        : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(isBasic && { authorization: basicOf(client) }),
    },
    ...(sentIn !== 'header' && { body: sentIn === 'query' ? '' : new URLSearchParams({ ...revoked, ...proof }).toString() }),
    timeoutMs: callMs,
  })
  // The token was all that was shown: it is not known any more.
  if (sentIn === 'header' && refusalOf(service, parsed(answer.body))?.kind === 'dead') return
  const error = refusedCode(parsed(answer.body))
  if (answer.status === 204 || (answer.status === 200 && error === undefined)) return
  if (answer.status === 429) throw rateLimited(service, answer, now)
  if (error === undefined || answer.status >= 500) throw broken(service, answer.status)
  if (!doneAlready.includes(error)) throw new ProviderError('refused', `${service.title} refused: ${codeOf(error)}.`)
}

/** RFC 6749, 2.3.1: both are encoded as in forms. */
const basicOf = ({ id, secret }: { readonly id: string; readonly secret: string }): string => {
  const encoded = [id, secret].map((text) => new URLSearchParams({ text }).toString().slice('text='.length)).join(':')
  return `Basic ${Buffer.from(encoded).toString('base64')}`
}

/** The account that an access token belongs to. `at`: where an address of the service is now. */
export const askWhose = async (
  service: OAuthService,
  at: (url: string) => string,
  accessToken: string,
  calling: { readonly http: ProviderHttp; readonly now: Date },
) => {
  const { url, idField, accountField, name } = service.whose
  const said = await askAsUser(service, at(url), accessToken, calling)
  const read = Whose.safeParse({ accountId: memberOf(said, idField), account: memberOf(said, accountField) })
  if (!read.success) throw broken(service, 200)
  if (name === undefined) return read.data
  // A name for people is worth a call, and no reason to fail.
  const told = await askAsUser(service, at(name.url), accessToken, calling).catch((error: unknown) => {
    if (error instanceof ProviderError || error instanceof NoAnswer || error instanceof CircuitOpen) return null
    throw error
  })
  const named = AccountName.safeParse(memberOf(told, name.field))
  return named.success ? { ...read.data, account: named.data } : read.data
}

const askAsUser = async (
  service: OAuthService,
  url: string,
  accessToken: string,
  { http, now }: { readonly http: ProviderHttp; readonly now: Date },
): Promise<unknown> => {
  const answer = await http.send({
    operation: 'oauth.whose',
    canRepeat: true,
    method: 'GET',
    url,
    headers: { authorization: `${service.whose.scheme ?? 'Bearer'} ${accessToken}`, accept: 'application/json' },
    timeoutMs: callMs,
  })
  if (answer.status === 401 || answer.status === 403)
    throw new ProviderError('dead', `${service.title} rejects the access token.`)
  if (answer.status === 429) throw rateLimited(service, answer, now)
  if (answer.status !== 200) throw broken(service, answer.status)
  return parsed(answer.body)
}

const AccountName = z.string().trim().min(1).max(320)

const Whose = z.object({
  accountId: z.union([z.string(), z.int()]).transform(String).pipe(z.string().min(1).max(255)),
  account: z.union([z.string(), z.int()]).transform(String).pipe(z.string().min(1).max(320)),
})

/** The code of an error, by whichever of its usual names: one service can use both. */
const refusedCode = (said: unknown): string | undefined => {
  const codes = isObject(said) ? [said.error, said.code] : []
  return codes.find((code): code is string => typeof code === 'string')
}

/** `org.0.id` of an answer. */
const memberOf = (said: unknown, place: string): unknown =>
  place.split('.').reduce((within, name) => (isObject(within) ? within[name] : undefined), said)

/** What an answer of the service's own form refuses, by the words of its manifest; null where it has none for it. */
export const refusalOf = (service: OAuthService, said: unknown): ProviderError | null => {
  if (!isObject(said) || said.access_token !== undefined) return null
  const meaning = [said.error, said.code, said.status, memberOf(said, 'error.code')].flatMap((code) =>
    typeof code === 'string' || typeof code === 'number' ? (service.refusals?.[String(code)] ?? []) : [],
  )[0]
  if (meaning === undefined) return null
  if (meaning === 'dead')
    return new ProviderError('dead', `${service.title} reports that the consent has expired or was already used.`)
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
