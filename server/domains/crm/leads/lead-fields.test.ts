import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { followEvents } from '#test/support/reactions.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

interface Shown {
  readonly fields: Record<string, unknown>
  readonly lead: {
    readonly unused_fields: string[]
    readonly field_faults: { key: string; message: string }[]
  }
}

const done = async <T>(type: string, body: object, as: Someone): Promise<T> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, `${type}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}
const withFields = async (): Promise<Someone> => {
  const owner = await app.given.organization()
  await done('save-field', { kind: 'lead', name: 'Budget', fieldType: 'money', currency: 'EUR' }, owner)
  await done('save-field', { kind: 'lead', name: 'Since', fieldType: 'date' }, owner)
  return owner
}
const shown = async (owner: Someone, leadId: unknown): Promise<[Shown['fields'], string[], Shown['lead']['field_faults']]> => {
  await followEvents(app, owner.orgId, 'fill-lead-fields')
  const { fields, lead } = await done<Shown>('show-lead', { leadId }, owner)
  return [fields, lead.unused_fields, lead.field_faults]
}
const sent = { email: 'maya@example.com', fields: { budget: 1250.5, since: '2025-02-29', colour: 'red' } }

test('fields of a lead are passed over as unknown until the workspace turns them on, with the same answer either way', async () => {
  const owner = await withFields()
  const key = (await app.given.key(owner.orgId)).text
  const before = await app.post(sent, key)
  assert.equal(before.status, 200)
  assert.deepEqual(Object.keys(before.body).sort(), ['contact_id', 'deduplicated', 'lead_id', 'ok'])
  assert.deepEqual(await shown(owner, before.body.lead_id), [{ budget: null, since: null }, ['fields'], []])

  await done('set-lead-fields', { enabled: true }, owner)
  // What came before the setting stays as it was.
  assert.deepEqual(await shown(owner, before.body.lead_id), [{ budget: null, since: null }, ['fields'], []])
  const after = await app.post({ ...sent, nickname: 'M' }, key)
  assert.deepEqual([after.status, Object.keys(after.body).sort()], [200, ['contact_id', 'deduplicated', 'lead_id', 'ok']])
  assert.deepEqual(await shown(owner, after.body.lead_id), [
    { budget: { amount_minor: 125050, currency: 'EUR' }, since: null },
    ['nickname', 'fields.colour'],
    [{ key: 'since', message: 'Since must be a day of the calendar, such as 2026-11-27' }],
  ])
  await done('set-lead-fields', { enabled: false }, owner)
  const last = await app.post(sent, key)
  assert.deepEqual(await shown(owner, last.body.lead_id), [{ budget: null, since: null }, ['fields'], []])
})

test('a lead is accepted with any value in the place of its fields', async () => {
  const owner = await withFields()
  await done('set-lead-fields', { enabled: true }, owner)
  const key = (await app.given.key(owner.orgId)).text
  for (const fields of [
    null,
    [],
    'text',
    7,
    {},
    { budget: {} },
    { budget: { amount_minor: 'x' } },
    { __proto__: null, since: [[]] },
  ]) {
    const { status, body } = await app.post(JSON.stringify({ email: 'maya@example.com', fields }), key)
    assert.equal(status, 200, JSON.stringify(fields))
    assert.deepEqual((await shown(owner, body.lead_id))[0], { budget: null, since: null })
  }
})

test('a member who has set a field before it was read from the lead keeps the value', async () => {
  const owner = await withFields()
  await done('set-lead-fields', { enabled: true }, owner)
  const { body } = await app.post(sent, (await app.given.key(owner.orgId)).text)
  await done('set-fields', { kind: 'lead', recordId: body.lead_id, fields: { budget: '5' } }, owner)
  assert.deepEqual((await shown(owner, body.lead_id))[0].budget, { amount_minor: 500, currency: 'EUR' })
})

test('a form asks for a field of leads that may be in forms, and its answer is the value', async () => {
  const owner = await app.given.organization()
  const choices = [{ name: 'Roof' }, { name: 'Floor' }]
  await done('save-field', { kind: 'lead', name: 'Project', fieldType: 'choice', choices, inForms: true }, owner)
  await done('save-field', { kind: 'lead', name: 'Rating', fieldType: 'text' }, owner)
  const question = (name: string, field: string, more: object = { kind: 'text' }) => ({ name, label: name, field, ...more })
  const { source } = await done<{ source: { url: string } }>(
    'create-lead-source',
    {
      name: 'Website',
      settings: {
        kind: 'form',
        fields: [
          { kind: 'email', name: 'email', required: true },
          question('project', 'project', { kind: 'choice', options: ['Roof', 'Floor'] }),
          question('rating', 'rating'),
        ],
      },
    },
    owner,
  )
  const answer = await fetch(source.url.replace(/^https?:\/\/[^/]+/, app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(source.url).origin },
    body: JSON.stringify({ email: 'maya@example.com', project: 'Floor', rating: 'best', _id: 'x1', _shown_ms: '9000' }),
  })
  assert.ok(answer.status < 400, await answer.text())
  const { leads } = await done<{ leads: { id: string }[] }>('list-leads', {}, owner)
  const [fields] = await shown(owner, leads[0]?.id)
  assert.deepEqual([(fields.project as { name: string } | null)?.name, fields.rating], ['Floor', null])
})

test('an export has the tags of each lead, and a column for each field', async () => {
  const owner = await withFields()
  await done('set-lead-fields', { enabled: true }, owner)
  const { body } = await app.post(sent, (await app.given.key(owner.orgId)).text)
  await shown(owner, body.lead_id)
  await done('tag-records', { kind: 'lead', ids: [body.lead_id], add: ['VIP', 'Roof'] }, owner)
  const file = await fetch(`${app.url}/download/export-leads`, { headers: { authorization: `Bearer ${owner.token}` } })
  const [head = '', row = ''] = (await file.text()).split('\r\n')
  assert.match(head, /,via,tags,Budget,Since$/)
  assert.match(row, /,Roof; VIP,1250\.50,$/)
})
