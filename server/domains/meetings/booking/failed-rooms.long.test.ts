import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Someone, TestApp } from '#test/support/app.ts'
import { givenHost, startHosts } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let stop: () => Promise<void>
before(async () => {
  ;({ app, stop } = await startHosts())
})
after(() => stop?.())

const dayMs = 86_400_000
const done = async (type: string, body: object, who: Someone | null): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}
const behave = (deed: Record<string, string>) =>
  fetch(`${app.url}/sandbox/google/calendar/behave`, { method: 'POST', body: new URLSearchParams(deed) })

interface Step {
  readonly id: string
  readonly kind: string
  readonly state: string
  readonly reason: string | null
}
const stepOf = async (owner: Someone, bookingId: string): Promise<Step> => {
  const { detail } = (await done('show-booking-detail', { bookingId }, owner)) as { detail: { effects: Step[] } }
  return detail.effects.findLast(({ kind }) => kind === 'calendar') as Step
}
const book = async (owner: Someone) => {
  const [from, to] = [1, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const { slots } = (await done('list-slots', { orgId: owner.orgId, timezone: 'UTC', from, to }, null)) as {
    slots: { start: string }[]
  }
  const wish = { name: 'Maya', email: 'maya@example.com', start: slots[0]?.start, timezone: 'UTC' }
  const { bookingId, meetingLink } = await done('create-booking', wish, owner)
  return { bookingId: String(bookingId), path: new URL(String(meetingLink)).pathname }
}
const meet = (path: string) => fetch(`${app.url}${path}?lang=en`, { redirect: 'manual' })
const noticesOf = async (owner: Someone): Promise<string[]> =>
  ((await done('list-notices', {}, owner)).notices as { kind: string }[]).map(({ kind }) => kind)

test('a room that Google could not make is a failed step with its reason, the meeting link names the host, and a retry asks for another', async () => {
  const { owner } = await givenHost(app)
  await behave({ hasFailingRooms: 'on' })
  const { bookingId, path } = await book(owner)
  const step = await until('the failure', async () => {
    const now = await stepOf(owner, bookingId)
    return now.state === 'failed' ? now : undefined
  })
  assert.equal(step.reason, 'Google could not make the video room')
  assert.deepEqual(await noticesOf(owner), ['meeting_step_failed'])
  const page = await meet(path)
  const says = await page.text()
  assert.ok(page.status === 200 && says.includes('There is no video room'), says)
  // The mailbox of the calendar in which the meeting stands, not the address with which its host signs in.
  assert.ok(says.includes('mira@sandbox.example') && !says.includes(owner.email), says)

  await behave({})
  await done('retry-booking-effect', { effectId: step.id }, owner)
  await until('the room', async () => (await meet(path)).status === 303)
  assert.deepEqual([(await stepOf(owner, bookingId)).state, await noticesOf(owner)], ['done', []])
})

test('a room that stays pending is looked for until its limit, and is a failed step then', async () => {
  const { owner } = await givenHost(app)
  await behave({ hasPendingRooms: 'on' })
  const { bookingId, path } = await book(owner)
  const step = await until('the wait', async () => {
    const now = await stepOf(owner, bookingId)
    return now.reason === 'The video room is being made' ? now : undefined
  })
  assert.equal(step.state, 'queued')
  const again = (tries: number) =>
    app.database.inOrg(owner.orgId, (db) =>
      db.updateTable('booking_effects').set({ tries }).where('id', '=', step.id).execute(),
    )
  const look = () =>
    app.database.pool.query(`insert into jobs.job (name, data) values ('do-booking-effect', $1)`, [
      JSON.stringify({ orgId: owner.orgId, effectId: step.id }),
    ])
  // The looks between, which take ten minutes, are left out.
  await again(6)
  await look()
  await until('one more look', () =>
    app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('booking_effects').select('id').where('id', '=', step.id).where('tries', '=', 7).executeTakeFirst(),
    ),
  )
  await look()
  const failed = await until('the failure', async () => {
    const now = await stepOf(owner, bookingId)
    return now.state === 'failed' ? now : undefined
  })
  assert.equal(failed.reason, 'Google has not made the video room')
  assert.ok((await (await meet(path)).text()).includes('There is no video room'))
  await behave({})
  await done('retry-booking-effect', { effectId: step.id }, owner)
  await until('the room', async () => (await meet(path)).status === 303)
})
