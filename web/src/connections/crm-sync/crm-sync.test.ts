import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { crmEnv } from '#test/support/crm-consent.ts'
import { controlCrm, recordsOfCrm } from '#test/support/crm-sync.ts'
import { startPages } from '#test/support/page.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let vendor: TestSandbox
let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  vendor = await startSandbox()
  pages = await startPages({ env: crmEnv(vendor.address) })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
  await vendor?.stop()
})

const seed = { companies: 6, contacts: 24, deals: 8 }

/** The newest sync in the history is over. */
const isOver = (page: Page, what: string, n: number): Promise<void> =>
  page
    .getByRole('table', { name: 'History' })
    .getByRole('row')
    .filter({ hasText: what })
    .filter({ hasText: 'Completed' })
    .nth(n - 1)
    .waitFor()

test('an owner connects HubSpot, maps a field, rehearses, syncs, decides a conflict and undoes the sync', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, go, follow, keeps, close } = await pages.open('/settings/connections', { as: owner })
  const hubspot = page.getByRole('list', { name: 'CRMs' }).getByRole('listitem').filter({ hasText: 'HubSpot' })
  await hubspot.getByText('Not connected').waitFor()
  assert.equal(await page.getByRole('listitem').filter({ hasText: 'HubSpot' }).count(), 1)
  await keeps('no CRM is connected')

  // Connected with a key.
  await page.getByRole('button', { name: 'Use a key for HubSpot' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('button', { name: 'Test and connect' }).click()
  await window.getByText('Required').waitFor()
  await window.getByLabel('Access token of a private app').fill(`pat-eu1-page${process.pid}`)
  await keeps('the key of a CRM')
  await window.getByRole('button', { name: 'Test and connect' }).click()
  await window.waitFor({ state: 'detached' })
  const { account } = await controlCrm(vendor, 'hubspot', { reseed: seed })
  await hubspot.getByText('Not synced yet').waitFor()
  await keeps('a CRM is connected')
  await hubspot.getByRole('link', { name: 'HubSpot' }).click()
  await page.getByRole('heading', { name: 'Nothing synced yet' }).waitFor()
  await keeps('a CRM before its first sync')

  // One of its fields becomes a field here.
  await page.getByRole('link', { name: 'Mapping' }).click()
  const fields = page.getByRole('table', { name: 'Fields of Contacts' })
  await fields.getByRole('row').filter({ hasText: 'Job title' }).waitFor()
  await keeps('the mapping of a CRM')
  await page.getByRole('searchbox', { name: 'Search fields' }).fill('favourite')
  await fields.getByRole('button', { name: /Favourite colour/ }).click()
  await window.getByRole('combobox', { name: 'Becomes' }).click()
  await page.getByRole('option', { name: 'Leave out' }).click()
  await window.getByRole('button', { name: 'Apply' }).click()
  await fields.getByText('Left out').waitFor()
  await page.getByRole('searchbox', { name: 'Search fields' }).fill('job')
  await fields.getByRole('button', { name: /Job title/ }).click()
  await window.getByRole('combobox', { name: 'Direction' }).waitFor()
  await keeps('the mapping of one field')
  await window.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Mapping saved.').first().waitFor()
  await page.getByText('Stages', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Stage here for Closed won' }).waitFor()
  await keeps('the stages of a CRM')

  // Rehearsed: nothing is written.
  await page.getByRole('link', { name: 'Syncs' }).click()
  await page.getByRole('button', { name: 'Rehearse' }).click()
  await page.getByRole('heading', { name: 'What a sync would do' }).waitFor()
  await page.getByRole('list', { name: 'Samples' }).getByText('New').first().waitFor()
  await isOver(page, 'Rehearsal', 1)
  const { body: before } = await pages.app.call('list-contacts', {}, owner)
  assert.deepEqual(before.contacts, [])
  await keeps('a rehearsal')

  // Synced, and certified.
  await page.getByRole('button', { name: 'Sync now' }).click()
  await page.getByText('24 of 24 contacts').waitFor()
  await page.getByText('6 of 6 companies').waitFor()
  await page.getByText('8 of 8 deals').waitFor()
  await page.getByText('24 compared value by value: all the same.').waitFor()
  await keeps('a sync that is certified')

  // Both sides change a value: a member decides.
  const [first, second] = await recordsOfCrm(vendor, 'hubspot', 'contacts')
  const { body: listed } = await pages.app.call('list-contacts', {}, owner)
  const contacts = listed.contacts as unknown as { id: string; email: string | null }[]
  const own = contacts.find(({ email }) => email === first?.values.email)
  assert.ok(first && second && own, JSON.stringify([first, contacts.slice(0, 2)]))
  await pages.app.call('update-contact', { contactId: own.id, jobTitle: 'Head of Ours' }, owner)
  await controlCrm(vendor, 'hubspot', {
    account,
    edit: [
      { entity: 'contacts', id: first.id, values: { title: 'Head of Theirs' } },
      { entity: 'contacts', id: second.id, values: { title: 'Changed there' } },
    ],
  })
  await page.getByRole('button', { name: 'Sync now' }).click()
  await isOver(page, 'Changes', 1)
  await page.getByRole('link', { name: /^Conflicts/ }).click()
  const conflict = page.getByRole('list', { name: 'Conflicts' }).getByRole('listitem')
  await conflict.getByText('Head of Ours').waitFor()
  await conflict.getByText('Head of Theirs').waitFor()
  await keeps('a conflict with a CRM')

  // On the contact's own page too, with where each value is from.
  await go(`/contacts/${own.id}`)
  const card = page.getByRole('region', { name: 'From HubSpot' })
  await card.getByText(first.id).waitFor()
  assert.equal(
    await card.getByRole('link', { name: 'Open in HubSpot' }).count(),
    0,
    'a setting stands for HubSpot: it has no pages',
  )
  await keeps('a contact that is linked to a CRM')
  await card.getByRole('button', { name: /^Keep ours: Job title/ }).click()
  await card.getByText('Pinned').waitFor()
  await card.getByRole('button', { name: 'Pin Full name here' }).click()
  await card.getByRole('button', { name: 'Unpin Full name' }).click()
  await card.getByRole('button', { name: 'Pin Full name here' }).waitFor()
  const [company] = (await pages.app.call('list-companies', {}, owner)).body.companies as unknown as { id: string }[]
  await follow(`/companies/${company?.id}`)
  await page.getByRole('region', { name: 'From HubSpot' }).getByText('Domain').waitFor()
  await keeps('a company that is linked to a CRM')
  const [deal] = (await pages.app.call('list-deals', {}, owner)).body.deals as unknown as { id: string }[]
  await follow(`/deals/${deal?.id}`)
  await page.getByRole('region', { name: 'From HubSpot' }).getByText('Amount').waitFor()
  await keeps('a deal that is linked to a CRM')
  await follow(`/contacts/${own.id}`)
  await card.getByRole('link', { name: 'Syncs' }).click()

  await page.getByRole('link', { name: /^Conflicts/ }).click()
  await page.getByRole('heading', { name: 'No conflicts' }).waitFor()
  await keeps('no conflicts')

  // The first sync is undone: what was changed since stays.
  await page.getByRole('link', { name: 'Syncs' }).click()
  const whole = page.getByRole('table', { name: 'History' }).getByRole('row').filter({ hasText: 'Everything' })
  await whole.getByRole('button', { name: /^Undo the sync of/ }).click()
  await window.getByText(/records that it created will be removed/).waitFor()
  await keeps('what an undo would do')
  await window.getByRole('button', { name: 'Undo sync' }).click()
  await page.getByRole('heading', { name: 'Undo', exact: true }).waitFor()
  await isOver(page, 'Undo', 1)
  await keeps('a sync that is undone')
  assert.deepEqual(errors, [])
  await close()
})

test('an admin lets a field of the CRM become a field of the workspace, which is filled, and a German reads what did not fit', async () => {
  const owner = await pages.app.given.organization()
  const key = { provider: 'hubspot', orgId: owner.orgId, userId: owner.personId, apiKey: `pat-eu1-fields${process.pid}` }
  await pages.app.call('crm-save-api-key', key, owner)
  const { account } = await controlCrm(vendor, 'hubspot', { reseed: { companies: 0, contacts: 14, deals: 0 } })
  const choices = [{ name: 'Blue' }, { name: 'Green' }]
  await pages.app.call('save-field', { kind: 'contact', name: 'Colour', fieldType: 'choice', choices }, owner)
  const { body } = await pages.app.call('crm-connections', { orgId: owner.orgId }, owner)
  const [connection] = body.connections as unknown as { id: string }[]
  const address = `/settings/connections/crm/${connection?.id}`
  const { page, errors, go, keeps, close } = await pages.open(`${address}?view=mapping`, { as: owner })
  const fields = page.getByRole('table', { name: 'Fields of Contacts' })
  const window = page.getByRole('dialog')
  await fields.getByRole('button', { name: /Favourite colour/ }).click()
  await window.getByText('To filter, sort and edit by it').waitFor()
  await window.getByRole('combobox', { name: 'Becomes' }).click()
  await page.getByRole('option', { name: 'Colour', exact: true }).click()
  await keeps('a field of a CRM that becomes one of the workspace’s own')
  await window.getByRole('button', { name: 'Apply' }).click()
  await fields.getByText('Colour', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Mapping saved.').first().waitFor()
  await page.getByRole('link', { name: 'Syncs' }).click()
  await page.getByRole('button', { name: 'Sync now' }).click()
  await page.getByText('14 of 14 contacts').waitFor()
  await page.getByRole('table', { name: 'Errors' }).getByText('Colour: must be one of: Blue, Green').first().waitFor()
  const shown = new URL(page.url())
  shown.searchParams.set('locale', 'de')
  const german = await pages.open(`${shown.pathname}${shown.search}`, { as: owner })
  await german.page.getByText('Colour: muss eines davon sein: Blue, Green').first().waitFor()
  await german.close()

  // What is decided on a record stands on it at once.
  const [there] = await recordsOfCrm(vendor, 'hubspot', 'contacts')
  const { body: listed } = await pages.app.call('list-contacts', {}, owner)
  const own = (listed.contacts as unknown as { id: string; email: string | null }[]).find(
    ({ email }) => email === there?.values.email,
  )
  await pages.app.call('update-contact', { contactId: own?.id, jobTitle: 'Head of Ours' }, owner)
  const edited = { entity: 'contacts', id: there?.id, values: { title: 'Head of Theirs' } }
  await controlCrm(vendor, 'hubspot', { account, edit: [edited] })
  await page.getByRole('button', { name: 'Sync now' }).click()
  await isOver(page, 'Changes', 1)
  await go(`/contacts/${own?.id}`)
  const about = page.getByRole('region', { name: 'About' })
  await about.getByText('Head of Ours').waitFor()
  await page.getByRole('button', { name: /^Take HubSpot’s: Job title/ }).click()
  await about.getByText('Head of Theirs').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a sync that waits for a limit says until when, is cancelled and resumed, and what the CRM withheld is named', async () => {
  const owner = await pages.app.given.organization()
  const key = { provider: 'hubspot', orgId: owner.orgId, userId: owner.personId, apiKey: `pat-eu1-limit${process.pid}` }
  await pages.app.call('crm-save-api-key', key, owner)
  await controlCrm(vendor, 'hubspot', { reseed: { companies: 1, contacts: 40, deals: 1 } })
  const { body } = await pages.app.call('crm-connections', { orgId: owner.orgId }, owner)
  const [connection] = body.connections as unknown as { id: string }[]
  const { page, errors, keeps, close } = await pages.open(`/settings/connections/crm/${connection?.id}`, { as: owner })
  await vendor.turn('hubspot', { kind: 'daily_limit' })
  await page.getByRole('button', { name: 'Sync now' }).click()
  await page.getByText(/Waiting for HubSpot’s limit until/).waitFor()
  await keeps('a sync that waits for a limit')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('The sync was cancelled').waitFor()
  await keeps('a sync that is cancelled')

  await vendor.turn('hubspot', { kind: 'withhold' })
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('37 of 40 contacts').waitFor()
  const all = await recordsOfCrm(vendor, 'hubspot', 'contacts')
  for (const n of [7, 13, 29])
    await page
      .getByText(all[n - 1]?.id ?? 'none')
      .first()
      .waitFor()
  await keeps('a sync that misses records')

  // All is well again: the missing come with the next one that reads everything.
  await vendor.turn('hubspot')
  await page.getByRole('button', { name: 'Actions for HubSpot' }).click()
  await page.getByRole('menuitem', { name: 'Read everything again' }).click()
  await page.getByText('40 of 40 contacts').waitFor()
  // A sync of before is a click away.
  const older = page.getByRole('table', { name: 'History' }).getByRole('row').filter({ hasText: 'Everything' }).nth(1)
  await older.getByRole('link').click()
  await page.getByText('37 of 40 contacts').waitFor()
  await page.getByRole('link', { name: 'Show the newest' }).click()
  await page.getByText('40 of 40 contacts').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('an admin chooses what is synced and when, and a member sees it and decides conflicts', async () => {
  const owner = await pages.app.given.organization()
  const key = { provider: 'hubspot', orgId: owner.orgId, userId: owner.personId, apiKey: `pat-eu1-settings${process.pid}` }
  await pages.app.call('crm-save-api-key', key, owner)
  const { body } = await pages.app.call('crm-connections', { orgId: owner.orgId }, owner)
  const [connection] = body.connections as unknown as { id: string }[]
  const address = `/settings/connections/crm/${connection?.id}`
  const { page, errors, keeps, close } = await pages.open(`${address}?view=settings`, { as: owner })
  await page.getByLabel('Deals').first().uncheck()
  await page.getByRole('combobox', { name: 'Schedule' }).click()
  await page.getByRole('option', { name: 'Every day' }).click()
  await page.getByLabel('Share of HubSpot’s limits').fill('30')
  await keeps('the settings of a CRM')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').first().waitFor()
  await page.getByRole('link', { name: 'Syncs' }).click()
  await page.getByText('Companies and Contacts').waitFor()
  const { body: history } = await pages.app.call(
    'crm-sync-history',
    { orgId: owner.orgId, connectionId: connection?.id },
    owner,
  )
  const { entities, schedule, share } = history.settings as unknown as Record<string, unknown>
  assert.deepEqual([entities, schedule, share], [['companies', 'contacts'], 'daily', 30])

  const member = await pages.app.given.person(owner.orgId, 'member')
  const theirs = await pages.open(address, { as: member })
  await theirs.page.getByText('An admin can start the first sync.').waitFor()
  await theirs.page.getByRole('link', { name: 'Conflicts' }).waitFor()
  assert.equal(await theirs.page.getByRole('button', { name: /Sync now|Rehearse|Actions for/ }).count(), 0)
  assert.equal(
    await theirs.page
      .getByRole('link', { name: /Mapping|Settings$/ })
      .filter({ visible: true })
      .count(),
    0,
  )
  await theirs.close()

  await page.getByRole('button', { name: 'Actions for HubSpot' }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('HubSpot is disconnected').waitFor()
  await keeps('a CRM that is disconnected')
  assert.deepEqual(errors, [])
  await close()
})
