import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const done = async <T>(action: string, body: object, as: Someone): Promise<T> => {
  const answer = await pages.app.call(action, body, as)
  assert.equal(answer.status, 200, `${action}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}

const given = async () => {
  const owner = await pages.app.given.organization()
  const colleague = await pages.app.given.person(owner.orgId, 'member')
  const { deal } = await done<{ deal: { id: string; contact: { id: string } } }>(
    'create-deal',
    { client: { name: 'Nadia Rao' }, name: 'Bathroom', valueMinor: 100_000, currency: 'EUR' },
    owner,
  )
  await done('save-field', { kind: 'deal', name: 'Guests', fieldType: 'number' }, owner)
  return { owner, colleague, dealId: deal.id, contactId: deal.contact.id }
}

test('an editor reads the value that a colleague set meanwhile, and keeps it or saves their own', async () => {
  const { owner, colleague, dealId } = await given()
  const { page, errors, keeps, close } = await pages.open(`/deals/${dealId}`, { as: owner, width: 1_440 })
  const value = page.getByRole('textbox', { name: 'Value', exact: true })
  const edit = () => page.getByRole('button', { name: /^Edit Value/ }).click()
  const stands = async (amountMinor: number) => {
    const { deal } = await done<{ deal: { value_minor: number } }>('show-deal', { dealId }, owner)
    return deal.value_minor === amountMinor
  }

  await edit()
  await done('update-deal', { dealId, valueMinor: 500 }, colleague)
  await value.fill('1,200')
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'changed this to “€5.00” meanwhile.' })
  await alert.waitFor()
  await keeps('a value changed meanwhile')
  await alert.getByRole('button', { name: 'Keep theirs' }).click()
  await page.getByRole('button', { name: /^Edit Value: €5.00/ }).waitFor()
  assert.ok(await stands(500))

  await edit()
  await done('update-deal', { dealId, valueMinor: 700 }, colleague)
  await value.fill('1,300')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByRole('button', { name: 'Save mine' }).click()
  await until('mine stands', () => stands(130_000))
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('€7.00 → €1,300.00 · Bathroom').waitFor()
  await timeline.getByText('€1,000.00 → €7.00 · Bathroom').waitFor()
  assert.equal(await timeline.getByText('Value changed').count(), 2)

  await page.getByRole('button', { name: /Set Guests/ }).click()
  await done('set-fields', { kind: 'deal', recordId: dealId, fields: { guests: 40 } }, colleague)
  await page
    .getByRole('spinbutton', { name: 'Guests' })
    .or(page.getByRole('textbox', { name: 'Guests' }))
    .fill('60')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'changed this to “40” meanwhile.' }).waitFor()
  await page.getByRole('button', { name: 'Save mine' }).click()
  await timeline.getByText('Guests changed').first().waitFor()
  await timeline.getByText('40 → 60 · Bathroom').waitFor()
  await keeps('edits in the timeline')
  assert.deepEqual(errors, [])
  await close()
})

test('the window of a contact sends what was changed in it, and says what a colleague changed of that meanwhile', async () => {
  const { owner, colleague, contactId } = await given()
  const { page, errors, keeps, close } = await pages.open(`/contacts/${contactId}`, { as: owner })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  const window = page.getByRole('dialog', { name: 'Edit contact' })
  await window.getByLabel('Name').fill('Nadia R.')
  await window.getByLabel('Job title').fill('Chef')
  await done('update-contact', { contactId, jobTitle: 'Architect', company: 'Rao Studio' }, colleague)
  await window.getByRole('button', { name: 'Save' }).click()
  const alert = window.getByRole('alert').filter({ hasText: 'Job title' })
  await alert.getByText('changed this to “Architect” meanwhile.').waitFor()
  await keeps('contact edit, changed meanwhile')
  await alert.getByRole('button', { name: 'Keep theirs' }).click()
  assert.equal(await window.getByLabel('Job title').inputValue(), 'Architect')
  await window.getByRole('button', { name: 'Save' }).click()
  await window.waitFor({ state: 'detached' })
  const { contact } = await done<{ contact: Record<string, unknown> }>('show-contact', { contactId }, owner)
  assert.deepEqual([contact.full_name, contact.job_title, contact.company], ['Nadia R.', 'Architect', 'Rao Studio'])
  assert.deepEqual(errors, [])
  await close()
})
