/** What tells one OAuth service from another. Addresses are the vendor's own; a setting can put another base in their place. */
export interface OAuthVendor {
  readonly title: string
  /** Its name for itself, which may come back as `iss` (RFC 9207) and in id tokens. */
  readonly issuer: string
  /** It says who it is with every answer: one without `iss` is not from it. */
  readonly alwaysSaysIssuer: boolean
  readonly authorizeUrl: string
  /** What it wants beside the parameters of the standard. */
  readonly authorizeParameters: Readonly<Record<string, string>>
  readonly tokenUrl: string
  /** How a client proves itself: in the Authorization header, or in the body. */
  readonly tokenAuth: 'basic' | 'body'
  readonly scopeSeparator: ' ' | ','
  readonly scopesAlways: readonly string[]
  readonly scopesUsual: readonly string[]
  /** The token whose end ends the grant, and the words by which it says that there is nothing to end. */
  readonly revoke: {
    readonly url: string
    readonly token: 'refresh' | 'access'
    readonly doneAlready: readonly string[]
  } | null
  /** A cheap call that says whose tokens they are, and where in its answer. */
  readonly whose: { readonly url: string; readonly idField: string; readonly accountField: string }
}

export const oauthVendors = {
  /** https://developers.google.com/identity/protocols/oauth2/web-server */
  google: {
    title: 'Google',
    issuer: 'https://accounts.google.com',
    alwaysSaysIssuer: false,
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    // A refresh token comes only with offline access, and again only when the person is asked again.
    authorizeParameters: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
    tokenUrl: 'https://oauth2.googleapis.com/token',
    tokenAuth: 'body',
    scopeSeparator: ' ',
    scopesAlways: ['openid', 'email'],
    scopesUsual: [
      'https://www.googleapis.com/auth/gmail.send',
      'https://www.googleapis.com/auth/gmail.modify',
      'https://www.googleapis.com/auth/calendar.events',
      'https://www.googleapis.com/auth/calendar.readonly',
    ],
    revoke: { url: 'https://oauth2.googleapis.com/revoke', token: 'refresh', doneAlready: ['invalid_token'] },
    whose: { url: 'https://www.googleapis.com/oauth2/v2/userinfo', idField: 'id', accountField: 'email' },
  },
} as const satisfies Record<string, OAuthVendor>

export type OAuthVendorName = keyof typeof oauthVendors
