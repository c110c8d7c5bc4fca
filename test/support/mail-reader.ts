import { readConfig } from '#config'
import type { JobContext } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { openVault } from '#core/foyer-key.ts'
import { newId } from '#core/ids.ts'
import { openQueue } from '#core/jobs/queue.ts'
import { makeLog } from '#core/log.ts'
import { makeMetrics } from '#core/metrics.ts'
import { foyer } from '#domains/catalogue.ts'
import { openMailbox } from '#domains/conversations/mail/accounts.ts'
import { fileMailboxAgain } from '#domains/conversations/mail/file-again.ts'
import { readMailbox } from '#domains/conversations/mail/read-mailbox.ts'
import { openProviders } from '#transports/open-providers.ts'
import { settingsOf } from '#transports/settings.ts'
import type { TestApp } from './app.ts'

/**
 * The jobs of mailboxes, run when a test says so and to their end: no worker, no clock, no waiting. What they order stays in the queue.
 * `env`: that of the app.
 */
export const openMailReader = async (app: TestApp, env: Readonly<Record<string, string>> = {}) => {
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
    ...{ ports, log, now, newId, vault: openVault(config), within: foyer.within },
    settings: settingsOf(config, () => config.publicUrl(port)),
    ...{ inOrg: database.inOrg, db: database.db, jobId: newId(), signal: new AbortController().signal },
    emitIn: recordEvent,
    enqueueIn: (db, job, data, start) => queue.send(db, job, data, start),
  }
  return {
    read: (orgId: string, mailboxId: string) => readMailbox.run({ orgId, mailboxId }, context),
    fileAgain: (orgId: string, mailboxId: string) => fileMailboxAgain.run({ orgId, mailboxId }, context),
    /** The account itself, as another mail program has it. */
    account: async (orgId: string, mailboxId: string) => {
      const box = await openMailbox(context, orgId, mailboxId)
      if (!box) throw new Error('the mailbox is not connected')
      return box
    },
    async close(): Promise<void> {
      await queue.stop()
      await ports.documents.close()
      await outbound.destroy()
    },
  }
}
export type MailReader = Awaited<ReturnType<typeof openMailReader>>
