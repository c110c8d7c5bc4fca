import type { z } from 'zod'

/** What a person copies from a provider's own pages. The app gets names, labels and hints; a value never comes back to it. */
export interface CredentialField {
  readonly name: string
  readonly label: string
  readonly secret: boolean
  /** Where to find it, in the provider's words. */
  readonly help: string
  readonly optional: boolean
  /** How it looks; anything else is refused before it is sent anywhere. */
  readonly form: RegExp
}

/** An environment variable. docs/operating.md is written from these. */
export interface Setting {
  readonly shape: z.ZodType
  readonly about: string
  readonly secret?: boolean
}

/** What the simulator of a provider needs to be used in its place. */
export interface SandboxFacts {
  /** Where it is, below /sandbox. */
  readonly path: `/${string}`
  /** A random signing secret of a new connection. Null: by consent. */
  readonly credentials: (() => Readonly<Record<string, string>>) | null
  /** New secrets for the same account, where the simulator knows several keys of one. Without it a new account is made. */
  readonly renew?: (
    old: Readonly<Record<string, string>>,
    fresh: Readonly<Record<string, string>>,
    mark: string,
  ) => Readonly<Record<string, string>>
}

export interface WebhookFacts {
  readonly path: `/functions/v1/${string}`
  /** `api`: Foyer asks for it, and keeps what it learned. `by_hand`: a person sets it at the provider; a simulator sets itself. */
  readonly registration: 'api' | 'by_hand'
}

/** How one OAuth service differs from another. Addresses are the vendor's own; a setting can put another base in their place. */
export interface OAuthService {
  readonly title: string
  /** Its name for itself, which may come back as `iss` (RFC 9207) and in id tokens. */
  readonly issuer: string
  /** It says who it is with every answer: one without `iss` is not from it. */
  readonly alwaysSaysIssuer: boolean
  readonly authorizeUrl: string
  /** What it wants beside the parameters of the standard. */
  readonly authorizeParameters: Readonly<Record<string, string>>
  readonly tokenUrl: string
  /** The path at the end of its API's address, which a base in its place has, too: it stands for both. */
  readonly apiPath?: string
  /** How a client authenticates: in the Authorization header, or in the body. */
  readonly tokenAuth: 'basic' | 'body'
  /** It takes JSON in place of a form. */
  readonly tokenBody?: 'json'
  /** Whether it knows PKCE (RFC 7636): some refuse parameters that they do not know. */
  readonly takesPkce: boolean
  /** How long a token is taken for good where the answer does not say, in seconds. One that ends sooner is renewed when it is refused. */
  readonly tokenSeconds?: number
  /** How long its tokens usually are good, in seconds; null where they have no end, or where no answer says it. */
  readonly usualSeconds?: number | null
  /**
   * How a token is renewed: with a refresh token, unless this says otherwise. `by_registration`: only where its app is registered so.
   * `exchange`: a token is given for a longer one of itself, while it is good. `never`: there is no other one.
   */
  readonly renewal?: 'by_registration' | 'exchange' | 'never'
  /** A refresh token is good once, and each renewal gives the next. */
  readonly rotates?: boolean
  /** A refresh token that is used again ends the whole consent. */
  readonly reuseEndsAll?: boolean
  /** A renewal says its scopes again. */
  readonly refreshesWithScopes?: boolean
  /** How long before its end a token is renewed, in seconds, where a minute is too late. */
  readonly renewAheadSeconds?: number
  /** Each call with a token proves by this parameter that it knows the client's secret, too. */
  readonly tokenProof?: 'appsecret_proof'
  /** What its own codes mean, where they are not those of the standard. */
  readonly refusals?: Readonly<Record<string, 'dead' | 'client' | 'busy'>>
  /** It refuses with status 200. */
  readonly refusesWithOk?: boolean
  /** How long it is left alone where it asks for patience without saying how long, in milliseconds. */
  readonly patienceMs?: number
  /** In the place of the server of its addresses where the account is one for tests. */
  readonly testServer?: string
  /** Of a service with a server for each region: the parameters of the redirect that name the account's, and all there are. */
  readonly servers?: {
    readonly parameter: string
    readonly locationParameter: string
    readonly byLocation: Readonly<Record<string, string>>
  }
  /**
   * Of a service with a server for each account, whose name a person says before: what to ask for, its form, the host it stands in, and
   * the parameter by which the redirect says it again. The redirect is signed with the client's secret (`signed-returns.ts`).
   */
  readonly instance?: {
    readonly label: string
    readonly help: string
    readonly form: RegExp
    /** `*.example.com`: the name takes the place of the star. */
    readonly host: string
    readonly parameter: string
  }
  /** What names the account beside its tokens: a parameter of the redirect, or a member of the token answer; and its form. */
  readonly account?: { readonly from: 'return' | 'token'; readonly field: string; readonly form: RegExp }
  /** What a redirect brings beside the parameters of the standard. */
  readonly returns?: readonly string[]
  /** The member of an answer that says where the API of the account is, and the hosts that it can be at (`known-hosts.ts`). */
  readonly api?: { readonly field: string; readonly hosts: readonly string[]; readonly from?: 'whose' }
  readonly scopeSeparator: ' ' | ','
  readonly scopesAlways: readonly string[]
  readonly scopesUsual: readonly string[]
  /** What copying documents takes, asked for in a step of its own. */
  readonly scopesOfDocuments?: readonly string[]
  /** What reading and answering reviews takes, likewise. */
  readonly scopesOfReviews?: readonly string[]
  readonly revoke: OAuthRevocation | null
  readonly whose: OAuthWhose
  /** A cheaper call that proves a token, where the one above does not: its address. */
  readonly probe?: string
}

