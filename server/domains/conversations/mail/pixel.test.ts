import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

const userEmail = 'mira@sandbox.example'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
})
after(() => app?.stop())

/** What a mail program gets, without what is of the moment. */
const load = async (id: string) => {
  const answer = await fetch(`${app.url}/gateway?type=track-email&id=${id}`, {
    headers: { 'user-agent': 'curl/8' },
    signal: AbortSignal.timeout(5_000),
  })
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return { status: answer.status, headers, bytes: Buffer.from(await answer.arrayBuffer()).toString('hex') }
}

test('the picture of a mail and that of an unknown id are answered alike, and neither waits for the database; the load of the mail is counted all the same', async () => {
  const owner = await app.given.organization()
  await connectGoogle(app, owner)
  const trackingId = crypto.randomUUID()
  const letter = { to: 'x@client.example', subject: 'Tracked', body: '<p>x</p>', userEmail, trackingId }
  ok(await app.call('send-email', letter, owner))

  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table foyer.mailbox_mails, foyer.mail_loads in access exclusive mode')
    const [known, unknown] = [await load(trackingId), await load(crypto.randomUUID())]
    assert.equal(known.status, 200)
    assert.deepEqual(unknown, known)
  } finally {
    await client.query('rollback')
    client.release()
  }
  const loads = await until('the load is counted', async () =>
    app.database.inOrg(owner.orgId, async (db) => {
      const rows = await db.selectFrom('mail_loads').select('times').execute()
      return rows.length > 0 ? rows : undefined
    }),
  )
  assert.deepEqual(loads, [{ times: 1 }])
})
