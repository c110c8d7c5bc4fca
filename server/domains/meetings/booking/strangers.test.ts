import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  const env = {
    ...{ TRUSTED_PROXIES: '127.0.0.1', MAX_OPEN_BOOKINGS_PER_RECIPIENT: '2' },
    ...{ MAX_BOOKING_MAILS_PER_RECIPIENT: '4', MAX_BOOKINGS_PER_NETWORK: '3' },
  }
  app = await startApp({ env })
})
after(() => app.stop())

let networks = 0
/** An address of a network that nothing else uses. */
const elsewhere = (): string => `198.19.${++networks}.1`

const ask = async (type: string, body: object, address: string) => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ type, ...body }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const dayMs = 86_400_000
/** A Monday some weeks ahead, in UTC. */
const monday = (() => {
  const ahead = new Date(Date.now() + 21 * dayMs)
  return new Date(ahead.getTime() - ((ahead.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
})()
const at = (time: string): string => `${monday}T${time}:00Z`

const book = ({ orgId }: Someone, time: string, email: string, address = elsewhere()) =>
  ask(
    'booking',
    { ...{ orgId, email, name: 'Maya Rao', date: 'Monday', time }, isoTime: at(time), timezone: 'Europe/Berlin' },
    address,
  )

test('an operator sets how many open bookings one recipient may have of visitors', async () => {
  const owner = await app.given.organization()
  const answers = []
  for (const time of ['09:00', '10:00', '11:00']) answers.push(await book(owner, time, 'busy@example.com'))
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.code]),
    [
      [200, undefined],
      [200, undefined],
      [429, 'too_many_bookings'],
    ],
  )
  assert.equal((await book(owner, '11:00', 'other@example.com')).status, 200)
})

test('an operator sets how many emails a day visitors may cause to one recipient', async () => {
  const owner = await app.given.organization()
  const made = await book(owner, '09:00', 'moving@example.com')
  const token = String(made.body.manageLink).split('/').at(-1)
  const move = async (time: string) =>
    (await ask('reschedule-booking', { token, start: at(time) }, elsewhere())).body.code ?? 'moved'
  const codes = []
  for (const time of ['10:00', '11:00', '12:00', '13:00']) codes.push(await move(time))
  assert.deepEqual(codes, ['moved', 'moved', 'moved', 'too_many_bookings'])
  assert.equal((await book(owner, '14:00', 'moving@example.com')).body.code, 'too_many_bookings')
})

test('an operator sets how many bookings an hour one network may make', async () => {
  const owner = await app.given.organization()
  const codes = []
  for (const [n, time] of ['09:00', '10:00', '11:00', '12:00'].entries())
    codes.push((await book(owner, time, `visitor${n}@example.com`, `203.0.113.${n + 1}`)).body.code ?? 'booked')
  assert.deepEqual(codes, ['booked', 'booked', 'booked', 'too_many_bookings'])
  assert.equal((await book(owner, '12:00', 'visitor@example.com', '203.0.112.9')).status, 200)
})
