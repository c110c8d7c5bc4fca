import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { meetingSoon } from '#test/support/todays-work.ts'

/** What is read and made on the page of a company. */
let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

const workspace = async () => {
  const owner = await app.given.organization()
  const call = (type: string, body: object, as: Someone = owner) => app.call(type, body, as)
  const done = async (type: string, body: object) => {
    const answer = await call(type, body)
    assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
    return answer.body as never
  }
  const company = async (name: string): Promise<string> =>
    ((await done('create-company', { name })) as { company: { id: string } }).company.id
  const contact = async (fullName: string, companyId?: string): Promise<string> => {
    const { contact: made } = (await done('create-contact', { fullName })) as { contact: { id: string } }
    if (companyId)
      await app.database.inOrg(owner.orgId, (db) =>
        db.updateTable('contacts').set({ company_id: companyId }).where('id', '=', made.id).execute(),
      )
    return made.id
  }
  const task = async (title: string, of: object) =>
    ((await done('add-task', { title, ...of })) as { task: { id: string; company: { id: string; name: string } | null } }).task
  const titles = async (filter: object): Promise<string[]> =>
    ((await done('list-tasks', filter)) as { tasks: { title: string }[] }).tasks.map(({ title }) => title).sort()
  return {
    ...{ owner, call, done, company, contact, task, titles },
    inOrg: <T>(work: (db: Db) => Promise<T>) => app.database.inOrg(owner.orgId, work),
  }
}

test('a task stands on a company, on nothing, or on both a company and a contact, and the list of tasks names the company', async () => {
  const { done, company, contact, task, titles } = await workspace()
  const companyId = await company('Harbourlight')
  const made = await task('Renew the frame contract', { companyId })
  assert.deepEqual(made.company, { id: companyId, name: 'Harbourlight' })
  assert.equal((await task('Clean the office', {})).company, null)
  const contactId = await contact('Ida Holm')
  await task('Call Ida about it', { companyId, contactId })
  assert.deepEqual(await titles({}), ['Call Ida about it', 'Clean the office', 'Renew the frame contract'])
  assert.deepEqual(await titles({ companyId }), ['Call Ida about it', 'Renew the frame contract'])
  const { records: rows } = (await done('list-records', { kind: 'task', columns: ['company'] })) as {
    records: { name: string; values: { company: unknown } }[]
  }
  assert.deepEqual(rows.find(({ name }) => name === 'Renew the frame contract')?.values.company, {
    id: companyId,
    name: 'Harbourlight',
  })
  await done('complete-task', { taskId: made.id })
  const { entries } = (await done('list-timeline', { companyId, kinds: ['task'] })) as { entries: { text: string }[] }
  assert.deepEqual(
    entries.map(({ text }) => text),
    ['Renew the frame contract'],
  )
})

