import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { newId } from '#core/ids.ts'
import type { AnyInboundWebhook } from '#core/inbound/inbound-webhook.ts'
import { readInboxJob, storeRequest } from '#core/inbound/webhook-events.ts'
import { openQueue } from '#core/jobs/queue.ts'
import { makeLog } from '#core/log.ts'
import { openDatabase } from '#db/connect.ts'
import { foyer } from '#domains/catalogue.ts'
import { addConnection } from '#domains/connections/connections/lifecycle.ts'
import { enterNumber } from '#domains/conversations/whatsapp/numbers.ts'
import { whatsappWebhook } from '#domains/conversations/whatsapp/whatsapp-webhook.ts'
import type { Given } from './candidates/ready.ts'
import { startWorker } from './processes.ts'
import type { Store } from './store.ts'

const phoneNumberId = '106600001'
const businessAccountId = '206600001'

/** A request as WhatsApp sends it, with one message of one of so many people. */
const bodyOf = (n: number, people: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: businessAccountId,
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '15550100', phone_number_id: phoneNumberId },
                contacts: [{ profile: { name: 'Maya' }, wa_id: `49151200${10_000 + (n % people)}` }],
                messages: [
                  {
                    from: `49151200${10_000 + (n % people)}`,
                    id: `wamid.${newId()}`,
                    timestamp: `${Math.floor(Date.now() / 1_000)}`,
                    type: 'text',
                    text: { body: `message ${n}` },
                  },
                ],
              },
            },
          ],
        },
      ],
    }),
  )

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
  const connectionId = newId()
  const storeAll = (from: number, to: number): Promise<void> =>
    database.inOrg(orgId, async (db) => {
      for (let n = from; n < to; n++) {
        const request = { method: 'POST', url: '/gateway', headers: {}, body: bodyOf(n, people) }
        const inboxId = await storeRequest(db, whatsappWebhook as AnyInboundWebhook, request, {
          orgId,
          connectionId,
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
  const credentials = { accessToken: 'token', appSecret: 'secret', verifyToken: 'verify', phoneNumberId, businessAccountId }
  await database.inOrg(orgId, async (db) => {
    const connection = { orgId, id: connectionId, provider: 'whatsapp', mode: 'test', account: '+1 555 0100' } as const
    const vault = openVault(readConfig({ FOYER_DATA: given.dataDir }))
    await addConnection(
      db,
      { vault, within: foyer.within, enqueue: async () => {} },
      { ...connection, credentials, personId: null },
    )
    await enterNumber(db, { orgId, connectionId, credentials })
  })
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
