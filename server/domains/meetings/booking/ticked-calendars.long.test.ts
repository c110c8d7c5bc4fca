import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Someone, TestApp } from '#test/support/app.ts'
import { connectCalendar, hostCalendars, ownEvent, readAgain, startHosts } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let stop: () => Promise<void>
before(async () => {
  ;({ app, stop } = await startHosts())
})
after(() => stop?.())

const dayMs = 86_400_000
const done = async (type: string, body: object, who: Someone): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}

test('events of a calendar that counts from now on, or again, are conflicts with the meetings that they lie over; what was kept stays kept', async () => {
  const owner = await app.given.organization()
  await connectCalendar(app, owner, 'mira@')
  const google = await hostCalendars(app, owner)
  const second = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('calendars')
      .selectAll()
      .where('is_target', '=', false)
      .where('is_writable', '=', true)
      .executeTakeFirstOrThrow(),
  )
  const tick = (ticked: boolean) => done('update-calendar', { calendarId: second.id, ticked }, owner)
  const copied = (providerId: string) =>
    until(`the copy of ${providerId}`, () =>
      app.database.inOrg(owner.orgId, (db) =>
        db.selectFrom('calendar_events').select('counts').where('provider_id', '=', providerId).executeTakeFirst(),
      ),
    )
  const [from, to] = [1, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const { slots } = (await done('list-slots', { orgId: owner.orgId, timezone: 'UTC', from, to }, owner)) as {
    slots: { start: string }[]
  }
  const book = async (name: string, nth: number): Promise<string> => {
    const wish = { name, email: `${name}@example.com`, start: slots[nth]?.start, timezone: 'UTC' }
    return String((await done('create-booking', wish, owner)).bookingId)
  }
  const startOf = (nth: number): Date => new Date(slots[nth]?.start ?? '')
  const conflictsOf = async (bookingId: string): Promise<string[]> => {
    const { detail } = (await done('show-booking-detail', { bookingId }, owner)) as {
      detail: { booking: { conflicts: string[] } }
    }
    return detail.booking.conflicts
  }
  const asked = async (name: string): Promise<number> => {
    const { tasks } = (await done('list-tasks', {}, owner)) as { tasks: { title: string }[] }
    return tasks.filter(({ title }) => title.includes(`another event during the meeting with ${name}`)).length
  }

  // Never read before: its first copy.
  const first = await book('Maya', 0)
  await google.putEvent(second.provider_id, ownEvent('before1', startOf(0)))
  await google.putEvent(second.provider_id, ownEvent('before2', startOf(6)))
  await tick(true)
  await until('the first task', async () => (await asked('Maya')) === 1)
  assert.deepEqual(await conflictsOf(first), ['Dentist'])
  await done('decide-outside-change', { bookingId: first, decision: 'keep_both' }, owner)

  // Copied, not counted while the meeting was booked, and counted again: nothing changed there meanwhile.
  await copied('before2')
  await tick(false)
  const other = await book('Rao', 6)
  await readAgain(app, owner)
  assert.deepEqual(await conflictsOf(other), [])
  await tick(true)
  assert.deepEqual(await conflictsOf(other), ['Dentist'])
  await until('the second task', async () => (await asked('Rao')) === 1)
  assert.deepEqual([await asked('Maya'), await conflictsOf(first)], [0, []])
  await tick(false)
  await tick(true)
  await readAgain(app, owner)
  assert.equal(await asked('Rao'), 1)
})
