import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBody } from '#domains/platform/mail-out/mails.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connecting } from '#test/support/connecting.ts'
import { until } from '#test/support/until.ts'
import { uidOf } from './bookings.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const dayMs = 86_400_000
/** A Tuesday that is ahead, within the horizon. */
const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)
const at = (time: string): string => `${tuesday}T${time}:00Z`

interface Listed {
  readonly id: string
  readonly state: string
  readonly starts_at: string
  readonly sequence: number
  readonly hosts: readonly { id: string }[]
  readonly former_hosts: readonly { id: string }[]
}
const done = async (type: string, body: object, who: Someone): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}
const show = async (who: Someone, bookingId: string): Promise<Listed> =>
  ((await done('show-booking-detail', { bookingId }, who)).detail as { booking: Listed }).booking
const tasksOf = async (who: Someone) =>
  (await done('list-tasks', {}, who)).tasks as { title: string; assigned_to: string | null }[]
const noticesOf = async (who: Someone, bookingId: string) =>
  ((await done('list-notices', {}, who)).notices as { kind: string; subject_id: string }[]).filter(
    ({ subject_id }) => subject_id === bookingId,
  )
const mailsTo = ({ orgId }: Someone, email: string) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('mails').selectAll().where('to_email', '=', email).orderBy('id').execute())
const emailOf = async ({ personId }: Someone): Promise<string> =>
  (await app.database.db.selectFrom('directory.people').select('email').where('id', '=', personId).executeTakeFirstOrThrow())
    .email

/** A workspace where one member hosts, and a meeting with them. */
const given = async (email: string, time = '10:00') => {
  const owner = await app.given.organization()
  const host = await app.given.person(owner.orgId, 'member')
  const type = { slug: 'one', name: 'Talk', minutes: 30, grid: 30, mode: 'one', hosts: [host.personId] }
  await done('save-event-type', type, owner)
  const wish = { orgId: owner.orgId, eventType: 'one', name: 'Maya', email, date: 'x', time: 'x', timezone: 'UTC' }
  const { manageLink } = await done('booking', { ...wish, isoTime: at(time) }, owner)
  const { bookings } = (await done('list-bookings', {}, owner)) as { bookings: Listed[] }
  return { owner, host, bookingId: bookings[0]?.id ?? '', token: String(manageLink).split('/').at(-1) ?? '' }
}
const leave = async (owner: Someone, host: Someone, bookingId: string) => {
  await done('remove-member', { userId: host.personId }, owner)
  return until('the task', async () => {
    const task = (await tasksOf(owner)).find(({ title }) => title.includes('choose another host, or cancel'))
    return task && (await noticesOf(owner, bookingId)).length > 0 ? task : undefined
  })
}

test('the meetings of a host who left are a task and a notice for admins until another hosts them, and nothing goes to the address outside', async () => {
  const { owner, host, bookingId } = await given('one@example.com')
  const admin = await app.given.person(owner.orgId, 'admin')
  const colleague = await app.given.person(owner.orgId, 'member')
  const outside = await emailOf(host)
  const before = (await mailsTo(owner, outside)).length
  assert.equal((await leave(owner, host, bookingId)).assigned_to, null)
  assert.deepEqual(
    (await show(owner, bookingId)).former_hosts.map(({ id }) => id),
    [host.personId],
  )
  assert.deepEqual(
    (await noticesOf(admin, bookingId)).map(({ kind }) => kind),
    ['meeting_host_left'],
  )
  assert.deepEqual(await noticesOf(colleague, bookingId), [])

  await done('move-booking', { bookingId, hostId: colleague.personId }, owner)
  const after = await show(owner, bookingId)
  assert.deepEqual([after.hosts.map(({ id }) => id), after.former_hosts, after.sequence], [[colleague.personId], [], 1])
  assert.equal(Date.parse(after.starts_at), Date.parse(at('10:00')))
  assert.deepEqual([await tasksOf(owner), await noticesOf(owner, bookingId)], [[], []])
  assert.equal((await mailsTo(owner, outside)).length, before)

  const mail = (await mailsTo(owner, 'one@example.com')).at(-1)
  assert.ok(mail)
  const body = openBody(connecting.vault, mail)
  assert.match(mail.subject, /^New host: Talk/)
  const calendar = body.calendar?.text ?? ''
  assert.ok(calendar.includes('METHOD:REQUEST') && calendar.includes('SEQUENCE:1'), calendar)
  assert.ok(calendar.includes(`UID:${uidOf(bookingId)}`) && calendar.includes(await emailOf(colleague)), calendar)
  const [told] = await mailsTo(owner, await emailOf(colleague))
  assert.match(told?.subject ?? '', /^New meeting/)
})

