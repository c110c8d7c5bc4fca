import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
})
after(() => pages?.stop())

const addLeads = async (as: Someone, many: number): Promise<void> => {
  const key = await pages.app.given.key(as.orgId)
  for (let n = 0; n < many; n++) {
    const name = `Lead ${String(n).padStart(3, '0')}`
    const answer = await pages.app.post({ full_name: name, email: `lead${n}@fair.example`, source: 'fair' }, key.text)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
  }
}

interface Found {
  readonly name: string
  readonly values: { readonly owner: { readonly id: string } | null; readonly state: string }
}
const leadsOf = async (as: Someone): Promise<readonly Found[]> =>
  (await pages.app.call('list-records', { kind: 'lead', columns: ['owner', 'state'] }, as)).body.records as unknown as Found[]
const ownedBy = async (as: Someone, { personId }: Someone): Promise<number> =>
  (await leadsOf(as)).filter(({ values }) => values.owner?.id === personId).length

test('a member moves five leads to a colleague with three clicks, and takes it back', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const colleague = await app.given.person(as.orgId, 'member')
  await addLeads(as, 5)
  const { page, errors, keeps, close } = await pages.open('/leads', { as })
  await page.getByRole('table').getByText('Lead 004').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('5 selected').waitFor()
  await keeps('five leads that are ticked')
  await bar.getByRole('button', { name: 'Assign' }).click()
  const { members } = (await app.call('list-members', {}, as)).body as unknown as { members: { id: string; name: string }[] }
  const name = members.find(({ id }) => id === colleague.personId)?.name ?? ''
  await page.getByRole('dialog', { name: 'Assign 5 leads' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name }).waitFor()
  await keeps('the window to assign them')
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await page.getByText('Changed 5').waitFor()
  assert.equal(await ownedBy(as, colleague), 5)
  await bar.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: 5').waitFor()
  assert.equal(await ownedBy(as, colleague), 0)
  assert.deepEqual(errors, [])
  await close()
})

test('a window that was opened for two leads changes those two, though they leave the list before its button is pressed', async () => {
  const { app } = pages
  const as = await app.given.organization()
  await addLeads(as, 4)
  const { page, errors, close } = await pages.open('/leads?f=state*is*new', { as })
  const table = page.getByRole('table')
  for (const name of ['Lead 000', 'Lead 001'])
    await table.getByRole('row').filter({ hasText: name }).getByRole('checkbox').click()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  const window = page.getByRole('dialog', { name: 'Delete 2 leads' })
  await window.waitFor()
  const { records } = (await app.call('list-records', { kind: 'lead' }, as)).body as unknown as {
    records: { id: string; name: string }[]
  }
  const chosen = records.filter(({ name }) => name < 'Lead 002').map(({ id }) => id)
  const answered = { kind: 'lead', of: { recordIds: chosen }, change: { type: 'set_state', state: 'contacted' } }
  assert.equal((await app.call('change-records', answered, as)).status, 200)
  await table.getByText('Lead 000').waitFor({ state: 'detached' })
  await window.getByRole('button', { name: 'Delete' }).dblclick()
  await window.waitFor({ state: 'detached' })
  const left = await until('the change', async () => {
    const { body } = await app.call('list-records', { kind: 'lead' }, as)
    const names = (body.records as unknown as { name: string }[]).map(({ name }) => name)
    return names.length < 4 && names
  })
  assert.deepEqual(left.toSorted(), ['Lead 002', 'Lead 003'])
  const { bulk_changes } = (await app.call('list-bulk-changes', {}, as)).body as unknown as { bulk_changes: unknown[] }
  assert.equal(bulk_changes.length, 2, 'that to the state, and one deletion')
  assert.deepEqual(errors, [])
  await close()
})

