import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { sayTime } from '#shapes/time-texts.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectCalendar, hostCalendars } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let aheadMs = 0
before(async () => {
  const now = () => new Date(Date.now() + aheadMs)
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' }, now })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const minuteMs = 60_000
const dayMs = 86_400_000

const turn = async (slug: string, kind: string): Promise<void> => {
  const response = await fetch(`${app.url}/sandbox/faults/${slug}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind }),
  })
  assert.ok(response.ok, await response.text())
}

let people = 0
const ask = async (type: string, body: object): Promise<Record<string, unknown>> => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${++people}.1` },
    body: JSON.stringify({ type, ...body }),
  })
  const answer = (await response.json()) as Record<string, unknown>
  assert.equal(response.status, 200, JSON.stringify(answer))
  return answer
}

const jobs = ['send-mail', 'do-booking-effect', 'withdraw-overtaken']
/** The clocks of the server and, for what waits in it, of the database go on. */
const pass = (ms: number): Promise<unknown> => {
  aheadMs += ms
  return sql`update jobs.job_common set start_after = start_after - make_interval(secs => ${ms / 1_000})
    where name in (${sql.join(jobs)}) and state in ('created', 'retry')`.execute(app.database.db)
}
/** Until the worker has done what is due: each of it was tried. */
const untilTried = () =>
  until('the end of what is due', async () => {
    const { rows } = await sql`select from jobs.job_common where name in (${sql.join(jobs)})
      and (state = 'active' or (state in ('created', 'retry') and start_after <= now())) limit 1`.execute(app.database.db)
    return rows.length === 0
  })

const waiting = (owner: Someone) =>
  app.database.inOrg(owner.orgId, async (db) => {
    const mails = await db.selectFrom('mails').select(['tries', 'last_error']).where('state', '=', 'queued').execute()
    const effects = await db.selectFrom('booking_effects').select(['tries', 'reason']).where('kind', '=', 'calendar')
    return { mails, effects: await effects.where('state', '<>', 'done').execute() }
  })

interface Known {
  readonly email: string
  readonly token: string
  start: string
  moves: number
  isCancelled: boolean
}

/** What was done to bookings, as their bookers know it. */
const startBookers = (orgId: string, starts: string[]) => {
  const all: Known[] = []
  const next = (): string => starts.shift() ?? ''
  return {
    all,
    async book(): Promise<void> {
      const [start, email] = [next(), `outage${all.length}@example.com`]
      const wish = { orgId, isoTime: start, name: 'Maya', email, date: 'x', time: 'x', timezone: 'UTC' }
      const { manageLink } = await ask('booking', wish)
      all.push({ email, token: String(manageLink).split('/').at(-1) ?? '', start, moves: 0, isCancelled: false })
    },
    async move(nth: number): Promise<void> {
      const one = all[nth] as Known
      one.start = next()
      one.moves++
      await ask('reschedule-booking', { token: one.token, start: one.start })
    },
    async cancel(nth: number): Promise<void> {
      const one = all[nth] as Known
      one.isCancelled = true
      await ask('cancel-booking', { token: one.token })
    },
  }
}

/** The subjects of the emails to somebody, in the order in which they came. */
const mailsTo = (all: readonly { to: string; subject: string; received_at: string }[], email: string): string[] =>
  all
    .filter(({ to }) => to.includes(email))
    .sort((a, b) => Date.parse(a.received_at) - Date.parse(b.received_at))
    .map(({ subject }) => subject)

test('calendar and mail refuse everything for two hours of bookings, moves and cancellations: then each booking has one event or none, and its booker one email of what stands', async () => {
  const owner = await app.given.organization()
  await connectCalendar(app, owner)
  const google = await hostCalendars(app, owner)
  const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 12 * dayMs).toISOString() }
  const { slots } = await ask('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range })
  const bookers = startBookers(
    owner.orgId,
    (slots as { start: string }[]).map(({ start }) => start),
  )
  // Two that had all of theirs before, of which one moves and one ends meanwhile.
  const wereTold = 2
  for (let n = 0; n < wereTold; n++) await bookers.book()
  const idle = async () => {
    const { mails, effects } = await waiting(owner)
    return mails.length === 0 && effects.length === 0
  }
  await until('a quiet time', idle)

  for (const slug of ['google', 'resend']) await turn(slug, 'refused')
  for (let round = 0; round < 4; round++) {
    const nth = bookers.all.length
    for (let n = 0; n < 3; n++) await bookers.book()
    if (round === 0) {
      await bookers.move(0)
      await bookers.cancel(1)
    }
    await bookers.move(nth)
    await bookers.move(nth)
    // A step of a booking that ends before it was tried has nothing to do: on a slow machine too few would be left to look at.
    await untilTried()
    await bookers.cancel(nth + 1)
    if (round % 2) await bookers.cancel(nth)
    await untilTried()
    await pass(30 * minuteMs)
    await untilTried()
  }
  const { mails, effects } = await waiting(owner)
  assert.ok(mails.length > 20 && effects.length > 20, `${mails.length} mails, ${effects.length} steps`)
  // Each says why it waits.
  assert.deepEqual([...mails.filter(({ last_error }) => !last_error), ...effects.filter(({ reason }) => !reason)], [])

  for (const slug of ['google', 'resend']) await turn(slug, 'none')
  await pass(3 * 60 * minuteMs)
  await until('the end of the outage', async () => {
    if (await idle()) return true
    await pass(15 * minuteMs)
    return false
  })

  const found: string[] = []
  for await (const page of google.readEvents('primary', { cursor: null, from: new Date() }))
    for (const { start, title } of page.events)
      if (title.endsWith('Maya')) found.push('at' in start ? start.at.toISOString() : start.day)
  const wanted = bookers.all.filter(({ isCancelled }) => !isCancelled).map(({ start }) => start)
  assert.deepEqual(found.sort(), wanted.sort())
  const sent = (await (await fetch(`${app.url}/sandbox/mail`)).json()) as { to: string; subject: string; received_at: string }[]
  for (const [nth, { email, start, moves, isCancelled }] of bookers.all.entries()) {
    const mails = mailsTo(sent, email)
    const last = isCancelled ? 'Cancelled' : moves > 0 ? 'New time' : 'Confirmed'
    // What was not sent when a later change came was not sent after it.
    const before = nth < wereTold && last !== 'Confirmed' ? ['Confirmed'] : []
    const kinds = mails.map((subject) => subject.split(':')[0])
    assert.deepEqual(kinds, [...before, last], email)
    const { day, time } = sayTime(new Date(start), { locale: 'en', zone: 'UTC' })
    assert.ok(mails.at(-1)?.endsWith(`${day}, ${time}`), `${mails.at(-1)} of ${start}`)
  }
})
