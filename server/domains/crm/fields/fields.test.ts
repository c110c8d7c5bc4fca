import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

interface Field {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly choices: readonly { readonly id: string; readonly name: string; readonly is_archived: boolean }[]
}
type Values = Record<string, unknown>

const done = async <T>(type: string, body: object, as: Someone): Promise<T> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, `${type}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}
const codeOf = async (type: string, body: object, as: Someone): Promise<unknown> => (await app.call(type, body, as)).body.code
const field = async (as: Someone, body: object): Promise<Field> => (await done<{ field: Field }>('save-field', body, as)).field
const set = async (as: Someone, kind: string, id: string, fields: Values): Promise<Values> =>
  (await done<{ fields: Values }>('set-fields', { kind, recordId: id, fields }, as)).fields
const contact = (orgId: string, fullName: string): Promise<string> =>
  app.database.inOrg(orgId, async (db) => {
    const id = newId()
    await db.insertInto('contacts').values({ org_id: orgId, id, full_name: fullName }).execute()
    return id
  })
const shown = async (as: Someone, contactId: string): Promise<Values> =>
  (await done<{ fields: Values }>('show-contact', { contactId }, as)).fields
const deal = async (as: Someone): Promise<{ id: string }> =>
  (await done<{ deal: { id: string } }>('create-deal', { contactId: await contact(as.orgId, 'Maya') }, as)).deal

test('an admin adds a field of each type; its key is made of the name, and neither kind, key, type nor currency change', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const budget = await field(owner, { kind: 'contact', name: 'Größtes  Budget', fieldType: 'money', currency: 'eur' })
  assert.deepEqual([budget.key, budget.name], ['grosstes_budget', 'Größtes Budget'].with(0, budget.key))
  assert.match(budget.key, /^gro/)
  assert.equal((await field(owner, { kind: 'contact', name: '予算', fieldType: 'text' })).key, 'field')
  assert.equal((await field(owner, { kind: 'contact', name: '予算 二', fieldType: 'text' })).key, 'field_2')
  assert.equal((await field(owner, { kind: 'deal', name: 'Größtes Budget', fieldType: 'text' })).key, budget.key)
  const refused = async (body: object, as = owner) => codeOf('save-field', body, as)
  assert.equal(await refused({ kind: 'contact', name: 'X', fieldType: 'text' }, member), 'forbidden')
  assert.equal(await refused({ kind: 'contact', name: 'größtes budget', fieldType: 'text' }), 'field_name_taken')
  assert.equal(await refused({ kind: 'contact', name: 'X', fieldType: 'text', key: budget.key }), 'field_key_taken')
  assert.equal(await refused({ kind: 'contact', name: 'X', fieldType: 'money' }), 'field_options_invalid')
  assert.equal(await refused({ kind: 'contact', name: 'X', fieldType: 'choice' }), 'field_options_invalid')
  assert.equal(await refused({ kind: 'contact', name: 'X', fieldType: 'text', min: 1 }), 'field_options_invalid')
  assert.equal(await refused({ kind: 'contact', name: 'X', fieldType: 'number', min: 2, max: 1 }), 'field_options_invalid')
  assert.equal(await refused({ kind: 'contact', name: 'X', fieldType: 'text', inForms: true }), 'field_options_invalid')
  assert.equal(await refused({ kind: 'contact', name: 'X' }), 'missing_field')
  for (const change of [{ fieldType: 'text' }, { kind: 'deal' }, { key: 'other' }, { currency: 'USD' }])
    assert.equal(await refused({ fieldId: budget.id, ...change }), 'field_fixed')
  const renamed = await field(owner, { fieldId: budget.id, name: 'Budget' })
  assert.deepEqual([renamed.key, renamed.name], [budget.key, 'Budget'])
})

test('values of all types are set, shown as documented, kept as they are sent again, and cleared', async () => {
  const owner = await app.given.organization()
  const of = { kind: 'company' }
  await field(owner, { ...of, name: 'Motto', fieldType: 'text' })
  await field(owner, { ...of, name: 'Size', fieldType: 'number', min: 0, max: 500 })
  await field(owner, { ...of, name: 'Budget', fieldType: 'money', currency: 'EUR' })
  await field(owner, { ...of, name: 'Founded', fieldType: 'date' })
  const tier = await field(owner, { ...of, name: 'Tier', fieldType: 'choice', choices: [{ name: 'Gold' }, { name: 'Silver' }] })
  await field(owner, { ...of, name: 'Needs', fieldType: 'choices', choices: [{ name: 'Roof' }, { name: 'Floor' }] })
  await field(owner, { ...of, name: 'Buyer', fieldType: 'person' })
  await field(owner, { ...of, name: 'Plan', fieldType: 'link' })
  await field(owner, { ...of, name: 'Paid', fieldType: 'tick' })
  const { company } = await done<{ company: { id: string } }>('create-company', { name: 'Blue Bakery' }, owner)
  const empty = {
    motto: null,
    size: null,
    budget: null,
    founded: null,
    tier: null,
    needs: null,
    buyer: null,
    plan: null,
    paid: false,
  }
  const read = async () => (await done<{ fields: Values }>('show-company', { companyId: company.id }, owner)).fields
  assert.deepEqual(await read(), empty)
  const answered = await set(owner, 'company', company.id, {
    ...{ motto: ' Bread\nand cake ', size: '12.5', budget: '1,250.50', founded: '1962-03-01', tier: 'gold' },
    ...{ needs: ['Floor', 'Roof'], buyer: owner.email, plan: 'example.com/plan', paid: true },
  })
  const ofNeeds = answered.needs as { name: string }[]
  assert.deepEqual(
    { ...answered, needs: ofNeeds.map(({ name }) => name), buyer: (answered.buyer as { id: string }).id },
    {
      ...{ motto: 'Bread\nand cake', size: 12.5, budget: { amount_minor: 125050, currency: 'EUR' }, founded: '1962-03-01' },
      ...{ tier: { id: tier.choices[0]?.id, name: 'Gold' }, needs: ['Floor', 'Roof'], buyer: owner.personId },
      ...{ plan: 'https://example.com/plan', paid: true },
    },
  )
  assert.deepEqual(await set(owner, 'company', company.id, answered), answered)
  assert.deepEqual(await read(), answered)
  const cleared = Object.fromEntries(Object.keys(answered).map((key, at) => [key, at % 2 ? null : ' ']))
  assert.deepEqual(await set(owner, 'company', company.id, { ...cleared, needs: [], paid: false }), empty)
})

test('values that do not fit are refused all together, with each fault, and none is set', async () => {
  const owner = await app.given.organization()
  await field(owner, { kind: 'contact', name: 'Size', fieldType: 'number', max: 500 })
  await field(owner, { kind: 'contact', name: 'Since', fieldType: 'date' })
  await field(owner, { kind: 'contact', name: 'Motto', fieldType: 'text' })
  const id = await contact(owner.orgId, 'Maya')
  const { status, body } = await app.call(
    'set-fields',
    { kind: 'contact', recordId: id, fields: { motto: 'x', size: 501, since: '2025-02-29' } },
    owner,
  )
  assert.deepEqual(
    [status, body.code, body.field, body.error, body.faults],
    [
      400,
      'field_value_invalid',
      'size',
      'Size must be 500 or less',
      [
        { key: 'size', message: 'Size must be 500 or less' },
        { key: 'since', message: 'Since must be a day of the calendar, such as 2026-11-27' },
      ],
    ],
  )
  assert.deepEqual(await shown(owner, id), { size: null, since: null, motto: null })
  assert.equal(await codeOf('set-fields', { kind: 'contact', recordId: id, fields: { mottto: 'x' } }, owner), 'field_not_found')
  assert.equal(
    await codeOf('set-fields', { kind: 'contact', recordId: newId(), fields: { motto: 'x' } }, owner),
    'record_not_found',
  )
  const stranger = await app.given.organization()
  assert.equal(await codeOf('set-fields', { kind: 'contact', recordId: id, fields: {} }, stranger), 'record_not_found')
})

test('each change of values makes one event with what was and is, and one that changes nothing makes none', async () => {
  const owner = await app.given.organization()
  await field(owner, { kind: 'contact', name: 'Motto', fieldType: 'text' })
  await field(owner, { kind: 'contact', name: 'Paid', fieldType: 'tick' })
  const id = await contact(owner.orgId, 'Maya')
  for (const motto of ['one', 'one', 'two']) await set(owner, 'contact', id, { motto })
  const { rows } = await app.database.inOrg(owner.orgId, (db) =>
    sql<{ payload: object }>`
      select payload from events where org_id = ${owner.orgId} and type = 'record.changed' and subject_id = ${id} order by tx, id`.execute(
      db,
    ),
  )
  assert.deepEqual(
    rows.map(({ payload }) => payload),
    [
      { kind: 'contact', before: { motto: null }, after: { motto: 'one' }, fields: { motto: 'one', paid: false } },
      { kind: 'contact', before: { motto: 'one' }, after: { motto: 'two' }, fields: { motto: 'two', paid: false } },
    ],
  )
})

test('a choice that was renamed is so on every record; one that was removed is still shown, and can be kept but not chosen', async () => {
  const owner = await app.given.organization()
  const tier = await field(owner, {
    kind: 'contact',
    name: 'Tier',
    fieldType: 'choice',
    choices: [{ name: 'Gold' }, { name: 'Silver' }],
  })
  const [one, other] = [await contact(owner.orgId, 'A'), await contact(owner.orgId, 'B')]
  const gold = tier.choices[0]?.id
  await set(owner, 'contact', one, { tier: 'Gold' })
  await field(owner, { fieldId: tier.id, choices: [{ id: gold, name: 'Platinum' }, { name: 'Bronze' }] })
  assert.deepEqual((await shown(owner, one)).tier, { id: gold, name: 'Platinum' })
  await field(owner, { fieldId: tier.id, choices: [{ name: 'Iron' }] })
  assert.deepEqual((await shown(owner, one)).tier, { id: gold, name: 'Platinum' })
  assert.deepEqual((await set(owner, 'contact', one, { tier: gold })).tier, { id: gold, name: 'Platinum' })
  assert.equal(
    await codeOf('set-fields', { kind: 'contact', recordId: other, fields: { tier: gold } }, owner),
    'field_value_invalid',
  )
  const unknown = { fieldId: tier.id, choices: [{ id: newId(), name: 'X' }] }
  assert.equal(await codeOf('save-field', unknown, owner), 'field_options_invalid')
})

test('an archived field is neither shown nor set, and restored with its values; deleted, they are removed', async () => {
  const owner = await app.given.organization()
  const motto = await field(owner, { kind: 'contact', name: 'Motto', fieldType: 'text' })
  const ids = await Promise.all(['A', 'B'].map((name) => contact(owner.orgId, name)))
  for (const id of ids) await set(owner, 'contact', id, { motto: 'x' })
  assert.equal(await codeOf('delete-field', { fieldId: motto.id }, owner), 'field_not_archived')
  await done('archive-field', { fieldId: motto.id }, owner)
  assert.deepEqual(await shown(owner, ids[0] as string), {})
  assert.equal(
    await codeOf('set-fields', { kind: 'contact', recordId: ids[0], fields: { motto: 'y' } }, owner),
    'field_not_found',
  )
  assert.equal((await done<{ values: number }>('show-field', { fieldId: motto.id }, owner)).values, 2)
  await field(owner, { kind: 'contact', name: 'Motto', fieldType: 'date' })
  assert.equal(await codeOf('archive-field', { fieldId: motto.id, archived: false }, owner), 'field_name_taken')
  const second = (await done<{ fields: Field[] }>('list-fields', { kind: 'contact' }, owner)).fields
  assert.deepEqual(
    second.map(({ key }) => key),
    ['motto_2'],
  )
  await field(owner, { fieldId: second[0]?.id, name: 'Other' })
  await done('archive-field', { fieldId: motto.id, archived: false }, owner)
  assert.deepEqual(await shown(owner, ids[0] as string), { motto: 'x', motto_2: null })
  await done('archive-field', { fieldId: motto.id }, owner)
  assert.equal((await done<{ values: number }>('delete-field', { fieldId: motto.id }, owner)).values, 2)
  const worker = await app.startWorker()
  try {
    await until('the values are removed', async () => {
      const { rows } = await app.database.inOrg(owner.orgId, (db) => sql`select from field_values`.execute(db))
      return rows.length === 0
    })
  } finally {
    await worker.stop()
  }
})

test('fields are shown in the order that was set, and a new one comes last', async () => {
  const owner = await app.given.organization()
  const ids: string[] = []
  for (const name of ['A', 'B', 'C']) ids.push((await field(owner, { kind: 'lead', name, fieldType: 'text' })).id)
  await done('order-fields', { kind: 'lead', fieldIds: [ids[2], ids[0]] }, owner)
  await field(owner, { kind: 'lead', name: 'D', fieldType: 'text' })
  const { fields } = await done<{ fields: Field[] }>('list-fields', { kind: 'lead' }, owner)
  assert.equal(fields.map(({ name }) => name).join(), 'C,A,B,D')
  assert.equal(await codeOf('order-fields', { kind: 'deal', fieldIds: ids }, owner), 'field_not_found')
})

test('a kind of record has 200 fields and no more', async () => {
  const owner = await app.given.organization()
  await app.database.inOrg(owner.orgId, (db) =>
    sql`
      insert into fields (org_id, id, kind, key, name, type, place)
      select ${owner.orgId}, gen_random_uuid(), 'contact', 'f' || n, 'F' || n, 'text', n from generate_series(1, 199) n`.execute(
      db,
    ),
  )
  const last = await field(owner, { kind: 'contact', name: 'Last', fieldType: 'text' })
  assert.equal(await codeOf('save-field', { kind: 'contact', name: 'One more', fieldType: 'text' }, owner), 'too_many_fields')
  await done('archive-field', { fieldId: last.id }, owner)
  await field(owner, { kind: 'contact', name: 'One more', fieldType: 'text' })
  assert.equal(await codeOf('archive-field', { fieldId: last.id, archived: false }, owner), 'too_many_fields')
})

test('merged contacts show the values of the canonical one, else those of the others; an undone merge gives each its own back', async () => {
  const owner = await app.given.organization()
  for (const name of ['Motto', 'Size']) await field(owner, { kind: 'contact', name, fieldType: 'text' })
  const [source, target] = [await contact(owner.orgId, 'M. O.'), await contact(owner.orgId, 'Maya Ortiz')]
  await set(owner, 'contact', source, { motto: 'of source', size: 'small' })
  await set(owner, 'contact', target, { motto: 'of target' })
  const { mergeId } = await done<{ mergeId: string }>('merge-contacts', { sourceId: source, targetId: target }, owner)
  assert.deepEqual(await shown(owner, source), { motto: 'of target', size: 'small' })
  assert.deepEqual(await set(owner, 'contact', source, { size: 'large' }), { motto: 'of target', size: 'large' })
  assert.deepEqual(await set(owner, 'contact', target, { size: null }), { motto: 'of target', size: null })
  await done('undo-merge', { mergeId }, owner)
  assert.deepEqual(await shown(owner, source), { motto: 'of source', size: null })
  assert.deepEqual(await shown(owner, target), { motto: 'of target', size: null })
})

test('a deal reaches a stage with the fields that are required there or before it, and is lost without any', async () => {
  const owner = await app.given.organization()
  const { id } = await deal(owner)
  const { pipelines } = await done<{ pipelines: { stages: { id: string; slug: string }[] }[] }>('list-pipelines', {}, owner)
  const stageId = (slug: string) => pipelines[0]?.stages.find((stage) => stage.slug === slug)?.id
  const required = { kind: 'deal', requiredStageId: stageId('proposal') }
  await field(owner, { ...required, name: 'Budget', fieldType: 'money', currency: 'EUR' })
  await field(owner, { ...required, name: 'Checked', fieldType: 'tick' })
  const lost = { ...required, name: 'X', fieldType: 'text', requiredStageId: stageId('lost') }
  assert.equal(await codeOf('save-field', lost, owner), 'field_options_invalid')
  await done('move-deal', { dealId: id, stageId: stageId('qualified') }, owner)
  const refused = await app.call('move-deal', { dealId: id, stageId: stageId('negotiation') }, owner)
  const both = [
    { key: 'budget', name: 'Budget' },
    { key: 'checked', name: 'Checked' },
  ]
  assert.deepEqual([refused.status, refused.body.code, refused.body.missing], [409, 'fields_missing', both])
  const half = { dealId: id, stageId: stageId('proposal'), fields: { budget: '100', checked: false } }
  assert.deepEqual((await app.call('move-deal', half, owner)).body.missing, both.slice(1))
  // What could not be moved has kept nothing of it.
  assert.equal((await done<{ fields: Values }>('show-deal', { dealId: id }, owner)).fields.budget, null)
  await done('move-deal', { ...half, fields: { budget: '100', checked: true } }, owner)
  await done('move-deal', { dealId: (await deal(owner)).id, stageId: stageId('lost'), lostReason: 'Price' }, owner)
})

test('a deal that begins behind the first stage needs the fields that it would be asked for on the way there', async () => {
  const owner = await app.given.organization()
  await deal(owner)
  const { pipelines } = await done<{ pipelines: { stages: { id: string; slug: string }[] }[] }>('list-pipelines', {}, owner)
  const stageId = (slug: string) => pipelines[0]?.stages.find((stage) => stage.slug === slug)?.id
  const of = { kind: 'deal', fieldType: 'text' }
  await field(owner, { ...of, name: 'Source', requiredStageId: stageId('new_lead') })
  await field(owner, { ...of, name: 'Scope', requiredStageId: stageId('qualified') })
  await field(owner, { ...of, name: 'Offer', requiredStageId: stageId('negotiation') })
  const begun = (body: object) => app.call('create-deal', { client: { name: 'Ada' }, name: 'Roof', ...body }, owner)
  const refused = await begun({ stageId: stageId('proposal') })
  const missing = [
    { key: 'source', name: 'Source' },
    { key: 'scope', name: 'Scope' },
  ]
  assert.deepEqual([refused.status, refused.body.code, refused.body.missing], [409, 'fields_missing', missing])
  const half = await begun({ stageId: stageId('proposal'), fields: { source: 'Fair' } })
  assert.deepEqual(half.body.missing, missing.slice(1))
  const whole = await begun({ stageId: stageId('proposal'), fields: { source: 'Fair', scope: 'Roof' } })
  assert.equal(whole.status, 200, JSON.stringify(whole.body))
  assert.equal((await begun({})).status, 200)
  assert.equal((await begun({ stageId: stageId('new_lead') })).status, 200)
  assert.equal((await begun({ fields: { colour: 'red' } })).body.code, 'field_not_found')
})

test('values of all types come back from the database as they were set, whatever they are', async () => {
  const owner = await app.given.organization()
  const of = { kind: 'contact' }
  await field(owner, { ...of, name: 'T', fieldType: 'text' })
  await field(owner, { ...of, name: 'N', fieldType: 'number' })
  await field(owner, { ...of, name: 'M', fieldType: 'money', currency: 'JPY' })
  await field(owner, { ...of, name: 'D', fieldType: 'date' })
  await field(owner, { ...of, name: 'B', fieldType: 'tick' })
  const several = await field(owner, {
    ...{ ...of, name: 'C', fieldType: 'choices' },
    choices: ['a', 'b', 'c', 'd'].map((name) => ({ name })),
  })
  const id = await contact(owner.orgId, 'Maya')
  const values = fc.record(
    {
      t: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }).map((text) => text.trim() || 'x'),
      n: fc.integer({ min: -1e12, max: 1e12 }).map((whole) => whole / 1_000),
      m: fc.integer({ min: -1e12, max: 1e12 }).map((amount_minor) => ({ amount_minor, currency: 'JPY' })),
      d: fc
        .date({ min: new Date('1900-01-01'), max: new Date('2999-01-01'), noInvalidDate: true })
        .map((at) => at.toISOString().slice(0, 10)),
      b: fc.boolean(),
      c: fc.subarray([...several.choices], { minLength: 1 }).map((some) => some.map(({ id, name }) => ({ id, name }))),
    },
    { requiredKeys: [] },
  )
  let kept: Values = await shown(owner, id)
  await fc.assert(
    fc.asyncProperty(values, async (given) => {
      kept = { ...kept, ...given }
      assert.deepEqual(await set(owner, 'contact', id, given), kept)
    }),
    { numRuns: 60 },
  )
})
