import { createHash, randomBytes } from 'node:crypto'
import type { Table } from '../folder.ts'

/** A person who can give consent here. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly given_name: string
  readonly family_name: string
}

export const accounts: readonly Account[] = [
  person('101', 'Mira', 'Falk', 'mira@sandbox.example'),
  person('102', 'Jonas', 'Okafor', 'jonas@sandbox.example'),
  person('103', 'Front', 'Desk', 'frontdesk@sandbox.example'),
]

function person(id: string, given: string, family: string, email: string): Account {
  // Google's ids have 21 digits.
  return { id: id.padEnd(21, '0'), email, name: `${given} ${family}`, given_name: given, family_name: family }
}

export interface Behaviour {
  /** How long an access token lives. Google's own: 3,599. */
  readonly accessTokenSeconds: number
  /** Each refresh issues a new refresh token and invalidates the old one. Google seldom does; many others always. */
  readonly rotates: boolean
  /** Reusing an old refresh token ends the whole grant: it may have been stolen. */
  readonly reuseEndsGrant: boolean
}
export const usualBehaviour: Behaviour = { accessTokenSeconds: 3_599, rotates: true, reuseEndsGrant: false }

export interface Code {
  /** The code itself. */
  readonly id: string
  readonly clientId: string
  readonly redirectUri: string
  readonly accountId: string
  readonly scopes: readonly string[]
  readonly challenge: { readonly value: string; readonly method: 'S256' | 'plain' } | null
  readonly isOffline: boolean
  readonly expiresAt: number
  /** The grant that it was exchanged for. */
  readonly grantId: string | null
}

export interface Grant {
  readonly id: string
  readonly clientId: string
  readonly accountId: string
  readonly scopes: readonly string[]
  readonly begunAt: number
  readonly endedAt: number | null
  /** Why it ended, for the page. */
  readonly ending: string | null
  /** The one that is good; null where none was asked for, or after the end. */
  readonly refreshToken: string | null
  readonly oldRefreshTokens: readonly string[]
  /** Access tokens that are good, newest first. */
  readonly accessTokens: readonly { readonly token: string; readonly expiresAt: number }[]
  readonly refreshes: number
}

/** What is remembered. `behaviour` has one row at the most, of the id `now`. */
export interface Kept {
  readonly codes: Table<Code>
  readonly grants: Table<Grant>
  readonly behaviour: Table<Behaviour & { readonly id: string }>
}

/** An error as Google words it: `{error, error_description}` with a status. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, description: string) {
    super(description)
    this.status = status
    this.code = code
  }
}

export interface Tokens {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token?: string
  readonly scope: string
  readonly token_type: 'Bearer'
}

/** What an app asks of a person, once it was found in order. */
export interface Wish {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  readonly challenge: Code['challenge']
  readonly isOffline: boolean
  readonly loginHint: string | null
}

type Words = Readonly<Record<string, unknown>>

const codeMs = 10 * 60_000

/**
 * Google's grants as its published pages describe them (https://developers.google.com/identity/protocols/oauth2/web-server),
 * with an account for each simulated person. Every client whose id ends in `.apps.googleusercontent.com` is known, with any
 * secret that begins with `GOCSPX-`.
 */
