import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyInboundWebhook } from '#core/inbound/inbound-webhook.ts'
import { readInboxJob, storeRequest } from '#core/inbound/webhook-events.ts'
import { openQueue } from '#core/jobs/queue.ts'
import { makeLog } from '#core/log.ts'
import { openDatabase } from '#db/connect.ts'
import { whatsappWebhook } from '#domains/conversations/whatsapp/whatsapp-webhook.ts'
import type { Given } from './candidates/ready.ts'
import { startWorker } from './processes.ts'
import type { Store } from './store.ts'
import { connectNumber, requestOf } from './whatsapp.ts'

/**
 * How many WhatsApp messages of one workspace a worker reads a second: requests with one message each, all stored before it
 * sees the first, of people who have written before.
 */
export const readMessages = async (
  store: Store,
  given: Given,
  { count, people }: { count: number; people: number },
): Promise<number> => {
  const database = openDatabase(given.target, { application: 'bench', connections: 3, onError: () => {} })
  const queue = await openQueue(database.pool, { log: makeLog({ level: 'warn' }), signs: null })
  const { orgId } = given
  const number = await connectNumber(database, given)
  const storeAll = (from: number, to: number): Promise<void> =>
    database.inOrg(orgId, async (db) => {
      for (let n = from; n < to; n++) {
        const request = { method: 'POST', url: '/gateway', headers: {}, body: requestOf(number, n, people) }
        const inboxId = await storeRequest(db, whatsappWebhook as AnyInboundWebhook, request, {
          orgId,
          connectionId: number.connectionId,
          key: null,
        })
        if (inboxId) await queue.send(db, readInboxJob, { orgId, inboxId })
      }
    })
  const untilRead = async (expected: number): Promise<void> => {
    for (;;) {
      const { rows } = await store.query(given, 'select count(*)::int as count from foyer.messages')
      if (rows[0]?.count >= expected) return
      await sleep(20)
    }
  }
  const worker = await startWorker(given)
  try {
    await storeAll(0, people)
    await untilRead(people)
    const warm = Math.ceil(count / 4)
    await storeAll(people, people + warm)
    await untilRead(people + warm)
    await store.query(given, 'vacuum analyze')
    await storeAll(people + warm, people + warm + count)
    const since = performance.now()
    await untilRead(people + warm + count)
    return (count * 1_000) / (performance.now() - since)
  } finally {
    await worker.stop()
    await queue.stop()
    await database.close()
  }
}
