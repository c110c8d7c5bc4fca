import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { inboxNotices } from '#domains/conversations/inbox/notices.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { followEvents, react } from '#test/support/reactions.ts'
import { type MailRow, openBody } from '../mail-out/mails.ts'
import { raiseNotice } from '../notifications/notices.ts'
import { findRecipient } from './recipients.ts'
import { sendNoticeMails } from './send-notice-mails.ts'
import { enterSummaries, moveSummary, settleSummary } from './summaries.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp()
  jobs = await openJobContext(app)
  // It follows what happens from now on.
  await react(app, 'deliver-notices')
})
after(async () => {
  await jobs.close()
  await app.stop()
})

const minuteMs = 60_000
const raise = async (to: Someone, { by = 'Ada', subjectId = newId() }: { by?: string; subjectId?: string } = {}) => {
  await app.database.inOrg(to.orgId, (db) =>
    raiseNotice(db, to.orgId, {
      ...{ notice: inboxNotices.mentioned, subjectId, personId: to.personId },
      facts: { by, name: 'Maya Rao', deal_id: subjectId },
    }),
  )
  await followEvents(app, to.orgId, 'deliver-notices')
  return subjectId
}
/** The job of the minute, as it would run so much later. */
const runAfter = (minutes: number) =>
  sendNoticeMails.run({}, { ...jobs.context, now: () => new Date(Date.now() + minutes * minuteMs) })
const mailsTo = ({ orgId, email }: Someone): Promise<MailRow[]> =>
  app.database.inOrg(orgId, (db) =>
    db.selectFrom('mails').selectAll().where('org_id', '=', orgId).where('to_email', '=', email).orderBy('id').execute(),
  )
const subjectsTo = async (person: Someone): Promise<string[]> => (await mailsTo(person)).map(({ subject }) => subject)
const save = async (person: Someone, input: object) => {
  const answer = await app.call('save-notification-settings', input, person)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}
const readAll = async (person: Someone) => {
  const { body } = await app.call('list-notices', {}, person)
  const [newest] = body.notices as unknown as { id: string }[]
  await app.call('mark-notices-read', { noticeId: newest?.id }, person)
}

test('a mention is mailed two minutes later, once, with a link to what it is about and one to the settings', async () => {
  const owner = await app.given.organization('Northwind')
  const subjectId = await raise(owner)
  await runAfter(1)
  assert.deepEqual(await subjectsTo(owner), [], 'not yet')
  await Promise.all([runAfter(3), runAfter(3), runAfter(3)])
  await runAfter(4)
  assert.deepEqual(await subjectsTo(owner), ['Ada mentioned you in a note about Maya Rao · Northwind'])
  const [mail] = await mailsTo(owner)
  const { text } = openBody(jobs.context.vault, mail as MailRow)
  assert.match(text, new RegExp(`/inbox/${subjectId}`))
  assert.match(text, /settings\/notifications/)
})

test('a member who reads German is mailed in German: a mention, several at once, the morning summary and a test', async () => {
  const owner = await app.given.organization('Nordwind')
  assert.equal((await app.call('update-profile', { language: 'de' }, owner)).status, 200)
  await raise(owner)
  await runAfter(3)
  for (const by of ['Grace', 'Edsger']) await raise(owner, { by })
  await runAfter(3)
  await app.call('send-test-notification', { channel: 'mail' }, owner)
  const mails = await mailsTo(owner)
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    [
      'Ada hat Sie in einer Notiz zu Maya Rao erwähnt · Nordwind',
      '2 Mitteilungen · Nordwind',
      'Das ist eine Testmitteilung · Nordwind',
    ],
  )
  const { html, text } = openBody(jobs.context.vault, mails[1] as MailRow)
  assert.match(html, /<html lang="de">/)
  assert.match(html, /Oder kopieren Sie diese Adresse in Ihren Browser:/)
  assert.match(text, /Grace hat Sie in einer Notiz zu Maya Rao erwähnt\n/)
  assert.match(text, /Auswählen, was Sie per E-Mail erhalten\n/)

  await save(owner, { choices: [{ topic: 'mentions', app: true, mail: 'summary', push: false }] })
  await raise(owner, { by: 'Barbara' })
  await runAfter(2 * 24 * 60)
  const subjects = await subjectsTo(owner)
  assert.match(subjects.at(-1) ?? '', /^Ihre Morgenübersicht: \d+ Mitteilung(en)? · Nordwind$/)
})

test('an email is not sent about what was read in the app before it leaves', async () => {
  const owner = await app.given.organization()
  await raise(owner)
  await readAll(owner)
  await runAfter(3)
  assert.deepEqual(await subjectsTo(owner), [])

  await raise(owner)
  await runAfter(3)
  assert.equal((await mailsTo(owner))[0]?.state, 'queued')
  await readAll(owner)
  const [mail] = await mailsTo(owner)
  assert.deepEqual([mail?.state, mail?.last_error, mail?.sealed], ['failed', 'Read in the app before it was sent', null])
})

