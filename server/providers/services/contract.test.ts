import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OAuthService, Provider } from '#ports/provider.ts'
import { findProvider } from '#ports/providers.ts'
import { contractFile, withoutContracts } from '#test/support/contracts.ts'
import { foldersOfServices, services } from './services.ts'

interface ContractRow {
  readonly slug: string
  readonly authorizeUrl: string
  readonly authorizeParams: Readonly<Record<string, string>>
  readonly vars?: Readonly<Record<string, string | null>>
  readonly tokenUrl: string
  readonly tokenAuth: 'basic' | 'body'
  readonly tokenBody: 'form' | 'json'
  readonly pkce: 'required' | 'supported' | 'unsupported'
  readonly scopeSeparator: ' ' | ',' | null
  readonly scopes: readonly string[]
  readonly accessTokenSeconds: number | null
  readonly refresh: { readonly supported: boolean | string; readonly rotates?: boolean; readonly note?: string }
  readonly revoke: {
    readonly method: string
    readonly url: string
    readonly auth?: string
    readonly body?: string
    readonly params?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly ok: readonly number[]
  } | null
  readonly afterToken?: { readonly url: string; readonly header: string }
  readonly apiBase?: string
  readonly apiBaseFrom?: string
  readonly extraHeaders?: Readonly<Record<string, string>>
  readonly test: {
    readonly method: string
    readonly url: string
    readonly json?: object
    readonly idPath?: string
    readonly labelPath: string
    readonly okPath?: string
  }
  readonly callbackParams?: readonly string[]
  readonly authHeader: string
}

/** Where we know better than the contract, and why. */
const differs: Readonly<Record<string, readonly string[]>> = {
  // Every company answers 1 as its id; the redirect names it.
  quickbooks: ['id'],
  // The cheap call says nothing of the account: the one that follows the token does.
  mailchimp: ['id', 'label'],
  // Its newest version, which the shape of the old one fits.
  hubspot: ['whose', 'label'],
  // Asked for where they are used: documents in a step of their own.
  google: ['scopes'],
  // Its rights include those to write.
  'zoho-crm': ['scopes'],
  // The account's own host, which the token answer names, has them at the same path.
  salesforce: ['whose'],
  pipedrive: ['whose'],
  // A newer version of its API, and what its leads take.
  meta: ['authorize', 'token', 'revocation', 'whose', 'scopes'],
}

const rows: readonly Provider[] = services

/** What stands for each variable of an address. */
const usual: Readonly<Record<string, string>> = {
  tenant: 'common',
  shop: 'shop',
  dc: 'com',
  login_host: 'login.salesforce.com',
  accounts_server: 'https://accounts.zoho.com',
  api_domain: 'https://www.zohoapis.com',
  instance_url: 'https://login.salesforce.com',
  api_endpoint: 'https://us1.api.mailchimp.com',
  realmId: '{account}',
}
const filled = (url: string): string => url.replace(/\{(\w+)\}/g, (whole, name: string) => usual[name] ?? whole)

const renewals = (supported: boolean | string, note = ''): readonly (OAuthService['renewal'] | undefined)[] => {
  if (supported === true) return [undefined]
  if (supported === false) return note.includes('exchange') ? ['exchange'] : ['never']
  return ['by_registration']
}

/** What a service says of itself, in the words of the contract; of a vendor with a folder only what its tokens need. */
const judged = (row: ContractRow, { oauth }: Provider): Readonly<Record<string, readonly [ours: unknown, theirs: unknown]>> => {
  const service = oauth?.service
  assert.ok(service, `${row.slug} is not connected by consent`)
  const { whose, revoke } = service
  const { response_type: _type, ...parameters } = row.authorizeParams
  return {
    authorize: [service.authorizeUrl, filled(row.authorizeUrl)],
    parameters: [service.authorizeParameters, parameters],
    token: [service.tokenUrl, filled(row.tokenUrl)],
    client: [service.tokenAuth, row.tokenAuth],
    body: [service.tokenBody ?? 'form', row.tokenBody],
    pkce: [service.takesPkce, row.pkce !== 'unsupported'],
    separator: [row.scopeSeparator === null ? null : service.scopeSeparator, row.scopeSeparator],
    scopes: [row.scopes.filter((scope) => ![...service.scopesAlways, ...service.scopesUsual].includes(scope)), []],
    whose: [service.probe ?? whose.url, filled(row.test.url)],
    id: [whose.idField ?? undefined, row.test.idPath],
    label: [whose.accountField, row.test.labelPath],
    revocation: [
      revoke && { method: revoke.method ?? 'POST', url: revoke.url, ...revokedAs(service, revoke) },
      row.revoke && { method: row.revoke.method, url: filled(row.revoke.url), ...revokedIn(row.revoke) },
    ],
    renewal: [renewals(row.refresh.supported, row.refresh.note).includes(service.renewal), true],
    ...ofRows(row, service),
  }
}

