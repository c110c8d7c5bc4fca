import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app?.stop())

const dayMs = 86_400_000
let networks = 0

const given = async () => {
  const owner = await app.given.organization()
  const [from, to] = [2, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', from, to }, null)
  const starts = (body.slots as unknown as { start: string }[]).map(({ start }) => start)
  let next = 0
  const book = async (more: object) => {
    const wish = {
      orgId: owner.orgId,
      name: 'Maya',
      email: `maya${networks}@example.com`,
      date: 'x',
      time: 'x',
      timezone: 'UTC',
    }
    const response = await fetch(`${app.url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.22.${++networks}.1` },
      body: JSON.stringify({ type: 'booking', ...wish, isoTime: starts[2 * next++], ...more }),
    })
    return { status: response.status, body: (await response.json()) as { code?: string; field?: string } }
  }
  const bookings = async () =>
    (await app.call('list-bookings', {}, owner)).body.bookings as unknown as {
      name: string
      phone: string | null
      company: string | null
      contact: { name: string } | null
    }[]
  return { owner, book, bookings, starts }
}

test('a number that cannot be one is refused though it is optional; one that may be one of a country that is not known is kept', async () => {
  const { owner, book, bookings } = await given()
  const refused = await book({ phone: '+49 1' })
  assert.deepEqual([refused.status, refused.body.code, refused.body.field], [400, 'phone_unreadable', 'phone'])
  assert.equal((await book({ phone: '0151 12345678' })).status, 200)
  assert.equal((await book({ phone: '' })).status, 200)
  assert.deepEqual((await bookings()).map(({ phone }) => phone || null).sort(), ['0151 12345678', null])
  assert.equal((await app.call('update-workspace', { defaultCountry: 'DE' }, owner)).status, 200)
  assert.equal((await book({ phone: '12' })).body.code, 'phone_unreadable')
  assert.equal((await book({ phone: '0151 22345678' })).status, 200)
})

test('a name of several lines is one line on the booking and on the contact, from a page and from a member', async () => {
  const { owner, book, bookings, starts } = await given()
  assert.equal((await book({ name: 'Maya\r\nRao\u2028', company: 'Rao\nBakery' })).status, 200)
  const wish = { name: 'Otto\r\nBode', email: 'otto@example.com', company: 'Bode\tLtd', start: starts[20] }
  assert.equal((await app.call('create-booking', wish, owner)).status, 200)
  assert.deepEqual(
    (await bookings()).map(({ name, company, contact }) => [name, company, contact?.name]),
    [
      ['Maya Rao', 'Rao Bakery', 'Maya Rao'],
      ['Otto Bode', 'Bode Ltd', 'Otto Bode'],
    ],
  )
  assert.deepEqual([(await book({ name: '\r\n' })).status], [400])
})
