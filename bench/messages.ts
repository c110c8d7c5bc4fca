import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#config'
import type { AnyInboundWebhook } from '#core/inbound/inbound-webhook.ts'
import { readInboxJob, storeRequest } from '#core/inbound/webhook-events.ts'
import { openQueue, type Queue } from '#core/jobs/queue.ts'
import { makeLog } from '#core/log.ts'
import { type Database, openDatabase } from '#db/connect.ts'
import { whatsappWebhook } from '#domains/conversations/whatsapp/whatsapp-webhook.ts'
import { work } from '../server/main.ts'
import { countStatements } from '../test/support/statements.ts'
import type { Given } from './candidates/ready.ts'
import { processorSeconds, startWorker } from './processes.ts'
import type { Store } from './store.ts'
import { type BenchNumber, connectNumber, requestOf } from './whatsapp.ts'

/** What reading messages costs: how many a second, and processor µs for each, of the worker and of its connections. */
export interface MessageCosts {
  readonly perSecond: number
  readonly nodeUs: number
  readonly databaseUs: number
}

/**
 * How many WhatsApp messages of one workspace a worker reads a second: requests with one message each, all stored before it
 * sees the first, of people who have written before.
 */
export const readMessages = async (
  store: Store,
  given: Given,
  { count, people }: { count: number; people: number },
): Promise<MessageCosts> => {
  const database = openDatabase(given.target, { application: 'bench', connections: 3, onError: () => {} })
  const queue = await openQueue(database.pool, { log: makeLog({ level: 'warn' }), signs: null })
  const number = await connectNumber(database, given)
  const storeAll = (from: number, to: number): Promise<void> =>
    storeMessages(database, queue, { given, number }, { from, to, people })
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
    const [node, connections] = [await worker.usage(), await connectionSeconds(store, given)]
    const since = performance.now()
    await untilRead(people + warm + count)
    const ms = performance.now() - since
    return {
      perSecond: (count * 1_000) / ms,
      nodeUs: (((await worker.usage()).cpuSeconds - node.cpuSeconds) * 1e6) / count,
      databaseUs: (((await connectionSeconds(store, given)) - connections) * 1e6) / count,
    }
  } finally {
    await worker.stop()
    await queue.stop()
    await database.close()
  }
}

const storeMessages = (
  database: Database,
  queue: Queue,
  { given: { orgId }, number }: { readonly given: Given; readonly number: BenchNumber },
  { from, to, people }: { readonly from: number; readonly to: number; readonly people: number },
): Promise<void> =>
  database.inOrg(orgId, async (db) => {
    for (let n = from; n < to; n++) {
      const request = { method: 'POST', url: '/gateway', headers: {}, body: requestOf(number, n, people) }
      const sender = { orgId, connectionId: number.connectionId, key: null }
      const inboxId = await storeRequest(db, whatsappWebhook as AnyInboundWebhook, request, sender)
      if (inboxId) await queue.send(db, readInboxJob, { orgId, inboxId })
    }
  })

/** Processor seconds of the worker's connections so far. */
const connectionSeconds = async (store: Store, given: Given): Promise<number> => {
  const { rows } = await store.query(
    given,
    `select pid from pg_stat_activity where datname = current_database() and application_name like 'foyer work%'`,
  )
  return (rows as { pid: number }[]).reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
}

/** The statements of the transaction that reads a request with one text of a known person, BEGIN and COMMIT included. */
export const countStatementsOfOne = async (given: Given): Promise<number> => {
  const counted = countStatements(/from "inbox".*for update/s)
  const database = openDatabase(given.target, { application: 'bench', connections: 3, onError: () => {} })
  const queue = await openQueue(database.pool, { log: makeLog({ level: 'warn' }), signs: null })
  const number = await connectNumber(database, given)
  const config = readConfig({ PORT: '0', FOYER_DATA: given.dataDir })
  const worker = await work({ config, target: given.target, log: makeLog({ level: 'warn' }) })
  const read = async (n: number): Promise<number> => {
    await storeMessages(database, queue, { given, number }, { from: n, to: n + 1, people: 1 })
    for (;;) {
      const [taken] = counted.taken()
      if (taken) return taken.statements.length
      await sleep(20)
    }
  }
  try {
    await read(0)
    return await read(1)
  } finally {
    counted.stop()
    await worker.stop()
    await queue.stop()
    await database.close()
  }
}
