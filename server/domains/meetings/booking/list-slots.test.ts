import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true })
})
after(() => app?.stop())

const dayMs = 86_400_000
/** From midnight on: the first starts are those of a whole day, whatever time it is. */
const range = () => {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const [from, to] = [2, 20].map((days) => new Date(today + days * dayMs).toISOString())
  return { from, to }
}
const startsOf = async (owner: Someone, more: object = {}, who: Someone | null = null): Promise<string[]> => {
  const wish = { orgId: owner.orgId, eventType: 'hour', timezone: 'UTC', ...range(), ...more }
  const { status, body } = await app.call('list-slots', wish, who)
  assert.equal(status, 200, JSON.stringify(body))
  return (body.slots as unknown as { start: string }[]).map(({ start }) => start)
}
interface Booked {
  readonly id: string
  readonly starts_at: string
  readonly hosts: readonly { readonly id: string }[]
  readonly because: { readonly rule: string }
}
const listed = async (owner: Someone): Promise<Booked[]> =>
  (await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as Booked[]
const typeOf = async (owner: Someone, hosts: readonly Someone[]): Promise<void> => {
  const type = { slug: 'hour', name: 'Hour', minutes: 60, grid: 30, hosts: hosts.map(({ personId }) => personId) }
  const { status, body } = await app.call('save-event-type', { ...type, mode: hosts.length > 1 ? 'round_robin' : 'one' }, owner)
  assert.equal(status, 200, JSON.stringify(body))
}
const book = async (owner: Someone, start: string | undefined) => {
  const wish = { orgId: owner.orgId, eventType: 'hour', name: 'Maya', email: 'maya@example.com', date: 'x', time: 'x' }
  const { status, body } = await app.call('booking', { ...wish, timezone: 'UTC', isoTime: start }, null)
  assert.equal(status, 200, JSON.stringify(body))
  const tokenOf = (link: unknown): string => String(link).split('/').at(-1) ?? ''
  return { token: tokenOf(body.manageLink), meet: tokenOf(body.meetingLink) }
}

test('the time of a booking is free for who moves it, and a link or an id that is not of it changes nothing', async () => {
  const [owner, stranger] = await Promise.all([app.given.organization(), app.given.organization()])
  const member = await app.given.person(owner.orgId, 'member')
  await Promise.all([typeOf(owner, [owner]), typeOf(stranger, [stranger])])
  const all = await startsOf(owner)
  const [first = '', half = ''] = all
  const { token, meet } = await book(owner, first)
  const [booking] = await listed(owner)
  const foreign = await book(stranger, (await startsOf(stranger))[0])
  const without = await startsOf(owner)
  assert.ok(!without.includes(first) && !without.includes(half))
  for (const [more, who] of [
    [{ token }, null],
    [{ bookingId: booking?.id }, owner],
    [{ bookingId: booking?.id }, member],
  ] as const)
    assert.deepEqual(await startsOf(owner, more, who), all)
  for (const [more, who] of [
    [{ token: foreign.token }, null],
    [{ token: meet }, null],
    [{ token: `${token}x` }, null],
    [{ token: 'nothing-of-this-kind-exists' }, null],
    [{ bookingId: booking?.id }, null],
    [{ bookingId: (await listed(stranger))[0]?.id }, owner],
  ] as const)
    assert.deepEqual(await startsOf(owner, more, who), without, JSON.stringify(more))
  const asked = { orgId: owner.orgId, eventType: 'hour', timezone: 'UTC', ...range(), bookingId: booking?.id }
  assert.equal((await app.call('list-slots', asked, stranger)).status, 403)
  assert.equal((await app.call('cancel-booking', { token }, null)).status, 200)
  assert.deepEqual(await startsOf(owner, { token }), all)
})

test('a meeting that is moved onto a part of its own time keeps its host, and gets another one where that one is taken', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  await typeOf(owner, [owner, maya])
  const [first = '', half = '', , later = ''] = await startsOf(owner)
  const { token } = await book(owner, first)
  const hostsAt = async (start: string) => (await listed(owner)).filter(({ starts_at }) => starts_at === start)
  const [before] = await hostsAt(first)
  const move = async (start: string): Promise<void> =>
    assert.equal((await app.call('reschedule-booking', { token, start }, null)).status, 200)
  assert.ok((await startsOf(owner, { token })).includes(half))
  await move(half)
  const [moved] = await hostsAt(half)
  assert.deepEqual([moved?.id, moved?.hosts, moved?.because.rule], [before?.id, before?.hosts, 'kept'])

  const host = before?.hosts[0]?.id
  const taken = { eventType: 'hour', hostId: host, start: later, name: 'Omar', email: 'omar@example.com' }
  assert.equal((await app.call('create-booking', taken, owner)).status, 200)
  await move(later)
  const other = (await hostsAt(later)).find(({ id }) => id === before?.id)
  assert.deepEqual(
    other?.hosts.map(({ id }) => id),
    [owner.personId, maya.personId].filter((id) => id !== host),
  )
})
