import '#domains/catalogue.ts'
import { makeLog } from '#core/log.ts'
import { makeMetrics } from '#core/metrics.ts'
import { makeHttp } from '#core/outbound/http.ts'
import { makeVault } from '#core/vault.ts'
import { openDatabase, type Target } from '#db/connect.ts'
import { openTelling } from '#domains/connections/webhooks/event-delivery.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { openOAuthPort } from '../../server/providers/oauth-port.ts'

const local = readAllowedTarget('127.0.0.1')
if (!local) throw new Error('127.0.0.1 is an address')

/** What a worker does for webhooks, with a short lease, so that a test need not wait for the usual one. */
export const deliverAt = (target: Target, leaseSeconds = 2) => {
  const database = openDatabase(target, { application: 'foyer test worker', connections: 8, onError: () => {} })
  const http = makeHttp({ allowed: [local] })
  const telling = openTelling({
    database,
    http,
    // The key of test/support/app.ts.
    vault: makeVault(Buffer.alloc(32, 7)),
    log: makeLog({ level: 'error' }),
    metrics: makeMetrics(),
    now: () => new Date(),
    publicUrl: 'http://127.0.0.1',
    // None of its endpoints is a service.
    ports: {
      oauth: openOAuthPort({
        serviceOf: () => undefined,
        sandbox: null,
        callsOf: () => http,
        now: () => new Date(),
      }),
    },
    enqueueIn: async () => {},
    timing: { timeoutMs: 15_000, leaseSeconds, idleMs: 100 },
  })
  return {
    async stop(): Promise<void> {
      await telling.stop()
      await http.destroy()
      await database.close()
    },
  }
}

if (import.meta.main) {
  deliverAt(JSON.parse(process.argv[2] ?? ''))
  process.stdout.write('up\n')
  process.stdin.resume()
  process.stdin.on('end', () => process.exit(0))
}
