import { type Config, hasSandbox } from '#config'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import { type Http, makeHttp } from '#core/outbound/http.ts'
import { makeOutgoing, type Outgoing } from '#core/outbound/outbound-http.ts'
import type { CallRecord } from '#core/outbound/provider-calls.ts'
import { type AllowedTarget, readAllowedTarget } from '#shapes/networks.ts'

/**
 * The way out to providers. It may go where the operator says that they are, inside or not, and where the sandbox is on to this
 * machine; what a caller chooses never goes this way.
 */
export const openWayOut = (
  config: Config,
  port: () => number,
  parts: { record: (calls: readonly CallRecord[]) => Promise<void>; metrics: Metrics; log: Log; now: () => Date },
): Outgoing & { destroy(): Promise<void> } => {
  const targets = (): AllowedTarget[] => [
    ...config.OUTGOING_ALLOWED_PRIVATE,
    ...[
      ...providerBases(config),
      ...(config.GOOGLE_OAUTH_BASE === undefined ? [] : [config.GOOGLE_OAUTH_BASE]),
      ...(hasSandbox(config) ? [config.localUrl(port())] : []),
    ].flatMap((base) => {
      const { host, protocol } = new URL(base)
      return readAllowedTarget(/:\d+$/.test(host) ? host : `${host}:${protocol === 'https:' ? 443 : 80}`) ?? []
    }),
  ]
  // Made with the first call: the port of this machine is not known before.
  let http: Http | undefined
  const outgoing = makeOutgoing({
    http: {
      send: (sending) => {
        http ??= makeHttp({ allowed: targets() })
        return http.send(sending)
      },
    },
    record: parts.record,
    metrics: parts.metrics,
    log: parts.log,
    now: parts.now,
  })
  return {
    ...outgoing,
    async destroy() {
      await http?.destroy()
      await outgoing.close()
    },
  }
}

const providerBases = (config: Config): string[] => [
  config.GEMINI_API_BASE,
  config.OPENAI_API_BASE,
  config.RAZORPAY_API_BASE,
  config.STRIPE_API_BASE,
  config.TWILIO_API_BASE,
  config.WHATSAPP_API_BASE,
]
