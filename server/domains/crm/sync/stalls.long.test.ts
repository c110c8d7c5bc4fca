import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectedTo, type ShownSync, startCrms } from '#test/support/crm-sync.ts'
import { heldSyncs } from './held-syncs.ts'

let crms: Awaited<ReturnType<typeof startCrms>>
before(async () => {
  crms = await startCrms()
})
after(() => crms?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

type Crm = Awaited<ReturnType<typeof connectedTo>>
const started = async (crm: Crm, entities = ['contacts']): Promise<string> =>
  (
    await crm.call<{ jobId: string }>('crm-start-sync', {
      connectionId: crm.connectionId,
      userId: crm.owner.personId,
      entities,
    })
  ).jobId
const shownAs = async (crm: Crm, jobId: string, is: (shown: ShownSync) => boolean): Promise<ShownSync> => {
  for (const end = Date.now() + 45_000; ; await sleep(700)) {
    const shown = await crm.show(jobId)
    if (is(shown)) return shown
    if (Date.now() > end) throw new Error(`it is ${JSON.stringify(shown)}`)
  }
}

test('a CRM that withholds three records: the certificate names exactly those', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 150, deals: 0 })
  await crms.sandbox.turn('hubspot', { kind: 'withhold' })
  const done = await crm.sync({}, { entities: ['contacts'] })
  const all = await crm.records('contacts')
  const withheld = [7, 13, 29].map((n) => all[n - 1]?.id ?? '')
  assert.equal(done.status, 'completed')
  assert.deepEqual(
    [done.certificate.contacts?.theirs, done.certificate.contacts?.ours, done.certificate.contacts?.missing_count],
    [150, 147, 3],
  )
  assert.deepEqual(new Set(done.certificate.contacts?.missing), new Set(withheld))
  assert.equal(done.summary.contacts?.missing, 3)
  const next = await crm.sync({}, { entities: ['contacts'] })
  assert.deepEqual(
    [next.mode, next.summary.contacts?.new, next.certificate.contacts?.ours],
    ['changes', 3, 150],
    'the next sync asks for them',
  )
})

test('a CRM that gives the same page for ever: the sync stalls with its cause, is never completed, and goes on when resumed', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 250, deals: 0 })
  await crms.sandbox.turn('hubspot', { kind: 'same_page' })
  const jobId = await started(crm)
  const stalled = await shownAs(crm, jobId, ({ condition }) => condition === 'stalled')
  assert.equal(stalled.status, 'in_progress')
  assert.match(stalled.reason ?? '', /same page/)
  await crms.sandbox.turn('hubspot')
  await crm.call('resume-sync', { jobId })
  const done = await crm.ended(jobId)
  assert.deepEqual([done.status, done.progress.contacts?.imported], ['completed', 250])
})

test('a total that is too high is shown as it is, and nothing is said to be missing', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 20, deals: 0 })
  await crms.sandbox.turn('hubspot', { kind: 'lying_total' })
  const { certificate, status } = await crm.sync({}, { entities: ['contacts'] })
  assert.deepEqual(
    [status, certificate.contacts?.theirs, certificate.contacts?.ours, certificate.contacts?.missing],
    ['completed', 25, 20, []],
  )
})

test('a limit of the day is waited for: the sync says until when, and goes on', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 20, deals: 0 })
  await crms.sandbox.turn('hubspot', { kind: 'daily_limit' })
  const jobId = await started(crm)
  const waiting = await shownAs(crm, jobId, ({ condition }) => condition === 'waiting_for_limit')
  assert.equal(waiting.status, 'in_progress')
  assert.ok(Date.parse(String((waiting as unknown as { resumes_at: string }).resumes_at)) > Date.now())
  await crms.sandbox.turn('hubspot')
  await crm.call('resume-sync', { jobId })
  assert.equal((await crm.ended(jobId)).status, 'completed')
})

test('half an answer and a page of HTML are tried again, and nothing is lost or doubled', async () => {
  for (const kind of ['truncated', 'html', 'error_500', 'lost']) {
    const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 250, deals: 0 })
    await crms.sandbox.turn('hubspot', { kind, share: 0.4, times: 4, seed: 3 })
    const done = await crm.sync({}, { entities: ['contacts'] })
    assert.deepEqual([kind, done.status, done.progress.contacts?.imported], [kind, 'completed', 250])
    await crms.sandbox.turn('hubspot')
  }
})