export const openGrants = ({ codes, grants, behaviour: behaviours }: Kept, now: () => Date) => {
  const at = (): number => now().getTime()
  const behaviour = (): Behaviour => behaviours.find('now') ?? usualBehaviour
  const running = (grantId: string): Grant | undefined => {
    const grant = grants.find(grantId)
    return grant?.endedAt === null ? grant : undefined
  }

  const end = (grant: Grant, ending: string): void => {
    grants.put({ ...grant, endedAt: at(), ending, refreshToken: null, accessTokens: [], oldRefreshTokens: oldOf(grant) })
  }

  const grantOfRefresh = (token: string): Grant | undefined =>
    grants.list().find((grant) => grant.refreshToken === token || grant.oldRefreshTokens.includes(token))

  const grantOfAccess = (token: string): { grant: Grant; expiresAt: number } | undefined => {
    for (const grant of grants.list()) {
      const access = grant.accessTokens.find((each) => each.token === token)
      if (access && access.expiresAt > at()) return { grant, expiresAt: access.expiresAt }
    }
    return undefined
  }

  /** A fresh access token of a grant, which is stored with it. */
  const giveAccess = (grant: Grant, more: Partial<Grant> = {}): Tokens => {
    const { accessTokenSeconds } = behaviour()
    const token = `ya29.${secret(48)}`
    const alive = grant.accessTokens.filter(({ expiresAt }) => expiresAt > at())
    const accessTokens = [{ token, expiresAt: at() + accessTokenSeconds * 1_000 }, ...alive].slice(0, 20)
    grants.put({ ...grant, ...more, accessTokens })
    return {
      access_token: token,
      expires_in: accessTokenSeconds,
      ...(more.refreshToken && { refresh_token: more.refreshToken }),
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
    }
  }

  const exchange = (sent: Words): Tokens => {
    const code = codes.find(needed(sent, 'code'))
    const redirectUri = needed(sent, 'redirect_uri')
    if (!code) throw new Refused(400, 'invalid_grant', 'Malformed auth code.')
    if (code.clientId !== sent.client_id) throw new Refused(401, 'unauthorized_client', 'Unauthorized')
    if (code.redirectUri !== redirectUri) throw new Refused(400, 'redirect_uri_mismatch', 'Bad Request')
    if (code.expiresAt <= at()) throw new Refused(400, 'invalid_grant', 'Bad Request')
    if (code.grantId !== null) {
      // RFC 6749, 4.1.2: a code that comes twice was stolen by one of the two.
      const grant = running(code.grantId)
      if (grant) end(grant, 'its code was used twice')
      throw new Refused(400, 'invalid_grant', 'Bad Request')
    }
    checkVerifier(code.challenge, sent.code_verifier)
    const grant: Grant = {
      id: secret(9),
      clientId: code.clientId,
      accountId: code.accountId,
      scopes: code.scopes,
      begunAt: at(),
      endedAt: null,
      ending: null,
      refreshToken: null,
      oldRefreshTokens: [],
      accessTokens: [],
      refreshes: 0,
    }
    codes.put({ ...code, grantId: grant.id })
    return giveAccess(grant, code.isOffline ? { refreshToken: newRefreshToken() } : {})
  }

  const refresh = (sent: Words): Tokens => {
    const token = needed(sent, 'refresh_token')
    const grant = grantOfRefresh(token)
    if (!grant) throw new Refused(400, 'invalid_grant', 'Bad Request')
    if (grant.clientId !== sent.client_id) throw new Refused(401, 'unauthorized_client', 'Unauthorized')
    if (grant.refreshToken !== token) {
      if (behaviour().reuseEndsGrant && grant.endedAt === null) end(grant, 'an old refresh token was reused')
      throw new Refused(400, 'invalid_grant', 'Token has been expired or revoked.')
    }
    const counted = { refreshes: grant.refreshes + 1 }
    if (!behaviour().rotates) return giveAccess(grant, counted)
    return giveAccess(grant, { ...counted, refreshToken: newRefreshToken(), oldRefreshTokens: oldOf(grant) })
  }

  return {
    list: (): readonly Grant[] => grants.list(),
    behaviour,
    behave: (wanted: Behaviour): void => {
      behaviours.put({ ...wanted, id: 'now' })
    },

    /** The code for what a person allowed. */
    allow({ clientId, redirectUri, challenge, isOffline }: Wish, accountId: string, scopes: readonly string[]): string {
      for (const old of codes.list()) if (old.expiresAt <= at()) codes.remove(old.id)
      const expiresAt = at() + codeMs
      const id = `4/0${secret(54)}`
      return codes.put({ id, clientId, redirectUri, challenge, isOffline, accountId, scopes, expiresAt, grantId: null }).id
    },

    /** `POST /token` */
    token(sent: Words): Tokens {
      const kind = needed(sent, 'grant_type')
      if (kind !== 'authorization_code' && kind !== 'refresh_token')
        throw new Refused(400, 'unsupported_grant_type', `Invalid grant_type: ${kind}`)
      checkClient(sent)
      return kind === 'refresh_token' ? refresh(sent) : exchange(sent)
    },

    /** `POST /revoke`: an access or a refresh token; either ends the whole grant. */
    revoke(token: string | undefined): void {
      if (!token) throw new Refused(400, 'invalid_request', 'Missing required parameter: token')
      const grant = grants.list().find((each) => each.refreshToken === token) ?? grantOfAccess(token)?.grant
      if (!grant) throw new Refused(400, 'invalid_token', 'Token expired or revoked')
      end(grant, 'revoked by the app')
    },

    /** What an access token stands for while it is good. */
    about(token: string): { grant: Grant; account: Account; expiresInSeconds: number } | undefined {
      const found = grantOfAccess(token)
      const account = accounts.find(({ id }) => id === found?.grant.accountId)
      if (!found || !account) return undefined
      return { grant: found.grant, account, expiresInSeconds: Math.floor((found.expiresAt - at()) / 1_000) }
    },

    /** From the page: its access tokens are past their time. */
    expire(grantId: string): void {
      const grant = running(grantId)
      if (grant) grants.put({ ...grant, accessTokens: [] })
    },

    /** From the page: the person takes the consent back, as in the settings of their account. */
    revokeByUser(grantId: string): void {
      const grant = running(grantId)
      if (grant) end(grant, 'revoked by the user')
    },

    /** From the page: a refresh whose answer never arrived. The refresh token that the app holds is an old one now. */
    rotate(grantId: string): void {
      const grant = running(grantId)
      if (grant?.refreshToken) grants.put({ ...grant, refreshToken: newRefreshToken(), oldRefreshTokens: oldOf(grant) })
    },
  }
}

