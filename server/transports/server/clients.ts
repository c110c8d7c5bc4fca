import type { Config } from '#config'
import { addressBlock } from '#core/address-blocks.ts'
import { addressesBehind, proxiesAmong } from '#core/http/client-address.ts'
import { makeCrowd } from '#core/http/stream-limits.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import { type ConnectionLimits, connectionsPossible } from './connections.ts'
import { makeSlowBodies } from './slow-bodies.ts'

/** Who a client is behind its proxies, and how much of the server one may hold. */
export const limitClients = (config: Config, { log, metrics }: { log: Log; metrics: Metrics }) => {
  const addressOf = addressesBehind(config.TRUSTED_PROXIES)
  const isProxy = proxiesAmong(config.TRUSTED_PROXIES)
  const mostOfAddress = config.MAX_CONNECTIONS_PER_ADDRESS
  const connections: ConnectionLimits = { most: mostConnections(config, log), mostOfAddress, isProxy, log, metrics }
  return {
    addressOf,
    connections,
    slowBodies: makeSlowBodies((request) => addressBlock(addressOf(request))),
    crowd: makeCrowd({ addressOf, isProxy, mostOfAddress, log }),
  }
}

/** As many as configured, where the system has files for them; otherwise as many as it has, and the operator is warned. */
const mostConnections = (config: Config, log: Log): number => {
  const most = connectionsPossible(config.MAX_CONNECTIONS, config.DATABASE_CONNECTIONS)
  if (most < config.MAX_CONNECTIONS)
    log.warn(
      { most, wanted: config.MAX_CONNECTIONS },
      'the limit of open files (ulimit -n) allows fewer connections than MAX_CONNECTIONS',
    )
  return most
}
