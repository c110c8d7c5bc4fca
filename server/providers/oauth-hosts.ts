import type { OAuthService } from '#ports/provider.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { knownBase } from '#shapes/known-hosts.ts'
import { memberOf } from './answers.ts'

/** What takes the place of a service's hosts: a setting, or the simulator. */
export interface ReplacedHosts {
  readonly base?: string | undefined
  /** The same as a browser reaches it. */
  readonly pageBase?: string | undefined
  /** What takes the place of the API's hosts, where that is another one. */
  readonly apiSetting?: string | undefined
}

/** An address at another server; its path stays, but for what `base` stands for itself (`apiPath` of a service). */
export const atBase = (url: string, base: string | null | undefined, apiPath = ''): string => {
  const { pathname, search } = new URL(url)
  const path = pathname.startsWith(`${apiPath}/`) ? pathname.slice(apiPath.length) : pathname
  return base === undefined || base === null ? url : `${base.replace(/\/$/, '')}${path}${search}`
}

/** What takes the vendor's place may name itself. */
const isReplaced = (text: string, { base, pageBase, apiSetting }: ReplacedHosts): boolean =>
  [base, pageBase, apiSetting].some((each) => each !== undefined && originOf(each) === originOf(text))

const originOf = (text: string): string | null => (URL.canParse(text) ? new URL(text).origin : null)

/**
 * Where the API of the account is, as a token answer names it. `none`: it names nothing. `foreign`: a host that the vendor is not known
 * for (P32), to which no token is ever sent. Null: what takes the vendor's place is every host of it.
 */
export const apiBaseIn = (service: OAuthService, answer: unknown, hosts: ReplacedHosts): string | null | 'none' | 'foreign' => {
  const named = service.api && memberOf(answer, service.api.field)
  if (!service.api || named === undefined || named === null || named === '') return 'none'
  if (typeof named !== 'string') return 'foreign'
  const known = knownBase(named, service.api.hosts)
  if (hosts.base === undefined) return known ?? 'foreign'
  return known !== null || isReplaced(named, hosts) ? null : 'foreign'
}

/**
 * The server that a redirect says the account is at, of those that the service has. Null: the redirect names none, or another takes the
 * vendor's place. Throws `forged` for any other server, before anything is sent.
 */
export const serverIn = (
  { servers, title }: OAuthService,
  query: Readonly<Record<string, string>>,
  hosts: ReplacedHosts,
): string | null => {
  if (!servers) return null
  const named = query[servers.parameter] ?? servers.byLocation[query[servers.locationParameter] ?? '']
  if (named === undefined) return null
  const all = Object.values(servers.byLocation)
  const known = knownBase(
    named,
    all.map((each) => new URL(each).host),
  )
  if (known === null && !isReplaced(named, hosts))
    throw new ProviderError('forged', `The response names a server that is not one of ${title}.`)
  return hosts.base === undefined ? known : null
}
