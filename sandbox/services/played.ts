import type { ConsentVendor, RefusalCode } from '../crm/consent-vendors.ts'

/** A service, as the program that runs the sandbox describes it: where it is, and how it differs from the others. */
export interface PlayedService {
  /** Its folder in the sandbox. */
  readonly name: string
  readonly title: string
  readonly about: string
  /** What its redirects are signed with, of a service that signs them. */
  readonly clientSecret: string
  readonly service: PlayedRow
  readonly does: PlayedTask | null
}

/** Addresses are the service's own; their paths are played. */
export interface PlayedRow {
  readonly authorizeUrl: string
  readonly authorizeParameters: Readonly<Record<string, string>>
  readonly tokenUrl: string
  readonly tokenAuth: 'basic' | 'body'
  readonly tokenBody?: 'json'
  readonly takesPkce: boolean
  readonly usualSeconds?: number | null
  readonly renewal?: 'by_registration' | 'exchange' | 'never'
  readonly rotates?: boolean
  readonly reuseEndsAll?: boolean
  readonly refreshesWithScopes?: boolean
  readonly refusals?: Readonly<Record<string, 'dead' | 'client' | 'busy'>>
  readonly refusesWithOk?: boolean
  readonly instance?: { readonly host: string; readonly parameter: string }
  readonly account?: { readonly from: 'return' | 'token'; readonly field: string; readonly form: RegExp }
  readonly api?: { readonly field: string; readonly from?: 'whose' }
  readonly scopeSeparator: ' ' | ','
  readonly scopesAlways: readonly string[]
  readonly revoke: {
    readonly url: string
    readonly method?: 'DELETE'
    readonly token: 'refresh' | 'access'
    readonly sentIn: 'body' | 'body_with_client' | 'query' | 'header' | 'account'
    readonly field?: string
    readonly body?: 'json'
    readonly client?: 'basic' | 'body'
    readonly doneAlready: readonly string[]
    readonly doneStatuses?: readonly number[]
  } | null
  readonly whose: {
    readonly url: string
    readonly method?: 'POST'
    readonly json?: object
    readonly idField: string | null
    readonly accountField: string
    readonly scheme?: string
    readonly tokenHeader?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly okField?: string
  }
  readonly probe?: string
}

export interface PlayedTask {
  readonly title: string
  readonly url: string
  readonly madeField: string
}

/** The path of an address as a route: what stands in braces can be anything. Of a service with servers of accounts, below the account. */
export const routeOf = ({ instance }: PlayedRow, url: string): string => {
  let count = 0
  const path = decodeURI(new URL(url).pathname).replace(/\{[^}]*\}/g, () => `:part${count++}`)
  return instance ? `/at/:instance${path}` : path
}

/** What an account is called at this service, in the form of its names. */
export const nameOfAccount = ({ account }: PlayedRow, id: string): string => {
  const digits = `91303500${[...id].map((letter) => letter.charCodeAt(0) % 10).join('')}`
  return [id, digits, `acct_${id}`].find((name) => account === undefined || account.form.test(name)) ?? id
}

/** An answer in which `org.0.id` is a value. */
export const saying = (values: readonly (readonly [place: string, value: unknown])[]): unknown => {
  const root: Record<string, unknown> = {}
  for (const [place, value] of values) {
    const names = place.split('.')
    let within = root
    for (const name of names.slice(0, -1)) {
      within[name] ??= {}
      within = within[name] as Record<string, unknown>
    }
    within[names.at(-1) as string] = value
  }
  return withLists(root)
}

const withLists = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

const standard: Readonly<Record<RefusalCode, string>> = {
  bad_code: 'invalid_grant',
  bad_refresh_token: 'invalid_grant',
  bad_client: 'invalid_client',
  bad_redirect: 'invalid_grant',
  bad_request: 'invalid_request',
  bad_grant_type: 'unsupported_grant_type',
  too_many_tokens: 'rate_limit_exceeded',
  bad_token: 'invalid_token',
}

/** An error in the words of the service, where it has some of its own. */
const refusalOf =
  ({ refusals = {}, refusesWithOk = false, whose }: PlayedRow): ConsentVendor['refusal'] =>
  (code) => {
    const own = (meaning: 'dead' | 'client'): string | undefined =>
      Object.entries(refusals).find(([, means]) => means === meaning)?.[0]
    const word =
      (code === 'bad_client' ? own('client') : code === 'bad_code' || code === 'bad_refresh_token' ? own('dead') : undefined) ??
      standard[code]
    // Codes that are numbers stand in an object of their own.
    const error = /^\d+$/.test(word) ? { message: code, type: 'OAuthException', code: Number(word) } : word
    return {
      status: refusesWithOk ? 200 : code === 'bad_client' ? 401 : 400,
      body: { error, error_description: code.replaceAll('_', ' '), ...(whose.okField && { [whose.okField]: false }) },
    }
  }

/** How the consent of a service is played. */
export const consentOf = ({ name, title, service }: PlayedService): ConsentVendor => ({
  slug: name,
  title,
  authorizePath: routeOf(service, service.authorizeUrl),
  tokenPaths: [routeOf(service, service.tokenUrl)],
  revokePath: service.revoke ? routeOf(service, service.revoke.url) : '',
  introspectPath: null,
  clientBy: service.tokenAuth,
  takesPkce: service.takesPkce,
  needsScope: service.scopesAlways.length > 0,
  scopeSeparator: service.scopeSeparator,
  accessTokenSeconds: service.usualSeconds ?? 86_400,
  rotates: service.rotates ?? false,
  reuseEndsGrant: service.reuseEndsAll ?? false,
  refreshes: service.renewal === undefined,
  saysExpiry: typeof service.usualSeconds === 'number',
  repeatsRefreshToken: service.renewal === undefined,
  accessPrefix: (accountId) => `${name}-${accountId}`,
  refreshPrefix: `${name}-refresh-`,
  errorsAreOk: service.refusesWithOk ?? false,
  refusal: refusalOf(service),
  alsoSays: ({ accountId, address, scopes }) => ({
    ...(scopes.length > 0 && { scope: scopes.join(service.scopeSeparator) }),
    ...(service.account?.from === 'token' && { [service.account.field]: nameOfAccount(service, accountId) }),
    ...(service.api && service.api.from !== 'whose' && { [service.api.field]: address }),
  }),
  alsoReturns: () => ({}),
})
