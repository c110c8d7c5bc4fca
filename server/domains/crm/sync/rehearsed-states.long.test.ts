import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { runSync } from './run-sync.ts'

let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs()
  crms = jobs.crms
})
after(() => jobs?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

type Crm = Awaited<ReturnType<typeof connectedTo>>

const sync = async (crm: Crm, wish: object) => {
  await crms.app.database.db.deleteFrom('directory.buckets').execute()
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', {
    ...{ connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['companies', 'contacts'] },
    ...wish,
  })
  await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
  const shown = await crm.show(jobId)
  assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
  return shown
}
const verdictOf = ({ summary, progress, error_log: errors }: Awaited<ReturnType<typeof sync>>) => ({
  counts: Object.entries(summary).map(([entity, { gone: _gone, missing: _missing, ...counts }]) => [
    ...[entity, counts, progress[entity as 'contacts']?.conflicts],
  ]),
  errors: errors.map(({ record_id, field, code }) => `${record_id} ${field} ${code}`).sort(),
})

/** As many as are written together: what comes behind them comes with a later step of the run. */
const lot = (entity: 'companies' | 'contacts') =>
  Array.from({ length: 600 }, (_, n) => ({ entity, values: { [entity === 'companies' ? 'name' : 'lastName']: `Filler ${n}` } }))
const phoneOf = (n: number): string => `+49309018${300 + n}`

test('a rehearsal comes to the verdict of the run also where earlier pages would free, give and make what later ones are found by', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 0, deals: 0 })
  const contact = (firstName: string, email: string | null, phone: number | null) => ({
    entity: 'contacts',
    values: { firstName, email, phone: phone === null ? null : phoneOf(phone) },
  })
  const company = (name: string, domain: string) => ({ entity: 'companies', values: { name, domain } })
  const { create: known } = await crm.control({
    create: [
      contact('Uma', 'uma@here.example', 1),
      contact('Vic', 'vic@here.example', 7),
      contact('Yan', 'yan@here.example', null),
      contact('Zoe', null, 5),
      contact('Pia', 'pia@here.example', null),
      company('Before', 'before.example'),
    ],
  })
  await sync(crm, {})
  const [uma, vic, yan, zoe, pia, before] = known as [string, string, string, string, string, string]
  await crm.control({
    create: [company('First', 'first.example'), ...lot('companies'), company('First again', 'first.example')],
    edit: [{ entity: 'companies', id: before, values: { domain: 'after.example' } }],
  })
  const [, first] = await crm.records('companies')
  await crm.control({
    create: [company('Has what the one before had', 'before.example')],
    edit: [
      ...[
        [uma, { phone: phoneOf(2) }] as const,
        [vic, { phone: phoneOf(8) }] as const,
        [yan, { phone: phoneOf(6) }] as const,
        [zoe, { email: 'zoe@here.example' }] as const,
      ].map(([id, values]) => ({ entity: 'contacts', id, values })),
      { entity: 'contacts', id: pia, companyIds: [first?.id ?? ''] },
    ],
  })
  const { create } = await crm.control({
    create: [
      contact('New One', 'one@new.example', 3),
      contact('New Two', null, 4),
      ...lot('contacts'),
      contact('Takes what Uma had', 'takes@new.example', 1),
      contact('Has what Vic had', null, 7),
      contact('Is Yan by the new number', null, 6),
      contact('Is Zoe by the new address', 'zoe@here.example', null),
      contact('Is not Zoe, who has an address now', 'other@new.example', 5),
      contact('Is not New One', 'another@new.example', 3),
      contact('Is New Two', 'two@new.example', 4),
      contact('Is New One', 'one@new.example', null),
    ],
  })
  const rehearsed = await sync(crm, { dryRun: true, mode: 'all' })
  const run = await sync(crm, { mode: 'all' })
  assert.deepEqual(verdictOf(rehearsed), verdictOf(run))
  const theirId = (fromEnd: number): string => create.at(-fromEnd) ?? ''
  assert.deepEqual(
    verdictOf(run).errors,
    [theirId(4), theirId(3)].map((id) => `${id} phone phone_taken`),
    'the two who are others than who has their number',
  )
  const found = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db
      .selectFrom('contacts')
      .select(['email', 'phone'])
      .where('email', 'in', ['uma@here.example', 'takes@new.example', 'two@new.example', 'another@new.example'])
      .orderBy('email')
      .execute(),
  )
  assert.deepEqual(
    found.map(({ phone }) => phone),
    [null, phoneOf(1), phoneOf(4), phoneOf(2)],
  )
})

test('of people with one number who come together, one without an address is the first who has one, and no more; two with one address are one', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 0, deals: 0 })
  const contact = (email: string | null, n: number) => ({
    entity: 'contacts',
    values: { lastName: `Same ${n}`, email, phone: phoneOf(n) },
  })
  // Whichever of them is written first.
  const groups = Array.from({ length: 20 }, (_, n) => [
    contact(null, 20 + n),
    contact(`one${n}@same.example`, 20 + n),
    contact(`two${n}@same.example`, 20 + n),
  ])
  const pair = [80, 81].map((n) => contact('pair@same.example', n))
  await crm.control({ create: [...groups.flat(), ...pair] })
  const rehearsed = await sync(crm, { dryRun: true, entities: ['contacts'] })
  const run = await sync(crm, { entities: ['contacts'] })
  assert.deepEqual(verdictOf(rehearsed), verdictOf(run))
  assert.deepEqual([run.summary.contacts?.new, run.error_count, run.progress.contacts?.conflicts], [41, 20, 2])
  assert.deepEqual([run.certificate.contacts?.theirs, run.certificate.contacts?.ours], [62, 62])
})

test('a rehearsal names what would be left out of a record: what cannot be read, what another has, and what is not mapped', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 0, deals: 0 })
  await crm.call('create-deal', { client: { name: 'Kim', email: 'kim@here.example', phone: phoneOf(90) }, name: 'x' })
  await crm.call('save-crm-mapping', {
    connectionId: crm.connectionId,
    mapping: { fields: [{ entity: 'contacts', theirs: 'jobtitle', ours: 'job_title', direction: 'off' }] },
  })
  const { create } = await crm.control({
    create: [
      {
        entity: 'contacts',
        values: { firstName: 'Lea', email: 'lea@new.example', phone: phoneOf(90), title: 'Head of Left Out' },
      },
      { entity: 'contacts', values: { firstName: 'Max', email: 'max at new', phone: phoneOf(91) } },
    ],
  })
  const { samples, error_log: errors } = await sync(crm, { dryRun: true, entities: ['contacts'] })
  const leftOf = (id: string | undefined) =>
    samples
      .find(({ record_id }) => record_id === id)
      ?.fields.filter(({ verdict }) => verdict === 'leave' || verdict === 'unmapped')
      .map(({ field, theirs, verdict, reason }) => [field, theirs, reason ?? verdict])
  assert.deepEqual(leftOf(create[0]), [
    ['phone', phoneOf(90), 'Another contact has this number.'],
    ['jobtitle', 'Head of Left Out', 'unmapped'],
  ])
  assert.deepEqual(leftOf(create[1]), [['email', 'max at new', 'This is not an email address.']])
  const run = await sync(crm, { entities: ['contacts'] })
  assert.deepEqual(
    errors.map(({ record_id, field, message }) => [record_id, field, message]),
    run.error_log.map(({ record_id, field, message }) => [record_id, field, message]),
  )
})
