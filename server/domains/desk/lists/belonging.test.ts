import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { mostOfCompany } from '#domains/crm/companies/company-people.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

/* Lists that are filtered by the record to which what they list belongs. */

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

const workspace = async () => {
  const owner = await app.given.organization()
  const done = async <T>(type: string, input: object, as: Someone = owner): Promise<T> => {
    const { status, body } = await app.call(type, input, as)
    assert.equal(status, 200, `${type}: ${JSON.stringify(body)}`)
    return body as T
  }
  const idOf = async (type: string, what: string, input: object): Promise<string> =>
    ((await done<Record<string, { id: string }>>(type, input))[what] as { id: string }).id
  const company = (name: string) => idOf('create-company', 'company', { name })
  const contact = async (fullName: string, companyId: string | null): Promise<string> => {
    const id = await idOf('create-contact', 'contact', { fullName })
    await app.database.inOrg(owner.orgId, (db) =>
      db.updateTable('contacts').set({ company_id: companyId }).where('id', '=', id).execute(),
    )
    return id
  }
  const invoice = (clientName: string, contactId: string) =>
    idOf('create-invoice', 'invoice', {
      ...{ clientName, clientEmail: 'client@example.com', currency: 'EUR', contactId },
      lines: [{ description: 'Light', quantity: 1, unitMinor: 100 }],
    })
  const by = (field: string, value: string) => ({ conditions: [{ field, op: 'is', value }] })
  /** What the list shows, and as many as it counts. */
  const found = async (kind: string, field: string, id: string): Promise<string[]> => {
    const filter = by(field, id)
    const { records } = await done<{ records: { name: string }[] }>('list-records', { kind, filter })
    assert.deepEqual(
      await done('count-records', { kind, filter }),
      { count: records.length, is_exact: true },
      `${kind} ${field}`,
    )
    return records.map(({ name }) => name).sort()
  }
  return { owner, done, idOf, company, contact, invoice, by, found }
}

test('lists are filtered by the contact, deal or company that something belongs to, through the people and deals of a company, by any id of what was merged', async () => {
  const { owner, done, idOf, company, contact, invoice, found } = await workspace()
  const [lumen, former, other] = [await company('Lumen'), await company('Lumen GmbH'), await company('Else')]
  const [ana, anaBefore] = [await contact('Ana', lumen), await contact('Ana B.', null)]
  const [ben, eve] = [await contact('Ben', former), await contact('Eve', other)]
  const deal = await idOf('create-deal', 'deal', { contactId: ana, name: 'Foyer light' })
  await idOf('create-deal', 'deal', { contactId: eve, name: 'Yard light' })
  for (const [title, of] of [
    ['of Ana', { contactId: ana }],
    ['of Ana before', { contactId: anaBefore }],
    ['of Ben', { contactId: ben }],
    ['of the deal', { dealId: deal }],
    ['of Lumen', { companyId: lumen }],
    ['of Eve', { contactId: eve }],
    ['of Else', { companyId: other }],
  ] as const)
    await done('add-task', { title, ...of })
  for (const [name, contactId] of [
    ['Ana', ana],
    ['Ana before', anaBefore],
    ['Ben', ben],
    ['Eve', eve],
  ] as const)
    await invoice(name, contactId)
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .insertInto('leads')
      .values({ org_id: owner.orgId, id: newId(), contact_id: anaBefore, full_name: 'Asked', source: 'web', via: 'api' })
      .execute(),
  )

  assert.deepEqual(await found('invoice', 'company', lumen), ['Ana'])
  const contacts = await done<{ mergeId: string }>('merge-contacts', { sourceId: anaBefore, targetId: ana })
  const companies = await done<{ mergeId: string }>('merge-companies', { sourceId: former, targetId: lumen })
  for (const id of [lumen, former]) {
    assert.deepEqual(await found('invoice', 'company', id), ['Ana', 'Ana before', 'Ben'])
    const tasks = await found('task', 'company', id)
    for (const title of ['of Ana', 'of Ana before', 'of Ben', 'of the deal', 'of Lumen'])
      assert.ok(tasks.includes(title), title)
    assert.ok(!tasks.includes('of Eve') && !tasks.includes('of Else'))
    const { tasks: own } = await done<{ tasks: { title: string }[] }>('list-tasks', { companyId: id })
    assert.deepEqual(tasks, own.map(({ title }) => title).sort(), 'as the page of the company lists them')
    assert.deepEqual(await found('deal', 'linked_company', id), ['Foyer light'])
    assert.deepEqual(await found('contact', 'linked_company', id), ['Ana', 'Ben'])
    assert.deepEqual(await found('lead', 'linked_company', id), ['Asked'])
  }
  for (const id of [ana, anaBefore]) {
    assert.deepEqual(await found('invoice', 'contact', id), ['Ana', 'Ana before'])
    const tasks = await found('task', 'contact', id)
    for (const title of ['of Ana', 'of Ana before', 'of the deal']) assert.ok(tasks.includes(title), title)
    assert.ok(!tasks.includes('of Ben') && !tasks.includes('of Lumen'))
    assert.deepEqual(await found('deal', 'contact', id), ['Foyer light'])
    assert.deepEqual(await found('lead', 'contact', id), ['Asked'])
  }
  assert.ok((await found('task', 'deal', deal)).includes('of the deal'))
  assert.ok(!(await found('task', 'deal', deal)).includes('of Ana'))

  await done('undo-merge', { mergeId: contacts.mergeId })
  await done('undo-company-merge', { mergeId: companies.mergeId })
  assert.deepEqual(await found('invoice', 'company', lumen), ['Ana'])
  assert.deepEqual(await found('invoice', 'company', former), ['Ben'])
  assert.deepEqual(await found('invoice', 'contact', ana), ['Ana'])
})

