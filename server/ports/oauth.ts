import type { TaskWords } from './provider.ts'

/** An OAuth grant as used: tokens are secrets. */
export interface OAuthGrant {
  readonly accessToken: string
  /** Null where the service gave none: the access token is all there will be. */
  readonly refreshToken: string | null
  /** Null where the access token has no end. */
  readonly expiresAt: Date | null
  /** What was allowed, which can be less than what was asked for. Null: the service does not say, so all of it. */
  readonly scopes: readonly string[] | null
  /** Where the API of the account is, as the answer named it, of a host that the vendor is known for. Null: it named none that can be used. */
  readonly apiBase: string | null
  /** The server that this grant is renewed and revoked at, of a service with several. Null: the usual one. */
  readonly server: string | null
  /** What the redirect or the answer named the account by, where the service does that. */
  readonly accountId: string | null
}

/** Where a person is sent to consent. */
export interface OAuthWish {
  /** Ours, once, and by chance: it comes back with the answer. */
  readonly state: string
  /** The PKCE verifier (RFC 7636); only its S256 challenge travels with the browser. */
  readonly verifier: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** Who should consent, where that is known already. */
  readonly loginHint?: string
}

/** What the service sent the browser back with. */
export interface OAuthReturn {
  /** The query of the redirect: `code`, `state`, `iss`, or `error`, and what names the server of the account. */
  readonly query: Readonly<Record<string, string>>
  readonly state: string
  readonly verifier: string
  /** To the letter the one of the wish. */
  readonly redirectUri: string
}

/** One service with this product's client there. Each keeps the promises of oauth.test.ts. Throws ProviderError. */
export interface OAuth {
  readonly provider: string
  /** Always requested: without it the account is unknown. */
  readonly scopesAlways: readonly string[]
  /** What is asked for where nothing is said. */
  readonly scopesUsual: readonly string[]
  authorizeUrl(wish: OAuthWish): Promise<string>
  /** Checks state and issuer of what came back, and trades the code for tokens. One use. */
  exchange(returned: OAuthReturn): Promise<OAuthGrant>
  /** A fresh access token. `refreshToken` of the answer is the one to keep: some services give a new one each time, and the old one dies. */
  refresh(refreshToken: string): Promise<OAuthGrant>
  /** Ends the whole grant at the service. Ended already counts as done; nothing where the service knows no such call. */
  revoke(grant: {
    readonly accessToken: string
    readonly refreshToken: string | null
    readonly accountId?: string | null
  }): Promise<void>
  /** Whose account the tokens are for, and where its API is; a call that changes nothing. */
  whose(accessToken: string): Promise<{ readonly accountId: string; readonly account: string; readonly apiBase: string | null }>
  /**
   * Asks the service to do what it can (`Provider.does`), once: nothing is repeated here. Answers its name for what it made. Throws
   * ProviderError: `uncertain` where it may have been done, `refused`, `dead` and `client` where it was not and will not be, `busy` and
   * `unreachable` where it was not.
   */
  perform(accessToken: string, words: TaskWords): Promise<string>
  /** Whether a token is good, by the cheapest call there is. Answers the account where that call says it. */
  test(accessToken: string): Promise<string | null>
}

/** For whom a service is called. */
export interface OAuthAccount {
  readonly orgId: string
  /** The id that the connection has, or is going to have. */
  readonly connectionId: string
  readonly provider: string
  readonly mode: 'live' | 'test' | 'sandbox'
  /** As its grant said them. */
  readonly apiBase?: string | null
  readonly server?: string | null
  readonly accountId?: string | null
  /** What was allowed: some services want to hear it with each renewal. */
  readonly scopes?: readonly string[] | null
  /** A client of the workspace's own, in the place of the operator's. */
  readonly client?: OAuthClient | null
}

/** What a service knows this product by. */
export interface OAuthClient {
  readonly id: string
  readonly secret: string
}

/** Every service that one can consent at. */
export interface OAuthPort {
  /** With which client a service is asked now: the workspace's own where it has one, else the operator's, or the sandbox's. Null: there is none. */
  modeOf(provider: string, hasOwnClient?: boolean): OAuthAccount['mode'] | null
  /** The server of an account by the name that a person says, of a service where each has its own; null for what is no name there. */
  serverOf(provider: string, instance: string): string | null
  open(account: OAuthAccount): OAuth
}