test('leads are ticked by keyboard alone, a reason is asked for, and Escape unticks them', async () => {
  const { app } = pages
  const as = await app.given.organization()
  await addLeads(as, 4)
  const { page, errors, close } = await pages.open('/leads', { as })
  await page.getByRole('table').getByText('Lead 003').waitFor()
  const bar = page.getByRole('region', { name: 'Selection' })
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await bar.getByText('1 selected').waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await bar.getByText('3 selected').waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await page.keyboard.press('x')
  await bar.getByText('1 selected').waitFor()
  await bar.getByRole('button', { name: 'Set status' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Status').selectOption('Not a fit')
  await sheet.getByRole('button', { name: 'Set status' }).click()
  await sheet.getByText('Enter a reason.').waitFor()
  await sheet.getByLabel('Reason').fill('Too far away')
  await sheet.getByRole('button', { name: 'Set status' }).click()
  await page.getByText('Changed 1').waitFor()
  assert.deepEqual(
    (await leadsOf(as)).flatMap(({ name, values }) => (values.state === 'not_fit' ? name : [])),
    ['Lead 001'],
  )
  assert.deepEqual(errors, [])
  await close()
})

test('all that match are changed in the background: a member watches it, and finds and undoes it in the settings', async () => {
  const { app } = pages
  const as = await app.given.organization()
  await addLeads(as, 60)
  const { page, errors, keeps, follow, close } = await pages.open('/leads', { as })
  await page.getByRole('table').getByText('Lead 059').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Select all 60 that match' }).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('All 60 selected').waitFor()
  const exported = await bar.getByRole('link', { name: 'Export' }).getAttribute('href')
  const file = await page.request.get(`${pages.site}${exported}`)
  assert.equal((await file.text()).trimEnd().split('\r\n').length, 61)
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 60 leads' }).getByRole('button', { name: 'Delete' }).click()
  const strip = page.getByRole('region', { name: 'Bulk changes in progress' })
  await strip.getByText('Delete: all leads that match').waitFor()
  await keeps('a change that is under way')
  const worker = await app.startWorker()
  await page.getByText('Changed 60').waitFor({ timeout: 60_000 })
  await strip.waitFor({ state: 'detached' })
  assert.equal((await leadsOf(as)).length, 0)
  await follow('/settings/bulk-changes')
  await page.getByRole('table', { name: 'Bulk changes' }).getByText('Delete: 60 leads').waitFor()
  await keeps('the bulk changes')
  await page.getByRole('button', { name: 'Undo: Delete: 60 leads' }).click()
  await page.getByRole('table').getByText('Undone: 60').waitFor({ timeout: 60_000 })
  await until('the leads are back', async () => (await leadsOf(as)).length === 50)
  await page.getByRole('button', { name: 'Delete: 60 leads', exact: true }).click()
  await page.getByText('Every record was changed.').waitFor()
  await keeps('the records of a change')
  await worker.stop()
  assert.deepEqual(errors, [])
  await close()
})

/** Contacts with what a bulk change may have changed of them, by name. */
const contactsOf = async (as: Someone): Promise<Record<string, { tags: string; budget: unknown; deals: number }>> => {
  const { body } = await pages.app.call('list-records', { kind: 'contact', columns: ['tags', 'field.budget'] }, as)
  const found: Record<string, { tags: string; budget: unknown; deals: number }> = {}
  for (const { id, name, values } of body.records as unknown as {
    id: string
    name: string
    values: { tags: { name: string }[]; 'field.budget': unknown }
  }[]) {
    const deals = await pages.app.database.inOrg(as.orgId, (db) =>
      db.selectFrom('deals').select('id').where('org_id', '=', as.orgId).where('contact_id', '=', id).execute(),
    )
    const tags = values.tags.map((tag) => tag.name).sort()
    found[name] = { tags: tags.join(), budget: values['field.budget'], deals: deals.length }
  }
  return found
}

test('contacts are tagged, given a value of an own field and a deal each, from the bar over their list; each is undone', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const made: string[] = []
  for (const fullName of ['Maya Rao', 'Noor Haddad', 'Ravi Iyer']) {
    const { body } = await app.call('create-contact', { fullName }, as)
    made.push((body.contact as unknown as { id: string }).id)
  }
  for (const name of ['VIP', 'Cold']) await app.call('save-tag', { name }, as)
  await app.call('save-field', { kind: 'contact', name: 'Budget', fieldType: 'number' }, as)
  await app.call('tag-records', { kind: 'contact', recordIds: made.slice(0, 1), add: ['Cold'] }, as)
  // The pipeline comes with the first deal.
  await app.call('list-pipelines', {}, as)
  const { page, errors, keeps, close } = await pages.open('/contacts', { as })
  const table = page.getByRole('table')
  const bar = page.getByRole('region', { name: 'Selection' })
  const window = page.getByRole('dialog')
  const tickTwo = async () => {
    for (const name of ['Maya Rao', 'Noor Haddad'])
      await table.getByRole('row').filter({ hasText: name }).getByRole('checkbox').click()
    await bar.getByText('2 selected').waitFor()
  }
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('Undone: 2').waitFor()
    // What is under the pointer stays.
    await page.mouse.move(0, 0)
    await page.getByText('Undone: 2').waitFor({ state: 'detached', timeout: 15_000 })
  }
  const choose = async (label: string, tag: string) => {
    const field = window
      .getByRole('textbox', { name: label })
      .or(window.getByRole('combobox', { name: label }))
      .last()
    await field.click()
    await page.getByRole('option', { name: tag }).click()
    await page.keyboard.press('Escape')
  }
  const before = await contactsOf(as)

  await tickTwo()
  await bar.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('dialog', { name: 'Tag 2 contacts' }).waitFor()
  await choose('Add tags', 'VIP')
  await choose('Remove tags', 'Cold')
  await keeps('tags for two contacts')
  await window.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByText('Changed 2').waitFor()
  const tagged = await contactsOf(as)
  assert.deepEqual([tagged['Maya Rao']?.tags, tagged['Noor Haddad']?.tags, tagged['Ravi Iyer']?.tags], ['VIP', 'VIP', ''])
  await undo()
  assert.deepEqual(await contactsOf(as), before)

  await tickTwo()
  await bar.getByRole('button', { name: 'Set field' }).click()
  await window.getByLabel('Field', { exact: true }).waitFor()
  await window.getByLabel('Budget').fill('12')
  await keeps('a field of two contacts')
  await window.getByRole('button', { name: 'Set field' }).click()
  await page.getByText('Changed 2').waitFor()
  const set = await contactsOf(as)
  assert.deepEqual([set['Maya Rao']?.budget, set['Noor Haddad']?.budget, set['Ravi Iyer']?.budget], [12, 12, null])
  await undo()
  assert.deepEqual(await contactsOf(as), before)

  await tickTwo()
  await bar.getByRole('button', { name: 'Open deals' }).click()
  await window.getByLabel('Stage').waitFor()
  await keeps('deals for two contacts')
  await window.getByRole('button', { name: 'Open deals' }).click()
  await page.getByText('Changed 2').waitFor()
  const opened = await contactsOf(as)
  assert.deepEqual([opened['Maya Rao']?.deals, opened['Noor Haddad']?.deals, opened['Ravi Iyer']?.deals], [1, 1, 0])
  assert.deepEqual(errors, [])
  await close()
})

