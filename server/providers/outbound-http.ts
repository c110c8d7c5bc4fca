import type { JWTVerifyGetKey } from 'jose'
import { type Config, hasSandbox, settingText } from '#config'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import { type Http, isAllowedByOperator, makeHttp, mayBeReached, NoAnswer, readUrl } from '#core/outbound/http.ts'
import { openKeySet } from '#core/outbound/key-sets.ts'
import { makeOutboundHttp, type OutboundHttp } from '#core/outbound/outbound-http.ts'
import type { CallRecord } from '#core/outbound/provider-calls.ts'
import { connectable } from '#ports/providers.ts'
import { type AllowedTarget, readAllowedTarget } from '#shapes/networks.ts'
import { storeAddresses } from './stored-files.ts'

/** Outbound HTTP to providers, and to addresses that strangers name. */
export interface ProvidersHttp extends OutboundHttp {
  /** To what the sender of an email names: the public internet alone. */
  readonly strangers: Pick<Http, 'send'>
  /** To where the domain of a member's address leads: the public internet, and what the operator lists. */
  readonly named: Pick<Http, 'send'>
  /** Timestamp authorities: the operator's, and what an admin of a workspace names, which may have no TLS: what they answer is signed. */
  /** To what the operator configured, private or not. */
  readonly operators: Pick<Http, 'send'>
  readonly authorities: { readonly operators: Pick<Http, 'send'>; readonly chosen: Pick<Http, 'send'> }
  /** Push services, as the browsers of members name them: the public internet by https, and the sandbox's. */
  readonly pushes: Pick<Http, 'send'> & { mayReach(endpoint: string): boolean }
  /** The keys of a provider that signs tokens, for all workspaces. */
  readonly keySet: (issuer: string, url: string) => JWTVerifyGetKey
}

/**
 * Outbound HTTP to providers. It may reach the addresses that the operator configured, private or not, and where the sandbox is on
 * this machine. An address that a member chose is called behind a guard of its own, which lets it reach nothing of these.
 */
export const openOutboundHttp = (
  config: Config,
  port: () => number,
  parts: { record: (calls: readonly CallRecord[]) => Promise<void>; metrics: Metrics; log: Log; now: () => Date },
): ProvidersHttp & { destroy(): Promise<void> } => {
  const targets = (): AllowedTarget[] => [
    ...config.OUTGOING_ALLOWED_PRIVATE,
    ...[...providerBases(config), ...(hasSandbox(config) ? [config.localUrl(port())] : [])].flatMap((base) => {
      const { host, protocol } = new URL(base)
      return readAllowedTarget(/:\d+$/.test(host) ? host : `${host}:${protocol === 'https:' ? 443 : 80}`) ?? []
    }),
  ]
  // Made with the first call: the port of this machine is not known before.
  let http: Http | undefined
  const guarded = makeHttp({ allowed: config.OUTGOING_ALLOWED_PRIVATE })
  // What the operator lists is for members, not for those who write to them. In the sandbox strangers are on this machine.
  const strangers = makeHttp({ allowed: hasSandbox(config) ? config.OUTGOING_ALLOWED_PRIVATE : [] })
  let simulated: Http | undefined
  const onThisMachine = (): Http => {
    const hosts = [new URL(config.localUrl(port())).host, `localhost:${port()}`]
    simulated ??= makeHttp({ allowed: hosts.flatMap((host) => readAllowedTarget(host) ?? []) })
    return simulated
  }
  const reached = (): Http => {
    http ??= makeHttp({ allowed: targets() })
    return http
  }
  const own: Pick<Http, 'send' | 'open'> = {
    send: (sending) => reached().send(sending),
    open: (opening) => reached().open(opening),
  }
  const outgoing = makeOutboundHttp({
    http: own,
    guarded: {
      send: async (sending) => {
        const url = readUrl(sending.url)
        if (url && isSimulated(url, 'caldav', config, port())) return onThisMachine().send({ ...sending, redirects: 0 })
        refusePlain(url, config)
        return guarded.send(sending)
      },
      open: async (opening) => {
        refusePlain(readUrl(opening.url), config)
        return guarded.open(opening)
      },
    },
    record: parts.record,
    metrics: parts.metrics,
    log: parts.log,
    now: parts.now,
  })
  return {
    ...outgoing,
    strangers,
    named: guarded,
    operators: own,
    authorities: { operators: own, chosen: guarded },
    pushes: {
      mayReach(endpoint) {
        const url = readUrl(endpoint)
        if (!url) return false
        if (isSimulated(url, 'push', config, port())) return true
        const isSecret = url.protocol === 'https:' || isAllowedByOperator(url, config.OUTGOING_ALLOWED_PRIVATE)
        return isSecret && mayBeReached(url, config.OUTGOING_ALLOWED_PRIVATE)
      },
      async send(sending) {
        const url = readUrl(sending.url)
        if (url && isSimulated(url, 'push', config, port())) return onThisMachine().send(sending)
        refusePlain(url, config)
        return guarded.send(sending)
      },
    },
    keySet: (issuer, url) => openKeySet({ issuer, url, http: own, log: parts.log }),
    async destroy() {
      await http?.destroy()
      await guarded.destroy()
      await strangers.destroy()
      await simulated?.destroy()
      await outgoing.close()
    },
  }
}

/** Passwords, keys and texts go out in TLS only; what the operator lists is in the operator's own network. */
const refusePlain = (url: URL | null, config: Config): void => {
  if (url?.protocol === 'http:' && !isAllowedByOperator(url, config.OUTGOING_ALLOWED_PRIVATE))
    throw new NoAnswer('refused', 'Nothing secret is sent without TLS: use https.')
}

/**
 * The sandbox's calendar server and its push service are on this machine, and have no TLS. Where the sandbox is on, a member's account or
 * browser may be there: exactly below this path, since beside it are mails with sign-in links, which a member of another machine must not
 * fetch through the server.
 */
const isSimulated = (url: URL, at: 'caldav' | 'push', config: Config, port: number): boolean => {
  if (!hasSandbox(config) || !`${url.pathname}/`.startsWith(`/sandbox/${at}/`)) return false
  const local = new URL(config.localUrl(port))
  const isHere = url.hostname === local.hostname || (url.hostname === 'localhost' && local.hostname === '127.0.0.1')
  return isHere && url.protocol === 'http:' && url.port === local.port
}

/** Of those that organizations connect: mail leaves by its own client. */
const providerBases = (config: Config): string[] => [
  ...connectable.flatMap(({ address, oauth }) =>
    [address, oauth?.address].flatMap((name) => (name ? (settingText(config, name) ?? []) : [])),
  ),
  ...(config.TIMESTAMP_URL === undefined ? [] : [config.TIMESTAMP_URL]),
  ...storeAddresses(config),
]
