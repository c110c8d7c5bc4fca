import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { enterOrg } from '#db/connect.ts'
import { addMember } from '#domains/platform/members/memberships.ts'
import { hashPassword } from '#domains/platform/users/passwords.ts'
import type { Someone, TestApp } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { type Opened, startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let app: TestApp
let worker: { stop(): Promise<void> }
let site: string
before(async () => {
  // Passkeys want a name and take no address.
  pages = await startPages({ host: 'localhost', env: { SANDBOX: 'on' } })
  app = pages.app
  site = pages.site
  worker = await app.startWorker() // it sends the mails
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const open = (path: string, { as = null }: { as?: Someone | null } = {}): Promise<Opened> => pages.open(path, { as })

const password = 'four unrelated words'

/** Somebody with a password, in a workspace of their own. */
const somebody = async (workspace?: string): Promise<Someone> => {
  const someone = await app.given.organization(workspace)
  await app.database.db
    .updateTable('directory.people')
    .set({ password_hash: await hashPassword(password, (work) => work()) })
    .where('id', '=', someone.personId)
    .execute()
  return someone
}

const signIn = async (page: Page, email: string, text = password) => {
  await page.getByLabel('Email').fill(email)
  await page.locator('input[type="password"]').fill(text)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const isIn = (page: Page) => page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
const identify = (page: Page, text = password) =>
  page.getByRole('dialog').locator('input[autocomplete="current-password"]').fill(text)
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a name is changed wherever it is shown, and a password with the old one', async () => {
  const someone = await somebody()
  const elsewhere = await open('/sign-in')
  await signIn(elsewhere.page, someone.email)
  await isIn(elsewhere.page)

  const { page, errors, close } = await open('/settings/profile', { as: someone })
  await section(page, 'You').getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
  await section(page, 'You').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Your account' }).first().getByText('Ada Lovelace').waitFor()

  await page.getByRole('button', { name: 'Change password' }).click()
  await identify(page, 'not the password')
  await page.getByRole('dialog').locator('input[autocomplete="new-password"]').fill('short')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Use at least 10 characters.').waitFor()
  await page.getByRole('dialog').locator('input[autocomplete="new-password"]').fill('five words of another kind')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await identify(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Password changed.').waitFor()
  await page.getByText('Ada Lovelace').first().waitFor()

  await elsewhere.page.goto(`${site}/contacts`)
  await signIn(elsewhere.page, someone.email)
  await elsewhere.page.getByRole('alert').waitFor()
  await signIn(elsewhere.page, someone.email, 'five words of another kind')
  await elsewhere.page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor()
  assert.deepEqual([...errors, ...elsewhere.errors], [])
  await elsewhere.close()
  await close()
})

test('a user who forgot the password gets a link by mail, and no answer reveals whether an address is known', async () => {
  const someone = await somebody()
  const { page, errors, close } = await open('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('If nobody@example.com has an account here').waitFor()
  await page.getByRole('button', { name: 'Use another email' }).click()
  await page.getByLabel('Email').fill(someone.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText(`If ${someone.email} has an account here`).waitFor()

  const link = await linkMailedTo(someone.email)
  await page.goto(site + link.replace(app.url, ''))
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
  await page.locator('input[autocomplete="new-password"]').fill('a password by mail')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await isIn(page)

  await page.goto(`${site}/leads`)
  await page.goto(site + link.replace(app.url, ''))
  await page.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor()
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

/** The link in the newest mail to an address, once the worker has sent it. */
const linkMailedTo = (email: string): Promise<string> =>
  until(`a mail to ${email}`, async () => {
    const response = await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(email)}`)
    const mails = (await response.json()) as { links: string[] }[]
    return mails.flatMap((mail) => mail.links).find((each) => each.includes('#token='))
  })

test('a second factor is set up with the code on the page, then required; a recovery code replaces it once', async () => {
  const someone = await somebody()
  const { page, errors, close } = await open('/settings/profile', { as: someone })
  await page.getByRole('button', { name: 'Set up' }).click()
  await identify(page, 'not the password')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await identify(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  const secret = (await page.getByRole('region', { name: 'Secret' }).innerText()).replaceAll(/\s/g, '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  const firstCode = totp.generate()
  await page.getByRole('textbox', { name: 'Code' }).fill(firstCode)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  assert.equal(codes.length, 10)
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Escape')
  assert.ok(await page.getByRole('list', { name: 'Recovery codes' }).isVisible(), 'Escape does not lose the codes')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
  const kept = await file.createReadStream()
  let text = ''
  for await (const part of kept) text += String(part)
  for (const code of codes) assert.ok(text.includes(code))
  await page.getByRole('button', { name: 'I’ve stored them' }).click()
  await page.getByText('10 recovery codes left.').waitFor()
  assert.ok(!(await page.content()).includes(codes[0] ?? '?'), 'the codes are nowhere any more')

  const other = await open('/sign-in?next=%2Fcontacts')
  await signIn(other.page, someone.email)
  await other.page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  assert.deepEqual(await faultsOf(other.page), [])
  await other.page.getByLabel('Code').fill('000000')
  await other.page.getByRole('button', { name: 'Confirm' }).click()
  await other.page.getByRole('alert').waitFor()
  await other.page.getByLabel('Code').fill(await codeAfter(totp, firstCode))
  await other.page.getByRole('button', { name: 'Confirm' }).click()
  await other.page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor()
  await other.close()

  for (const takes of [true, false]) {
    const third = await open('/sign-in')
    await signIn(third.page, someone.email)
    await third.page.getByRole('button', { name: 'Use a recovery code' }).click()
    await third.page.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase())
    await third.page.getByRole('button', { name: 'Confirm' }).click()
    if (takes) await isIn(third.page)
    else await third.page.getByRole('alert').waitFor()
    await third.close()
  }

  await page.reload()
  await page.getByText('9 recovery codes left.').waitFor()
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await identify(page)
  await page.getByRole('button', { name: 'Create codes' }).click()
  await page.getByRole('button', { name: 'I’ve stored them' }).click()
  await page.getByText('10 recovery codes left.').waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await identify(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Two-factor codes turned off.').waitFor()
  await page.getByRole('button', { name: 'Set up' }).waitFor()
  assert.deepEqual([...errors, ...other.errors], [])
  await close()
})

/** No code is taken twice; the next one may come a little early. */
const codeAfter = async (totp: TOTP, before: string): Promise<string> => {
  const next = totp.generate({ timestamp: Date.now() + 30_000 })
  const now = totp.generate()
  return now === before ? next : now
}

test('a passkey is made, signs in without a password, and is gone when it is removed', async () => {
  const someone = await somebody()
  const { page, context, errors, close } = await open('/settings/profile', { as: someone })
  const authenticator = await context.newCDPSession(page)
  await authenticator.send('WebAuthn.enable')
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('My laptop')
  await identify(page)
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('My laptop added.').waitFor()
  await page.getByRole('list', { name: 'Passkeys' }).getByText('never used').waitFor()

  await page.getByRole('button', { name: 'Add passkey' }).click()
  await identify(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('This device or security key already has a passkey here.').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Your account' }).first().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isIn(page)

  await page.goto(`${site}/settings/profile`)
  await page.getByRole('list', { name: 'Passkeys' }).getByText('last used').waitFor()
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await identify(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey', exact: true }).click()
  await page.getByText('My laptop removed.').waitFor()
  await page.getByRole('button', { name: 'Your account' }).first().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('alert').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('sessions are distinguished and ended, one or all others', async () => {
  const someone = await somebody()
  const others = await Promise.all([open('/sign-in'), open('/sign-in'), open('/sign-in')])
  for (const { page } of others) {
    await signIn(page, someone.email)
    await isIn(page)
  }
  const { page, errors, close } = await open('/sign-in')
  await signIn(page, someone.email)
  await isIn(page)
  await page.goto(`${site}/settings/profile`)
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await rows.filter({ hasText: 'This device' }).getByText('Chrome on Linux').waitFor()
  assert.equal(await rows.count(), 5, 'with the one that the test began with')
  assert.equal(await rows.first().getByRole('button').count(), 0, 'this one is left by signing out')
  await rows.nth(1).getByRole('button', { name: 'Sign out' }).click()
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Sessions"] li').length === 4)
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByText('3 other sessions signed out.').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Sessions"] li').length === 1)
  for (const other of others) {
    await other.page.goto(`${site}/contacts`)
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.close()
  }
  assert.deepEqual(errors, [])
  await close()
})

test('a person in two workspaces goes from one to the other, and nothing of the first stays on any page', async () => {
  const someone = await somebody('Harbour')
  const second = await app.given.organization('Lighthouse')
  await app.database.db.transaction().execute(async (db) => {
    await enterOrg(db, second.orgId)
    await addMember(db, second.orgId, someone.personId, 'member')
  })
  const key = await app.given.key(someone.orgId)
  await app.post({ name: 'Only of Harbour', email: 'harbour@example.com' }, key.text)
  const { page, context, errors, close } = await open('/leads', { as: someone })
  await page.getByText('Only of Harbour').waitFor()
  const otherTab = await context.newPage()
  await otherTab.clock.install()
  await otherTab.goto(`${site}/leads`)
  await otherTab.getByText('Only of Harbour').waitFor()

  await page.getByRole('button', { name: 'Workspace: Harbour' }).first().click()
  await page.getByRole('menuitemradio', { name: 'Lighthouse' }).click()
  await page.getByRole('button', { name: 'Workspace: Lighthouse' }).first().waitFor()
  await isIn(page)
  assert.equal(await page.getByText('Only of Harbour').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'API keys' }).count(), 0, 'here they are a member')

  // The other tab goes on with the token that it has, and comes along when it needs the next.
  await otherTab.clock.fastForward(14 * 60_000)
  await otherTab.getByRole('link', { name: 'Contacts' }).first().click()
  await otherTab.getByRole('button', { name: 'Workspace: Lighthouse' }).first().waitFor()
  assert.equal(await otherTab.getByText('Only of Harbour').count(), 0)
  assert.deepEqual(errors, [])
  await close()
})

test('the pages of the account keep WCAG 2.2 AA and never scroll sideways, light and dark, from 360 px', async () => {
  const someone = await somebody('A workspace with a name that is rather long for a phone')
  const { page, go, keeps, close } = await open('/settings/profile', { as: someone })
  for (const path of ['/settings/profile', '/sign-in', '/forgot-password', '/accept-invite', '/set-password']) {
    await go(path)
    if (path === '/settings/profile') await page.getByText('This device').waitFor()
    await keeps(path)
  }
  await close()
})
