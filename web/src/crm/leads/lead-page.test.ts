import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const given = async () => {
  const owner = await pages.app.given.organization()
  const { text: key } = await pages.app.given.key(owner.orgId)
  const { body } = await pages.app.post(
    {
      name: 'Maya Ortiz',
      email: 'maya@example.com',
      phone: '+4915112345678',
      company: 'Ortiz & Daughters',
      title: 'Head of Operations',
      note: 'We would like a small bathroom, in spring if possible.',
      consent: { basis: 'consent', source: 'Web form' },
    },
    key,
  )
  const leadId = String(body.lead_id)
  const shown = async () =>
    (await pages.app.call('show-lead', { leadId }, owner)).body.lead as unknown as {
      state: string
      state_reason: string | null
      owner: { name: string } | null
    }
  return { owner, key, leadId, shown }
}

test('a member moves a lead on, says why it is not a fit, takes it back, and gives it to themselves', async () => {
  const { owner, leadId, shown } = await given()
  const { page, errors, keeps, close } = await pages.open(`/leads/${leadId}`, { as: owner })
  await page.getByText('We would like a small bathroom').first().waitFor()
  await page.getByText('Waits for an answer').waitFor()
  await keeps('lead')
  const state = (name: string) => page.getByRole('button', { name, exact: true })
  await state('Contacted').click()
  await page.getByText('Moved to “Contacted”.').waitFor()
  assert.equal(await state('Contacted').getAttribute('aria-pressed'), 'true')
  await page.getByText('Waits for an answer').waitFor({ state: 'detached' })
  await state('Not a fit…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Not a fit', exact: true }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByText('Outside our area').click()
  await keeps('lead, not a fit')
  await dialog.getByRole('textbox').press('Control+Enter')
  await page.getByText('Reason: Outside our area').waitFor()
  assert.deepEqual([(await shown()).state, (await shown()).state_reason], ['not_fit', 'Outside our area'])
  await page.getByText('Moved to “Not a fit”.').locator('..').getByRole('button', { name: 'Undo' }).click()
  await page.waitForFunction(() => document.querySelector('[data-state="contacted"]')?.ariaPressed === 'true')
  await page.getByRole('button', { name: 'Owner: No owner' }).click()
  await page.getByRole('menuitem').nth(1).click()
  await page.getByText('takes care of it.').waitFor()
  assert.notEqual((await shown()).owner, null)
  assert.deepEqual(errors, [])
  await close()
})

test('a deal that is opened of a lead moves it, and the page leads to the deal', async () => {
  const { owner, leadId, shown } = await given()
  const { page, errors, close } = await pages.open(`/leads/${leadId}`, { as: owner })
  await page.getByRole('button', { name: 'Open deal' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Of the lead of Maya Ortiz.').waitFor()
  await dialog.getByRole('button', { name: 'Create deal' }).click()
  await page.waitForURL(/\/deals\//)
  assert.equal((await shown()).state, 'deal')
  await page.goto(`${pages.site}/leads/${leadId}`)
  await page.getByRole('link', { name: 'Go to the deal' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('the original request stands under Technical, which has an address of its own', async () => {
  const { owner, leadId } = await given()
  const { page, errors, keeps, close } = await pages.open(`/leads/${leadId}`, { as: owner })
  await page.getByRole('heading', { name: 'What they wrote' }).waitFor()
  assert.equal(await page.getByText('Original request').count(), 0)
  await page.getByRole('button', { name: 'Technical' }).click()
  await page.getByText('Original request').waitFor()
  await page.getByText('Consent claim').waitFor()
  assert.match(page.url(), /\?tab=technical$/)
  await page.reload()
  await page.getByText('Original request').waitFor()
  await keeps('lead, technical')
  assert.deepEqual(errors, [])
  await close()
})

test('another tab sees where a lead stands as soon as it moves', async () => {
  const { owner, leadId } = await given()
  const { page, errors, close } = await pages.open(`/leads/${leadId}`, { as: owner })
  await page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
  await page.getByText('Waits for an answer').waitFor()
  await pages.app.call('update-lead', { leadId, state: 'qualified' }, owner)
  await page.waitForFunction(() => document.querySelector('[data-state="qualified"]')?.ariaPressed === 'true')
  assert.deepEqual(errors, [])
  await close()
})

test('the person of a lead is edited on its page as on their own, overwrites nothing unseen, and what was received stays', async () => {
  const { owner, leadId } = await given()
  const shownContact = async () => {
    const { contact } = (await pages.app.call('show-lead', { leadId }, owner)).body as unknown as {
      contact: { id: string; full_name: string; email: string; company: string }
    }
    return contact
  }
  const { id } = await shownContact()
  const { page, errors, keeps, close } = await pages.open(`/leads/${leadId}`, { as: owner })
  const about = page.getByRole('region', { name: 'About' })
  await about.getByRole('button', { name: 'Edit Name: Maya Ortiz' }).click()
  await about.getByRole('textbox', { name: 'Name' }).fill('Maya Ortíz')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Maya Ortíz', level: 1 }).waitFor()
  await about.getByText('Name as received').waitFor()
  await about.getByRole('button', { name: 'Edit Company: Ortiz & Daughters' }).click()
  // A colleague was faster.
  await pages.app.call('update-contact', { contactId: id, company: 'Ortiz and Sons' }, owner)
  await about.getByRole('textbox', { name: 'Company' }).fill('Ortiz Ltd')
  await page.keyboard.press('Enter')
  await about.getByText('“Ortiz and Sons” meanwhile').waitFor()
  await keeps('lead, a field that a colleague changed')
  await about.getByRole('button', { name: 'Save mine' }).click()
  await about.getByRole('button', { name: 'Edit Company: Ortiz Ltd' }).waitFor()
  // The page shows it while it is still being saved.
  await until('it is saved', async () => (await shownContact()).company === 'Ortiz Ltd')
  const contact = await shownContact()
  assert.deepEqual([contact.full_name, contact.company, contact.email], ['Maya Ortíz', 'Ortiz Ltd', 'maya@example.com'])
  const { lead } = (await pages.app.call('show-lead', { leadId }, owner)).body as unknown as { lead: { full_name: string } }
  assert.equal(lead.full_name, 'Maya Ortiz')
  assert.match((await page.getByRole('link', { name: 'Create invoice' }).first().getAttribute('href')) ?? '', new RegExp(id))
  await page.getByRole('button', { name: 'Send document' }).first().click()
  await page.getByRole('dialog').waitFor()
  assert.deepEqual(errors, [])
  await close()
})
