import { createHash, createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#core/ids.ts'
import { type Database, openDatabase } from '#db/connect.ts'
import type { Given } from './candidates/ready.ts'
import { startCandidate, startWorker } from './processes.ts'
import type { Store } from './store.ts'
import { type BenchNumber, connectNumber, requestOf } from './whatsapp.ts'

/** Ms that one workspace's messages took, alone and during another's burst; and the burst's own, from webhook to thread. */
export interface BurstDelays {
  readonly burst: readonly number[]
  readonly thread: { readonly alone: readonly number[]; readonly during: readonly number[] }
  readonly chat: { readonly alone: readonly number[]; readonly during: readonly number[] }
}

const people = 30
const members = 4

/**
 * What a burst of so many WhatsApp messages a second for one workspace costs another: ms from a webhook to the message in the
 * thread, and ms of a message of a website's chat. Alone and during the burst in turns, because a machine's speed drifts.
 */
export const measureBursts = async (
  store: Store,
  given: Given,
  { perSecond, seconds, rounds }: { perSecond: number; seconds: number; rounds: number },
): Promise<BurstDelays> => {
  const other = await store.workspace(given)
  // The chat of one member takes 120 messages a minute.
  const tokens: string[] = []
  while (tokens.length < members) tokens.push(await store.token(given))
  const database = openDatabase(given.target, { application: 'bench', connections: 3, onError: () => {} })
  const [calm, busy] = [await connectNumber(database, given), await connectNumber(database, other)]
  const server = await startCandidate('foyer', given)
  const worker = await startWorker(given)
  const address = `http://127.0.0.1:${server.port}/gateway`

  const send = async (number: BenchNumber, body: Buffer): Promise<void> => {
    const signature = `sha256=${createHmac('sha256', number.appSecret).update(body).digest('hex')}`
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    // As WhatsApp does: again until it is answered 200.
    for (let tries = 1; tries <= 20; tries++) {
      const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(body) }).catch(() => null)
      await answer?.text()
      if (answer?.status === 200) return
      await sleep(50)
    }
    throw new Error('a webhook was not taken')
  }

  const threadDelays = async (count: number): Promise<number[]> => {
    const delays: number[] = []
    for (let n = 0; n < count; n++) {
      const id = `wamid.${newId()}`
      const begun = performance.now()
      await send(calm, requestOf(calm, 0, people, id))
      while (!(await isRead(database, given.orgId, id))) await sleep(5)
      delays.push(performance.now() - begun)
    }
    return delays
  }

  const chatDelays = async (count: number): Promise<number[]> => {
    const delays: number[] = []
    for (let n = 0; n < count; n++) {
      const begun = performance.now()
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens[n % members]}` }
      const body = JSON.stringify({ type: 'log-web-chat', sessionId: 'calm', message: `${n}`, role: 'user' })
      const answer = await fetch(address, { method: 'POST', headers, body })
      if (answer.status !== 200) throw new Error(`log-web-chat was answered ${answer.status}: ${await answer.text()}`)
      delays.push(performance.now() - begun)
      await sleep(Math.max(0, 200 - (performance.now() - begun)))
    }
    return delays
  }

  const measure = async (): Promise<{ thread: number[]; chat: number[] }> => {
    const [thread, chat] = await Promise.all([threadDelays(seconds * 5), chatDelays(seconds * 5)])
    return { thread, chat }
  }

  let sent = 0
  /** When each request was sent first, by the digest that it is known by. */
  const sentAt = new Map<string, number>()
  const burst = async (): Promise<void> => {
    const begun = performance.now()
    const taken: Promise<void>[] = []
    for (let n = 0; n < perSecond * seconds; n++) {
      const early = (n * 1_000) / perSecond - (performance.now() - begun)
      if (early > 1) await sleep(early)
      const body = requestOf(busy, sent++, people)
      sentAt.set(createHash('sha256').update(body).digest('hex'), Date.now())
      taken.push(send(busy, body))
    }
    await Promise.all(taken)
  }
  const untilRead = async (): Promise<void> => {
    while ((await countRead(database, other.orgId)) < sent) await sleep(20)
  }

  try {
    const delays = {
      burst: [] as number[],
      thread: { alone: [] as number[], during: [] as number[] },
      chat: { alone: [] as number[], during: [] as number[] },
    }
    // What is compiled, planned and met for the first time is in neither.
    await Promise.all([measure(), burst()])
    await untilRead()
    sentAt.clear()
    for (let round = 0; round < rounds; round++) {
      await untilRead()
      const alone = await measure()
      const [during] = await Promise.all([measure(), burst()])
      for (const way of ['thread', 'chat'] as const) {
        delays[way].alone.push(...alone[way])
        delays[way].during.push(...during[way])
      }
    }
    await untilRead()
    delays.burst.push(...(await readDelays(database, other.orgId, sentAt)))
    return delays
  } finally {
    await worker.stop()
    await server.stop()
    await database.close()
  }
}

/** From when each was sent until the transaction that read it was about to commit. */
const readDelays = (database: Database, orgId: string, sentAt: ReadonlyMap<string, number>): Promise<number[]> =>
  database.inOrg(orgId, async (db) => {
    const rows = await db
      .selectFrom('inbox')
      .select(['dedup_key', 'read_at'])
      .where('org_id', '=', orgId)
      .where('read_at', 'is not', null)
      .execute()
    return rows.flatMap(({ dedup_key, read_at }) => {
      const begunMs = sentAt.get(dedup_key)
      return begunMs === undefined || !read_at ? [] : [read_at.getTime() - begunMs]
    })
  })

const isRead = async (database: Database, orgId: string, providerMessageId: string): Promise<boolean> =>
  database.inOrg(orgId, async (db) => {
    const found = await db
      .selectFrom('messages')
      .select('id')
      .where('org_id', '=', orgId)
      .where('provider_message_id', '=', providerMessageId)
      .executeTakeFirst()
    return found !== undefined
  })

const countRead = (database: Database, orgId: string): Promise<number> =>
  database.inOrg(orgId, async (db) => {
    const { count } = await db
      .selectFrom('messages')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
    return Number(count)
  })
