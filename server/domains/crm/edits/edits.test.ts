import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { runBulkChanges } from '../../desk/bulk-changes/run-bulk-changes.ts'

let app: TestApp
let owner: Someone
let maya: Someone
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp()
  jobs = await openJobContext(app)
  owner = app.owner
  maya = await app.given.person(owner.orgId, 'admin')
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

const done = async <T = Record<string, unknown>>(action: string, body: object, as: Someone = owner): Promise<T> => {
  const answer = await app.call(action, body, as)
  assert.equal(answer.status, 200, `${action}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}
const idOf = async (kind: string, action: string, body: object): Promise<string> =>
  (await done<Record<string, { id: string }>>(action, body))[kind]?.id ?? ''

interface Entry {
  readonly kind: string
  readonly facts: {
    readonly kind: string
    readonly record_name: string | null
    readonly changes: Record<string, { before: unknown; after: unknown; name?: string; type?: string }>
  }
  readonly cause: { readonly kind: string; readonly words: string | null }
  readonly person: { readonly id: string } | null
}
const editsOf = async (whose: object): Promise<Entry[]> =>
  (await done<{ entries: Entry[] }>('list-timeline', { ...whose, kinds: ['edit'] })).entries
const changesOf = async (whose: object) =>
  (await editsOf(whose)).map(({ facts, person }) => [person?.id ?? null, facts.changes])
const age = (minutes: number): Promise<unknown> =>
  app.database.inOrg(owner.orgId, (db) =>
    sql`update record_edits set at = at - make_interval(mins => ${minutes}), first_at = first_at - make_interval(mins => ${minutes})`.execute(
      db,
    ),
  )
const nameOf = async ({ personId }: Someone): Promise<string> =>
  (await done<{ members: { id: string; name: string }[] }>('list-members', {})).members.find(({ id }) => id === personId)
    ?.name ?? ''

test('a change of a contact, company, lead or deal stands in its timeline, with both values and its author', async () => {
  const contactId = await idOf('contact', 'create-contact', { fullName: 'Nadia', email: 'nadia@edits.example', ownerId: null })
  await done('update-contact', { contactId, fullName: 'Nadia Rao', phone: '+4915112345600', ownerId: maya.personId }, maya)
  assert.deepEqual(await changesOf({ contactId }), [
    [
      maya.personId,
      {
        full_name: { before: 'Nadia', after: 'Nadia Rao' },
        phone: { before: null, after: '+4915112345600' },
        owner: { before: null, after: { id: maya.personId, name: await nameOf(maya) } },
      },
    ],
  ])
  const companyId = await idOf('company', 'create-company', { name: 'Rao' })
  await done('update-company', { companyId, name: 'Rao Ltd', domain: 'rao.example' }, maya)
  assert.deepEqual(await changesOf({ companyId }), [
    [maya.personId, { name: { before: 'Rao', after: 'Rao Ltd' }, domain: { before: null, after: 'rao.example' } }],
  ])
  const dealId = await idOf('deal', 'create-deal', { contactId, name: 'Bathroom', valueMinor: 100_000, currency: 'EUR' })
  await done('update-deal', { dealId, valueMinor: 500, closeOn: '2027-03-31' }, maya)
  const value = { before: { amount_minor: 100_000, currency: 'EUR' }, after: { amount_minor: 500, currency: 'EUR' } }
  assert.deepEqual((await changesOf({ dealId })).slice(0, 1), [
    [maya.personId, { value, close_on: { before: null, after: '2027-03-31' } }],
  ])
  const leadId = await idOf('lead', 'add-lead', { name: 'Jo', email: 'jo@edits.example' })
  await done('update-lead', { leadId, state: 'not_fit', reason: 'Too far' }, maya)
  assert.deepEqual(await changesOf({ leadId }), [
    [maya.personId, { state: { before: 'new', after: 'not_fit' }, state_reason: { before: null, after: 'Too far' } }],
  ])
  const ofContact = await editsOf({ contactId })
  assert.deepEqual(
    ofContact.map(({ facts }) => [facts.kind, facts.record_name]),
    [
      ['deal', 'Bathroom'],
      ['contact', null],
    ],
    'the timeline of the contact names the deal',
  )
})

test('fields of the workspace stand there under the name that they had', async () => {
  const { field } = await done<{ field: { id: string; key: string } }>('save-field', {
    kind: 'contact',
    name: 'Budget',
    fieldType: 'money',
    currency: 'EUR',
  })
  const contactId = await idOf('contact', 'create-contact', { fullName: 'Field' })
  await done('set-fields', { kind: 'contact', recordId: contactId, fields: { [field.key]: 1250 } }, maya)
  await done('save-field', { fieldId: field.id, name: 'Spend' })
  assert.deepEqual(await changesOf({ contactId }), [
    [
      maya.personId,
      {
        'fields.budget': {
          ...{ before: null, after: { amount_minor: 125_000, currency: 'EUR' }, name: 'Budget', type: 'money' },
        },
      },
    ],
  ])
})

test('changes of one author within ten minutes are one entry; what was put back is none', async () => {
  const contactId = await idOf('contact', 'create-contact', { fullName: 'One', company: 'A' })
  const change = (body: object, as: Someone = maya) => done('update-contact', { contactId, ...body }, as)
  await change({ fullName: 'Two' })
  await change({ fullName: 'Three', company: 'B' })
  const [first, second] = [
    { before: 'One', after: 'Three' },
    { before: 'A', after: 'B' },
  ]
  assert.deepEqual(await changesOf({ contactId }), [[maya.personId, { full_name: first, company: second }]])
  await change({ fullName: 'One' })
  assert.deepEqual(await changesOf({ contactId }), [[maya.personId, { company: second }]])
  await change({ company: 'A' })
  assert.deepEqual(await changesOf({ contactId }), [])

  await change({ company: 'C' })
  await change({ company: 'D' }, owner)
  await change({ company: 'E' })
  assert.equal((await changesOf({ contactId })).length, 3, 'another author stands between them')
  await age(11)
  await change({ company: 'F' })
  assert.deepEqual((await changesOf({ contactId }))[0], [maya.personId, { company: { before: 'E', after: 'F' } }])
  await change({ company: 'F' })
  assert.equal((await changesOf({ contactId })).length, 4, 'nothing changed')
})

test('of two editors of one field the second is refused, with the value that stands, and its author', async () => {
  const contactId = await idOf('contact', 'create-contact', { fullName: 'Seen', company: 'A' })
  const dealId = await idOf('deal', 'create-deal', { contactId, name: 'Kitchen', valueMinor: 100_000, currency: 'EUR' })
  const companyId = await idOf('company', 'create-company', { name: 'Seen Ltd' })
  const { field } = await done<{ field: { key: string; choices: { id: string; name: string }[] } }>('save-field', {
    ...{ kind: 'deal', name: 'Style', fieldType: 'choice', choices: [{ name: 'Plain' }, { name: 'Grand' }] },
  })
  const fields = { kind: 'deal', recordId: dealId }
  const set = (name: string | null) => ({ ...fields, fields: { [field.key]: name } })
  const cases: readonly [string, object, object, object, unknown][] = [
    ['update-contact', { contactId, company: 'B' }, { contactId, company: 'C' }, { company: 'A' }, 'B'],
    ['update-company', { companyId, name: 'B' }, { companyId, name: 'C' }, { name: 'Seen Ltd' }, 'B'],
    [
      'update-deal',
      { dealId, valueMinor: 500 },
      { dealId, valueMinor: 120_000 },
      { valueMinor: 100_000, currency: 'EUR' },
      { amount_minor: 500, currency: 'EUR' },
    ],
    ['set-fields', set('Plain'), set('Grand'), { [field.key]: null }, { id: field.choices[0]?.id, name: 'Plain' }],
  ]
  for (const [action, hers, mine, was, stands] of cases) {
    await done(action, hers, maya)
    const { status, body } = await app.call(action, { ...mine, was }, owner)
    assert.deepEqual([status, body.code], [409, 'record_changed'], action)
    const [changed] = body.changed as unknown as { value: unknown; by: string; at: string; field: string }[]
    assert.deepEqual([changed?.value, changed?.by], [stands, await nameOf(maya)], action)
    assert.ok(Date.now() - Date.parse(changed?.at ?? '') < 60_000, action)
    // Who says what they saw now may.
    const seen = action === 'update-deal' ? { valueMinor: 500, currency: 'EUR' } : { [changed?.field ?? '']: stands }
    await done(action, { ...mine, was: seen }, owner)
  }
  const { deal } = await done<{ deal: { value_minor: number } }>('show-deal', { dealId })
  assert.equal(deal.value_minor, 120_000)
})

test('the same value, and fields that are left out, stop no second editor', async () => {
  const contactId = await idOf('contact', 'create-contact', { fullName: 'Same', company: 'A' })
  await done('update-contact', { contactId, company: 'B' }, maya)
  await done('update-contact', { contactId, company: 'B', was: { company: 'A' } })
  await done('update-contact', { contactId, jobTitle: 'Chef', was: { jobTitle: null, company: 'A' } })
  await done('update-contact', { contactId, company: 'C' })
  assert.equal((await app.call('update-contact', { contactId, company: 'D', was: { company: 7 } }, owner)).status, 400)
})

test('of twenty who change one value at once, having seen the same, exactly one does', async () => {
  const dealId = await idOf('deal', 'create-deal', { name: 'Raced', client: { name: 'Racer' } })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => app.call('update-deal', { dealId, chance: n + 1, was: { chance: null } }, owner)),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 409)])
  assert.equal((await editsOf({ dealId })).length, 1)
})

test('a change of many records names its author, and so does its undoing', async () => {
  const contactId = await idOf('contact', 'create-contact', { fullName: 'Many', ownerId: null })
  const { bulk_change: change } = await done<{ bulk_change: { id: string } }>(
    'change-records',
    { kind: 'contact', of: { recordIds: [contactId] }, change: { type: 'assign', ownerId: maya.personId } },
    maya,
  )
  await runBulkChanges.run({ orgId: owner.orgId }, jobs.context)
  assert.deepEqual(
    (await editsOf({ contactId })).map(({ person, facts }) => [person?.id, Object.keys(facts.changes)]),
    [[maya.personId, ['owner']]],
  )
  await done('undo-bulk-change', { bulkChangeId: change.id }, owner)
  await runBulkChanges.run({ orgId: owner.orgId }, jobs.context)
  assert.equal((await editsOf({ contactId }))[0]?.person?.id, owner.personId)
})

test('a change by a key names the key', async () => {
  const contactId = await idOf('contact', 'create-contact', { fullName: 'Keyed' })
  const key = await app.given.key(owner.orgId, { scopes: ['contacts:write'] })
  const answer = await app.call('update-contact', { contactId, company: 'By key' }, { ...owner, token: key.text })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const [entry] = await editsOf({ contactId })
  assert.deepEqual([entry?.cause.kind, entry?.person], ['key', null])
  assert.ok(entry?.cause.words)
})