test('a change that is under way is cancelled from its strip: nothing more is changed, and the settings say so', async () => {
  const { app } = pages
  const as = await app.given.organization()
  await addLeads(as, 60)
  const { page, errors, follow, close } = await pages.open('/leads', { as })
  await page.getByRole('table').getByText('Lead 059').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Select all 60 that match' }).click()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 60 leads' }).getByRole('button', { name: 'Delete' }).click()
  const strip = page.getByRole('region', { name: 'Bulk changes in progress' })
  await strip.getByRole('button', { name: 'Cancel' }).click()
  await strip.waitFor({ state: 'detached' })
  // A worker that comes now finds it cancelled.
  const worker = await app.startWorker()
  await follow('/settings/bulk-changes')
  await page.getByRole('table', { name: 'Bulk changes' }).getByText('Cancelled').waitFor()
  await new Promise((passed) => setTimeout(passed, 2_000))
  await worker.stop()
  const { body } = await app.call('count-records', { kind: 'lead' }, as)
  assert.equal(body.count, 60)
  assert.deepEqual(errors, [])
  await close()
})

test('more records than an address has room for are ticked one by one, and exported in one file', async () => {
  const { app } = pages
  const as = await app.given.organization()
  await app.database.inOrg(as.orgId, (db) =>
    db
      .insertInto('companies')
      .values(Array.from({ length: 230 }, (_, n) => ({ org_id: as.orgId, id: newId(), name: `Company ${n}` })))
      .execute(),
  )
  const { page, errors, close } = await pages.open('/companies', { as, width: 1_440 })
  await page.getByRole('link', { name: 'Company 229' }).waitFor()
  await until('all rows are loaded', async () => {
    await page.locator('[data-row]').last().scrollIntoViewIfNeeded()
    return (await page.locator('[data-row]').count()) === 230
  })
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('checkbox', { name: 'Select Company 5', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('229 selected').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), bar.getByRole('button', { name: 'Export' }).click()])
  const csv = await new Response((await download.createReadStream()) as unknown as ReadableStream).text()
  assert.match(download.suggestedFilename(), /^company-.*\.csv$/)
  assert.equal(csv.trimEnd().split('\r\n').length, 230)
  assert.ok(!csv.includes('Company 5,'))
  await bar.getByText('229 selected').waitFor()
  assert.deepEqual(errors, [])
  await close()
})
