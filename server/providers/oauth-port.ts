import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { OAuthAccount, OAuthPort } from '#ports/oauth.ts'
import { vendorOAuth } from './oauth.ts'
import { type OAuthVendorName, oauthVendors } from './oauth-vendors.ts'

/** What the operator has registered at a service. `base` takes the place of its hosts. */
export interface OwnClient {
  readonly id: string | undefined
  readonly secret: string | undefined
  readonly base: string | undefined
}

/** The sandbox takes this one of everybody who has none of their own. */
const sandboxClient = { id: 'foyer.apps.googleusercontent.com', secret: 'GOCSPX-sandbox' }

/** Every vendor behind the port: with the operator's client there, else, where the sandbox is on, with the sandbox's. */
export const openOAuthPort = (parts: {
  readonly clients: Readonly<Record<OAuthVendorName, OwnClient>>
  /** Where the sandbox is, for this machine's own processes and for browsers; null where it is off. */
  readonly sandbox: { base(): string; pageBase(): string } | null
  readonly callsOf: (account: OAuthAccount) => ProviderHttp
  readonly now: () => Date
}): OAuthPort => {
  const { clients, sandbox, now } = parts
  return {
    modeOf(provider) {
      const { id, secret, base } = clients[nameOf(provider)]
      if (id !== undefined && secret !== undefined) return base === undefined ? 'live' : 'test'
      return sandbox ? 'sandbox' : null
    },
    open(account) {
      const name = nameOf(account.provider)
      const given = { name, vendor: oauthVendors[name], http: parts.callsOf(account), now }
      if (account.mode !== 'sandbox') {
        const { id = '', secret = '', base } = clients[name]
        return vendorOAuth({ ...given, base, client: { id, secret } })
      }
      const base = `${sandbox?.base() ?? ''}/${name}`
      return vendorOAuth({ ...given, base, pageBase: `${sandbox?.pageBase() ?? ''}/${name}`, client: sandboxClient })
    },
  }
}

const nameOf = (provider: string): OAuthVendorName => {
  if (!Object.hasOwn(oauthVendors, provider)) throw new Error('a provider where nobody consents')
  return provider as OAuthVendorName
}