/** The token whose end ends the grant, where it is sent, and the words by which the service says that there is nothing to end. */
export interface OAuthRevocation {
  /** `{client_id}` stands for the client's. */
  readonly url: string
  readonly method?: 'DELETE'
  readonly token: 'refresh' | 'access'
  /** `header`: as with any call of the API. `account`: the account's id is sent in its place, with the secret of the client. */
  readonly sentIn: 'body' | 'body_with_client' | 'query' | 'header' | 'account'
  /** Its name in the body, where it is not `token`. */
  readonly field?: string
  readonly body?: 'json'
  /** Where the client stands, if it is another place than at the token endpoint. */
  readonly client?: 'basic' | 'body'
  readonly doneAlready: readonly string[]
  /** Statuses that say the same. */
  readonly doneStatuses?: readonly number[]
}

/** A cheap call that says whose tokens they are, and where in its answer: names and places in lists with points between, `org.0.id`. */
export interface OAuthWhose {
  /** `{account}` stands for what names the account. */
  readonly url: string
  readonly method?: 'POST'
  readonly json?: object
  /** The id of the account is what named it before, where this is null: every account answers the same here. */
  readonly idField: string | null
  readonly accountField: string
  /** Where else it says a name for people, of a service whose call for the account has none. Without an answer the account's own stays. */
  readonly name?: { readonly url: string; readonly field: string }
  /** The word before the token, where it is not `Bearer`. */
  readonly scheme?: string
  /** The header of the token, where it is not `Authorization`. */
  readonly tokenHeader?: string
  /** What every call of its API wants. */
  readonly headers?: Readonly<Record<string, string>>
  /** True in an answer that is no refusal, whatever its status. */
  readonly okField?: string
}

/** What stands together in Settings → Connections. */
export const serviceGroups = ['money', 'messages', 'work', 'marketing', 'ai'] as const
export type ServiceGroup = (typeof serviceGroups)[number]

/** The one thing that a service can be asked to do when something happens here: data, from which its call is made. */
export interface ServiceTask {
  /** As on the wire. */
  readonly name: string
  readonly title: string
  /** What a person says once: which channel, which table. */
  readonly asks: readonly Omit<CredentialField, 'secret'>[]
  /** A text, or a value for each of the columns that a person names. */
  readonly takes: 'text' | 'columns'
  readonly scopes: readonly string[]
  /** Of its API; `{name}` stands for what was asked, `{account}` for what names the account. */
  readonly url: string
  readonly body: (said: TaskWords) => object
  /** Where its answer names what was made. */
  readonly madeField: string
  /** Whether the account's own API is called (`OAuthService.api`), or always the host of `url`. */
  readonly atAccount?: boolean
}

