import { type Config, hasSandbox } from '#config'
import type { AnyAction } from '#core/actions/action.ts'
import { makeKnownMembers } from '#core/actions/known-members.ts'
import type { Limits } from '#core/actions/rate-limits.ts'
import type { Live } from '#core/events/live.ts'
import { openVault } from '#core/foyer-key.ts'
import type { AnyInboundWebhook } from '#core/inbound/inbound-webhook.ts'
import type { AnyJob } from '#core/jobs/job.ts'
import { openQueue } from '#core/jobs/queue.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Database } from '#db/connect.ts'
import { foyer } from '#domains/catalogue.ts'
import { settleSandbox } from '#domains/connections/connections/settle-sandbox.ts'
import type { KnownKeys } from '#domains/platform/api-keys/known-keys.ts'
import { openTrustedIssuers } from '#domains/platform/members/trusted-issuers.ts'
import { openRefusedSignIns } from '#domains/platform/users/refused-sign-ins.ts'
import { openTokens } from '#domains/platform/users/tokens.ts'
import { makeInboundTransport } from './inbound/inbound.ts'
import { openCalls } from './open-calls.ts'
import { openProviders } from './open-providers.ts'
import { makeCallers } from './server/authentication.ts'
import { settingsOf } from './settings.ts'

/** What there is to do: everything of the catalogue, unless a test or a measurement brings its own. */
export interface Product {
  readonly actions: readonly AnyAction[]
  readonly inbound: readonly AnyInboundWebhook[]
  readonly jobs: readonly AnyJob[]
}

/** Actions and inbound webhooks with all that they need to run, before there is a server that leads to them. */
export const openActions = async (
  given: { readonly config: Config; readonly log: Log; readonly now: () => Date; readonly product: Product },
  parts: {
    readonly database: Database
    readonly metrics: Metrics
    readonly live: Live
    readonly keys: KnownKeys
    readonly limits: Limits
    /** As it is once the server listens. */
    readonly address: { readonly port: () => number; readonly publicUrl: () => string }
  },
) => {
  const { config, log, now, product } = given
  const { database, metrics, live, keys, limits, address } = parts
  const queue = await openQueue(database.pool, { log, signs: null })
  const refusedClaims = openRefusedSignIns(database, log)
  const { ports, outbound } = await openProviders({ config, log, now }, database, metrics, address.port)
  const vault = openVault(config)
  const trusted = openTrustedIssuers({ issuers: config.TRUSTED_ISSUERS, database, log, now })
  const tokens = await openTokens(database.db, vault, address.publicUrl, now, trusted)
  const settings = settingsOf(config, address.publicUrl)
  const members = makeKnownMembers()
  live.onChange((type) => {
    if (type === '*' || type.startsWith('member.') || type === 'session.ended') members.forget()
  })
  const dispatch = openCalls(
    { ...product, ...{ config, database, limits, queue, ports, log, metrics, now, vault }, publicUrl: address.publicUrl },
    { signToken: tokens.sign, members, refusedClaims },
  )

  return {
    dispatch,
    hooks: makeInboundTransport({ inbound: product.inbound, database, queue, vault, log, now, settings, ports }),
    callers: makeCallers({ database, tokens, keys, vault, now }),
    ports,
    keySet: tokens.keySet,
    /** Connections to the sandbox are there, or gone, as the configuration says. */
    settle: () => settleSandbox({ database, queue, vault, within: foyer.within, log, isOn: hasSandbox(config) }),
    async close(): Promise<void> {
      await refusedClaims.close()
      await queue.stop()
      await outbound.destroy()
      await trusted.close()
      await ports.documents.close()
      await ports.paper.close()
      await ports.fileTexts.close()
    },
  }
}
