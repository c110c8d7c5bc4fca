import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { until } from '#test/support/until.ts'
import { bookingIdOf, uidOf } from './bookings.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const dayMs = 86_400_000
const mailbox = 'mira@sandbox.example'
const booker = 'maya@client.example'

interface Listed {
  readonly id: string
  readonly state: string
  readonly starts_at: string
  readonly sequence: number
  readonly answer: string | null
  readonly open_answer: { readonly proposed_start: string | null; readonly proposed: string | null } | null
}
const listed = async (owner: Someone): Promise<Listed> =>
  ((await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as Listed[])[0] as Listed
const tasksOf = async (owner: Someone): Promise<string[]> =>
  ((await app.call('list-tasks', {}, owner)).body.tasks as unknown as { title: string }[])
    .map(({ title }) => title)
    .filter((title) => title.includes('by email'))

/** A workspace whose owner has a mailbox, and one meeting. */
const meeting = async () => {
  const owner = await app.given.organization()
  const mailboxId = await connectGoogle(app, owner)
  const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 20 * dayMs).toISOString() }
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
  const slots = (body.slots as unknown as { start: string }[]).map(({ start }) => new Date(start))
  const wish = { orgId: owner.orgId, name: 'Maya', email: booker, date: 'x', time: 'x', timezone: 'UTC', isoTime: slots[0] }
  assert.equal((await app.call('booking', wish, null)).status, 200)
  const { id } = await listed(owner)
  return { owner, slots, id, mailboxId }
}