/** What a task is made of: answers to what it asks, the first line of what happened, all of it, and the columns. */
export interface TaskWords {
  readonly asked: Readonly<Record<string, string>>
  readonly title: string
  readonly text: string
  readonly columns: readonly { readonly name: string; readonly value: string }[]
}

/** The ports that vendors serve. Files and documents are Foyer's own. */
export const portNames = [
  'ai',
  'calendars',
  'crm',
  'designs',
  'leadAds',
  'mail',
  'mailboxes',
  'messaging',
  'onlineDocs',
  'payments',
  'prospects',
  'reviews',
  'voice',
] as const
export type PortName = (typeof portNames)[number]

/**
 * All that a vendor adds: one file in its folder, and one line in `ports/providers.ts`. It is data; the code of the vendor is
 * loaded when a server or worker starts (`serves`). Configuration, Settings → Connections, outbound HTTP and the ports are derived.
 */
export interface Provider {
  /** As on the wire. */
  readonly name: string
  /** As the vendor calls itself. */
  readonly title: string
  /** What it does here, in one line. */
  readonly about: string
  /**
   * `key`: an organization copies a key. `oauth`: a person consents. `operator`: one account for all, from the configuration. `login`: a
   * member types a server and a password; its host is one that a stranger chose.
   */
  readonly kind: 'key' | 'oauth' | 'operator' | 'login'
  readonly fields: readonly CredentialField[]
  readonly settings: Readonly<Record<string, Setting>>
  /** The setting with the address of its API; null where it has none of its own. */
  readonly address: string | null
  /** Where its API is, where that setting has no value. */
  readonly usualAddress?: string
  /** The field of a connection that has it, where each workspace has a server of its own: its host is one that a stranger chose. */
  readonly addressField?: string
  /** The same for ports whose API is elsewhere: a vendor may have several hosts. */
  readonly addresses?: { readonly [Port in PortName]?: string }
  /** The setting with the address of the files behind its documents, where that is another API. */
  readonly filesAddress?: string
  /** The setting that an operator's account is in. */
  readonly account?: string
  /** The setting with the model that is used unless another is asked for. */
  readonly model?: string
  /** The settings with what it tells of mailboxes by: the place that it publishes to, and who brings it here to whom. */
  readonly hints?: { readonly topic: string; readonly serviceAccount: string; readonly audience: string }
  readonly sandbox: SandboxFacts | null
  readonly webhook: WebhookFacts | null
  /** A script of it runs in the payer's page. */
  readonly hasWidget?: boolean
  /** The provider's id of the account, where the credentials themselves say it. */
  readonly accountIdIn?: (credentials: Readonly<Record<string, string>>) => string | null
  /** `address`: the setting with the address of its consent and its tokens, where it is not that of the API. If one of the two is set, it is both. */
  readonly oauth?: {
    readonly service: OAuthService
    readonly clientId: string
    readonly clientSecret: string
    readonly address?: string
    /** Where a client is registered there, step by step, for the owner who enters one in Settings. */
    readonly register?: string
  }
  /** Without one, by the ports that it serves. */
  readonly group?: ServiceGroup
  /** Other names that people look for. */
  readonly alsoKnownAs?: readonly string[]
  readonly does?: ServiceTask
  /** It is connected by the actions of CRMs, and on their page: by consent, and where it has `fields`, by a key too. */
  readonly isCrm?: true
  readonly serves: { readonly [Port in PortName]?: () => Promise<unknown> }
}

/** Types stay as written: the names of variables become those of the configuration. */
export const provider = <const P extends Provider>(
  definition: P & {
    readonly address: (keyof P['settings'] & string) | null
    readonly addresses?: { readonly [Port in PortName]?: keyof P['settings'] & string }
    readonly filesAddress?: keyof P['settings'] & string
    readonly account?: keyof P['settings'] & string
    readonly model?: keyof P['settings'] & string
    readonly hints?: { readonly [Part in keyof NonNullable<Provider['hints']>]: keyof P['settings'] & string }
  },
): P => definition