test('a filter by a record goes with other conditions, in any of a group, in an export, and finds nothing of one that is not there or of another workspace', async () => {
  const { owner, done, company, contact, invoice, by, found } = await workspace()
  const [lumen, other] = [await company('Lumen'), await company('Else')]
  const [ana, eve] = [await contact('Ana', lumen), await contact('Eve', other)]
  await invoice('Ana one', ana)
  await invoice('Ana two', ana)
  await invoice('Eve one', eve)
  const list = async (filter: object): Promise<string[]> =>
    (await done<{ records: { name: string }[] }>('list-records', { kind: 'invoice', filter, sort: 'client' })).records.map(
      ({ name }) => name,
    )
  const ends = { field: 'client', op: 'begins_with', value: 'ana t' }
  assert.deepEqual(await list({ conditions: [{ field: 'company', op: 'is', value: lumen }, ends] }), ['Ana two'])
  const either = ['company', 'contact'].map((field, n) => ({ field, op: 'is', value: n === 0 ? lumen : eve }))
  assert.deepEqual(await list({ match: 'any', conditions: either }), ['Ana one', 'Ana two', 'Eve one'])
  const query = new URLSearchParams({ kind: 'invoice', columns: 'email', filter: JSON.stringify(by('company', lumen)) })
  const file = await fetch(`${app.url}/download/export-records?${query}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  assert.equal((await file.text()).split('\r\n').length, 4, 'a head, two invoices, an end')
  assert.deepEqual(await found('invoice', 'company', crypto.randomUUID()), [])
  const stranger = await workspace()
  assert.deepEqual(await stranger.found('invoice', 'company', lumen), [])
  assert.deepEqual(await stranger.found('task', 'contact', ana), [])
})

test('a list says which kind of record a filter takes, and refuses what is no id and other operators', async () => {
  const { owner, done } = await workspace()
  const { fields } = await done<{ fields: { key: string; operators: string[]; belongs_to: string | null }[] }>(
    'describe-list',
    {
      kind: 'task',
    },
  )
  const of = (key: string) => fields.find((field) => field.key === key)
  assert.deepEqual(
    ['deal', 'contact', 'company', 'owner'].map((key) => of(key)?.belongs_to),
    ['deal', 'contact', 'company', null],
  )
  assert.deepEqual(of('company')?.operators, ['is'])
  for (const condition of [
    { field: 'company', op: 'is', value: 'Lumen' },
    { field: 'company', op: 'is' },
    { field: 'company', op: 'is_not', value: newId() },
    { field: 'review', op: 'is', value: newId() },
  ]) {
    const { status, body } = await app.call('list-records', { kind: 'task', filter: { conditions: [condition] } }, owner)
    assert.deepEqual([status, body.code], [400, 'list_filter_invalid'], JSON.stringify(condition))
  }
})

test('of a company with very many people the newest count, the same in its lists and in its timeline', async () => {
  const { owner, done, company, found } = await workspace()
  const lumen = await company('Lumen')
  const before = newId()
  await app.database.inOrg(owner.orgId, async (db) => {
    const person = { org_id: owner.orgId, id: before, full_name: 'First', company_id: lumen }
    await db.insertInto('contacts').values(person).execute()
    await sql`insert into contacts (org_id, id, full_name, company_id)
      select ${owner.orgId}, uuidv7(make_interval(secs => n)), 'Later ' || n, ${lumen} from generate_series(1, ${mostOfCompany}) n`.execute(
      db,
    )
  })
  const newest = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('contacts').select('id').where('company_id', '=', lumen).orderBy('id', 'desc').executeTakeFirstOrThrow(),
  )
  const counted = async () => (await done<{ counts_newest: number | null }>('show-company', { companyId: lumen })).counts_newest
  assert.equal(await counted(), mostOfCompany)
  await done('delete-records', { kind: 'contact', ids: [newest.id] })
  assert.equal(await counted(), null, 'as many as count')
  await done('restore-records', { kind: 'contact', ids: [newest.id] })
  await done('add-task', { title: 'of the first', contactId: before })
  const { task } = await done<{ task: { id: string } }>('add-task', { title: 'of the newest', contactId: newest.id })
  assert.deepEqual(await found('task', 'company', lumen), ['of the newest'])
  const { tasks } = await done<{ tasks: { title: string }[] }>('list-tasks', { companyId: lumen })
  assert.deepEqual(
    tasks.map(({ title }) => title),
    ['of the newest'],
  )
  await done('complete-task', { taskId: task.id })
  const first = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('tasks').select('id').where('contact_id', '=', before).executeTakeFirstOrThrow(),
  )
  await done('complete-task', { taskId: first.id })
  const { entries } = await done<{ entries: { text: string }[] }>('list-timeline', { companyId: lumen, kinds: ['task'] })
  assert.deepEqual(
    entries.map(({ text }) => text),
    ['of the newest'],
  )
})
