import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { metaPages } from '#test/support/meta.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

/** The pages on which people allow Foyer what it does at Canva and at Meta. */
let box: TestSandbox
let browser: Browser
before(async () => {
  box = await startSandbox()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await box?.stop()
})

const client = { client_id: 'foyer.apps.googleusercontent.com', client_secret: 'a secret' }
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
/** By another name than the sandbox has: where its form may lead is said by the page’s policy. */
const backAt = (): string => `${box.address.replace('127.0.0.1', 'localhost')}/back`

interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}
const read = async (answer: Response): Promise<Answered> => {
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

interface Vendor {
  readonly title: string
  /** Where people decide, below the simulator’s own address. */
  readonly page: string
  readonly scopes: readonly string[]
  readonly separator: string
  readonly wish: Readonly<Record<string, string>>
  readonly wrongs: readonly Readonly<Record<string, string>>[]
  /** Another than the one that the page begins with. */
  choose(page: Page): Promise<void>
  exchange(code: string, more?: Record<string, string>): Promise<Answered>
  /** Whose the consents are. */
  decided(): Promise<unknown>
  readonly chosen: unknown
  readonly end: string
  /** What a call with what the exchange gave is answered. */
  use(given: Answered['body']): Promise<number>
}

const at = (path: string): string => `${box.address}/sandbox/${path}`
const consentsOf = async (slug: string) => (await read(await fetch(at(`${slug}/consents`)))).body.consents as object[]

const canva: Vendor = {
  title: 'Canva',
  page: 'canva/api/oauth/authorize',
  scopes: ['profile:read', 'design:meta:read', 'design:content:write'],
  separator: ' ',
  wish: { code_challenge: challenge, code_challenge_method: 'S256' },
  wrongs: [{ code_challenge: '' }, { code_challenge_method: 'plain' }, { scope: '' }],
  choose: (page) => page.getByLabel(/Birch Kitchens/).check(),
  exchange: async (code, more = {}) => {
    const {
      client_id: id,
      client_secret: secret,
      ...form
    } = {
      ...{ ...client, grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: backAt() },
      ...more,
    }
    const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
    const headers = { authorization: `Basic ${basic}` }
    return read(await fetch(at('canva/v1/oauth/token'), { method: 'POST', headers, body: new URLSearchParams(form) }))
  },
  decided: async () => (await consentsOf('canva')).map((each) => (each as { accountId: string }).accountId),
  chosen: ['birch'],
  end: 'Revoke',
  use: async ({ access_token: token }) =>
    (await fetch(at('canva/v1/users/me'), { headers: { authorization: `Bearer ${token}` } })).status,
}

const meta: Vendor = {
  title: 'Meta',
  page: 'meta/v23.0/dialog/oauth',
  scopes: ['pages_show_list', 'leads_retrieval', 'pages_manage_metadata'],
  separator: ',',
  wish: {},
  wrongs: [],
  choose: (page) => page.getByRole('radio', { name: 'Ben Birch' }).check(),
  exchange: async (code, more = {}) =>
    read(
      await fetch(
        `${at('meta/v23.0/oauth/access_token')}?${new URLSearchParams({ ...client, code, redirect_uri: backAt(), ...more })}`,
      ),
    ),
  // All pages are ticked: those of another person are still none of his.
  decided: async () =>
    (await consentsOf('meta')).map((each) => {
      const { personId, pageIds } = each as { personId: string; pageIds: string[] }
      return [personId, ...pageIds]
    }),
  chosen: [['10207654321098765', metaPages.birch]],
  end: 'Remove the app',
  use: async ({ access_token: token }) => {
    const proof = createHmac('sha256', client.client_secret).update(String(token)).digest('hex')
    return (
      await fetch(`${at('meta/v23.0/me')}?${new URLSearchParams({ access_token: String(token), appsecret_proof: proof })}`)
    ).status
  },
}

const urlOf = ({ page, wish, scopes, separator }: Vendor, more: Record<string, string> = {}): string =>
  `${at(page)}?${new URLSearchParams({
    ...{ client_id: client.client_id, redirect_uri: backAt(), response_type: 'code', state: 'mine' },
    ...{ scope: scopes.join(separator), ...wish, ...more },
  })}`

const openPage = async (look: { width: number; colorScheme: 'dark' | 'light' }) => {
  const { width, colorScheme } = look
  const context = await browser.newContext({ viewport: { width, height: 740 }, colorScheme })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const troubles: string[] = []
  page.on('dialog', (dialog) => {
    troubles.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  return {
    ...{ page, troubles, close: () => context.close() },
    async keeps(): Promise<void> {
      assert.deepEqual(await faultsOf(page), [])
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    },
  }
}

/** Decides on the page, and is led back to the app. */
const decide = async (page: Page, button: 'Connect app' | 'Decline'): Promise<URLSearchParams> => {
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(/\/back\?/)
  assert.equal(new URL(page.url()).hostname, 'localhost')
  return new URL(page.url()).searchParams
}

for (const vendor of [canva, meta]) {
  const { title } = vendor
  test(`${title}: a person reads who asks for what, chooses, and the app gets just that until it is taken back`, async () => {
    const { page, troubles, keeps, close } = await openPage({ width: 360, colorScheme: 'dark' })
    await page.goto(urlOf(vendor))
    await page.getByRole('heading', { name: `Connect an app to ${title}` }).waitFor()
    await page.getByText('This is a simulation').waitFor()
    await page.getByText('Foyer', { exact: true }).waitFor()
    await page.getByText(new URL(backAt()).host, { exact: true }).waitFor()
    await page.getByText(`${vendor.scopes.length} permissions`).click()
    for (const scope of vendor.scopes) await page.getByRole('listitem').filter({ hasText: scope }).first().waitFor()
    await keeps()
    await vendor.choose(page)
    const back = await decide(page, 'Connect app')
    assert.deepEqual([back.get('state'), back.get('error')], ['mine', null])
    const given = await vendor.exchange(back.get('code') ?? '')
    assert.equal(given.status, 200, JSON.stringify(given.body))
    assert.deepEqual(await vendor.decided(), vendor.chosen)
    assert.equal(await vendor.use(given.body), 200)

    await page.setViewportSize({ width: 1_280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(at(`${title.toLowerCase()}/consents`))
    await page.getByRole('heading', { name: `${title}: consents` }).waitFor()
    await page.getByRole('heading', { name: 'for Foyer' }).first().waitFor()
    await keeps()
    await page.getByRole('button', { name: vendor.end }).first().click()
    await page.getByText('ended', { exact: true }).first().waitFor()
    assert.equal(await vendor.use(given.body), 401)
    assert.deepEqual(troubles, [])
    await close()
  })

  test(`${title}: who declines is led back without a code, and nothing is consented to`, async () => {
    const before = await consentsOf(title.toLowerCase())
    const { page, close } = await openPage({ width: 1_280, colorScheme: 'light' })
    await page.goto(urlOf(vendor))
    const back = await decide(page, 'Decline')
    assert.deepEqual([back.get('error'), back.get('state'), back.get('code')], ['access_denied', 'mine', null])
    assert.deepEqual(await consentsOf(title.toLowerCase()), before)
    await close()
  })

  test(`${title}: a code is good once, for the app and the address that asked for it`, async () => {
    const { page, close } = await openPage({ width: 1_280, colorScheme: 'light' })
    const code = async (): Promise<string> => {
      await page.goto(urlOf(vendor))
      return (await decide(page, 'Connect app')).get('code') ?? ''
    }
    const own = await code()
    const wrongs = [
      { client_secret: 'wrong' },
      { client_id: 'another' },
      { redirect_uri: `${backAt()}/elsewhere` },
      ...('code_challenge' in vendor.wish ? [{ code_verifier: 'w'.repeat(43) }, { code_verifier: '' }] : []),
    ]
    for (const wrong of wrongs) {
      const refused = await vendor.exchange(own, wrong as Record<string, string>)
      assert.ok(refused.status >= 400 && refused.body.access_token === undefined, JSON.stringify([wrong, refused]))
    }
    assert.equal((await vendor.exchange('nonsense')).status, 400)
    assert.equal((await vendor.exchange(own)).status, 200)
    assert.equal((await vendor.exchange(own)).status, 400)
    await close()
  })

  test(`${title}: what cannot be asked for is explained to the person, who is led nowhere`, async () => {
    const wrongs = [
      ...[{ client_id: '' }, { redirect_uri: '' }, { redirect_uri: 'nonsense' }, { response_type: 'token' }],
      ...[{ redirect_uri: 'javascript:alert(1)' }, { redirect_uri: 'data:text/html,x' }, ...vendor.wrongs],
    ]
    for (const wrong of wrongs) {
      const url = new URL(urlOf(vendor, wrong as Record<string, string>))
      const shown = await fetch(url, { redirect: 'manual' })
      assert.equal(shown.status, 400, JSON.stringify(wrong))
      assert.match(await shown.text(), /The app sent an invalid request/)
      const form = new URLSearchParams([...url.searchParams, ['answer', 'allow'], ['account', 'alder']])
      const posted = await fetch(url.origin + url.pathname, { method: 'POST', body: form, redirect: 'manual' })
      assert.deepEqual([posted.status, posted.headers.get('location')], [400, null], JSON.stringify(wrong))
    }
  })

  test(`${title}: what an app sends is text on the page, and its state comes back to the letter`, async () => {
    const hostile = `"><img src=x onerror=alert(1)><script>alert(2)</script>&amp;'`
    const { page, troubles, close } = await openPage({ width: 360, colorScheme: 'light' })
    await page.goto(urlOf(vendor, { client_id: hostile, state: hostile, scope: hostile }))
    await page.getByText(hostile, { exact: true }).first().waitFor()
    assert.equal(await page.locator('main :is(img, script)').count(), 0)
    const back = await decide(page, 'Connect app')
    assert.equal(back.get('state'), hostile)
    assert.deepEqual(troubles, [])
    await close()
  })
}