/** What the rows alone say. */
const ofRows = (row: ContractRow, service: OAuthService): Readonly<Record<string, readonly [unknown, unknown]>> => {
  if (row.slug in foldersOfServices) return {}
  const { whose } = service
  const [header = '', said = ''] = row.authHeader.split(': ')
  const follows = row.afterToken && !whose.url.startsWith(row.afterToken.url)
  return {
    lifetime: [service.usualSeconds ?? null, row.accessTokenSeconds],
    rotation: [row.refresh.rotates === undefined ? undefined : (service.rotates ?? false), row.refresh.rotates],
    method: [whose.method ?? 'GET', service.probe ? 'GET' : row.test.method],
    json: [whose.json, row.test.json],
    ok: [whose.okField, row.test.okPath],
    follows: [follows ?? false, false],
    headers: [
      row.extraHeaders === undefined || 'Xero-Tenant-Id' in row.extraHeaders ? undefined : whose.headers,
      row.extraHeaders && !('Xero-Tenant-Id' in row.extraHeaders)
        ? Object.fromEntries(Object.entries(row.extraHeaders).map(([name, value]) => [name.toLowerCase(), value]))
        : undefined,
    ],
    shown: [
      row.afterToken ? `Authorization: ${whose.scheme ?? 'Bearer'} {access_token}` : (whose.tokenHeader ?? 'authorization'),
      row.afterToken ? row.afterToken.header : header.toLowerCase(),
    ],
    scheme: [
      row.afterToken || whose.tokenHeader ? '' : (whose.scheme ?? 'Bearer'),
      row.afterToken || whose.tokenHeader ? '' : said.split(' ')[0],
    ],
    returns: [service.returns ?? [], row.callbackParams ?? []],
    api: [apiOf(service), row.apiBaseFrom?.split(':')[1]],
  }
}

/** The name by which an answer, or a person, says where the API is. */
const apiOf = ({ api, instance }: OAuthService): string | undefined =>
  instance ? instance.parameter : api?.field.split('.').at(-1)

const revokedAs = (service: OAuthService, revoke: NonNullable<OAuthService['revoke']>) => {
  const { sentIn, token, body, client } = revoke
  if (sentIn === 'header') return { auth: 'header' }
  if (sentIn === 'account') return { auth: 'secret', field: revoke.field }
  const auth = sentIn !== 'body_with_client' ? 'none' : (client ?? service.tokenAuth)
  return { auth, token, body: body ?? 'form', field: revoke.field ?? 'token', query: sentIn === 'query' }
}

const revokedIn = ({ auth, body, params = {}, query }: NonNullable<ContractRow['revoke']>) => {
  if (auth === 'bearer' || auth === 'header') return { auth: 'header' }
  if (auth === 'bearer secret key') return { auth: 'secret', field: 'stripe_user_id' }
  const [field = '', value = ''] =
    Object.entries({ ...params, ...query }).find(([, said]) => /\{(refresh|access)_token\}/.test(said)) ?? []
  return {
    auth: auth === 'basic' ? 'basic' : 'client_secret' in params ? 'body' : 'none',
    token: value.includes('refresh') ? 'refresh' : 'access',
    body: body ?? 'form',
    field,
    query: query !== undefined,
  }
}

test('every service of the contract is a row or a folder, none is both, and each says what the contract says', {
  skip: withoutContracts,
}, () => {
  const { providers } = contractFile<{ providers: readonly ContractRow[] }>('oauth-catalog/providers.json')
  assert.equal(providers.length, 28)
  const folders: Readonly<Record<string, string>> = foldersOfServices
  assert.deepEqual(providers.map(({ slug }) => slug).sort(), [...rows.map(({ name }) => name), ...Object.keys(folders)].sort())
  for (const row of providers) {
    const found = rows.find(({ name }) => name === row.slug) ?? findProvider(folders[row.slug] ?? '')
    // A folder may connect by a key, or be of a later version.
    if (!found?.oauth) {
      assert.ok(row.slug in folders, row.slug)
      continue
    }
    const wrong = Object.entries(judged(row, found)).filter(([what]) => !differs[row.slug]?.includes(what))
    for (const [what, [ours, theirs]] of wrong) assert.deepEqual(ours, theirs, `${row.slug}: ${what}`)
  }
})

test('a row has the name of no vendor with a folder, names its hosts by https, and what it can do is at a host of its own', () => {
  for (const { name, oauth, does } of rows) {
    assert.ok(!(name in foldersOfServices), name)
    const service = oauth?.service
    assert.ok(service)
    const urls = [service.authorizeUrl, service.tokenUrl, service.whose.url, service.revoke?.url, service.probe, does?.url]
    for (const url of urls) if (url !== undefined) assert.equal(new URL(url).protocol, 'https:', `${name}: ${url}`)
    if (does) assert.equal(new URL(does.url).host, new URL(service.whose.url).host, name)
    for (const scope of does?.scopes ?? []) assert.ok([...service.scopesAlways, ...service.scopesUsual].includes(scope), name)
  }
})
