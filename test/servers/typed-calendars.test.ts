import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { mailboxesOf } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'
import { isMissing, startCalendarServer } from '../support/calendar-server.ts'

const skip = isMissing('radicale')
let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const authorization = `Basic ${Buffer.from('jo:right').toString('base64')}`

/** A Wednesday in one or two weeks, at an hour of UTC. */
const at = (hour: number): Date => {
  const day = new Date(Date.now() + 7 * 86_400_000)
  const date = day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), date, hour))
}
const stamp = (date: Date): string => date.toISOString().replaceAll(/[-:]|\.\d+/g, '')

test('a calendar server that was typed takes time from the slots, gets the meeting, and loses it when it is cancelled', {
  skip,
}, async () => {
  const server = await startCalendarServer('radicale')
  const raw = async (method: string, path: string, body?: string): Promise<string> => {
    const answer = await fetch(new URL(path, server.url), {
      ...{ method, headers: { authorization, 'content-type': 'text/calendar' } },
      ...(body !== undefined && { body }),
    })
    assert.ok(answer.ok, `${method} ${path} ${answer.status}`)
    return answer.text()
  }
  try {
    await raw('MKCALENDAR', '/jo/work/')
    const lines = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'BEGIN:VEVENT', 'UID:dentist@own.example', 'SUMMARY:Dentist'],
      ...[
        `DTSTAMP:${stamp(new Date())}`,
        `DTSTART:${stamp(at(10))}`,
        `DTEND:${stamp(at(11))}`,
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ],
    ]
    await raw('PUT', '/jo/work/dentist.ics', lines.join('\r\n'))

    const owner = await app.given.organization()
    const caldav = { url: server.url, user: 'jo', password: 'right' }
    const wrong = await app.call(
      'connect-mailbox',
      { provider: 'imap', email: 'jo@own.example', caldav: { ...caldav, password: 'wrong' } },
      owner,
    )
    assert.deepEqual([wrong.status, wrong.body.code, wrong.body.field], [400, 'mail_login_refused', 'caldav'])
    const { status, body } = await app.call('connect-mailbox', { provider: 'imap', email: 'jo@own.example', caldav }, owner)
    assert.equal(status, 200, JSON.stringify(body))
    await until('the calendar', async () => (await mailboxesOf(app, owner)).find(({ synced_at }) => synced_at))

    const range = { from: at(0).toISOString(), to: at(23).toISOString() }
    const { slots } = (await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)).body
    const starts = (slots as unknown as { start: string }[]).map(({ start }) => new Date(start).getTime())
    assert.ok(starts.length > 0)
    assert.ok(!starts.some((start) => start >= at(10).getTime() && start < at(11).getTime()), 'a start during the event')

    const isoTime = new Date(starts[0] ?? 0).toISOString()
    const wish = {
      orgId: owner.orgId,
      name: 'Lena',
      email: 'lena@client.example',
      date: 'x',
      time: 'x',
      timezone: 'UTC',
      isoTime,
    }
    const booked = await app.call('booking', wish, null)
    assert.equal(booked.status, 200, JSON.stringify(booked.body))
    const held = () => raw('GET', '/jo/work/')
    await until('the event', async () => ((await held()).includes(`DTSTART:${stamp(new Date(isoTime))}`) ? true : undefined))
    assert.ok((await held()).includes('Lena'))

    const token = String(booked.body.manageLink).split('/').at(-1)
    assert.equal((await app.call('cancel-booking', { token }, null)).status, 200)
    await until('its end', async () => ((await held()).includes('Lena') ? undefined : true))
    assert.ok((await held()).includes('Dentist'))
  } finally {
    await server.stop()
  }
})
