import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { makeVault } from '#core/vault.ts'
import { foyer } from '#domains/catalogue.ts'
import type { EnrichedProspect } from '#ports/prospects.ts'
import { openProspects } from '#test/support/apollo.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { findProspects, prospectRetention, sealPerson } from './prospects.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

/** The key of test/support/app.ts. */
const vault = makeVault(Buffer.alloc(32, 7))

const words = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    '=1+1',
    '@SUM(A1)',
    'consent.basis',
    'legitimate_interest',
    'a,"b";c\nd',

    'yes',
    '2026-01-01',
    ' ',
    '"',
  ),
)
const arbitraryPerson = fc.record({
  ...{ firstName: fc.option(words), lastName: fc.option(words), name: fc.option(words), title: fc.option(words) },
  ...{ emailStatus: fc.option(words), phone: fc.constant(null), company: fc.option(words), domain: fc.option(words) },
  ...{ linkedinUrl: fc.option(words), city: fc.option(words), country: fc.option(words) },
})

test('an import of people sets no consent and no opt-in, with any words that Apollo says of them, and its source is apollo', async () => {
  const owner = await app.given.organization()
  const people = fc.sample(arbitraryPerson, { seed: 7, numRuns: 100 })
  const ids = people.map((_, n) => `p${n}`)
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .insertInto('prospects')
      .values(
        people.map((person, n) => {
          const enriched: EnrichedProspect = { ...person, email: `p${n}@example.com` }
          return {
            ...{ org_id: owner.orgId, their_id: `p${n}`, shown: '{}', outcome: 'found', asked_at: new Date() },
            person_sealed: sealPerson(vault, owner.orgId, `p${n}`, enriched),
          }
        }),
      )
      .execute(),
  )
  const { status, body } = await openProspects(app, owner).take(ids)
  assert.equal(status, 200, JSON.stringify(body))
  const uploadId = String(body.uploadId)
  assert.equal((await app.call('start-upload', { uploadId }, owner)).status, 200)
  const done = await until('the import', async () => {
    const { upload } = (await app.call('show-upload', { uploadId }, owner)).body as unknown as {
      upload: { state: string; import: { imported: number; rejected: number } }
    }
    return upload.state === 'done' ? upload.import : undefined
  })
  assert.equal(done.imported + done.rejected, people.length)
  assert.ok(done.imported >= people.length * 0.9, `${done.imported} imported`)
  const leads = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('leads').selectAll().execute())
  assert.ok(leads.every(({ source, consent }) => source === 'apollo' && consent === null))
  const contacts = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('contacts').selectAll().execute())
  for (const contact of contacts)
    for (const [name, value] of Object.entries(contact)) if (/opt_?in/.test(name)) assert.equal(value, null, name)
})

test('people who were shown go after 30 days, those who were asked for after 90, and those being asked for stay', async () => {
  const { orgId } = await app.given.organization()
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)
  const callId = crypto.randomUUID()
  const kept = { shown: daysAgo(29), asked: daysAgo(89) }
  const rows = [
    { their_id: 'shown-lately', shown_at: kept.shown },
    { their_id: 'shown-before', shown_at: daysAgo(31) },
    { their_id: 'asked-lately', shown_at: daysAgo(200), outcome: 'found', asked_at: kept.asked },
    { their_id: 'asked-before', shown_at: daysAgo(1), outcome: 'nothing', asked_at: daysAgo(91) },
    { their_id: 'being-asked', shown_at: daysAgo(200), call_id: callId },
  ]
  await app.database.inOrg(orgId, async (db) => {
    for (const row of rows)
      await db
        .insertInto('prospects')
        .values({ ...row, org_id: orgId, shown: '{}' })
        .execute()
  })
  const now = new Date()
  const { ofOrg } = prospectRetention
  assert.ok(ofOrg)
  const removed = await app.database.inOrg(orgId, (db) =>
    ofOrg(db, { orgId, now, before: daysAgo(90), reactions: [], within: foyer.within }),
  )
  assert.equal(removed, 2)
  const left = await app.database.inOrg(orgId, (db) =>
    findProspects(
      db,
      orgId,
      rows.map(({ their_id }) => their_id),
    ),
  )
  assert.deepEqual([...left.keys()], ['asked-lately', 'being-asked', 'shown-lately'])
})