const stamp = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const answer = (
  method: 'REPLY' | 'COUNTER',
  id: string,
  {
    partstat,
    start,
    sequence = 0,
    attendee = booker,
  }: { partstat: string; start?: Date | undefined; sequence?: number; attendee?: string },
): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', `METHOD:${method}`, 'BEGIN:VEVENT', `UID:${uidOf(id)}`],
    ...[`DTSTAMP:${stamp(new Date())}`, `SEQUENCE:${sequence}`, `ATTENDEE;PARTSTAT=${partstat}:mailto:${attendee}`],
    ...(start ? [`DTSTART:${stamp(start)}`, `DTEND:${stamp(new Date(start.getTime() + 1_800_000))}`] : []),
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')
/** A mail with a calendar part arrives, and is read. */
const send = async (owner: Someone, mailboxId: string, from: string, calendar: string, kind = 'person'): Promise<void> => {
  const form = { email: mailbox, from, subject: 'Re: our meeting', text: 'See the calendar', calendar, kind }
  const sent = await fetch(`${app.url}/sandbox/google/mail/write`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  assert.equal(sent.status, 303)
  const synced = async () => {
    const { body } = await app.call('list-mail-folders', { userEmail: mailbox }, owner)
    return (body.reading as unknown as { synced_at: string | null }).synced_at
  }
  const was = await synced()
  await app.call('sync-mailbox', { mailboxId }, owner)
  await until('the mailbox was read', async () => ((await synced()) === was ? undefined : true))
}
const decide = (who: Someone, bookingId: string, decision: string) =>
  app.call('decide-booker-answer', { bookingId, decision }, who)

test('a booker who declines by email is shown so, with a task, and the meeting stands until a member decides', async () => {
  const { owner, id, mailboxId } = await meeting()
  await send(owner, mailboxId, booker, answer('REPLY', id, { partstat: 'DECLINED' }))
  await until('the answer', async () => (await listed(owner)).answer ?? undefined)
  const shown = await listed(owner)
  assert.deepEqual(
    [shown.state, shown.answer, shown.sequence, shown.open_answer],
    ['confirmed', 'declined', 0, { proposed_start: null, proposed: null }],
  )
  assert.equal((await tasksOf(owner)).length, 1)
  const colleague = await app.given.person(owner.orgId, 'member')
  assert.equal((await decide(colleague, id, 'keep')).body.code, 'forbidden')
  assert.equal((await decide(owner, id, 'accept')).body.code, 'booking_not_answered')
  assert.equal((await decide(owner, id, 'keep')).status, 200)
  assert.deepEqual([(await listed(owner)).answer, (await listed(owner)).open_answer], ['declined', null])
  assert.deepEqual(await tasksOf(owner), [])
  assert.equal((await decide(owner, id, 'keep')).body.code, 'booking_not_answered')
  await send(owner, mailboxId, booker, answer('REPLY', id, { partstat: 'ACCEPTED' }))
  await until('the later answer', async () => ((await listed(owner)).answer === 'accepted' ? true : undefined))
})

test('a time that the booker proposes by email is taken when a member accepts it, and nothing moves before', async () => {
  const { owner, id, slots, mailboxId } = await meeting()
  const start = slots[3]
  await send(owner, mailboxId, booker, answer('COUNTER', id, { partstat: 'TENTATIVE', start }))
  await until('the proposal', async () => ((await listed(owner)).answer === 'proposed' ? true : undefined))
  const before = await listed(owner)
  assert.deepEqual([before.starts_at, before.sequence], [slots[0]?.toISOString(), 0])
  assert.equal(before.open_answer?.proposed_start, start?.toISOString())
  assert.match((await tasksOf(owner))[0] ?? '', /^Maya proposes .+ by email/)
  assert.equal((await decide(owner, id, 'accept')).status, 200)
  const moved = await listed(owner)
  assert.deepEqual([moved.starts_at, moved.sequence, moved.answer, moved.open_answer], [start?.toISOString(), 1, null, null])
  assert.deepEqual(await tasksOf(owner), [])
  // A time that another meeting has.
  const other = { orgId: owner.orgId, name: 'Ole', email: 'ole@example.com', date: 'x', time: 'x', timezone: 'UTC' }
  assert.equal((await app.call('booking', { ...other, isoTime: slots[6] }, null)).status, 200)
  await send(owner, mailboxId, booker, answer('COUNTER', id, { partstat: 'TENTATIVE', start: slots[6], sequence: 1 }))
  const ours = async () =>
    ((await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as Listed[]).find(
      (each) => each.id === id,
    )
  await until('the second proposal', async () => ((await ours())?.answer === 'proposed' ? true : undefined))
  assert.equal((await decide(owner, id, 'accept')).body.code, 'slot_taken')
  assert.equal((await ours())?.starts_at, start?.toISOString())
  assert.equal((await app.call('manage-booking', { bookingId: id, action: 'cancel' }, owner)).status, 200)
  assert.deepEqual([await tasksOf(owner), (await ours())?.open_answer], [[], null])
})

test('an answer from another address, in another name, about an earlier time, from junk, or about no booking changes nothing', async () => {
  const { owner, id, mailboxId } = await meeting()
  const declined = answer('REPLY', id, { partstat: 'DECLINED' })
  await send(owner, mailboxId, 'mallory@evil.example', declined)
  await send(owner, mailboxId, booker, answer('REPLY', id, { partstat: 'DECLINED', attendee: 'mallory@evil.example' }))
  await send(owner, mailboxId, booker, declined, 'junk')
  await send(owner, mailboxId, booker, answer('REPLY', '01980000-0000-7000-8000-000000000000', { partstat: 'DECLINED' }))
  await send(owner, mailboxId, booker, declined.replace(uidOf(id), `${id}@other.example`))
  await send(owner, mailboxId, booker, declined.replace('METHOD:REPLY', 'METHOD:REQUEST'))
  await app.call('move-booking', { bookingId: id, start: (await freeOf(owner))[5] }, owner)
  assert.equal((await listed(owner)).sequence, 1)
  await send(owner, mailboxId, booker, declined)
  // The reaction has come as far as the last of them once it has heard one that counts.
  await sleep(500)
  assert.deepEqual([(await listed(owner)).answer, await tasksOf(owner)], [null, []])
  await send(owner, mailboxId, booker, answer('REPLY', id, { partstat: 'TENTATIVE', sequence: 1 }))
  await until('the one that counts', async () => ((await listed(owner)).answer === 'tentative' ? true : undefined))
  assert.deepEqual(await tasksOf(owner), [])
})

const freeOf = async (owner: Someone): Promise<string[]> => {
  const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 20 * dayMs).toISOString() }
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
  return (body.slots as unknown as { start: string }[]).map(({ start }) => start)
}

test('the UID of an invitation leads to its booking and to no other', () => {
  const id = '01980000-0000-7000-8000-0000000000ab'
  assert.equal(bookingIdOf(uidOf(id)), id)
  assert.equal(bookingIdOf(uidOf(id).toUpperCase()), id)
  for (const uid of ['', `${id}@google.com`, `x${uidOf(id)}`, uidOf(id).replace('google', 'example')])
    assert.equal(bookingIdOf(uid), null)
})
