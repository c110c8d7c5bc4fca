import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Arrived, startMailServer } from '#test/mail/mail-server.ts'
import { type Outbox, openOutbox } from '#test/mail/outbox.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { smtpMail } from '../../../providers/smtp/mail.ts'
import { eventIdOf } from './bookings.ts'

let app: TestApp
let outbox: Outbox
let server: Awaited<ReturnType<typeof startMailServer>>
before(async () => {
  app = await startApp()
  outbox = await openOutbox(app)
  server = await startMailServer()
})
after(async () => {
  await outbox?.close()
  await app?.stop()
  await server?.stop()
})

const email = 'maya@example.com'
/** All that waits for the booker, as it arrives at a mail server. */
const arrive = async (owner: Someone): Promise<Arrived> => {
  const { rows } = await app.database.inOrg(owner.orgId, (db) =>
    sql<{ id: string }>`select id from mails where to_email = ${email} and state = 'queued' order by id`.execute(db),
  )
  const before = server.arrived.length
  const mail = smtpMail({ url: server.url, from: { address: 'desk@example.com', name: 'Desk' } })
  for (const { id } of rows) await outbox.send(owner.orgId, id, mail, new Date())
  assert.deepEqual([rows.length, server.arrived.length - before], [1, 1])
  return server.arrived.at(-1) as Arrived
}
/** The lines of a calendar file, unfolded. */
const linesOf = (ics: string): string[] => ics.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)
const fieldOf = (lines: readonly string[], name: string): string =>
  lines
    .find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    ?.replace(/^[^:]*:/, '')
    .replaceAll('\\', '') ?? ''

/** The part for calendars, and the file, which say the same. */
const invitationOf = ({ raw, email: mail }: Arrived): string[] => {
  const method = /^content-type: text\/calendar;[^\n]*\s+method=(\w+)/im.exec(raw.replaceAll(/\r\n[ \t]+/g, ' '))?.[1]
  const parts = mail.attachments.filter(({ mimeType }) => /calendar|ics/.test(mimeType))
  const texts = parts.map(({ content }) =>
    typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8'),
  )
  assert.ok(parts.length >= 1, raw.slice(0, 2_000))
  assert.equal(new Set(texts.map((text) => text.trim())).size, 1)
  assert.ok(
    parts.some(({ filename }) => filename?.endsWith('.ics')),
    'a file',
  )
  const lines = linesOf(texts[0] ?? '')
  assert.equal(fieldOf(lines, 'METHOD'), method, 'the part says its method')
  return lines
}

test('an email about a booking has its calendar event: the UID of the event in the host’s calendar for life, SEQUENCE one more each time, and the link of the answer', async () => {
  const owner = await app.given.organization()
  await app.call('update-workspace', { roomPattern: 'https://meet.example.com/{id}' }, owner)
  const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  const range = { from: `${day}T00:00:00Z`, to: new Date(Date.parse(day) + 9 * 86_400_000).toISOString() }
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
  const [first, second, third] = (body.slots as unknown as { start: string }[]).map(({ start }) => start)
  const wish = { orgId: owner.orgId, name: 'Maya', email, date: 'x', time: 'x', timezone: 'UTC', isoTime: first }
  const booked = await app.call('booking', wish, null)
  assert.equal(booked.status, 200, JSON.stringify(booked.body))
  const { meetingLink, manageLink } = booked.body as unknown as { meetingLink: string; manageLink: string }
  const [{ id } = { id: '' }] = (await app.call('list-bookings', {}, owner)).body.bookings as unknown as { id: string }[]
  const uid = `${eventIdOf(id)}@google.com`
  const stamp = (at: string | undefined): string => (at ?? '').replaceAll(/[-:]|\.\d+/g, '')

  const sent = await arrive(owner)
  const invited = invitationOf(sent)
  const said = (lines: readonly string[]) => ['METHOD', 'UID', 'SEQUENCE', 'DTSTART'].map((name) => fieldOf(lines, name))
  assert.deepEqual(said(invited), ['REQUEST', uid, '0', stamp(first)])
  for (const text of [sent.email.text ?? '', sent.email.html ?? '', invited.join('\n')])
    assert.ok(text.replaceAll('\\', '').includes(meetingLink), `${meetingLink} in ${text}`)

  const token = manageLink.split('/').at(-1)
  for (const [sequence, start] of [
    ['1', second],
    ['2', third],
  ] as const) {
    const moved = await app.call('reschedule-booking', { token, start }, null)
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    const again = await arrive(owner)
    assert.deepEqual(said(invitationOf(again)), ['REQUEST', uid, sequence, stamp(start)])
    assert.ok(again.email.html?.includes(meetingLink))
  }
  assert.equal((await app.call('cancel-booking', { token }, null)).status, 200)
  const cancelled = invitationOf(await arrive(owner))
  assert.deepEqual(said(cancelled), ['CANCEL', uid, '3', stamp(third)])
  assert.equal(fieldOf(cancelled, 'STATUS'), 'CANCELLED')
})
