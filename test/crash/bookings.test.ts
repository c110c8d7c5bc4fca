import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { stepReasons } from '#domains/meetings/booking/step-reasons.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectCalendar, hostCalendars } from '#test/support/host-calendars.ts'
import { type Known, startBookers } from './bookers.ts'
import { makeServer } from './booking-servers.ts'

const dayMs = 86_400_000
const chaosMs = Number(process.env.FOYER_CRASH_SECONDS ?? 8) * 1_000

/**
 * How the calendar and the mail provider refuse: without an answer, after the work was done, with one, or with a proxy's page. In turns, so
 * that within the first three kills each of the two has done what it did not say.
 */
const outages = ['lost', 'error_503', 'reset', 'refused', 'rate_limited', 'error_500', 'html'] as const
const firstOutages = { google: 0, resend: 5 }

/** An email that says what stands no more, and did not leave before it changed, as far as is known. */
const withdrawn: readonly string[] = [stepReasons.overtaken, stepReasons.overtakenInDoubt]

const turn = async (app: TestApp, slug: string, dial: object): Promise<void> => {
  const response = await fetch(`${app.url}/sandbox/faults/${slug}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
  assert.ok(response.ok, await response.text())
}

const eventsOf = async (app: TestApp, host: Someone): Promise<Map<string, Date | null>> => {
  const google = await hostCalendars(app, host)
  const found = new Map<string, Date | null>()
  for await (const page of google.readEvents('primary', { cursor: null, from: new Date(Date.now() - 30 * dayMs) }))
    for (const { id, start } of page.events) found.set(id, 'at' in start ? start.at : null)
  return found
}

/** What waits for a provider that was away is due at once, until nothing waits any more. */
const untilSettled = async (app: TestApp, orgId: string): Promise<void> => {
  for (const untilMs = Date.now() + 60_000; ; await sleep(500)) {
    const { rows } = await app.database.inOrg(orgId, async (db) => {
      // In one transaction: a job that is due before its email would find nothing to do, and end.
      await sql`update mails set next_try_at = now() where org_id = ${orgId} and state = 'queued' and next_try_at > now()`.execute(
        db,
      )
      await sql`update jobs.job_common set start_after = now()
        where name in ('send-mail', 'do-booking-effect') and state in ('created', 'retry') and start_after > now()`.execute(db)
      return sql<{ waits: number; what: string | null }>`
        select count(*)::int as waits, min(what) as what from (
          select 'mail ' || coalesce(last_error, template) as what from mails
          where org_id = ${orgId} and state <> 'sent' and coalesce(last_error, '') <> all (${withdrawn}::text[])
          union all select kind || ' ' || coalesce(reason, '') from booking_effects
          where org_id = ${orgId} and kind = 'calendar' and state <> 'done') as waiting`.execute(db)
    })
    if (rows[0]?.waits === 0) return
    assert.ok(Date.now() < untilMs, `${rows[0]?.waits} wait: ${rows[0]?.what}`)
  }
}

const rowsOf = (app: TestApp, orgId: string) =>
  app.database.inOrg(orgId, async (db) => {
    const bookings = await db
      .selectFrom('bookings')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('state', '<>', 'held')
      .execute()
    const spans = await db.selectFrom('booking_spans').selectAll().where('org_id', '=', orgId).execute()
    const overlaps = await sql`
      select from booking_spans a join booking_spans b on a.org_id = b.org_id and a.person_id = b.person_id
        and a.booking_id < b.booking_id and a.during && b.during
      where a.org_id = ${orgId} and a.state = 'confirmed' and b.state = 'confirmed'`.execute(db)
    const mails = await db.selectFrom('mails').select(['to_email', 'state']).where('org_id', '=', orgId).execute()
    const skipped = await db
      .selectFrom('booking_effects')
      .select(['booking_id', 'what'])
      .where('org_id', '=', orgId)
      .where('kind', '=', 'booker_mail')
      .where('reason', 'in', withdrawn)
      .execute()
    return { bookings, spans, overlaps: overlaps.rows.length, mails, skipped }
  })

/** Of the emails to a booker, how many there are of each kind, by the first words of their subjects. */
const mailsTo = (all: readonly { to: string; subject: string }[], email: string): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { to, subject } of all)
    if (to.includes(email)) {
      const kind = subject.split(':')[0] ?? ''
      counts[kind] = (counts[kind] ?? 0) + 1
    }
  return counts
}

const subjects: Readonly<Record<string, string>> = { confirmed: 'Confirmed', moved: 'New time', cancelled: 'Cancelled' }

const wantedMails = ({ moves, isCancelled }: Known): Record<string, number> => ({
  Confirmed: 1,
  ...(moves > 0 && { 'New time': moves }),
  ...(isCancelled && { Cancelled: 1 }),
})

/** Of each change one email arrived, or was withdrawn because another change came first; of the last one it arrived. None arrived twice. */
const assertTold = (known: Known, sent: Record<string, number>, withdrawnKinds: readonly string[]): void => {
  const wanted = wantedMails(known)
  const lastKind = Object.keys(wanted).at(-1) as string
  assert.ok((sent[lastKind] ?? 0) >= 1, `${known.email} has no email of the last change: ${JSON.stringify(sent)}`)
  assert.deepEqual(
    Object.keys(sent).filter((kind) => !(kind in wanted)),
    [],
    known.email,
  )
  for (const [kind, count] of Object.entries(wanted)) {
    const [arrived, overtaken] = [sent[kind] ?? 0, withdrawnKinds.filter((each) => each === kind).length]
    const words = `${known.email}, ${kind}: ${count} changes, ${arrived} arrived, ${overtaken} withdrawn`
    // One whose answer was lost, or whose server was killed, may have arrived before it was withdrawn.
    assert.ok(arrived <= count && arrived + overtaken >= count, words)
  }
}

test('calendar and mail away, servers killed: each booking ends with one event at its time or none, one email for each change, no orphan, no overlap', {
  timeout: 280_000,
}, async (t) => {
  const app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  const servers = [await makeServer(app), await makeServer(app)]
  try {
    await Promise.all(servers.map((server) => server.start()))
    const owner = await app.given.organization('Crash')
    const hosts = [owner, await app.given.person(owner.orgId, 'admin')]
    for (const [n, host] of hosts.entries()) await connectCalendar(app, host, n === 0 ? 'mira@' : 'jonas@')
    const before = await Promise.all(hosts.map((host) => eventsOf(app, host)))
    const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 12 * dayMs).toISOString() }
    const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
    const slots = (body.slots as unknown as { start: string }[]).map(({ start }) => start)
    const bookers = startBookers({ urls: servers.map(({ url }) => url), orgId: owner.orgId, slots, lanes: 5, most: 70 })

    let kills = 0
    const begunMs = Date.now()
    // On a crowded machine less happens in the same time: then it goes on, for two minutes at most.
    const isEnough = () => bookers.bookings.length > 20 && kills >= 3
    const goesOn = () => Date.now() < begunMs + (isEnough() ? chaosMs : Math.max(chaosMs, 120_000))
    for (; goesOn(); kills++) {
      for (const [slug, first] of Object.entries(firstOutages))
        await turn(app, slug, { kind: outages[(kills + first) % outages.length], share: 0.6, seed: kills })
      await sleep(500 + Math.random() * 1_000)
      const server = servers[kills % 2]
      await server?.kill()
      await server?.start()
    }
    await bookers.stop()
    // An outage does not outlast the patience of a process: both begin anew, and what they were at is found.
    await Promise.all(servers.map((server) => server.kill()))
    for (const slug of ['google', 'resend']) await turn(app, slug, {})
    await Promise.all(servers.map((server) => server.start()))
    await untilSettled(app, owner.orgId)

    t.diagnostic(`${bookers.bookings.length} bookings, ${kills} kills, answers ${JSON.stringify([...bookers.statuses])}`)
    assert.ok(isEnough(), 'nothing much happened')
    const others = [...bookers.statuses.keys()].filter((status) => ![0, 200, 409].includes(status))
    assert.deepEqual(others, [], 'answers other than 200 and 409')

    const { bookings, spans, overlaps, mails, skipped } = await rowsOf(app, owner.orgId)
    assert.equal(overlaps, 0)
    assert.equal(bookings.length, bookers.bookings.length, 'bookings that were never acknowledged')
    const wanted: [string, string, string][] = []
    for (const known of bookers.bookings) {
      const row = bookings.find(({ email }) => email === known.email)
      assert.deepEqual(
        [row?.state, row?.starts_at.toISOString(), row?.sequence],
        [known.isCancelled ? 'cancelled' : 'confirmed', known.startsAt, known.moves + (known.isCancelled ? 1 : 0)],
        known.email,
      )
      for (const { person_id } of spans.filter(({ booking_id }) => booking_id === row?.id))
        if (row?.state === 'confirmed') wanted.push([person_id, row.id, row.starts_at.toISOString()])
    }
    const found: [string, string, string][] = []
    for (const [n, host] of hosts.entries())
      for (const [id, startsAt] of await eventsOf(app, host))
        if (!before[n]?.has(id)) {
          const bookingId = bookings.find((each) => id.startsWith(each.id.replaceAll('-', '')))?.id
          found.push([host.personId, bookingId ?? `orphan ${id}`, startsAt?.toISOString() ?? ''])
        }
    assert.deepEqual(found.sort(), wanted.sort())

    const sent = (await (await fetch(`${app.url}/sandbox/mail`)).json()) as { to: string; subject: string }[]
    for (const known of bookers.bookings) {
      const id = bookings.find(({ email }) => email === known.email)?.id
      const kinds = skipped.flatMap((each) => (each.booking_id === id ? [subjects[each.what] ?? each.what] : []))
      assertTold(known, mailsTo(sent, known.email), kinds)
    }
    assert.ok(sent.length >= mails.filter(({ state }) => state === 'sent').length, 'what is shown as sent arrived')
    assert.ok(sent.length <= mails.length, 'emails at the provider and in the outbox')
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await app.stop()
  }
})
