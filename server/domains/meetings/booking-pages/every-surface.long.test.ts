import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { sayTime } from '#shapes/time-texts.ts'
import { momentsOf } from '#shapes/wall-clocks.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const dayMs = 86_400_000

interface Mail {
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly attachments: readonly { readonly type: string }[]
}
const mailsTo = async (email: string): Promise<Mail[]> =>
  (await (await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(email)}`)).json()) as Mail[]
const mailTo = (email: string, subject: string): Promise<Mail> =>
  until(`the email «${subject}» to ${email}`, async () =>
    (await mailsTo(email)).find((mail) => mail.subject.startsWith(subject)),
  )
const calendarOf = async ({ id, attachments }: Mail): Promise<string> => {
  const index = attachments.findIndex(({ type }) => type.startsWith('text/calendar'))
  assert.ok(index >= 0, 'no calendar file')
  return (await fetch(`${app.url}/sandbox/mail/${id}/attachments/${index}`)).text()
}
const pageOf = async (path: string): Promise<string> => (await fetch(new URL(path, app.url))).text()
const listed = async (owner: Someone) =>
  (await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as Record<string, string>[]
const icsOf = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
const remindNow = async (owner: Someone): Promise<void> => {
  await app.database.inOrg(owner.orgId, (db) =>
    sql`update booking_reminders set due_at = now() - interval '1 minute' where state = 'waiting' and minutes_before = 60`.execute(
      db,
    ),
  )
  assert.equal((await app.call('process-reminders', {}, owner)).status, 200)
}

test('the second of a repeated half hour reads the same in slots, pages, answer, list, busy times, emails, calendar file and reminder', async () => {
  const zone = 'Australia/Lord_Howe'
  const day = Array.from({ length: 400 }, (_, n) => new Date(Date.now() + (n + 2) * dayMs).toISOString().slice(0, 10)).find(
    (each) => momentsOf(each, '01:30', zone).length === 2,
  )
  assert.ok(day)
  const start = new Date(momentsOf(day, '01:30', zone)[1] ?? 0)
  const end = new Date(start.getTime() + 30 * 60_000)
  const said = sayTime(start, { locale: 'en', zone })
  assert.match(said.time, /^1:30 AM \(UTC\+10:30\)$/)

  const owner = await app.given.organization()
  await app.call('update-profile', { timezone: zone }, owner)
  assert.equal((await app.call('set-hours', { timezone: zone, dates: { [day]: [['00:00', '04:00']] } }, owner)).status, 200)
  const type = { slug: 'night', name: 'Night', minutes: 30, horizonDays: 730, hosts: [owner.personId] }
  const saved = await app.call('save-event-type', type, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const range = { from: new Date(start.getTime() - dayMs).toISOString(), to: new Date(start.getTime() + dayMs).toISOString() }
  const asked = { orgId: owner.orgId, eventType: 'night', timezone: zone, ...range }
  const { slots } = (await app.call('list-slots', asked, null)).body as unknown as { slots: { start: string; label: string }[] }
  assert.equal(slots.find((slot) => slot.start === start.toISOString())?.label, said.time)
  const { calendars } = (await app.call('list-published-calendars', { orgId: owner.orgId }, null)).body as unknown as {
    calendars: { id: string }[]
  }

  const path = new URL((saved.body.eventType as unknown as { url: string }).url).pathname
  const form = await pageOf(`${path}?${new URLSearchParams({ zone, start: start.toISOString() })}`)
  assert.ok(form.includes(said.time) && form.includes(said.day), 'the form')

  const email = 'surface@example.com'
  const wish = { orgId: owner.orgId, eventType: 'night', name: 'Maya', email, date: 'x', time: 'x', timezone: zone }
  const made = (await app.call('booking', { ...wish, isoTime: start.toISOString() }, null)).body as unknown as {
    manageLink: string
    meetingLink: string
  }
  const token = made.manageLink.split('/').at(-1) ?? ''
  const shown = (await app.call('show-booking', { token }, null)).body as unknown as { booking: { when: string } }
  assert.equal(shown.booking.when, said.whole)
  for (const link of [made.manageLink, made.meetingLink, `${made.manageLink}/move`])
    assert.ok((await pageOf(new URL(link).pathname)).includes(said.whole), link)
  const [row] = await listed(owner)
  assert.deepEqual([row?.starts_at, row?.ends_at], [start.toISOString(), end.toISOString()])
  assert.deepEqual([row?.when_for_booker, row?.when, row?.time], [said.whole, said.whole, said.time])
  await app.call('update-profile', { language: 'de' }, owner)
  const german = sayTime(start, { locale: 'de', zone })
  const [inGerman] = await listed(owner)
  assert.deepEqual([inGerman?.when, inGerman?.when_short, inGerman?.time], [german.whole, german.short, german.time])
  const { entries } = (await app.call('list-calendar', { from: day, days: 1 }, owner)).body as unknown as {
    entries: { time: string }[]
  }
  assert.equal(entries[0]?.time, `${german.time} – ${sayTime(end, { locale: 'de', zone }).time}`)
  await app.call('update-profile', { language: 'en' }, owner)
  const times = { timeMin: range.from, timeMax: range.to, calendarIds: calendars.map(({ id }) => id) }
  const { busy } = (await app.call('get-availability', times, null)).body as unknown as {
    busy: { start: string; end: string }[]
  }
  assert.ok(
    busy.some((each) => each.start <= start.toISOString() && each.end >= end.toISOString()),
    JSON.stringify(busy),
  )

  const confirmed = await mailTo(email, 'Confirmed')
  assert.ok(confirmed.subject.includes(said.time), confirmed.subject)
  for (const mail of [confirmed, await mailTo(owner.email, 'New meeting')])
    assert.ok(mail.text.includes(said.whole) && mail.html.includes(said.whole), mail.subject)
  const calendar = await calendarOf(confirmed)
  assert.match(calendar, new RegExp(`DTSTART(;VALUE=DATE-TIME)?:${icsOf(start)}\r\n`))
  assert.match(calendar, new RegExp(`DTEND(;VALUE=DATE-TIME)?:${icsOf(end)}\r\n`))
  await remindNow(owner)
  const reminder = await mailTo(email, 'Reminder')
  assert.ok(reminder.subject.includes(said.time) && reminder.text.includes(said.whole), reminder.text)
})

/** How many rows each table of a workspace has, and its bookings as they are. */
const everything = async (owner: Someone): Promise<string> => {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
     where c.relnamespace = 'foyer'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  return app.database.inOrg(owner.orgId, async (db) => {
    const counts: Record<string, unknown> = {}
    for (const { name } of tables)
      counts[name] = (await sql<{ n: string }>`select count(*) as n from ${sql.table(name)}`.execute(db)).rows[0]?.n
    const bookings = await sql`select * from bookings order by id`.execute(db)
    const spans = await sql`select * from booking_spans order by booking_id, person_id`.execute(db)
    return JSON.stringify([counts, bookings.rows, spans.rows], null, 1)
  })
}

/** Once nothing of what was done before is under way any more. */
const atRest = (owner: Someone): Promise<string> =>
  until('rest', async () => {
    const before = await everything(owner)
    await new Promise((done) => setTimeout(done, 400))
    return before === (await everything(owner)) && before
  })

/** Follows every link of the emails, and those of the pages behind them, as scanners of mail do. Answers how many addresses there were. */
const crawl = async (emails: readonly string[]): Promise<number> => {
  const seen = new Set<string>()
  const mails = (await Promise.all(emails.map(mailsTo))).flat()
  const queue = mails.flatMap(({ links }) => links)
  for (let each = queue.shift(); each !== undefined && seen.size < 150; each = queue.shift()) {
    const url = new URL(each, app.url)
    url.hash = ''
    if (url.origin !== new URL(app.url).origin || seen.has(url.href)) continue
    seen.add(url.href)
    for (const method of ['HEAD', 'GET', 'GET']) {
      const response = await fetch(url, { method, redirect: 'manual', headers: { 'user-agent': 'LinkScanner/1.0' } })
      const text = await response.text()
      assert.ok(response.status < 500, `${method} ${url.href} ${response.status}`)
      if (method === 'GET')
        for (const [, href = ''] of text.matchAll(/(?:href|action|src)="(\/(?:book|booking|meet)[^"]*)"/g))
          queue.push(href.replaceAll('&amp;', '&'))
    }
  }
  return seen.size
}

test('a scanner that fetches every link of the emails of a booking by GET and HEAD changes nothing, at any point of its life', async () => {
  const owner = await app.given.organization()
  const email = 'crawled@example.com'
  await app.call('save-event-type', { slug: 'ask', name: 'Ask', minutes: 30, approval: true, hosts: [owner.personId] }, owner)
  const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 20 * dayMs).toISOString() }
  const asked = { orgId: owner.orgId, eventType: 'ask', timezone: 'UTC', ...range }
  const { slots } = (await app.call('list-slots', asked, null)).body as unknown as { slots: { start: string }[] }
  const wish = { orgId: owner.orgId, eventType: 'ask', name: 'Maya', email, date: 'x', time: 'x', timezone: 'UTC' }
  let token = ''
  const book = async (n: number): Promise<string> => {
    const { status, body } = await app.call('booking', { ...wish, isoTime: slots[n]?.start }, null)
    assert.equal(status, 200, JSON.stringify(body))
    token = String(body.manageLink).split('/').at(-1) ?? ''
    return (await listed(owner)).find(({ state }) => state === 'pending')?.id ?? ''
  }
  const done = async (type: string, body: object, who: Someone | null): Promise<void> =>
    assert.equal((await app.call(type, body, who)).status, 200, type)
  const approve = async () => done('manage-booking', { action: 'approve', bookingId: (await listed(owner))[0]?.id }, owner)
  const steps: readonly [string, () => Promise<void>][] = [
    ['Request received', async () => void (await book(0))],
    ['Confirmed', approve],
    ['New time', () => done('reschedule-booking', { token, start: slots[4]?.start }, null)],
    ['Confirmed', approve],
    ['Reminder', () => remindNow(owner)],
    ['Cancelled', () => done('cancel-booking', { token }, null)],
    ['Declined', async () => done('manage-booking', { action: 'decline', bookingId: await book(8) }, owner)],
  ]
  for (const [subject, step] of steps) {
    await step()
    await mailTo(email, subject)
    const before = await atRest(owner)
    assert.ok((await crawl([email, owner.email])) >= 3, subject)
    assert.equal(await atRest(owner), before, `after ${subject}`)
  }
})
