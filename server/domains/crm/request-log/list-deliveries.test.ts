import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

interface Delivery {
  id: string
  outcome: string
  status: number
  code: string | null
  field: string | null
  mend: string | null
  excerpt: string | null
  lead_id: string | null
  external_id_conflict: boolean
  unused_fields: string[]
  key: { id: string; name: string } | null
}
const list = async (filter: object = {}) => {
  const { status, body } = await app.call('list-deliveries', filter)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as { deliveries: Delivery[]; next_cursor: string | null }
}
/** Refusals are written behind the answer. */
const settled = (keyId: string, all: number) =>
  until('all deliveries', async () => (await list({ keyId })).deliveries.length === all)

test('each request stands in the list with its outcome, its reason and what to do, newest first', async () => {
  const key = await app.given.key(app.owner.orgId)
  await app.post({ email: 'maya@example.com', external_id: '1', source: 'Apollo' }, key.text)
  await app.post({ email: 'maya@example.com', external_id: '1', source: 'Apollo', phone_number: '1' }, key.text)
  await app.post({ email: 'other@example.com', external_id: '1', source: 'Clay' }, key.text)
  await app.post({ email: 'maya@' }, key.text)
  await settled(key.id, 4)
  const { deliveries } = await list({ keyId: key.id })
  assert.deepEqual(
    deliveries.map((delivery) => [delivery.outcome, delivery.status, delivery.code, delivery.field]),
    [
      ['rejected', 400, 'email_malformed', 'email'],
      ['deduplicated', 200, null, null],
      ['deduplicated', 200, null, null],
      ['accepted', 200, null, null],
    ],
  )
  const [refused, conflict, repeat, first] = deliveries
  assert.match(refused?.mend ?? '', /maya@example.com/)
  assert.deepEqual([conflict?.external_id_conflict, repeat?.external_id_conflict], [true, false])
  assert.deepEqual(repeat?.unused_fields, ['phone_number'])
  assert.equal(conflict?.lead_id, first?.lead_id)
  assert.equal(first?.key?.name, 'Test')
})

test('an excerpt shows neither addresses nor numbers nor keys', async () => {
  const key = await app.given.key(app.owner.orgId)
  await app.post(
    { email: 'canary@example.com', phone: '+4915112345678', note: `my key is ${key.text}`, company: 'Northwind' },
    key.text,
  )
  const { deliveries } = await list({ keyId: key.id })
  const shown = deliveries[0]?.excerpt ?? ''
  assert.match(shown, /Northwind/)
  for (const secret of ['canary', '12345678', key.text.slice(8)]) assert.ok(!shown.includes(secret), shown)
})

test('pages follow each other without a gap or a repeat, with every filter', async () => {
  const key = await app.given.key(app.owner.orgId)
  for (let n = 0; n < 7; n++) await app.post({ email: n % 2 ? 'bad' : `p${n}@example.com` }, key.text)
  await settled(key.id, 7)
  const walk = async (filter: object) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ ...filter, limit: 2, ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.deliveries.map((delivery) => delivery.id))
      cursor = page.next_cursor
    } while (cursor !== null)
    return seen
  }
  const all = await walk({ keyId: key.id })
  assert.equal(all.length, 7)
  assert.deepEqual(all, [...new Set(all)].sort().reverse())
  assert.equal((await walk({ keyId: key.id, outcome: 'rejected' })).length, 3)
  assert.equal((await walk({ keyId: key.id, outcome: 'accepted' })).length, 4)
  assert.deepEqual(await walk({ keyId: key.id, from: new Date(Date.now() + 60_000).toISOString() }), [])
  assert.equal((await walk({ keyId: key.id, to: new Date(Date.now() + 60_000).toISOString() })).length, 7)
})

test('a delivery shows its body to the letter, and bytes that are no text as base64', async () => {
  const key = await app.given.key(app.owner.orgId)
  const bytes = Buffer.from([0x7b, 0xff, 0x7d])
  const text = '{ "email" : "maya@",\n "n": 9007199254740993 }'
  const sent = [await app.post(text, key.text), await app.post(bytes, key.text)]
  await settled(key.id, 2)
  const [first, second] = await Promise.all(
    sent.map(async (answer) => {
      const shown = await app.call('show-delivery', { deliveryId: answer.headers.get('X-Request-Id') })
      return shown.body.delivery as unknown as {
        curl: string
        body: { text: string | null; base64: string | null; redacted: string; bytes: number }
      }
    }),
  )
  assert.deepEqual([first?.body.text, first?.body.bytes], [text, text.length])
  assert.ok(!first?.body.redacted.includes('maya@'))
  assert.ok(first?.curl.includes(`--data-raw '${text}'`))
  assert.ok(first?.curl.includes(`'${app.url}/v1/leads'`))
  assert.deepEqual([second?.body.text, second?.body.base64], [null, bytes.toString('base64')])
})