test('a burst about one thing is one email, the next of it half an hour later; several things are one email with a line each', async () => {
  const owner = await app.given.organization('Acme')
  const subjectId = newId()
  for (const by of ['Ada', 'Grace', 'Edsger']) await raise(owner, { by, subjectId })
  await runAfter(3)
  assert.deepEqual(await subjectsTo(owner), ['Edsger mentioned you in a note about Maya Rao · Acme'])
  await raise(owner, { by: 'Tony', subjectId })
  await runAfter(20)
  assert.equal((await mailsTo(owner)).length, 1)
  await raise(owner)
  await raise(owner)
  await runAfter(34)
  assert.deepEqual((await subjectsTo(owner)).slice(1), ['3 notifications · Acme'])
})

test('quiet hours hold emails until they end, by the clock of the person, and the app hears at once', async () => {
  const owner = await app.given.organization()
  await app.call('update-profile', { timezone: 'Asia/Kolkata' }, owner)
  const clock = (minutes: number) =>
    new Date(Date.now() + minutes * minuteMs).toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata' }).slice(0, 5)
  await save(owner, { quiet: { from: clock(-5), to: clock(60) } })
  await raise(owner)
  assert.equal((await app.call('list-notices', {}, owner)).body.unread, 1)
  for (const minutes of [3, 15, 30, 45]) await runAfter(minutes)
  assert.deepEqual(await subjectsTo(owner), [])
  await runAfter(62)
  assert.equal((await mailsTo(owner)).length, 1)
})

test('a person chooses: off is never mailed, summary comes in the morning as one email, once, and not where there is nothing', async () => {
  const owner = await app.given.organization('Globex')
  await save(owner, { choices: [{ topic: 'mentions', app: true, mail: 'off', push: false }] })
  await raise(owner)
  await runAfter(5)
  assert.deepEqual(await subjectsTo(owner), [])

  await save(owner, { choices: [{ topic: 'mentions', app: true, mail: 'summary', push: false }], summaryAt: '08:00' })
  await raise(owner)
  await raise(owner)
  const dayMinutes = 24 * 60
  await Promise.all([runAfter(dayMinutes), runAfter(dayMinutes)])
  await runAfter(dayMinutes + 1)
  // Of all that lay unread since, also while it was off.
  assert.deepEqual(await subjectsTo(owner), ['Your morning summary: 3 notifications · Globex'])

  await raise(owner)
  await readAll(owner)
  await runAfter(3 * dayMinutes)
  assert.equal((await mailsTo(owner)).length, 1, 'all was read')
  const { rows } = await app.database.pool
    .query('select count(*)::int as days, count(distinct day)::int as apart from foyer.notice_summaries where person_id = $1', [
      owner.personId,
    ])
    .catch(() => ({ rows: [] }))
  if (rows[0]) assert.equal(rows[0].days, rows[0].apart)
})

test('a topic that is off in the app is in no list and on no bell, and others keep theirs', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'member')
  await save(owner, { choices: [{ topic: 'mentions', app: false, mail: 'at_once', push: false }] })
  await raise(owner)
  await raise(colleague)
  const listed = async (person: Someone) => (await app.call('list-notices', {}, person)).body
  assert.deepEqual([(await listed(owner)).unread, (await listed(owner)).notices], [0, []])
  assert.equal((await listed(colleague)).unread, 1)
})

test('a member who left is not mailed', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'member')
  await raise(colleague)
  await app.call('remove-member', { userId: colleague.personId }, owner)
  await runAfter(5)
  assert.deepEqual(await subjectsTo(colleague), [])
})

test('settings are checked: a time that no clock shows, a topic that there is not', async () => {
  for (const input of [
    { quiet: { from: '25:00', to: '07:00' } },
    { quiet: { from: '24:00', to: '07:00' } },
    { summaryAt: 'noon' },
    { choices: [{ topic: 'gossip', app: true, mail: 'off', push: false }] },
  ]) {
    const answer = await app.call('save-notification-settings', input)
    assert.equal(answer.status, 400, JSON.stringify(input))
  }
})

test('a summary that waits for tomorrow is not lost when a person moves its time to later today', async () => {
  const owner = await app.given.organization()
  const waiting = await app.database.inOrg(owner.orgId, async (db) => {
    const found = await findRecipient(db, owner.orgId, owner.personId)
    assert.ok(found)
    const person = { ...found, zone: 'UTC' }
    await enterSummaries(db, owner.orgId, [person], new Date('2027-01-10T07:00:00Z'))
    await settleSummary(db, owner.orgId, owner.personId, { day: '2027-01-10', upTo: new Date(), mailId: null })
    await enterSummaries(db, owner.orgId, [person], new Date('2027-01-10T09:00:00Z'))
    const later = { ...person, settings: { ...person.settings, summaryAt: '20:00' } }
    await moveSummary(db, owner.orgId, later, new Date('2027-01-10T10:00:00Z'))
    return db
      .selectFrom('notice_summaries')
      .select('due_at')
      .where('org_id', '=', owner.orgId)
      .where('state', '=', 'waiting')
      .execute()
  })
  assert.deepEqual(waiting, [{ due_at: new Date('2027-01-11T20:00:00Z') }])
})
