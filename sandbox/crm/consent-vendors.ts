import { orgIdOf, usualUserId } from '../salesforce/ids.ts'
import { accountNumberOf } from './control.ts'

/** One of the companies that a person can choose on the simulated page of consent. */
export interface ConsentAccount {
  readonly id: string
  readonly name: string
}

export const consentAccounts: readonly ConsentAccount[] = [
  { id: 'alder', name: 'Alder Interiors' },
  { id: 'birch', name: 'Birch Kitchens' },
]

/** How the consent of one service differs from another's, by its own documents. */
export interface ConsentVendor {
  /** Its folder in the sandbox. */
  readonly slug: string
  readonly title: string
  readonly authorizePath: string
  readonly tokenPaths: readonly string[]
  readonly revokePath: string
  readonly introspectPath: string | null
  /** Where a client's secret is expected. */
  readonly clientBy: 'body' | 'basic'
  readonly takesPkce: boolean
  /** It refuses who brings no challenge. */
  readonly needsPkce?: true
  /** A challenge that names no method is one of S256. */
  readonly impliesS256?: true
  /** A code is all that it gives, so that no client has to ask for one. */
  readonly gives?: 'code'
  readonly needsScope: boolean
  readonly scopeSeparator: ' ' | ','
  readonly accessTokenSeconds: number
  /** Whether a refresh token is good once, and what a second use of one ends. */
  readonly rotates?: boolean
  readonly reuseEndsGrant?: boolean
  /** Whether it gives refresh tokens at all. */
  readonly refreshes?: boolean
  /** Whether a token answer says how long it lives. */
  readonly saysExpiry: boolean
  /** Whether a refresh answers the refresh token that stays. */
  readonly repeatsRefreshToken: boolean
  /** What an access token begins with; what differs between two tokens of one account stands behind a `~`. */
  readonly accessPrefix: (accountId: string) => string
  readonly refreshPrefix: string
  /** Whether errors come with 200. */
  readonly errorsAreOk: boolean
  /** An error in its words. */
  readonly refusal: (code: RefusalCode) => { readonly status: number; readonly body: Readonly<Record<string, unknown>> }
  /** What it says beside the tokens. `address`: its own, which stands for every host of it. */
  readonly alsoSays: (facts: {
    readonly accountId: string
    readonly address: string
    readonly scopes: readonly string[]
    readonly at: number
  }) => Readonly<Record<string, unknown>>
  /** What comes back beside the code. */
  readonly alsoReturns: (address: string) => Readonly<Record<string, string>>
}

export type RefusalCode =
  | 'bad_code'
  | 'bad_refresh_token'
  | 'bad_client'
  | 'bad_redirect'
  | 'bad_request'
  | 'bad_grant_type'
  | 'too_many_tokens'
  | 'bad_token'

/** By the words of RFC 6749, for those who use them. */
const standardCodes: Readonly<Record<RefusalCode, string>> = {
  bad_code: 'invalid_grant',
  bad_refresh_token: 'invalid_grant',
  bad_client: 'invalid_client',
  bad_redirect: 'redirect_uri_mismatch',
  bad_request: 'invalid_request',
  bad_grant_type: 'unsupported_grant_type',
  too_many_tokens: 'rate_limit_exceeded',
  bad_token: 'unsupported_token_type',
}

const standardRefusal = (code: RefusalCode) => ({
  status: code === 'bad_client' ? 401 : code === 'too_many_tokens' ? 429 : 400,
  body: { error: standardCodes[code], error_description: code.replaceAll('_', ' ') },
})

/** https://developers.hubspot.com/docs/api/oauth/tokens: the numbered paths answer errors without `error`. */
const hubspotStatus: Readonly<Record<RefusalCode, string>> = {
  bad_code: 'BAD_AUTH_CODE',
  bad_refresh_token: 'BAD_REFRESH_TOKEN',
  bad_client: 'BAD_CLIENT_SECRET',
  bad_redirect: 'BAD_REDIRECT_URI',
  bad_request: 'BAD_REQUEST',
  bad_grant_type: 'BAD_GRANT_TYPE',
  too_many_tokens: 'RATE_LIMIT',
  bad_token: 'BAD_TOKEN',
}

const hubspot: ConsentVendor = {
  slug: 'hubspot',
  title: 'HubSpot',
  authorizePath: '/oauth/authorize',
  tokenPaths: ['/oauth/2026-03/token', '/oauth/v1/token'],
  revokePath: '/oauth/2026-03/token/revoke',
  introspectPath: '/oauth/2026-03/token/introspect',
  clientBy: 'body',
  takesPkce: true,
  gives: 'code',
  needsScope: true,
  scopeSeparator: ' ',
  accessTokenSeconds: 1_800,
  repeatsRefreshToken: true,
  saysExpiry: true,
  accessPrefix: (accountId) => `CN-${accountId}`,
  refreshPrefix: 'na1-',
  errorsAreOk: false,
  refusal: (code) => ({
    status: code === 'too_many_tokens' ? 429 : 400,
    body: { status: hubspotStatus[code], message: code.replaceAll('_', ' '), correlationId: 'sandbox' },
  }),
  alsoSays: ({ scopes }) => ({ token_type: 'bearer', token_use: 'access_token', scopes }),
  alsoReturns: () => ({}),
}

