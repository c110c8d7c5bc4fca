import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { until } from '#test/support/until.ts'

const userEmail = 'mira@sandbox.example'
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'

let app: TestApp
let worker: { stop(): Promise<void> }
let owner: Someone
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600', TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  worker = await app.startWorker()
  owner = await app.given.organization()
  await connectGoogle(app, owner)
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

interface Shown {
  readonly state: string
  readonly loads: readonly { readonly class: string; readonly words: string; readonly times: number }[]
}
const show = async (id: string): Promise<Shown> =>
  (await app.call('show-email', { id, userEmail }, owner)).body.mail as unknown as Shown
/** A mail that left an hour ago. */
const tracked = async (): Promise<{ id: string; trackingId: string }> => {
  const trackingId = crypto.randomUUID()
  const wish = { to: 'x@client.example', subject: 'Tracked', body: '<p>x</p>', userEmail, trackingId }
  const { status, body } = await app.call('send-email', wish, owner)
  assert.equal(status, 200, JSON.stringify(body))
  const id = String(body.messageId)
  await until('it was sent', async () => (await show(id)).state === 'sent')
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('mailbox_mails')
      .set({ sent_at: new Date(Date.now() - 3_600_000) })
      .where('tracking_id', '=', trackingId)
      .execute(),
  )
  return { id, trackingId }
}
const load = async (trackingId: string, agent: string, address: string): Promise<void> => {
  const answer = await fetch(`${app.url}/gateway?type=track-email&id=${trackingId}`, {
    headers: { 'user-agent': agent, 'x-forwarded-for': address },
  })
  await answer.arrayBuffer()
  assert.equal(answer.status, 200)
}

test('a network tells a scanner and a proxy that call themselves browsers, by the address that the operator’s proxy gives, and the mail says whose they are', async () => {
  const { id, trackingId } = await tracked()
  // What a client writes before its own proxy's word counts for nothing.
  await load(trackingId, browser, '66.249.84.213, 209.222.82.12')
  await load(trackingId, browser, '66.249.84.213')
  await load(trackingId, browser, '209.222.82.12, 84.112.34.5')
  const { loads } = await until('they are counted', async () => {
    const shown = await show(id)
    return shown.loads.length === 3 && shown
  })
  assert.deepEqual(loads.map((each) => `${each.class}: ${each.words}`).sort(), [
    'person: Loaded by a mail program',
    'proxy: Loaded by Google’s proxy',
    'scanner: Loaded by Barracuda’s scanner',
  ])
})

test('ten thousand loads are counted with few writes, and no address of a person is kept or logged', async () => {
  const { id, trackingId } = await tracked()
  const written = async (): Promise<number> => {
    // Counts of a connection are told within a second of its rest.
    await new Promise((done) => setTimeout(done, 2_500))
    const { rows } = await app.database.pool.query<{ count: number }>(
      `select sum(n_tup_ins + n_tup_upd)::int as count from pg_stat_user_tables where relname = 'mail_loads'`,
    )
    return rows[0]?.count ?? 0
  }
  const before = await written()
  const many = 10_000
  const begunAt = performance.now()
  let next = 0
  const some = async (): Promise<void> => {
    while (next < many) {
      const n = next++
      const address = `84.${n % 250}.${Math.floor(n / 250)}.77`
      await load(trackingId, n % 2 ? gmail : browser, address)
    }
  }
  await Promise.all(Array.from({ length: 20 }, some))
  const { loads } = await until('all are counted', async () => {
    const shown = await show(id)
    return shown.loads.reduce((sum, { times }) => sum + times, 0) === many && shown
  })
  assert.deepEqual(loads.map((each) => [each.class, each.times]).sort(), [
    ['person', many / 2],
    ['proxy', many / 2],
  ])
  const seconds = (performance.now() - begunAt) / 1_000
  const writes = (await written()) - before
  // They are gathered for half a second, by class: on a busy machine, on which ten thousand take minutes, time decides.
  assert.ok(writes <= Math.max(many / 100, 5 * seconds), `${writes} writes in ${seconds.toFixed(0)} s`)
  const kept = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('mail_loads').selectAll().execute())
  for (const text of [JSON.stringify(kept), app.logged()])
    assert.doesNotMatch(text, /84\.\d{1,3}\.\d{1,3}\.77|GoogleImageProxy/, 'neither where it came from nor what it is called')
})
