import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobContext } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { makeLog } from '#core/log.ts'
import { makeTogether } from '#core/together.ts'
import { foyer } from '#domains/catalogue.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { behindProxy, knock, postOf, vault } from '#test/support/sign-in.ts'
import { sealOfReset } from '../users/password-resets.ts'
import { sendResetLink } from './send-reset-link.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: behindProxy })
})
after(() => app.stop())

const context = (jobId: string, changes: Partial<JobContext> = {}): JobContext => ({
  ports: {} as JobContext['ports'],
  log: makeLog({ level: 'silent' }),
  now: () => new Date(),
  newId,
  settings: {
    publicUrl: app.url,
    uploadMaxBytes: 0,
    retention: { eventsDays: 0, auditDays: 0 },
    uploadsMost: { files: 1, bytes: 1 },
    allowedOriginDomain: undefined,
    allowedTargets: [],
    hasSandbox: false,
    strangers: { openOfRecipient: 5, mailsADayOfRecipient: 10, bookingsAnHourOfNetwork: 60 },
    workflows: usualCaps,
    crmStallMs: 600_000,
    crmGiveUpMs: 3_600_000,
    aiFirstTextMs: 20_000,
    aiAnswerMs: 120_000,
    mailPollMs: 60_000,
    mailFirstDays: 90,
    calendarPollMs: 300_000,
  },
  inOrg: app.database.inOrg,
  db: app.database.db,
  jobId,
  signal: new AbortController().signal,
  emitIn: async () => {},
  enqueueIn: async () => {},
  vault,
  within: foyer.within,
  together: makeTogether(app.database.inOrg),
  ...changes,
})
const dataFor = (email: string) => ({ sealedEmail: vault.seal(email, sealOfReset) })
const linksOf = (personId: string) =>
  app.database.db.selectFrom('directory.links').select('token_hash').where('person_id', '=', personId).execute()

test('a job that runs again after a crash sends no second mail, and the link of the first stays good', async () => {
  const { orgId, email } = await app.given.organization()
  const jobId = newId()
  for (let run = 0; run < 3; run++) await sendResetLink.run(dataFor(email), context(jobId))
  const mails = await postOf(app, orgId, email)
  assert.equal(mails.length, 1)
  assert.equal((await knock(app, 'check-link', { token: mails[0]?.token })).body.valid, true)
})

test('a crash at any step leaves neither a link without its mail nor a mail without its link', async () => {
  const { orgId, personId, email } = await app.given.organization()
  const jobId = newId()
  const broken = context(jobId, {
    enqueueIn: async () => {
      throw new Error('the power went')
    },
  })
  await assert.rejects(sendResetLink.run(dataFor(email), broken), /power/)
  assert.deepEqual([(await linksOf(personId)).length, (await postOf(app, orgId, email)).length], [0, 0])
  await sendResetLink.run(dataFor(email), context(jobId))
  assert.deepEqual([(await linksOf(personId)).length, (await postOf(app, orgId, email)).length], [1, 1])
})

test('an address without an account, or whose owner has no workspace, gets no mail', async () => {
  const someone = await app.given.organization()
  const other = await app.given.person(someone.orgId, 'owner')
  await app.call('remove-member', { userId: someone.personId }, other)
  for (const email of ['nobody@example.com', someone.email]) await sendResetLink.run(dataFor(email), context(newId()))
  const mails = await app.database.inOrg(someone.orgId, (db) => db.selectFrom('mails').select('id').execute())
  assert.deepEqual(mails, [])
  assert.deepEqual(await linksOf(someone.personId), [])
})