const orgPrefixOf = (accountId: string): string => `00D5e000001${accountId}!AQ`

const salesforce: ConsentVendor = {
  slug: 'salesforce',
  title: 'Salesforce',
  authorizePath: '/services/oauth2/authorize',
  tokenPaths: ['/services/oauth2/token'],
  revokePath: '/services/oauth2/revoke',
  introspectPath: '/services/oauth2/introspect',
  clientBy: 'body',
  takesPkce: true,
  impliesS256: true,
  needsScope: false,
  scopeSeparator: ' ',
  accessTokenSeconds: 7_200,
  repeatsRefreshToken: false,
  saysExpiry: false,
  accessPrefix: orgPrefixOf,
  refreshPrefix: '5Aep861',
  errorsAreOk: false,
  refusal: standardRefusal,
  alsoSays: ({ accountId, address, scopes, at }) => ({
    token_type: 'Bearer',
    scope: scopes.join(' '),
    instance_url: address,
    id: `${address}/id/${orgIdOf(accountNumberOf(orgPrefixOf(accountId)))}/${usualUserId}`,
    issued_at: String(at),
    signature: 'c2FuZGJveA==',
  }),
  alsoReturns: () => ({}),
}

const zohoCodes: Readonly<Record<RefusalCode, string>> = {
  bad_code: 'invalid_code',
  bad_refresh_token: 'invalid_code',
  bad_client: 'invalid_client_secret',
  bad_redirect: 'invalid_redirect_uri',
  bad_request: 'general_error',
  bad_grant_type: 'unsupported_grant_type',
  too_many_tokens: 'Access Denied',
  bad_token: 'invalid_code',
}

const zoho: ConsentVendor = {
  slug: 'zoho',
  title: 'Zoho CRM',
  authorizePath: '/oauth/v2/auth',
  tokenPaths: ['/oauth/v2/token'],
  revokePath: '/oauth/v2/token/revoke',
  introspectPath: null,
  clientBy: 'body',
  takesPkce: false,
  needsScope: true,
  scopeSeparator: ',',
  accessTokenSeconds: 3_600,
  repeatsRefreshToken: false,
  saysExpiry: true,
  accessPrefix: (accountId) => `1000.${accountId}`,
  refreshPrefix: '1000.r',
  errorsAreOk: true,
  refusal: (code) => ({
    status: code === 'too_many_tokens' ? 400 : 200,
    body: {
      error: zohoCodes[code],
      ...(code === 'too_many_tokens' && {
        error_description: 'You have made too many requests continuously. Please try again after some time.',
        status: 'failure',
      }),
    },
  }),
  alsoSays: ({ address, scopes }) => ({ token_type: 'Bearer', scope: scopes.join(' '), api_domain: address }),
  alsoReturns: (address) => ({ location: 'eu', 'accounts-server': address }),
}

const pipedrive: ConsentVendor = {
  slug: 'pipedrive',
  title: 'Pipedrive',
  authorizePath: '/oauth/authorize',
  tokenPaths: ['/oauth/token'],
  revokePath: '/oauth/revoke',
  introspectPath: null,
  clientBy: 'basic',
  takesPkce: false,
  gives: 'code',
  needsScope: false,
  scopeSeparator: ' ',
  accessTokenSeconds: 3_599,
  repeatsRefreshToken: true,
  saysExpiry: true,
  accessPrefix: (accountId) => `v1u-${accountId}`,
  refreshPrefix: 'r1-',
  errorsAreOk: false,
  refusal: (code) => {
    const { status, body } = standardRefusal(code)
    return { status, body: { success: false, message: body.error_description, error: body.error } }
  },
  alsoSays: ({ address }) => ({ token_type: 'Bearer', scope: 'base,contacts:full,deals:full,users:read', api_domain: address }),
  alsoReturns: () => ({}),
}

/** Of the two forms of an error the one that is not the standard's is of refresh tokens and clients. */
const canva: ConsentVendor = {
  slug: 'canva',
  title: 'Canva',
  authorizePath: '/api/oauth/authorize',
  tokenPaths: ['/v1/oauth/token'],
  revokePath: '/v1/oauth/revoke',
  introspectPath: null,
  clientBy: 'basic',
  takesPkce: true,
  needsPkce: true,
  needsScope: true,
  scopeSeparator: ' ',
  accessTokenSeconds: 14_400,
  rotates: true,
  reuseEndsGrant: true,
  repeatsRefreshToken: true,
  saysExpiry: true,
  // Access tokens have up to 4 KB.
  accessPrefix: (accountId) => `${accountId}.${'eyJhbGciOiJSUzI1NiJ9'.repeat(200)}`,
  refreshPrefix: 'JAB',
  errorsAreOk: false,
  refusal: (code) => {
    const { status, body } = standardRefusal(code)
    if (code === 'too_many_tokens') return { status, body: { code: 'too_many_requests', message: 'Too many requests' } }
    return code === 'bad_refresh_token' || code === 'bad_client'
      ? { status, body: { code: body.error, message: body.error_description } }
      : { status, body }
  },
  alsoSays: ({ scopes }) => ({ token_type: 'Bearer', scope: scopes.join(' ') }),
  alsoReturns: () => ({}),
}

export const consentVendors = { hubspot, salesforce, zoho, pipedrive, canva } as const
