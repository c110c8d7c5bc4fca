import { Refused } from './refusals.ts'
import { checkClient, needed, type Words } from './requests.ts'
import { type Account, accounts, type Behaviour, type Grant, type Kept, type Tokens, type Wish } from './rows.ts'
import { behaviourOf, end, exchange, grantControls, grantOfAccess, newRefreshToken, refresh, secret } from './tokens.ts'

const codeMs = 10 * 60_000

/**
 * Google's grants as its published pages describe them (https://developers.google.com/identity/protocols/oauth2/web-server),
 * with an account for each simulated person. Every client whose id ends in `.apps.googleusercontent.com` is known, with any
 * secret that begins with `GOCSPX-`.
 */
export const openGrants = (kept: Kept) => {
  return {
    ...grantControls(kept, newRefreshToken),
    behaviour: (): Behaviour => behaviourOf(kept),

    /** The code for what a person allowed. */
    allow({ clientId, redirectUri, challenge, isOffline }: Wish, accountId: string, scopes: readonly string[]): string {
      for (const old of kept.codes.list()) if (old.expiresAt <= kept.at()) kept.codes.remove(old.id)
      const expiresAt = kept.at() + codeMs
      const id = `4/0${secret(54)}`
      return kept.codes.put({ id, clientId, redirectUri, challenge, isOffline, accountId, scopes, expiresAt, grantId: null }).id
    },

    /** `POST /token` */
    token(sent: Words): Tokens {
      const kind = needed(sent, 'grant_type')
      if (kind !== 'authorization_code' && kind !== 'refresh_token')
        throw new Refused(400, 'unsupported_grant_type', `Invalid grant_type: ${kind}`)
      checkClient(sent)
      return kind === 'refresh_token' ? refresh(kept, sent) : exchange(kept, sent)
    },

    /** `POST /revoke`: an access or a refresh token; either ends the whole grant. */
    revoke(token: string | undefined): void {
      if (!token) throw new Refused(400, 'invalid_request', 'Missing required parameter: token')
      const grant = kept.grants.list().find((each) => each.refreshToken === token) ?? grantOfAccess(kept, token)?.grant
      if (!grant) throw new Refused(400, 'invalid_token', 'Token expired or revoked')
      end(kept, grant, 'revoked by the app')
    },

    /** What an access token stands for while it is good. */
    about(token: string): { grant: Grant; account: Account; expiresInSeconds: number } | undefined {
      const found = grantOfAccess(kept, token)
      const account = accounts.find(({ id }) => id === found?.grant.accountId)
      if (!found || !account) return undefined
      return { grant: found.grant, account, expiresInSeconds: Math.floor((found.expiresAt - kept.at()) / 1_000) }
    },
  }
}

export type Grants = ReturnType<typeof openGrants>
