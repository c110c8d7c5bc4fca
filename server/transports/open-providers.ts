import type { Config } from '#config'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import type { CallRecord } from '#core/outbound/provider-calls.ts'
import type { Database } from '#db/connect.ts'
import { keepCalls } from '#domains/connections/connections/provider-calls.ts'
import { openOutboundHttp } from '../providers/outbound-http.ts'
import { openPorts } from '../providers/ports.ts'
import type { Slots } from '../providers/process-slots.ts'

/** Providers behind the ports, and outbound HTTP to them. */
export const openProviders = async (
  { config, log, now, slots }: { config: Config; log: Log; now: () => Date; slots?: Slots },
  database: Database,
  metrics: Metrics,
  port: () => number,
) => {
  const record = (calls: readonly CallRecord[]) => keepCalls(database.inOrg, calls)
  const outbound = openOutboundHttp(config, port, { record, metrics, log, now })
  return { outbound, ports: await openPorts(config, port, now, outbound, log, slots) }
}