test('tasks, invoices, meetings and documents of a company are those of its people and deals, also of merged companies, and of no other company’s', async () => {
  const { owner, done, company, contact, task, titles, inOrg } = await workspace()
  const [companyId, formerId, otherId] = [await company('Lumen'), await company('Lumen GmbH'), await company('Else')]
  const [ana, ben, eve] = [await contact('Ana', companyId), await contact('Ben', formerId), await contact('Eve', otherId)]
  const { deal } = (await done('create-deal', { contactId: ana, name: 'Foyer light' })) as { deal: { id: string } }
  await done('merge-companies', { sourceId: formerId, targetId: companyId })
  for (const [title, of] of [
    ['of Ana', { contactId: ana }],
    ['of Ben', { contactId: ben }],
    ['of the deal', { dealId: deal.id }],
    ['of the company', { companyId }],
    ['of Eve', { contactId: eve }],
    ['of the other company', { companyId: otherId }],
  ] as const)
    await task(title, of)
  const own = await titles({ companyId })
  for (const title of ['of Ana', 'of Ben', 'of the company', 'of the deal']) assert.ok(own.includes(title), title)
  for (const title of ['of Eve', 'of the other company']) assert.ok(!own.includes(title), title)
  assert.deepEqual(await titles({ companyId: formerId }), own)

  await inOrg(async (db) => {
    const orgId = owner.orgId
    for (const [n, contactId] of [ana, ben, eve].entries()) {
      const templateId = newId()
      await db
        .insertInto('templates')
        .values({ org_id: orgId, id: templateId, name: `x${n}`, kind: 'text', version: 1 })
        .execute()
      await db
        .insertInto('template_versions')
        .values({ org_id: orgId, template_id: templateId, version: 1, body: 'x', placeholders: '[]', fields: '[]' })
        .execute()
      await db
        .insertInto('documents')
        .values({
          ...{
            org_id: orgId,
            id: newId(),
            title: `D${n}`,
            doc_type: 'contract',
            replacements: '{}',
            pages: '[]',
            fields: '[]',
          },
          ...{
            template_id: templateId,
            template_version: 1,
            ends_at: new Date(Date.now() + 86_400_000),
            contact_id: contactId,
          },
        })
        .execute()
    }
  })
  for (const contactId of [ana, ben, eve]) {
    const id = await meetingSoon(app, owner, 60 * (1 + [ana, ben, eve].indexOf(contactId)))
    await inOrg((db) => db.updateTable('bookings').set({ contact_id: contactId }).where('id', '=', id).execute())
  }
  for (const [n, contactId] of [ana, ben, eve].entries())
    await done('create-invoice', {
      ...{ clientName: `Client ${n}`, clientEmail: `client${n}@example.com`, currency: 'EUR', contactId },
      lines: [{ description: 'Light', quantity: 1, unitMinor: 100 }],
    })
  const listed = async (type: string, name: string): Promise<Record<string, unknown>[]> =>
    ((await done(type, { companyId })) as Record<string, Record<string, unknown>[]>)[name] ?? []
  assert.deepEqual((await listed('list-invoices', 'invoices')).map(({ client_name }) => client_name).sort(), [
    'Client 0',
    'Client 1',
  ])
  assert.deepEqual((await listed('list-documents', 'documents')).map(({ title }) => title).sort(), ['D0', 'D1'])
  assert.equal((await listed('list-bookings', 'bookings')).length, 2)
})

test('of a company that is not there nothing is listed or added: it says so', async () => {
  const { call, done, company } = await workspace()
  const gone = crypto.randomUUID()
  for (const type of ['list-tasks', 'list-invoices', 'list-bookings', 'list-documents'])
    assert.deepEqual(await call(type, { companyId: gone }).then(({ status, body }) => [status, body.code, body.field]), [
      ...[404, 'company_not_found', 'companyId'],
    ])
  assert.equal((await call('add-task', { title: 'x', companyId: gone })).body.code, 'company_not_found')
  const companyId = await company('In the bin')
  await done('delete-records', { kind: 'company', ids: [companyId] })
  assert.equal((await call('add-task', { title: 'x', companyId })).body.code, 'record_in_bin')
})

test('the tasks of a company go into the bin with it and come back with it, and are gone when it is removed for good', async () => {
  const { done, company, contact, task, titles } = await workspace()
  const companyId = await company('Binned')
  const own = await task('Own', { companyId })
  await task('Beside a contact', { companyId, contactId: await contact('Cem') })
  await done('delete-records', { kind: 'company', ids: [companyId] })
  assert.deepEqual(await titles({}), ['Beside a contact'])
  await done('restore-records', { kind: 'task', ids: [own.id] })
  assert.deepEqual(await titles({ companyId }), ['Beside a contact', 'Own'])
  await done('delete-records', { kind: 'company', ids: [companyId] })
  await done('remove-from-bin', { kind: 'company', ids: [companyId] })
  assert.deepEqual(await titles({}), ['Beside a contact'])
})
