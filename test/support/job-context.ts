import { readConfig } from '#config'
import type { JobContext } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { openVault } from '#core/foyer-key.ts'
import { newId } from '#core/ids.ts'
import { openQueue } from '#core/jobs/queue.ts'
import { makeLog } from '#core/log.ts'
import { makeMetrics } from '#core/metrics.ts'
import { makeTogether } from '#core/together.ts'
import { foyer } from '#domains/catalogue.ts'
import { openProviders } from '#transports/open-providers.ts'
import { settingsOf } from '#transports/settings.ts'
import type { TestApp } from './app.ts'

/**
 * What a job is given, for jobs that a test runs itself and to their end: no worker, no clock, no waiting. What they order stays in the
 * queue. `env`: that of the app.
 */
export const openJobContext = async (app: TestApp, env: Readonly<Record<string, string>> = {}) => {
  const port = Number(new URL(app.url).port)
  const config = readConfig({
    PORT: String(port),
    FOYER_DATA: app.dataDir,
    FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...env,
  })
  const [log, metrics, now] = [makeLog({ level: 'silent' }), makeMetrics(), () => new Date()]
  const { database } = app
  const { ports, outbound } = await openProviders({ config, log, now }, database, metrics, () => port)
  const queue = await openQueue(database.pool, { log, signs: null })
  const context: JobContext = {
    ...{ ports, log, now, newId, vault: openVault(config), within: foyer.within, together: makeTogether(database.inOrg) },
    settings: settingsOf(config, () => config.publicUrl(port)),
    ...{ inOrg: database.inOrg, db: database.db, jobId: newId(), signal: new AbortController().signal },
    emitIn: recordEvent,
    enqueueIn: (db, job, data, start) => queue.send(db, job, data, start),
  }
  return {
    context,
    async close(): Promise<void> {
      await queue.stop()
      await ports.documents.close()
      await ports.paper.close()
      await ports.fileTexts.close()
      await outbound.destroy()
    },
  }
}
