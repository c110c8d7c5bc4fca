import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { openBody } from '#domains/platform/mail-out/mails.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true })
})
after(() => app?.stop())

const vault = makeVault(Buffer.alloc(32, 7)) // as startApp has it
const dayMs = 86_400_000
const email = 'maya@example.com'

const done = async (type: string, body: object, who: Someone | null): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}

/** A booking of a type that needs approval, as its booker and its host have it. */
const request = async () => {
  const owner = await app.given.organization()
  const type = { slug: 'asked', name: 'Asked', minutes: 30, mode: 'one', hosts: [owner.personId], approval: true }
  await done('save-event-type', type, owner)
  const [from, to] = [2, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const offered = await done('list-slots', { orgId: owner.orgId, eventType: 'asked', timezone: 'UTC', from, to }, null)
  const starts = (offered.slots as { start: string }[]).map(({ start }) => start)
  const wish = { orgId: owner.orgId, eventType: 'asked', name: 'Maya', email, date: 'x', time: 'x', timezone: 'UTC' }
  const { manageLink } = await done('booking', { ...wish, isoTime: starts[0] }, null)
  const [{ id: bookingId } = { id: '' }] = (await done('list-bookings', { state: 'all' }, owner)).bookings as { id: string }[]
  return { owner, starts, bookingId, token: String(manageLink).split('/').at(-1) ?? '' }
}

/** The last mail to them that was not withdrawn: what it begins with, and what its calendar file does. */
const lastMail = ({ orgId }: Someone, to: string): Promise<string[]> =>
  app.database.inOrg(orgId, async (db) => {
    const mails = db
      .selectFrom('mails')
      .selectAll()
      .where('to_email', '=', to)
      .where('sealed', 'is not', null)
      .orderBy('id', 'desc')
    const mail = await mails.limit(1).executeTakeFirst()
    if (!mail) return []
    const { calendar, text } = openBody(vault, mail)
    assert.ok(calendar === null || calendar.text.includes(`METHOD:${calendar.method}`))
    return [mail.subject.split(':')[0] ?? '', text.split('\n')[0] ?? '', calendar?.method ?? 'no file']
  })
/** Whether the page on which its booker moves it says that its host has to confirm the new time. */
const saysItAsks = async (token: string): Promise<boolean> => {
  const page = await fetch(`${app.url}/booking/${token}/move?lang=en`)
  assert.equal(page.status, 200)
  return (await page.text()).includes('A new time is a new request')
}

const waitingReminders = ({ orgId }: Someone) =>
  app.database.inOrg(orgId, (db) =>
    db.selectFrom('booking_reminders').select('sequence').where('state', '=', 'waiting').execute(),
  )

test('a request that is moved is a request still: no mail about it has a calendar file, whether booker or host moves it, and none is owed when it is declined', async () => {
  const { owner, starts, bookingId, token } = await request()
  assert.deepEqual(await lastMail(owner, email), ['Request received', 'We received your request', 'no file'])
  const moves = [
    () => done('reschedule-booking', { token, start: starts[1] }, null),
    () => done('move-booking', { bookingId, start: starts[2] }, owner),
    () => done('move-booking', { bookingId, start: starts[3], anyTime: true }, owner),
  ]
  for (const [n, move] of moves.entries()) {
    await move()
    assert.deepEqual(await lastMail(owner, email), ['New time', 'Your request has a new time', 'no file'], String(n))
    // Who moves it knows, and what waited for them is of an earlier time.
    assert.equal((await lastMail(owner, owner.email))[0], n === 0 ? 'Meeting request' : undefined, String(n))
  }
  await done('manage-booking', { action: 'decline', bookingId }, owner)
  assert.deepEqual(await lastMail(owner, email), ['Declined', 'Your request was declined', 'no file'])
})

test('a booker who moves an approved meeting asks anew: it leaves their calendar, is reminded of no more, and returns with the next approval', async () => {
  const { owner, starts, bookingId, token } = await request()
  await done('manage-booking', { action: 'approve', bookingId }, owner)
  assert.deepEqual(await lastMail(owner, email), ['Confirmed', 'Your meeting is confirmed', 'REQUEST'])
  assert.ok((await waitingReminders(owner)).length > 0)

  assert.ok(await saysItAsks(token), 'before it is moved')
  const moved = await done('reschedule-booking', { token, start: starts[1] }, null)
  assert.equal((moved.booking as { status: string }).status, 'pending')
  assert.deepEqual(await lastMail(owner, email), ['New time', 'Your request has a new time', 'CANCEL'])
  assert.equal((await lastMail(owner, owner.email))[0], 'Meeting request')
  assert.deepEqual(await waitingReminders(owner), [])
  const offered = { orgId: owner.orgId, eventType: 'asked', timezone: 'UTC' }
  const range = { from: starts[0], to: new Date(Date.parse(starts[0] ?? '') + dayMs).toISOString() }
  const free = (await done('list-slots', { ...offered, ...range }, null)).slots as { start: string }[]
  assert.deepEqual(
    free.slice(0, 2).map(({ start }) => start),
    [starts[0], starts[2]],
    'the new time is reserved, and the old one is free',
  )

  await done('manage-booking', { action: 'approve', bookingId }, owner)
  assert.deepEqual(await lastMail(owner, email), ['Confirmed', 'Your meeting is confirmed', 'REQUEST'])
  assert.ok((await waitingReminders(owner)).every(({ sequence }) => sequence === 3))
  assert.ok((await waitingReminders(owner)).length > 0)
})

test('a meeting that its host moves, or that needs no approval, stays confirmed', async () => {
  const { owner, starts, bookingId, token } = await request()
  await done('manage-booking', { action: 'approve', bookingId }, owner)
  await done('move-booking', { bookingId, start: starts[1] }, owner)
  assert.deepEqual(await lastMail(owner, email), ['New time', 'Your meeting has a new time', 'REQUEST'])
  await app.database.inOrg(owner.orgId, (db) => db.updateTable('event_types').set({ approval: false }).execute())
  assert.ok(!(await saysItAsks(token)))
  const moved = await done('reschedule-booking', { token, start: starts[2] }, null)
  assert.equal((moved.booking as { status: string }).status, 'confirmed')
  assert.deepEqual(await lastMail(owner, email), ['New time', 'Your meeting has a new time', 'REQUEST'])
})
