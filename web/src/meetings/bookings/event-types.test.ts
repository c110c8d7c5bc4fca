import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

test('each mistake in an event type stands at its field, also in the folded part, and has the focus; on a phone too', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, keeps, close } = await pages.open('/settings/event-types', { as: owner, width: 360, height: 760 })
  await page.getByRole('button', { name: 'New event type' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Roof check')
  /** What a field says is wrong with it, after a try to save. */
  const toldAt = async (label: string, said: RegExp, save?: () => Promise<void>): Promise<void> => {
    const field = dialog.getByLabel(label, { exact: true })
    await (save ?? (() => dialog.getByRole('button', { name: 'Save' }).click()))()
    await page.waitForFunction((node) => node?.getAttribute('aria-invalid') === 'true', await field.elementHandle())
    const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(/\s+/)
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()))
    assert.match(texts.join(' '), said)
    await page.waitForFunction((node) => node === document.activeElement, await field.elementHandle())
    assert.equal(await dialog.getByRole('alert').count(), 0, `${label}: said above too`)
  }
  const mistakes: readonly (readonly [string, string, RegExp, string])[] = [
    ['Link name', 'Roof Check!', /lower case/i, 'roof-check'],
    ['Length (minutes)', '', /5/, '30'],
    ['Start every (minutes)', '', /5/, '30'],
    ['Bookable days ahead', '', /1/, '60'],
    ['Reminders (minutes before)', '1440, x', /number/i, '1440, 60'],
  ]
  for (const [label, wrong, said, right] of mistakes) {
    await dialog.getByLabel(label, { exact: true }).fill(wrong)
    await toldAt(label, said)
    await dialog.getByLabel(label, { exact: true }).fill(right)
  }
  const choosePlace = async (name: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: 'Place' }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choosePlace('Own link')
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('http://example.com')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog
    .getByText(/must begin with https/i)
    .last()
    .waitFor()
  await choosePlace('Phone')
  await dialog.getByText('More', { exact: true }).click()
  const age = dialog.getByLabel('Refuse bookings while a calendar is older than (minutes)')
  await age.fill('1')
  // Enter sends what is typed; whoever leaves the field has it put right.
  await toldAt('Refuse bookings while a calendar is older than (minutes)', /5/, () => age.press('Enter'))
  await dialog.getByText('There is no approved template', { exact: false }).waitFor()
  await keeps('event type with mistakes')
  assert.deepEqual(errors, [])
  await close()
})
