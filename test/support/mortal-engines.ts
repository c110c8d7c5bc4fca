import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { readConfig } from '#config'
import { makeLimits } from '#core/actions/rate-limits.ts'
import { openVault } from '#core/foyer-key.ts'
import { openQueue } from '#core/jobs/queue.ts'
import { makeLog } from '#core/log.ts'
import { makeMetrics } from '#core/metrics.ts'
import { type Http, makeHttp } from '#core/outbound/http.ts'
import { makeTogether } from '#core/together.ts'
import { openDatabase } from '#db/connect.ts'
import { type EngineParts, openEngine } from '#domains/automation/workflows/engine.ts'
import { foyer } from '#domains/catalogue.ts'
import { openCalls } from '#transports/open-calls.ts'
import { openProviders } from '#transports/open-providers.ts'
import { settingsOf } from '#transports/settings.ts'
import type { TestApp } from './app.ts'

/** Looks for work, of which nobody knows how many there are. */
const looks = /^(workflow_runs_wait|orgs_with_|extend_|unpark_)/

/** As a connection says it that broke. */
const gone = (): Error => new Error('Connection terminated unexpectedly')

/**
 * Workers of workflows in this process that die: at a statement their connections are cut, what was open is undone by the database, and nothing
 * of theirs reaches anything any more. A request that leaves is a point too, before and after.
 */
export const openMortality = async (app: TestApp, env: Readonly<Record<string, string>>) => {
  const port = Number(new URL(app.url).port)
  const config = readConfig({
    ...{ PORT: String(port), FOYER_DATA: app.dataDir, FOYER_KEY: Buffer.alloc(32, 7).toString('base64'), ...env },
  })
  const [log, metrics, now] = [makeLog({ level: 'silent' }), makeMetrics(), () => new Date()]
  const { ports, outbound } = await openProviders({ config, log, now }, app.database, metrics, () => port)
  const queue = await openQueue(app.database.pool, { log, signs: null })
  const http = makeHttp({ allowed: config.OUTGOING_ALLOWED_PRIVATE })
  const limits = makeLimits(app.database.pool)
  const vault = openVault(config)
  const publicUrl = (): string => app.url

  /** One that dies at its statement number `at`, the first being 1. */
  const engine = (at = Number.POSITIVE_INFINITY) => {
    const database = openDatabase(app.target, { application: 'foyer test', connections: 6, onError: () => {} })
    const clients = new Set<pg.PoolClient>()
    const death = Promise.withResolvers<void>()
    let [passed, isDead] = [0, false]
    /** Whether it lives on. */
    const point = (): boolean => {
      if (!isDead && ++passed >= at) {
        isDead = true
        for (const client of clients)
          (client as never as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
        death.resolve()
      }
      return !isDead
    }
    database.pool.on('connect', (client) => {
      clients.add(client)
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      client.query = ((...args: unknown[]) => {
        const { name } = (args[0] ?? {}) as { readonly name?: string }
        if (looks.test(name ?? '') ? !isDead : point()) return query(...args)
        // A query that was made beforehand says itself who hears of it.
        const { callback } = (args[0] ?? {}) as { readonly callback?: unknown }
        const heard = callback ?? args.at(-1)
        if (typeof heard !== 'function') return Promise.reject(gone())
        process.nextTick(heard, gone())
        return args[0]
      }) as never
    })
    const mortalHttp: Http = {
      ...http,
      async send(request) {
        if (!point()) throw gone()
        const answer = await http.send(request)
        if (!point()) throw gone()
        return answer
      },
    }
    const dispatch = openCalls({
      ...{
        actions: foyer.actions,
        jobs: foyer.jobs,
        config,
        database,
        limits,
        queue,
        ports,
        log,
        metrics,
        now,
        vault,
        publicUrl,
      },
    })
    const parts: EngineParts = {
      ...{ database, dispatch, limits, together: makeTogether(database.inOrg), within: foyer.within, ports, http: mortalHttp },
      ...{ settings: settingsOf(config, publicUrl), vault, log, metrics, now },
      enqueueIn: (db, job, data, start) => queue.send(db, job, data, start),
    }
    const running = openEngine(parts)
    return {
      died: death.promise,
      isDead: () => isDead,
      /** Statements and requests so far. */
      passed: () => passed,
      wake: running.wake,
      async stop(): Promise<void> {
        await running.stop()
        // Connections that were cut are not waited for.
        await Promise.race([database.close().catch(() => {}), sleep(isDead ? 50 : 2_000)])
      },
    }
  }

  return {
    engine,
    async close(): Promise<void> {
      await queue.stop()
      await ports.documents.close()
      await ports.paper.close()
      await ports.fileTexts.close()
      await http.destroy()
      await outbound.destroy()
    },
  }
}
