import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hashPassword } from '#domains/platform/users/passwords.ts'
import type { Someone, TestApp } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { type Opened, startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  app = pages.app
  worker = await app.startWorker() // it sends the mails
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const open = (path: string, look?: Parameters<typeof pages.open>[1]): Promise<Opened> => pages.open(path, look)

const password = 'four unrelated words'

/** The link in the newest mail to an address, once the worker has sent it. */
const linkMailedTo = (email: string, but: readonly string[] = []): Promise<string> =>
  until(`a mail to ${email}`, async () => {
    const response = await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(email)}`)
    const mails = (await response.json()) as { links: string[] }[]
    const link = mails[0]?.links.find((each) => each.includes('#token='))
    return link && !but.includes(link) && link
  })

const pathOf = (link: string): string => link.replace(app.url, '')
const rowOf = (page: Page, list: 'Members' | 'Open invitations', text: string) =>
  (list === 'Members'
    ? page.getByRole('table', { name: list }).getByRole('row')
    : page.getByRole('list', { name: list }).getByRole('listitem')
  ).filter({ hasText: text })
const isLive = (page: Page) => page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
const choose = async (page: Page, name: string, what: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

test('an invited person comes by the mail, and is a member on every open page without a reload', async () => {
  const owner = await app.given.organization('Nordlicht')
  const { page, errors, close } = await open('/settings/members', { as: owner })
  await isLive(page)
  await page.getByText('You’re the only member').waitFor()
  await page.getByRole('button', { name: 'Invite teammate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('no address')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByText('Enter a valid email address.').waitFor()
  await dialog.getByRole('textbox', { name: 'Email' }).fill('grace@nordlicht.example')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace')
  await dialog.getByRole('radio', { name: 'Admin' }).check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByText('Invitation sent to grace@nordlicht.example.').waitFor()
  assert.equal(
    await dialog.getByRole('textbox', { name: 'Email' }).evaluate((field) => field === field.ownerDocument.activeElement),
    true,
    'ready for the next',
  )
  await dialog.getByRole('button', { name: 'Done' }).click()
  await rowOf(page, 'Open invitations', 'grace@nordlicht.example').getByText('Admin').waitFor()
  assert.equal(await page.getByText('You’re the only member').count(), 0)

  const guest = await open(pathOf(await linkMailedTo('grace@nordlicht.example')), { as: null })
  await guest.page.getByRole('heading', { name: 'Join Nordlicht' }).waitFor()
  await guest.page.getByText('grace@nordlicht.example is invited as an admin.').waitFor()
  assert.deepEqual(await faultsOf(guest.page), [])
  await guest.page.getByRole('button', { name: 'Join' }).click()
  assert.equal(await guest.page.getByText('Required').count(), 1)
  await guest.page.getByLabel('Your name').fill('Grace Hopper')
  await guest.page.locator('input[autocomplete="new-password"]').fill(password)
  await guest.page.getByRole('button', { name: 'Join' }).dblclick()
  await guest.page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()

  await rowOf(page, 'Members', 'Grace Hopper').getByText('Admin').waitFor()
  await page.getByRole('list', { name: 'Open invitations' }).waitFor({ state: 'detached' })
  assert.deepEqual([...errors, ...guest.errors], [])
  await guest.close()
  await close()
})

test('a link that was used, replaced or withdrawn says so and shows the way on', async () => {
  const owner = await app.given.organization('Used up')
  const email = 'linus@example.com'
  await app.call('invite-staff', { email }, owner)
  const first = await linkMailedTo(email)
  const { page, close } = await open('/settings/members', { as: owner })
  await page.getByRole('button', { name: `Resend: invitation to ${email}` }).click()
  await page.getByText(`New link sent to ${email}.`).waitFor()
  const second = await linkMailedTo(email, [first])

  const guest = await open(pathOf(first), { as: null })
  await guest.page.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor()
  assert.deepEqual(await faultsOf(guest.page), [])
  await guest.page.goto(app.url + pathOf(second))
  await guest.page.getByRole('heading', { name: 'Join Used up' }).waitFor()
  await page.getByRole('button', { name: `Withdraw: invitation to ${email}` }).click()
  await page.getByText(`Invitation to ${email} withdrawn.`).waitFor()
  await page.getByText('You’re the only member').waitFor()
  await guest.page.getByLabel('Your name').fill('Linus')
  await guest.page.locator('input[autocomplete="new-password"]').fill(password)
  await guest.page.getByRole('button', { name: 'Join' }).click()
  await guest.page.getByRole('alert').waitFor()
  await guest.page.goto(`${app.url}/accept-invite`)
  await guest.page.getByText('The link is incomplete').waitFor()
  await guest.close()
  await close()
})

test('an existing account joins with its password, and no other request sets a new one', async () => {
  const known = await app.given.person(app.owner.orgId, 'member')
  await app.database.db
    .updateTable('directory.people')
    .set({ password_hash: await hashPassword(password, (work) => work()) })
    .where('id', '=', known.personId)
    .execute()
  const other = await app.given.organization('The other')
  await app.call('invite-staff', { email: known.email }, other)
  const { page, errors, close } = await open(pathOf(await linkMailedTo(known.email)), { as: null })
  await page.getByLabel('Your name').fill('Known Already')
  await page.locator('input[autocomplete="new-password"]').fill('what somebody guesses')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('This email has an account with another password.').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.locator('input[autocomplete="new-password"]').fill(password)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  assert.deepEqual(errors, [])

  // And now they are in two workspaces, and go from one to the other.
  await page.getByRole('button', { name: 'Workspace: The other' }).first().click()
  await page.getByRole('menuitemradio', { name: 'The other' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('menuitemradio', { name: 'First' }).click()
  await page.getByRole('button', { name: 'Workspace: First' }).first().waitFor()
  await page.goto(`${app.url}/settings/members`)
  await rowOf(page, 'Members', app.owner.email).waitFor()
  await close()
})

test('roles change, members go, and a link for a password is sent, from three dots', async () => {
  const owner = await app.given.organization('Changing')
  const member = await app.given.person(owner.orgId, 'member')
  const name = async (someone: Someone) =>
    (
      await app.database.db
        .selectFrom('directory.people')
        .select('name')
        .where('id', '=', someone.personId)
        .executeTakeFirstOrThrow()
    ).name
  const [ownerName, memberName] = [await name(owner), await name(member)]
  const { page, errors, close } = await open('/settings/members', { as: owner })
  const theirs = await open('/leads', { as: member })
  await isLive(page)

  await choose(page, memberName, 'Change role')
  await page.getByRole('dialog').getByRole('radio', { name: 'Owner' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'Members', member.email).getByText('Owner').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowOf(page, 'Members', member.email).getByText('Member', { exact: true }).waitFor()
  await choose(page, memberName, 'Change role')
  await page.getByRole('dialog').getByRole('radio', { name: 'Owner' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'Members', member.email).getByText('Owner').waitFor()

  await choose(page, ownerName, 'Change role')
  await page.getByText('This is your own role.').waitFor()
  await page.keyboard.press('Escape')
  await choose(page, memberName, 'Change role')
  await page.getByRole('dialog').getByRole('radio', { name: 'Member' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'Members', member.email).getByText('Member', { exact: true }).waitFor()

  await choose(page, ownerName, 'Change role')
  await page.getByRole('dialog').getByRole('radio', { name: 'Member' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await choose(page, memberName, 'Send link to set a password')
  await page.getByText(`Link sent to ${member.email}.`).waitFor()
  assert.match(await linkMailedTo(member.email), /\/set-password#token=/)

  await choose(page, memberName, 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep member' }).click()
  await choose(page, memberName, 'Remove')
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click()
  await rowOf(page, 'Members', member.email).waitFor({ state: 'detached' })
  await theirs.page.goto(`${app.url}/contacts`)
  await theirs.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.deepEqual(errors, [])
  await theirs.close()
  await close()
})

test('a member sees the other members and can change none; an admin cannot change owners', async () => {
  const owner = await app.given.organization('Bounds')
  const member = await open('/settings/members', { as: await app.given.person(owner.orgId, 'member') })
  await rowOf(member.page, 'Members', owner.email).waitFor()
  await member.page.getByLabel('About this page').click()
  await member.page.getByText('Only owners and admins').waitFor()
  assert.equal(await member.page.getByRole('button', { name: 'Invite' }).count(), 0)
  assert.equal(await member.page.getByRole('button', { name: /^Actions for / }).count(), 0)
  await member.close()

  const admin = await open('/settings/members', { as: await app.given.person(owner.orgId, 'admin') })
  await rowOf(admin.page, 'Members', owner.email).waitFor()
  assert.equal(await rowOf(admin.page, 'Members', owner.email).getByRole('button').count(), 0)
  await admin.page.getByRole('button', { name: 'Invite' }).click()
  assert.equal(await admin.page.getByRole('radio', { name: 'Owner' }).count(), 0)
  await admin.close()
})

test('the members keep WCAG 2.2 AA and never scroll sideways, light and dark, from 360 px', async () => {
  const owner = await app.given.organization('A workspace with a name that is rather long for a phone')
  for (let n = 0; n < 11; n++) await app.given.person(owner.orgId, n % 2 ? 'member' : 'admin')
  await app.call('invite-staff', { email: `${'very-long-'.repeat(5)}@example.com`, name: 'W'.repeat(80) }, owner)
  const { page, keeps, close } = await open('/settings/members', { as: owner })
  await page.getByRole('list', { name: 'Open invitations' }).waitFor()
  await keeps('the members')
  await page.getByRole('searchbox', { name: 'Search members' }).fill(owner.email)
  assert.equal(await page.getByRole('table', { name: 'Members' }).getByRole('row').count(), 2, 'the head and one')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('button', { name: 'Send invitation' }).waitFor()
  await keeps('the invitation')
  await close()
})