export type Grants = ReturnType<typeof openGrants>

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

const needed = (sent: Words, name: string): string => {
  const value = text(sent[name])
  if (value === null) throw new Refused(400, 'invalid_request', `Missing required parameter: ${name}`)
  return value
}

const isClientId = (id: string): boolean => /^[\w.-]+\.apps\.googleusercontent\.com$/.test(id)

const checkClient = (sent: Words): void => {
  if (!isClientId(needed(sent, 'client_id'))) throw new Refused(401, 'invalid_client', 'The OAuth client was not found.')
  const secretSent = text(sent.client_secret)
  if (secretSent === null) throw new Refused(400, 'invalid_request', 'client_secret is missing.')
  if (!secretSent.startsWith('GOCSPX-')) throw new Refused(401, 'invalid_client', 'Unauthorized')
}

const checkVerifier = (challenge: Code['challenge'], sent: unknown): void => {
  const verifier = text(sent)
  if (challenge === null) {
    if (verifier !== null) throw new Refused(400, 'invalid_grant', 'code_verifier or verifier is not needed.')
    return
  }
  if (verifier === null) throw new Refused(400, 'invalid_grant', 'Missing code verifier.')
  const made = challenge.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  if (made !== challenge.value) throw new Refused(400, 'invalid_grant', 'Invalid code verifier.')
}

/** Google takes https, and http on the machine itself; a sandbox is also used within a house, by http. */
const isRedirectUri = (uri: string): boolean => {
  if (!URL.canParse(uri)) return false
  const url = new URL(uri)
  return ['http:', 'https:'].includes(url.protocol) && url.hash === '' && url.username === '' && url.password === ''
}

/** The names of OpenID, and addresses. */
const isScope = (scope: string): boolean =>
  ['openid', 'email', 'profile'].includes(scope) ||
  /^https:\/\/(www\.googleapis\.com\/auth\/|mail\.google\.com\/)[\w./-]*$/.test(scope)

const oldOf = (grant: Grant): readonly string[] =>
  (grant.refreshToken === null ? grant.oldRefreshTokens : [grant.refreshToken, ...grant.oldRefreshTokens]).slice(0, 50)

const secret = (bytes: number): string => randomBytes(bytes).toString('base64url')
const newRefreshToken = (): string => `1//0${secret(48)}`
