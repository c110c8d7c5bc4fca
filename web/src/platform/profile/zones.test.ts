import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeLink } from '#domains/platform/users/links.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const zonesOf = async (owner: Parameters<typeof pages.app.call>[2]) => {
  const ask = async (name: string) => (await pages.app.call(name, {}, owner)).body
  const { person } = (await ask('show-profile')) as unknown as { person: { timezone: string | null } }
  const { workspace } = (await ask('show-workspace')) as unknown as { workspace: { timezone: string } }
  const { hours } = (await ask('show-hours')) as unknown as { hours: { timezone: string } }
  return [person.timezone, workspace.timezone, hours.timezone]
}

test('a member sets a time zone of their own, and goes back to that of the workspace, which an admin sets', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, go, keeps, close } = await pages.open('/settings/workspace', { as: owner })
  const zone = page.getByLabel('Time zone', { exact: true })
  const save = async (said: string) => {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(said).waitFor()
  }
  await zone.selectOption('Asia/Tokyo')
  await keeps('the settings of a workspace')
  await save('Settings saved.')
  assert.deepEqual(await zonesOf(owner), [null, 'Asia/Tokyo', 'Asia/Tokyo'])

  await go('/settings/profile')
  assert.equal(await zone.inputValue(), '')
  await zone.selectOption('Europe/Berlin')
  await keeps('a profile')
  await save('Profile saved.')
  assert.deepEqual(await zonesOf(owner), ['Europe/Berlin', 'Asia/Tokyo', 'Europe/Berlin'])
  await go('/settings/profile')
  assert.equal(await zone.inputValue(), 'Europe/Berlin')
  await zone.selectOption({ label: 'That of the workspace' })
  await save('Profile saved.')
  assert.deepEqual(await zonesOf(owner), [null, 'Asia/Tokyo', 'Asia/Tokyo'])
  assert.deepEqual(errors, [])
  await close()
})

test('a member without the role sees the zone of the workspace and cannot change it; a zone that is none is refused', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const member = await pages.app.given.person(owner.orgId, 'member')
  const { page, close } = await pages.open('/settings/workspace', { as: member })
  assert.ok(await page.getByLabel('Time zone', { exact: true }).isDisabled())
  await close()
  for (const timezone of ['Mars/Base', '+02:00', '']) {
    const own = await pages.app.call('update-profile', { timezone }, member)
    const workspace = await pages.app.call('update-workspace', { timezone }, owner)
    assert.deepEqual([own.status, own.body.field, workspace.status], [400, 'timezone', 400], timezone)
  }
  assert.deepEqual(await zonesOf(owner), [null, 'UTC', 'UTC'])
})

test('at set-up the zone of the browser is proposed, and is that of the workspace then', async () => {
  const token = await makeLink(pages.app.database.db, { purpose: 'set-up', personId: null, hours: 1, now: new Date() })
  const context = await pages.browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Lisbon' })
  const page = await context.newPage()
  await page.goto(`${pages.site}/set-up#token=${token}`)
  await page.getByLabel('Workspace').fill('Lisboa')
  await page.getByLabel('Your name').fill('Ines')
  await page.getByLabel('Email').fill('ines@lisboa.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('four unrelated quiet words')
  assert.equal(await page.getByLabel('Time zone').inputValue(), 'Europe/Lisbon')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.goto(`${pages.site}/settings/workspace`)
  const zone = page.getByLabel('Time zone', { exact: true })
  await zone.waitFor()
  assert.equal(await zone.inputValue(), 'Europe/Lisbon')
  await context.close()
})