test('a second start joins the one that runs; other kinds are refused with its id; a cancelled one goes on from where it was', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 5, contacts: 20, deals: 0 })
  await crms.sandbox.turn('hubspot', { kind: 'daily_limit' })
  const jobId = await started(crm)
  assert.equal(await started(crm), jobId)
  const wish = { connectionId: crm.connectionId, orgId: crm.owner.orgId, userId: crm.owner.personId, entities: ['companies'] }
  const other = await crms.app.call('crm-start-sync', wish, crm.owner)
  assert.deepEqual([other.status, other.body.code], [409, 'sync_running'])
  assert.match(String(other.body.error), new RegExp(jobId))
  await crm.call('cancel-sync', { jobId })
  assert.deepEqual(await crm.show(jobId).then(({ status, code }) => [status, code]), ['failed', 'cancelled'])
  await crms.sandbox.turn('hubspot')
  await crm.call('resume-sync', { jobId })
  assert.equal((await crm.ended(jobId)).status, 'completed')
  await crm.call('cancel-sync', { jobId }, 409)
})

test('bad input is refused with the field it is about', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 3, deals: 0 })
  const stranger = await crms.app.given.organization()
  const ask = (body: object, who = crm.owner) =>
    crms.app.call(
      'crm-start-sync',
      { connectionId: crm.connectionId, orgId: who.orgId, userId: who.personId, entities: ['contacts'], ...body },
      who,
    )
  for (const entities of [[], ['contacts', 'contacts'], ['leads'], 'contacts'])
    assert.equal((await ask({ entities })).status, 400, JSON.stringify(entities))
  assert.equal((await ask({ userId: stranger.personId })).body.code, 'foreign_person')
  assert.deepEqual([(await ask({}, stranger)).status, (await ask({}, stranger)).body.code], [404, 'crm_connection_not_found'])
  const { jobId } = await crm.sync({}, { entities: ['contacts'] })
  for (const type of ['crm-sync-status', 'cancel-sync', 'resume-sync', 'undo-sync'])
    assert.equal((await crms.app.call(type, { orgId: stranger.orgId, jobId }, stranger)).status, 404, type)
  for (const limit of [0, -1, 1_000_000_000, 1.5])
    assert.equal((await crms.app.call('crm-sync-history', { orgId: crm.owner.orgId, limit }, crm.owner)).status, 400)
  const member = await crms.app.given.person(crm.owner.orgId, 'member')
  assert.equal(
    (
      await crms.app.call(
        'crm-start-sync',
        { connectionId: crm.connectionId, orgId: member.orgId, userId: member.personId, entities: ['contacts'] },
        member,
      )
    ).status,
    403,
  )
  assert.equal((await crms.app.call('crm-sync-status', { orgId: member.orgId, jobId }, member)).status, 200)
})

test('after a restore neither a sync nor a schedule asks the CRM anything, until an owner releases them', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 20, deals: 0 })
  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, schedule: 'hourly' })
  await crms.sandbox.turn('hubspot', { kind: 'daily_limit' })
  const jobId = await started(crm)
  await shownAs(crm, jobId, ({ condition }) => condition === 'waiting_for_limit')
  const { orgId } = crm.owner
  const times = () =>
    crms.app.database.inOrg(orgId, async (db) => ({
      sync: (await db.selectFrom('sync_jobs').select('resumes_at').executeTakeFirst())?.resumes_at?.getUTCFullYear(),
      schedule: (await db.selectFrom('crm_settings').select('next_run_at').executeTakeFirst())?.next_run_at?.getUTCFullYear(),
    }))
  await crms.app.database.inOrg(orgId, (db) => heldSyncs.postpone(db, orgId))
  assert.deepEqual(await times(), { sync: 9999, schedule: 9999 })
  const { rows } = await crms.app.database.inOrg(orgId, (db) =>
    sql`select count(*)::int as count from (${heldSyncs.madeAt(orgId)}) held`.execute(db),
  )
  assert.deepEqual(rows, [{ count: 2 }])
  await crms.sandbox.turn('hubspot')
  await crms.app.database.inOrg(orgId, (db) => heldSyncs.release(db, orgId, new Date()))
  const year = new Date().getUTCFullYear()
  assert.deepEqual(await times(), { sync: year, schedule: year })
  await crm.call('resume-sync', { jobId })
  assert.equal((await crm.ended(jobId)).status, 'completed')
})
