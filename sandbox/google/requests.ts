import { createHash } from 'node:crypto'
import { isRedirectUri } from '../redirect-uris.ts'
import { Refused } from './refusals.ts'
import type { Code, Wish } from './rows.ts'

export type Words = Readonly<Record<string, unknown>>

/** What an app asked for, or what Google's page would say is wrong with it. */
export const readWish = (query: Words): Wish => {
  const clientId = needed(query, 'client_id')
  if (!isClientId(clientId)) throw new Refused(401, 'invalid_client', 'The OAuth client was not found.')
  const redirectUri = needed(query, 'redirect_uri')
  if (!isRedirectUri(redirectUri)) throw new Refused(400, 'redirect_uri_mismatch', 'This redirect URI cannot be used.')
  if (needed(query, 'response_type') !== 'code')
    throw new Refused(400, 'unsupported_response_type', 'The sandbox supports response_type=code only.')
  const scopes = [...new Set(needed(query, 'scope').split(' ').filter(Boolean))]
  const unknown = scopes.find((scope) => !isScope(scope))
  if (unknown !== undefined) throw new Refused(400, 'invalid_scope', 'Some requested scopes were invalid.')
  const method = text(query.code_challenge_method) ?? 'plain'
  const value = text(query.code_challenge)
  if (method !== 'S256' && method !== 'plain')
    throw new Refused(400, 'invalid_request', 'code_challenge_method must be S256 or plain.')
  return {
    clientId,
    redirectUri,
    scopes,
    state: text(query.state),
    challenge: value === null ? null : { value, method },
    isOffline: query.access_type === 'offline',
    loginHint: text(query.login_hint),
  }
}

/** Where the browser goes back to. */
export const returnTo = (wish: Wish, more: Readonly<Record<string, string>>): string => {
  const url = new URL(wish.redirectUri)
  for (const [name, value] of Object.entries({ ...(wish.state !== null && { state: wish.state }), ...more }))
    url.searchParams.append(name, value)
  return url.href
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const needed = (sent: Words, name: string): string => {
  const value = text(sent[name])
  if (value === null) throw new Refused(400, 'invalid_request', `Missing required parameter: ${name}`)
  return value
}

const isClientId = (id: string): boolean => /^[\w.-]+\.apps\.googleusercontent\.com$/.test(id)

export const checkClient = (sent: Words): void => {
  if (!isClientId(needed(sent, 'client_id'))) throw new Refused(401, 'invalid_client', 'The OAuth client was not found.')
  const secretSent = text(sent.client_secret)
  if (secretSent === null) throw new Refused(400, 'invalid_request', 'client_secret is missing.')
  if (!secretSent.startsWith('GOCSPX-')) throw new Refused(401, 'invalid_client', 'Unauthorized')
}

export const checkVerifier = (challenge: Code['challenge'], sent: unknown): void => {
  const verifier = text(sent)
  if (challenge === null) {
    if (verifier !== null) throw new Refused(400, 'invalid_grant', 'code_verifier or verifier is not needed.')
    return
  }
  if (verifier === null) throw new Refused(400, 'invalid_grant', 'Missing code verifier.')
  const made = challenge.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  if (made !== challenge.value) throw new Refused(400, 'invalid_grant', 'Invalid code verifier.')
}

/** The names of OpenID, and addresses. */
const isScope = (scope: string): boolean =>
  ['openid', 'email', 'profile'].includes(scope) ||
  /^https:\/\/(www\.googleapis\.com\/auth\/|mail\.google\.com\/)[\w./-]*$/.test(scope)
