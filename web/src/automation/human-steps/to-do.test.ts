import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askAboutDeal, askStep, beginStep, publishStep } from '#test/support/human-steps.ts'
import { startPages } from '#test/support/page.ts'
import { givenContact, untilRun } from '#test/support/workflows.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const choices = [
  { value: 'phone', label: 'Phone' },
  { value: 'mail', label: 'Mail' },
]
const form = [
  { name: 'price', label: 'Price', type: 'money', required: true, help: 'What the client pays, with tax' },
  { name: 'people', label: 'People on site', type: 'number' },
  { name: 'start', label: 'Start', type: 'date' },
  { name: 'way', label: 'Best way to reach them', type: 'choice', choices },
  { name: 'ways', label: 'Other ways', type: 'several', choices },
  { name: 'urgent', label: 'Urgent', type: 'tick' },
  { name: 'remark', label: 'Remark', type: 'long_text' },
]

test('a member sees the steps that ask them, answers one by keyboard, and a colleague’s answer takes another away', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const member = await app.given.person(as.orgId, 'member')
  const staff = await pages.open('/to-do', { as: member })
  const { page } = staff
  await page.getByText('Nothing to do').waitFor()
  await staff.keeps('nothing to do')

  const contactId = await givenContact(app, as)
  const { deal } = (await app.call('create-deal', { contactId, name: 'Kitchen for <b>Maya</b>' }, as)).body as unknown as {
    deal: { id: string }
  }
  const role = { kind: 'role', role: 'member' }
  const { runId } = await askAboutDeal(app, as, { to: role, form, at_most: { amount: 3, unit: 'days' } }, deal.id)
  const simple = await askStep(app, as, { to: role, heading: 'Call them back?', text: '' })
  await page.getByRole('heading', { name: 'Shall the offer go out?' }).waitFor()
  await page.getByRole('heading', { name: 'Call them back?' }).waitFor()
  await page
    .getByRole('link', { name: /^To do/ })
    .getByText('2', { exact: true })
    .waitFor()
  await page.getByRole('link', { name: 'Kitchen for <b>Maya</b>' }).waitFor()
  await staff.keeps('two steps to do')

  const card = page.locator('[data-card]', { hasText: 'Shall the offer go out?' })
  await card.getByRole('button', { name: 'Approve' }).click()
  await card.getByText('This field is required.').first().waitFor()
  await staff.keeps('a field that is missing')
  await card.getByLabel('Price').focus()
  await page.keyboard.type('1,234.50')
  await card.getByLabel('People on site').focus()
  await page.keyboard.type('2')
  // A key in a field presses none of several buttons.
  await page.keyboard.press('Enter')
  await card.getByLabel('Start').fill('2028-02-29')
  await card.getByLabel('Best way to reach them').selectOption('mail')
  await card.getByRole('group', { name: 'Other ways' }).getByLabel('Phone').focus()
  await page.keyboard.press('Space')
  await card.getByLabel('Urgent').focus()
  await page.keyboard.press('Space')
  await card.getByLabel('Remark').focus()
  await page.keyboard.type('Fine by me')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Answer sent').waitFor()
  await page.getByRole('heading', { name: 'Shall the offer go out?' }).waitFor({ state: 'detached' })
  const { run, steps } = await untilRun(app, as, runId, 'completed')
  assert.equal(run.reason, 'approved')
  assert.deepEqual(steps[0]?.output, {
    ...{ choice: 'approve', price: { amount_minor: 123_450, currency: 'EUR' }, people: 2, start: '2028-02-29', way: 'mail' },
    ...{ ways: ['phone'], urgent: true, remark: 'Fine by me' },
  })

  await app.call('resume-workflow', { runId: simple.runId, choice: 'reject' }, as)
  await page.getByText('Nothing to do').waitFor()
  assert.deepEqual(staff.errors, [])
})

test('the link of the email shows the step, its form acts, and afterwards it shows who answered and what', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const member = await app.given.person(as.orgId, 'member')
  const { id } = await publishStep(app, as, { to: { kind: 'person', person: member.personId }, form })
  const { stepId, runId } = await beginStep(app, as, id)
  const staff = await pages.open(`/to-do/${stepId}`, { as: member })
  const { page } = staff
  await page.getByRole('heading', { name: 'Shall the offer go out?' }).waitFor()
  await staff.keeps('one step')
  await app.call(
    'resume-workflow',
    { runId, choice: 'reject', data: { price: { amount_minor: 99, currency: 'JPY' }, ways: ['mail', 'phone'] } },
    as,
  )
  await page.getByText(/^Answered by /).waitFor()
  await page.getByText('Mail, Phone').waitFor()
  await staff.keeps('a step that was answered')
  assert.deepEqual(staff.errors, [])
})

test('an admin sees what all are asked, and delegates a step; who is too late learns whose answer counted', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const member = await app.given.person(as.orgId, 'member')
  await askStep(app, as, { to: { kind: 'client', email: 'maya@client.example' } })
  const late = await askStep(app, as, { to: { kind: 'person', person: as.personId }, heading: 'Discount?' })
  const staff = await pages.open('/to-do', { as })
  const { page } = staff
  await page.getByRole('heading', { name: 'Discount?' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Shall the offer go out?' }).count(), 0)
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByText('Client: maya@client.example').waitFor()
  await staff.keeps('what all are asked')
  const card = page.locator('[data-card]', { hasText: 'Client: maya@client.example' })
  await card.getByRole('button', { name: 'Delegate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delegate' }).click()
  await dialog.getByText('Choose a member.').waitFor()
  await dialog.getByLabel('Member').selectOption(member.personId)
  await staff.keeps('delegating a step')
  await dialog.getByRole('button', { name: 'Delegate' }).click()
  await page.getByText(/^Delegated to /).waitFor()
  await page.getByText('Client: maya@client.example').waitFor({ state: 'detached' })

  await page.route('**/gateway*', async (route) => {
    if (route.request().postData()?.includes('resume-workflow'))
      await app.call('resume-workflow', { runId: late.runId, choice: 'reject' }, as)
    await route.continue()
  })
  const discount = page.locator('[data-card]', { hasText: 'Discount?' })
  await discount.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Your answer came too late').waitFor()
  await page.getByText(/answered this step at/).waitFor()
  await page.getByRole('heading', { name: 'Discount?' }).waitFor({ state: 'detached' })
})
