import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

test('a member adds contacts to a deal without one, chooses the first, and removes one; a further contact’s page marks the deal', async () => {
  const owner = await pages.app.given.organization()
  const done = async (type: string, body: object) => {
    const answer = await pages.app.call(type, body, owner)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as unknown as { deal: { id: string; contact: { id: string } }; contacts: object[] }
  }
  const made = (name: string) =>
    done('create-deal', {
      client: { name, email: `${name.split(' ')[0]}@rao-ovens.example`.toLowerCase() },
      name: `Of ${name}`,
    })
  const { deal } = await made('Maya Rao')
  await made('Noor Rao')
  await done('update-deal', { dealId: deal.id, name: 'Forty ovens' })
  await done('set-deal-people', { dealId: deal.id, contactId: null })
  const worker = await pages.app.startWorker()
  await until('both can be found', async () => (await done('list-contacts', { search: 'rao' })).contacts.length === 2)
  await worker.stop()

  const { page, errors, keeps, close } = await pages.open('/deals', { as: owner })
  await page.getByRole('group', { name: 'Forty ovens, Rao Ovens', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Forty ovens' }).click()
  const people = page.getByRole('region', { name: 'People' })
  await people.getByText('No contact yet').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Conversation' }).count(), 0, 'there is none to write to')
  await keeps('deal without a contact')

  await page.goto(new URL(`/proposals/new?deal=${deal.id}`, page.url()).href)
  await page.getByText('This deal has no contact').waitFor()
  await page.getByRole('link', { name: 'Open deal' }).click()
  await page.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'People' })
  const add = async (name: string): Promise<void> => {
    await dialog.getByLabel('Add a contact').fill('rao')
    await dialog.getByRole('button', { name: new RegExp(`^${name}.*@`) }).click()
    await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor()
  }
  await add('Maya Rao')
  await add('Noor Rao')
  await dialog.getByRole('button', { name: 'Make first: Noor Rao' }).click()
  await keeps('deal people')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const names = (): Promise<string[]> => people.getByRole('link').allTextContents()
  await until('the page shows both', async () => (await names()).join('|') === 'Noor RaoFirst contact|Maya Rao')
  await page.getByRole('link', { name: 'Conversation' }).waitFor()
  await keeps('deal with people')

  await people.getByRole('link', { name: 'Maya Rao' }).click()
  const deals = page.getByRole('region', { name: 'Deals' })
  await deals.getByRole('link', { name: /Forty ovens.*Further contact/ }).waitFor()
  await deals.getByRole('link', { name: /Forty ovens/ }).click()
  await people.getByRole('button', { name: 'Edit people' }).click()
  await dialog.getByRole('button', { name: 'Remove Maya Rao' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await until('one is left', async () => (await names()).join('|') === 'Noor Rao')
  assert.deepEqual(errors, [])
  await close()
})
