import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { OAuthAccount, OAuthPort } from '#ports/oauth.ts'
import type { OAuthService, ServiceTask } from '#ports/provider.ts'
import { sandboxClient } from '#ports/sandbox-client.ts'
import { vendorOAuth } from './oauth.ts'
import { baseOfInstance, serverOfInstance } from './signed-returns.ts'

/** A service with what the operator has registered there. `base` takes the place of its hosts, `apiSetting` of those of its API. */
export interface OwnService {
  readonly service: OAuthService
  readonly does?: ServiceTask | undefined
  readonly client: {
    readonly id: string | undefined
    readonly secret: string | undefined
    readonly base: string | undefined
    readonly apiSetting: string | undefined
  }
}

/** Every service behind the port: with the operator's client there, else, where the sandbox is on, with the sandbox's. */
export const openOAuthPort = (parts: {
  readonly serviceOf: (provider: string) => OwnService | undefined
  /** Where the sandbox is, for this machine's own processes and for browsers; null where it is off. */
  readonly sandbox: { base(): string; pageBase(): string } | null
  readonly callsOf: (account: OAuthAccount) => ProviderHttp
  readonly now: () => Date
}): OAuthPort => {
  const { sandbox, now } = parts
  const serviceOf = (provider: string): OwnService => {
    const own = parts.serviceOf(provider)
    if (!own) throw new Error(`${provider} is not connected by consent`)
    return own
  }
  return {
    modeOf(provider, hasOwnClient = false) {
      const { id, secret, base } = serviceOf(provider).client
      if (hasOwnClient || (id !== undefined && secret !== undefined)) return base === undefined ? 'live' : 'test'
      return sandbox ? 'sandbox' : null
    },
    serverOf: (provider, instance) => serverOfInstance(serviceOf(provider).service, instance),
    open(account) {
      const { service, client, does = null } = serviceOf(account.provider)
      const { apiBase = null, server = null, accountId = null, scopes = [] } = account
      const given = {
        name: account.provider,
        service,
        does,
        http: parts.callsOf(account),
        now,
        apiBase,
        server,
        accountId,
        scopes,
      }
      if (account.mode !== 'sandbox') {
        const { id = '', secret = '', base, apiSetting } = client
        const ofTests = account.mode === 'test' && base === undefined ? (service.testServer ?? null) : null
        return vendorOAuth({
          ...given,
          base: baseOfInstance(service, base, server),
          apiSetting: baseOfInstance(service, apiSetting, server),
          client: account.client ?? { id, secret },
          server: server ?? ofTests,
        })
      }
      const at = (origin: string | undefined) => baseOfInstance(service, `${origin ?? ''}/${account.provider}`, server)
      return vendorOAuth({ ...given, base: at(sandbox?.base()), pageBase: at(sandbox?.pageBase()), client: sandboxClient })
    },
  }
}
