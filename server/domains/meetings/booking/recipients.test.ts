import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import type { Answer } from '#test/support/requests.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app.stop())

let addresses = 0
const networkOfItsOwn = (): Record<string, string> => ({ 'x-forwarded-for': `198.19.${++addresses & 255}.1` })

/** As a bot sends it: each time from another network. */
const ask = async (type: string, body: object): Promise<Answer> => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...networkOfItsOwn() },
    body: JSON.stringify({ type, ...body }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

const dayMs = 86_400_000
/** A Monday some weeks ahead, in UTC. */
const monday = (() => {
  const ahead = new Date(Date.now() + 21 * dayMs)
  return new Date(ahead.getTime() - ((ahead.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
})()
const at = (time: string): string => `${monday}T${time}:00Z`

const book = async ({ orgId }: Someone, time: string, email: string): Promise<Answer> =>
  ask('booking', {
    ...{ orgId, email, name: 'Maya Rao', date: 'Monday', time: 'morning', isoTime: at(time), timezone: 'Europe/Berlin' },
  })
const tokenOf = ({ status, body }: Answer): string => {
  assert.equal(status, 200, JSON.stringify(body))
  return String(body.manageLink).split('/').at(-1) ?? ''
}
const mailsTo = ({ orgId }: Someone, email: string) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('mails').select('id').where('to_email', '=', email).orderBy('id').execute())

test('a stranger causes ten mails a day to one recipient at most, by bookings and changes together, also at once; cancelling stays allowed', async () => {
  const owner = await app.given.organization()
  const email = 'victim@example.com'
  const token = tokenOf(await book(owner, '09:00', email))
  const other = tokenOf(await book(owner, '16:00', email))
  for (const time of ['10:00', '11:00', '10:00', '11:00'])
    assert.equal((await ask('reschedule-booking', { token, start: at(time) })).status, 200)
  const times = ['12:00', '12:30', '13:00', '13:30', '14:00']
  const answers = await Promise.all(
    times.flatMap((time, n) => [
      ask('reschedule-booking', { token, start: at(time) }),
      ask('reschedule-booking', { token: other, start: at(times[(n + 2) % 5] ?? time) }),
    ]),
  )
  assert.ok(answers.some(({ status }) => status === 429))
  for (const time of ['14:30', '15:00', '14:30', '15:00', '14:30']) await ask('reschedule-booking', { token, start: at(time) })
  assert.equal((await mailsTo(owner, email)).length, 10)
  const refused = await ask('reschedule-booking', { token, start: at('15:30') })
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_bookings'])
  const waitSeconds = Number(refused.headers.get('retry-after'))
  assert.ok(waitSeconds > 86_000 && waitSeconds <= 86_400, String(waitSeconds))
  assert.deepEqual((await book(owner, '15:30', email)).body.code, 'too_many_bookings')
  // Nobody else waits for it.
  tokenOf(await book(owner, '15:30', 'other@example.com'))
  const page = await fetch(`${app.url}/booking/${token}/move?lang=en`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...networkOfItsOwn() },
    body: new URLSearchParams({ start: at('15:00') }),
  })
  assert.equal(page.status, 429)
  assert.match(await page.text(), /Too many meetings were booked or changed for this address/)
  assert.equal((await ask('cancel-booking', { token })).status, 200)
})
