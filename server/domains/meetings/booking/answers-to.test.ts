import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Someone, TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { connectCalendar, startHosts } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let stop: () => Promise<void>
before(async () => ({ app, stop } = await startHosts()))
after(() => stop?.())

const dayMs = 86_400_000

interface Sent {
  readonly id: string
  readonly subject: string
  readonly attachments: readonly { readonly type: string }[]
}

/** Books the first free start, and answers whom the invitation names as its organizer, and whom the page of the meeting says to reach. */
const book = async (owner: Someone, email: string): Promise<{ organizer: string; reached: string }> => {
  const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 20 * dayMs).toISOString() }
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
  const isoTime = (body.slots as unknown as { start: string }[])[0]?.start
  const wish = { orgId: owner.orgId, name: 'Lea', email, date: 'x', time: 'x', timezone: 'UTC', isoTime }
  const booked = await app.call('booking', wish, null)
  assert.equal(booked.status, 200, JSON.stringify(booked.body))
  const mail = await until('the invitation', async () => {
    const found = await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(email)}`)
    return ((await found.json()) as Sent[]).find(({ subject }) => subject.startsWith('Confirmed'))
  })
  const at = mail.attachments.findIndex(({ type }) => type.startsWith('text/calendar'))
  const file = await (await fetch(`${app.url}/sandbox/mail/${mail.id}/attachments/${at}`)).text()
  const organizer = /^ORGANIZER[^\r]*?mailto:([^\r]+)/m.exec(file.replaceAll('\r\n ', ''))?.[1] ?? 'no organizer'
  const meeting = await fetch(`${app.url}${new URL(String(booked.body.meetingLink)).pathname}?lang=en`, { redirect: 'manual' })
  return { organizer, reached: /mailto:([^"]+)/.exec(await meeting.text())?.[1] ?? 'the room is there' }
}

test('answers to a meeting go to the mailbox of the calendar in which it stands, not to the address that its host signs in with', async () => {
  const owner = await app.given.organization()
  await connectCalendar(app, owner, 'mira@')
  assert.notEqual(owner.email, 'mira@sandbox.example')
  const { organizer, reached } = await book(owner, 'lea@example.com')
  assert.equal(organizer, 'mira@sandbox.example')
  assert.ok(['mira@sandbox.example', 'the room is there'].includes(reached), reached)
})

test('… to the host’s own mailbox, where answers are read, if no calendar is written into', async () => {
  const owner = await app.given.organization()
  const mailboxId = await connectGoogle(app, owner, 'jonas@')
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('calendars').set({ is_target: false }).where('connection_id', '=', mailboxId).execute(),
  )
  assert.equal((await book(owner, 'ole@example.com')).organizer, 'jonas@sandbox.example')
})

test('… and to the address of the sign-in where nothing is connected', async () => {
  const owner = await app.given.organization()
  assert.deepEqual(await book(owner, 'kim@example.com'), { organizer: owner.email, reached: owner.email })
})
