import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Db } from '#core/context.ts'
import { foyer } from '#domains/catalogue.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import { readPhone } from '#shapes/phones.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

test('two contacts are compared, merged, and unmerged; a duplicate identifier offers a merge', async () => {
  const owner = await pages.app.given.organization()
  const inOrg = <T>(work: (db: Db) => Promise<T>): Promise<T> => pages.app.database.inOrg(owner.orgId, work)
  const { web, phone } = await inOrg(async (db) => {
    const made = async (who: Parameters<typeof resolveContact>[3], cause: string) =>
      (await resolveContact(db, owner.orgId, foyer.within, who, cause)).contactId
    const web = await made({ email: 'maya@rao.example', name: 'Maya Rao', company: 'Rao Studio' }, 'web_chat')
    const phone = await made({ phone: readPhone('+4915112345678', null), name: 'maya 🌻' }, 'whatsapp')
    const write = (contactId: string, channel: 'web_chat' | 'whatsapp', body: string) =>
      recordMessage(db, owner.orgId, { contactId, channel, direction: 'in', kind: 'text', body })
    await write(web, 'web_chat', 'What would a new website cost?')
    await write(phone, 'whatsapp', 'Hi, it is Maya, from the website')
    await openDealFor(db, owner.orgId, { contactId: web, kind: 'web_chat', name: 'Rao Studio', cause: 'web_chat' })
    return { web, phone }
  })
  const worker = await pages.app.startWorker()
  await until('both can be found', async () => {
    const { body } = await pages.app.call('list-contacts', { search: 'maya' }, owner)
    return (body.contacts as unknown as object[]).length === 2
  })
  await worker.stop()
  const { page, errors, keeps, close } = await pages.open(`/contacts/${web}`, { as: owner })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('What would a new website cost?').waitFor()
  await page.getByRole('region', { name: 'Deals' }).getByText('Rao Studio').waitFor()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit contact' })
  await edit.getByLabel('Phone').fill('+49 151 12345678')
  await keeps('contact edit')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText('This number belongs to maya').waitFor()
  await edit.getByRole('button', { name: 'Same person: merge' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge with another contact' })
  assert.equal(await merge.getByLabel('Duplicate contact').inputValue(), '+49 151 12345678')
  await merge.getByLabel('Duplicate contact').fill('maya')
  await merge.getByRole('button', { name: /maya 🌻/ }).waitFor()
  await keeps('contact merge search')
  await merge.getByRole('button', { name: /maya 🌻/ }).click()
  await merge.getByRole('row', { name: /Phone .*from the duplicate/ }).waitFor()
  await merge.getByLabel('Reason').fill('She said so')
  await keeps('contact merge')
  await merge.getByRole('button', { name: 'Merge', exact: true }).click()

  await timeline.getByText('Hi, it is Maya, from the website').waitFor()
  const known = page.getByRole('region', { name: 'Identifiers' })
  await known.getByText('+4915112345678').waitFor()
  await known.getByText('She said so').waitFor()
  await keeps('contact merged')
  await known.getByRole('button', { name: 'Undo the merge of maya 🌻' }).click()
  await page.getByRole('dialog', { name: 'Undo this merge?' }).getByRole('button', { name: 'Undo merge' }).click()
  await timeline.getByText('Hi, it is Maya, from the website').waitFor({ state: 'detached' })
  await known.getByText('Undone').waitFor()
  const shown = await pages.app.call('show-contact', { contactId: phone }, owner)
  assert.equal((shown.body as unknown as { contact: { id: string } }).contact.id, phone)
  assert.deepEqual(errors, [])
  await close()
})
