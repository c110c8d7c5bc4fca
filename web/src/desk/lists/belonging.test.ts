import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'
import { followEvents } from '#test/support/reactions.ts'
import { meetingSoon } from '#test/support/todays-work.ts'
import { until } from '#test/support/until.ts'

/* From the cards of a record's page to the lists of all that belongs to it. */

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const names = async (page: Page): Promise<string[]> =>
  (await page.getByRole('table').locator('[data-row]').allInnerTexts())
    .map((text) => text.split('\n')[0]?.trim() ?? '')
    .toSorted()
const shows = (page: Page, ...expected: string[]) =>
  until(`${expected.join()} are shown`, async () => (await names(page)).join() === expected.toSorted().join()).catch(async () =>
    assert.deepEqual(await names(page), expected.toSorted()),
  )

/** Two companies, each with a contact who has an invoice, a task, a deal and a meeting. */
const given = async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const idOf = async (type: string, what: string, input: object): Promise<string> => {
    const { status, body } = await app.call(type, input, owner)
    assert.equal(status, 200, `${type}: ${JSON.stringify(body)}`)
    return (body as unknown as Record<string, { id: string }>)[what]?.id ?? ''
  }
  const of = async (name: string, person: string, inHours: number) => {
    const companyId = await idOf('create-company', 'company', { name })
    const contactId = await idOf('create-contact', 'contact', { fullName: person })
    const meetingId = await meetingSoon(app, owner, 60 * inHours)
    await app.database.inOrg(owner.orgId, async (db) => {
      await db.updateTable('contacts').set({ company_id: companyId }).where('id', '=', contactId).execute()
      await db.updateTable('bookings').set({ contact_id: contactId }).where('id', '=', meetingId).execute()
    })
    await idOf('create-deal', 'deal', { contactId, name: `Deal of ${person}` })
    await app.call('add-task', { title: `Call ${person}`, contactId }, owner)
    await app.call(
      'create-invoice',
      {
        ...{ clientName: `${person}, client`, clientEmail: 'client@example.com', currency: 'EUR', contactId },
        lines: [{ description: 'Light', quantity: 1, unitMinor: 100 }],
      },
      owner,
    )
    return { companyId, contactId }
  }
  return { owner, lumen: await of('Lumen', 'Ana Ruiz', 1), other: await of('Else', 'Eve Holm', 2) }
}

test('each card of a company leads to the list of all that belongs to it, with the company named in the filter; tabs keep it, and clearing shows all', async () => {
  const { owner, lumen } = await given()
  const { page, errors, go, close } = await pages.open(`/companies/${lumen.companyId}`, { as: owner, width: 1_280 })
  const all = (card: string) => page.getByRole('link', { name: `Show all: ${card}` })
  const chip = page.getByRole('button', { name: 'Edit filter: Company Lumen' })

  await all('Invoices').click()
  await chip.waitFor()
  await shows(page, 'Ana Ruiz, client')
  await page
    .getByRole('link', { name: 'Drafts', exact: true })
    .or(page.getByRole('link', { name: 'Draft', exact: true }))
    .click()
  await chip.waitFor()
  await shows(page, 'Ana Ruiz, client')
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Remove filter: Company Lumen' }).click()
  await shows(page, 'Ana Ruiz, client', 'Eve Holm, client')

  await go(`/companies/${lumen.companyId}`)
  await all('Tasks').click()
  await chip.waitFor()
  await until('its tasks alone', async () => {
    const shown = await names(page)
    return shown.includes('Call Ana Ruiz') && !shown.includes('Call Eve Holm')
  })
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await chip.waitFor()

  const linked = page.getByRole('button', { name: 'Edit filter: Linked company Lumen' })
  await go(`/companies/${lumen.companyId}`)
  await all('People').click()
  await linked.waitFor()
  await shows(page, 'Ana Ruiz')
  await go(`/companies/${lumen.companyId}`)
  await all('Deals').click()
  await linked.waitFor()
  await shows(page, 'Deal of Ana Ruiz')

  await go(`/companies/${lumen.companyId}`)
  await all('Meetings').click()
  await page.getByText('Company Lumen', { exact: true }).waitFor()
  await shows(page, 'Sheena Nelson')
  await page.getByRole('link', { name: 'Past', exact: true }).click()
  await page.getByText('Company Lumen', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Upcoming', exact: true }).click()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Remove filter: Company Lumen' }).click()
  await shows(page, 'Sheena Nelson', 'Sheena Nelson')
  assert.deepEqual(errors, [])
  await close()
})

test('a member filters invoices by a contact whose name they type, on a phone too, and a record that is gone is named so', async () => {
  const { owner } = await given()
  await followEvents(pages.app, owner.orgId, 'search')
  const { page, errors, go, close } = await pages.open('/invoices', { as: owner, width: 360 })
  await page.getByRole('button', { name: 'Add filter' }).click()
  const form = page.getByRole('dialog', { name: 'Add filter' })
  await form.getByLabel('Field').selectOption({ label: 'Contact' })
  await form.getByLabel('Value').fill('Eve H')
  await page.getByRole('option', { name: /Eve Holm/ }).click()
  assert.equal(await form.getByLabel('Value').inputValue(), 'Eve Holm')
  await form.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Edit filter: Contact Eve Holm' }).waitFor()
  await shows(page, 'Eve Holm, client')
  await go(`/invoices?f=contact*is*${crypto.randomUUID()}`)
  await page.getByRole('button', { name: 'Edit filter: Contact Deleted record' }).waitFor()
  // The browser says that an answer was 404.
  assert.deepEqual(
    errors.filter((error) => !error.includes('404')),
    [],
  )
  await close()
})