test('a booker cancels a meeting whose host left: the calendar file takes it back, and admins are asked no more', async () => {
  const { owner, host, bookingId, token } = await given('two@example.com')
  const before = (await mailsTo(owner, await emailOf(host))).length
  await leave(owner, host, bookingId)
  assert.equal((await app.call('cancel-booking', { token }, null)).status, 200)
  const mail = (await mailsTo(owner, 'two@example.com')).at(-1)
  assert.ok(mail && openBody(connecting.vault, mail).calendar?.text.includes('METHOD:CANCEL'))
  // No host is there who would be told of the cancellation: admins are.
  const kinds = (await noticesOf(owner, bookingId)).map(({ kind }) => kind)
  assert.deepEqual([await tasksOf(owner), kinds], [[], ['meeting_news']])
  assert.equal((await mailsTo(owner, await emailOf(host))).length, before)
})

test('a meeting is given to a member who is free, by an admin to any, by its host to those who host such meetings; its old host gets an email', async () => {
  const { owner, host, bookingId } = await given('three@example.com')
  const colleague = await app.given.person(owner.orgId, 'member')
  const stranger = await app.given.organization()
  const move = async (input: object, who: Someone) => {
    const { status, body } = await app.call('move-booking', { bookingId, ...input }, who)
    return status === 200 ? 'moved' : body.code
  }
  assert.equal(await move({ hostId: stranger.personId }, owner), 'host_not_found')
  assert.equal(await move({ hostId: colleague.personId }, colleague), 'forbidden')
  assert.equal(await move({ hostId: colleague.personId }, host), 'forbidden')
  assert.equal(await move({}, owner), 'missing_field')
  // Another meeting of the colleague is there: nothing puts one over it.
  const own = { slug: 'two', name: 'Other', minutes: 30, grid: 30, mode: 'one', hosts: [colleague.personId] }
  await done('save-event-type', own, owner)
  const other = { eventType: 'two', name: 'Rao', email: 'rao@example.com', start: at('10:00') }
  const { bookingId: otherId } = await done('create-booking', other, owner)
  assert.equal(await move({ hostId: colleague.personId }, owner), 'slot_taken')
  assert.equal(await move({ hostId: colleague.personId, anyTime: true }, owner), 'slot_taken')
  assert.equal(await move({ hostId: colleague.personId, start: at('20:15') }, owner), 'slot_not_offered')
  assert.equal((await show(owner, bookingId)).sequence, 0)
  await done('manage-booking', { action: 'cancel', bookingId: otherId }, owner)

  await done(
    'save-event-type',
    { ...own, slug: 'one', name: 'Talk', mode: 'round_robin', hosts: [host.personId, colleague.personId] },
    owner,
  )
  assert.equal(await move({ hostId: colleague.personId, start: at('11:00') }, host), 'moved')
  const moved = await show(owner, bookingId)
  assert.deepEqual(
    [moved.hosts.map(({ id }) => id), Date.parse(moved.starts_at)],
    [[colleague.personId], Date.parse(at('11:00'))],
  )
  const mail = (await mailsTo(owner, 'three@example.com')).at(-1)
  assert.match(mail?.subject ?? '', /^New time/)
  assert.match(openBody(connecting.vault, mail as NonNullable<typeof mail>).text, /Your host is now Person/)
  assert.equal(await move({ hostId: owner.personId }, owner), 'moved')
  const told = await mailsTo(owner, await emailOf(colleague))
  assert.match(told.at(-1)?.subject ?? '', /^No longer your meeting/)
  assert.equal(await move({ hostId: owner.personId }, owner), 'moved')
  assert.equal((await show(owner, bookingId)).sequence, 2)
})

