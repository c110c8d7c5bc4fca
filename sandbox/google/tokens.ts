import { randomBytes } from 'node:crypto'
import { Refused } from './refusals.ts'
import { checkVerifier, needed, type Words } from './requests.ts'
import { type Behaviour, type Grant, type Kept, type Tokens, usualBehaviour } from './rows.ts'

export const behaviourOf = (kept: Kept): Behaviour => kept.behaviour.find('now') ?? usualBehaviour

export const running = (kept: Kept, grantId: string): Grant | undefined => {
  const grant = kept.grants.find(grantId)
  return grant?.endedAt === null ? grant : undefined
}

export const end = (kept: Kept, grant: Grant, ending: string): void => {
  kept.grants.put({
    ...grant,
    endedAt: kept.at(),
    ending,
    refreshToken: null,
    accessTokens: [],
    oldRefreshTokens: oldOf(grant),
  })
}

export const grantOfAccess = (kept: Kept, token: string): { grant: Grant; expiresAt: number } | undefined => {
  for (const grant of kept.grants.list()) {
    const access = grant.accessTokens.find((each) => each.token === token)
    if (access && access.expiresAt > kept.at()) return { grant, expiresAt: access.expiresAt }
  }
  return undefined
}

/** What the page of a simulated consent server does to the grants of people. */
export const grantControls = (kept: Kept, newToken: () => string) => ({
  list: (): readonly Grant[] => kept.grants.list(),
  behave: (wanted: Behaviour): void => {
    kept.behaviour.put({ ...wanted, id: 'now' })
  },

  /** Its access tokens are past their time. */
  expire(grantId: string): void {
    const grant = running(kept, grantId)
    if (grant) kept.grants.put({ ...grant, accessTokens: [] })
  },

  /** The person takes the consent back, as in the settings of their account. */
  revokeByUser(grantId: string): void {
    const grant = running(kept, grantId)
    if (grant) end(kept, grant, 'revoked by the user')
  },

  /** A refresh whose answer never arrived. The refresh token that the app holds is an old one now. */
  rotate(grantId: string): void {
    const grant = running(kept, grantId)
    if (grant?.refreshToken) kept.grants.put({ ...grant, refreshToken: newToken(), oldRefreshTokens: oldOf(grant) })
  },
})

/** A fresh access token of a grant, which is stored with it. */
const giveAccess = (kept: Kept, grant: Grant, more: Partial<Grant> = {}): Tokens => {
  const { accessTokenSeconds } = behaviourOf(kept)
  const token = `ya29.${secret(48)}`
  const alive = grant.accessTokens.filter(({ expiresAt }) => expiresAt > kept.at())
  const accessTokens = [{ token, expiresAt: kept.at() + accessTokenSeconds * 1_000 }, ...alive].slice(0, 20)
  kept.grants.put({ ...grant, ...more, accessTokens })
  return {
    access_token: token,
    expires_in: accessTokenSeconds,
    ...(more.refreshToken && { refresh_token: more.refreshToken }),
    scope: grant.scopes.join(' '),
    token_type: 'Bearer',
  }
}

const grantOfRefresh = (kept: Kept, token: string): Grant | undefined =>
  kept.grants.list().find((grant) => grant.refreshToken === token || grant.oldRefreshTokens.includes(token))

export const exchange = (kept: Kept, sent: Words): Tokens => {
  const code = kept.codes.find(needed(sent, 'code'))
  const redirectUri = needed(sent, 'redirect_uri')
  if (!code) throw new Refused(400, 'invalid_grant', 'Malformed auth code.')
  if (code.clientId !== sent.client_id) throw new Refused(401, 'unauthorized_client', 'Unauthorized')
  if (code.redirectUri !== redirectUri) throw new Refused(400, 'redirect_uri_mismatch', 'Bad Request')
  if (code.expiresAt <= kept.at()) throw new Refused(400, 'invalid_grant', 'Bad Request')
  if (code.grantId !== null) {
    // RFC 6749, 4.1.2: a code that comes twice was stolen by one of the two.
    const grant = running(kept, code.grantId)
    if (grant) end(kept, grant, 'its code was used twice')
    throw new Refused(400, 'invalid_grant', 'Bad Request')
  }
  checkVerifier(code.challenge, sent.code_verifier)
  const grant: Grant = {
    id: secret(9),
    clientId: code.clientId,
    accountId: code.accountId,
    scopes: code.scopes,
    begunAt: kept.at(),
    endedAt: null,
    ending: null,
    refreshToken: null,
    oldRefreshTokens: [],
    accessTokens: [],
    refreshes: 0,
  }
  kept.codes.put({ ...code, grantId: grant.id })
  return giveAccess(kept, grant, code.isOffline ? { refreshToken: newRefreshToken() } : {})
}

export const refresh = (kept: Kept, sent: Words): Tokens => {
  const token = needed(sent, 'refresh_token')
  const grant = grantOfRefresh(kept, token)
  if (!grant) throw new Refused(400, 'invalid_grant', 'Bad Request')
  if (grant.clientId !== sent.client_id) throw new Refused(401, 'unauthorized_client', 'Unauthorized')
  if (grant.refreshToken !== token) {
    if (behaviourOf(kept).reuseEndsGrant && grant.endedAt === null) end(kept, grant, 'an old refresh token was reused')
    throw new Refused(400, 'invalid_grant', 'Token has been expired or revoked.')
  }
  const counted = { refreshes: grant.refreshes + 1 }
  if (!behaviourOf(kept).rotates) return giveAccess(kept, grant, counted)
  return giveAccess(kept, grant, { ...counted, refreshToken: newRefreshToken(), oldRefreshTokens: oldOf(grant) })
}

export const oldOf = (grant: Grant): readonly string[] =>
  (grant.refreshToken === null ? grant.oldRefreshTokens : [grant.refreshToken, ...grant.oldRefreshTokens]).slice(0, 50)

export const secret = (bytes: number): string => randomBytes(bytes).toString('base64url')
export const newRefreshToken = (): string => `1//0${secret(48)}`
