import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { bodyOf, connectNumber, messageChange, type TestNumber } from '../support/messaging.ts'
import { until } from '../support/until.ts'
import { idsOf, inOrder, insist, messagesOf } from './messages-arriving.ts'

/*
 * One workspace's burst delays no other's. What these tests count holds on a machine of any speed: connections held, batches
 * waited for. The milliseconds of it are a row of the benchmark: `npm run bench -- --check --only bursts`.
 */

let app: TestApp
before(async () => {
  app = await startApp({ alone: true })
})
after(async () => {
  await app?.stop()
})

interface Workspace extends Someone {
  readonly number: TestNumber
}

const workspace = async (): Promise<Workspace> => {
  const someone = await app.given.organization()
  return { ...someone, number: await connectNumber(app, someone.orgId) }
}

/** Stores one message of a client, and answers the provider's id of it. */
const storeMessage = async ({ number }: Workspace): Promise<string> => {
  const id = `wamid.${newId()}`
  await insist(app, bodyOf({ number, changes: [messageChange(number, { waId: '4915155500001', id })] }), number.appSecret)
  return id
}

const chat = async (by: Someone, message: string): Promise<void> => {
  const { status } = await app.call('log-web-chat', { sessionId: 'calm', message, role: 'user' }, by)
  assert.equal(status, 200)
}

const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex')

const storedCount = (orgId: string): Promise<number> =>
  app.database.inOrg(orgId, async (db) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from inbox where org_id = ${orgId}`.execute(db)
    return rows[0]?.count ?? 0
  })

/** How many connections of the server wait for a lock in this moment. */
const waitingForLock = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(app.database.db)
  return rows[0]?.count ?? 0
}

/** Runs `meanwhile` while a transaction of the workspace holds what `lock` locks; it is undone afterwards. */
const whileLocked = async (orgId: string, lock: ReturnType<typeof sql>, meanwhile: () => Promise<void>): Promise<void> => {
  const undone = new Error('undone')
  await app.database
    .inOrg(orgId, async (db) => {
      await lock.execute(db)
      await meanwhile()
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
}

test('a burst that cannot be stored holds one connection, and another workspace chats and receives as ever', async () => {
  const [calm, busy] = [await workspace(), await workspace()]
  const { bodies } = messagesOf(busy.number, 200, 30)
  // The same request, stored by a transaction that does not end: storing the first one waits for it.
  const sameRequest = sql`
    insert into inbox (org_id, id, hook, connection_id, dedup_key, headers, body)
    values (${busy.orgId}, ${newId()}, 'whatsapp-webhook', ${busy.number.connectionId}, ${digestOf(bodies[0] as string)}, '{}', '')`
  const burst: Promise<number>[] = []
  await whileLocked(busy.orgId, sameRequest, async () => {
    const send = (body: string): number => burst.push(insist(app, body, busy.number.appSecret))
    const [first = '', ...others] = bodies
    send(first)
    await until('the burst waits', async () => (await waitingForLock()) > 0)
    for (const body of others) send(body)
    for (let n = 0; n < 10; n++) {
      await chat(calm, `${n}`)
      await storeMessage(calm)
    }
    assert.equal(await waitingForLock(), 1)
    assert.equal(await storedCount(busy.orgId), 0)
  })
  assert.deepEqual(new Set(await Promise.all(burst)), new Set([1]))
  assert.equal(await storedCount(busy.orgId), 200)
  assert.equal(await storedCount(calm.orgId), 10)
})

test('a burst that cannot be read holds up no other workspace’s messages', async () => {
  const [calm, busy] = [await workspace(), await workspace()]
  const { bodies } = messagesOf(busy.number, 200, 30)
  const worker = await app.startWorker()
  try {
    await insist(app, bodies[0] as string, busy.number.appSecret)
    await until('its sender is known', async () => (await idsOf(app, busy.orgId)).length === 1)
    await whileLocked(busy.orgId, sql`select from contacts where org_id = ${busy.orgId} for update`, async () => {
      await inOrder(app, bodies, busy.number.appSecret, 16)
      await until('reading waits', async () => (await waitingForLock()) > 0)
      for (let n = 0; n < 5; n++) {
        const id = await storeMessage(calm)
        await until('it is read', async () => (await idsOf(app, calm.orgId)).includes(id))
      }
      assert.ok((await idsOf(app, busy.orgId)).length < 200)
    })
    await until('the burst is read too', async () => (await idsOf(app, busy.orgId)).length === 200)
  } finally {
    await worker.stop()
  }
})

test('a message waits for batches of another workspace’s backlog, and never for all of it', async () => {
  const [calm, busy] = [await workspace(), await workspace()]
  const { bodies } = messagesOf(busy.number, 1_000, 100)
  await inOrder(app, bodies, busy.number.appSecret, 16)
  const id = await storeMessage(calm)
  const worker = await app.startWorker()
  try {
    await until('it is read', async () => (await idsOf(app, calm.orgId)).includes(id))
    await until('the backlog is read', async () => (await idsOf(app, busy.orgId)).length === 1_000)
  } finally {
    await worker.stop()
  }
  const calmReadAt = await readAt(calm.orgId)
  const { rows } = await app.database.inOrg(busy.orgId, (db) =>
    sql<{ before: number }>`
      select count(*)::int as before from inbox where org_id = ${busy.orgId} and read_at < ${calmReadAt}`.execute(db),
  )
  assert.ok((rows[0]?.before ?? 1_000) <= 300, `${rows[0]?.before} of 1,000 were read before it`)
})

const readAt = async (orgId: string): Promise<Date> => {
  const row = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('inbox').select('read_at').where('org_id', '=', orgId).executeTakeFirstOrThrow(),
  )
  assert.ok(row.read_at)
  return row.read_at
}