test('of several meetings that are given to one member for the same time at once, one gets there; and a meeting that several give away at once has one host', async () => {
  const owner = await app.given.organization()
  const others = await Promise.all([1, 2, 3, 4].map(() => app.given.person(owner.orgId, 'member')))
  const [taker, ...hosts] = others
  const ids = await Promise.all(
    hosts.map(async ({ personId }, n) => {
      await done(
        'save-event-type',
        { slug: `h${n}`, name: `H${n}`, minutes: 30, grid: 30, mode: 'one', hosts: [personId] },
        owner,
      )
      const wish = { eventType: `h${n}`, name: 'Maya', email: `many${n}@example.com`, start: at('14:00') }
      return String((await done('create-booking', wish, owner)).bookingId)
    }),
  )
  const answers = await Promise.all(
    ids.map((bookingId) => app.call('move-booking', { bookingId, hostId: taker?.personId, anyTime: true }, owner)),
  )
  assert.deepEqual(answers.map(({ status, body }) => (status === 200 ? 'moved' : body.code)).sort(), [
    'moved',
    ...['slot_taken', 'slot_taken'],
  ])
  const bookingId = String(
    (await done('create-booking', { eventType: 'h0', name: 'Ole', email: 'ole@example.com', start: at('16:00') }, owner))
      .bookingId,
  )
  await done('remove-member', { userId: hosts[0]?.personId }, owner)
  const given = await Promise.all(
    [taker, hosts[1], hosts[2], taker, hosts[1]].map((host) =>
      app.call('move-booking', { bookingId, hostId: host?.personId }, owner),
    ),
  )
  assert.deepEqual([...new Set(given.map(({ status }) => status))], [200], JSON.stringify(given.map(({ body }) => body)))
  const spans = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('booking_spans').select('person_id').where('booking_id', '=', bookingId).execute(),
  )
  assert.equal(spans.length, 1)
})

test('a host who left before it was asked about that is asked about once, by the clock, and never again', async () => {
  const { owner, host, bookingId } = await given('four@example.com')
  await leave(owner, host, bookingId)
  // As it was then: the meeting is marked, and there is neither a task nor a notice.
  await app.database.inOrg(owner.orgId, async (db) => {
    await db.deleteFrom('tasks').where('org_id', '=', owner.orgId).execute()
    await db.deleteFrom('notices').where('org_id', '=', owner.orgId).execute()
  })
  const tick = async (): Promise<void> => {
    await app.database.pool.query(`insert into jobs.job (name, data) values ('ask-about-earlier-leavers', '{}')`)
    await until('the job', async () => {
      const { rows } = await app.database.pool.query(
        `select from jobs.job where name = 'ask-about-earlier-leavers' and state in ('created', 'retry', 'active')`,
      )
      return rows.length === 0
    })
  }
  await tick()
  await tick()
  const titles = (await tasksOf(owner)).map(({ title }) => title)
  assert.equal(titles.length, 1)
  assert.match(titles[0] ?? '', /left, and hosts the meeting with Maya: choose another host, or cancel/)
  assert.deepEqual(
    (await noticesOf(owner, bookingId)).map(({ kind }) => kind),
    ['meeting_host_left'],
  )
  // What an admin has seen and done stays so.
  await app.database.inOrg(owner.orgId, async (db) => {
    await db.updateTable('tasks').set({ done_at: new Date() }).where('org_id', '=', owner.orgId).execute()
    await db.deleteFrom('notices').where('org_id', '=', owner.orgId).execute()
  })
  await tick()
  assert.deepEqual([await tasksOf(owner), await noticesOf(owner, bookingId)], [[], []])
})
