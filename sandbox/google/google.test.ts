import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { consentAt } from '#test/support/consent.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let box: TestSandbox
let browser: Browser
before(async () => {
  box = await startSandbox()
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await box.stop()
})

const client = { client_id: 'test.apps.googleusercontent.com', client_secret: 'GOCSPX-test' }
const mail = 'https://www.googleapis.com/auth/gmail.send'
const authorizeUrl = (more: Record<string, string> = {}): string =>
  `${box.address}/o/oauth2/v2/auth?${new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: `${box.address}/back`,
    response_type: 'code',
    scope: `openid email ${mail}`,
    access_type: 'offline',
    state: 'mine',
    ...more,
  })}`

const post = async (at: string, form: Record<string, string>) => {
  const response = await fetch(box.address + at, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const text = await response.text()
  return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string> }
}
const token = (form: Record<string, string>) => post('/token', { ...client, ...form })
const exchange = async (location: URL, more: Record<string, string> = {}) =>
  token({
    grant_type: 'authorization_code',
    code: location.searchParams.get('code') ?? '',
    redirect_uri: `${box.address}/back`,
    ...more,
  })
const behave = (more: Record<string, string>) => post('/sandbox/google/behaviour', { accessTokenSeconds: '3599', ...more })
const grants = async () => {
  const told = await (await fetch(`${box.address}/sandbox/google/grants`)).json()
  return (told as { grants: { id: string; ending: string | null; refreshes: number }[] }).grants
}

test('errors come in Google’s words, and as its contract has them', { skip: withoutContracts }, async () => {
  const contract = openContract('google-oauth2/openapi.json')
  const location = await consentAt(authorizeUrl())
  const good = {
    grant_type: 'authorization_code',
    code: location.searchParams.get('code') ?? '',
    redirect_uri: `${box.address}/back`,
  }
  const refused: [Record<string, string>, number, string][] = [
    [{}, 400, 'invalid_request'],
    [{ ...good, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ ...good, code: 'nonsense' }, 400, 'invalid_grant'],
    [{ ...good, redirect_uri: `${box.address}/other` }, 400, 'redirect_uri_mismatch'],
    [{ ...good, client_id: 'other.apps.googleusercontent.com' }, 401, 'unauthorized_client'],
    [{ ...good, client_id: 'nobody' }, 401, 'invalid_client'],
    [{ ...good, client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ ...good, code_verifier: 'v'.repeat(43) }, 400, 'invalid_grant'],
    [{ grant_type: 'refresh_token', refresh_token: '1//0nonsense' }, 400, 'invalid_grant'],
  ]
  for (const [form, status, error] of refused) {
    const answer = await token(form)
    assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(form))
    assert.deepEqual(contract.answer(['/token', 'post'], status, answer.body), [])
  }
  const given = await exchange(location)
  assert.equal(given.status, 200, JSON.stringify(given.body))
  const about = await (await fetch(`${box.address}/tokeninfo?access_token=${given.body.access_token}`)).json()
  assert.deepEqual(contract.answer(['/tokeninfo', 'get'], 200, about), [])
  const unknown = await fetch(`${box.address}/tokeninfo?access_token=x`)
  assert.deepEqual(contract.answer(['/tokeninfo', 'get'], unknown.status, await unknown.json()), [])
})

test('an invalid authorization request is explained to the person, who is redirected nowhere', async () => {
  for (const wrong of [
    { client_id: 'nobody' },
    { redirect_uri: 'javascript:alert(1)' },
    { response_type: 'token' },
    { scope: 'everything' },
    { scope: '' },
  ]) {
    const page = await fetch(authorizeUrl(wrong as Record<string, string>), { redirect: 'manual' })
    assert.ok(page.status === 400 || page.status === 401, JSON.stringify(wrong))
    assert.match(await page.text(), /Access blocked/)
  }
})

test('a refresh token rotates or not, and an old one that comes again can end everything', async () => {
  const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken })
  await behave({})
  const stays = (await exchange(await consentAt(authorizeUrl()))).body.refresh_token ?? ''
  for (let times = 0; times < 2; times++) {
    const answer = await refresh(stays)
    assert.deepEqual([answer.status, answer.body.refresh_token], [200, undefined])
  }
  await behave({ rotates: 'on', reuseEndsGrant: 'on' })
  const first = (await exchange(await consentAt(authorizeUrl()))).body.refresh_token ?? ''
  const second = (await refresh(first)).body.refresh_token ?? ''
  assert.ok(second && second !== first)
  assert.equal((await refresh(first)).body.error, 'invalid_grant')
  assert.equal((await refresh(second)).body.error, 'invalid_grant')
  assert.equal((await grants())[0]?.ending, 'an old refresh token was reused')
  await behave({ rotates: 'on' })
})

test('with the scope openid the answer names the account, signed by a published key', async () => {
  const { body } = await exchange(await consentAt(authorizeUrl(), { account: 'frontdesk@' }))
  const [head = '', claims = '', signature = ''] = String(body.id_token).split('.')
  const { keys } = (await (await fetch(`${box.address}/oauth2/v3/certs`)).json()) as { keys: { kid: string }[] }
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
  const key = createPublicKey({ key: keys.find(({ kid }) => kid === read(head).kid) as never, format: 'jwk' })
  assert.ok(verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url')))
  const { aud, email, iss } = read(claims)
  assert.deepEqual([aud, email, iss], [client.client_id, 'frontdesk@sandbox.example', `${box.address}/sandbox/google`])
})

test('an access token lives as long as its page says', async () => {
  await behave({ accessTokenSeconds: '1', rotates: 'on' })
  const given = await exchange(await consentAt(authorizeUrl()))
  assert.equal(given.body.expires_in as unknown, 1)
  const whose = () =>
    fetch(`${box.address}/oauth2/v2/userinfo`, { headers: { authorization: `Bearer ${given.body.access_token}` } })
  assert.equal((await whose()).status, 200)
  await new Promise((done) => setTimeout(done, 1_050))
  assert.equal((await whose()).status, 401)
  await behave({ rotates: 'on' })
})

test('a person chooses an account and what is allowed; the page of consents expires, rotates and takes back', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const inOrder = async (where: Page): Promise<void> => {
    assert.deepEqual(await faultsOf(where), [])
    assert.ok(await where.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  }
  await page.goto(authorizeUrl())
  await inOrder(page)
  await page.getByLabel(/Jonas Okafor/).check()
  await page.getByLabel('Send mail as you').uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/\/back\?/)
  const given = await exchange(new URL(page.url()))
  assert.deepEqual([given.status, given.body.scope], [200, 'openid email'])

  await page.goto(`${box.address}/sandbox/google/grants`)
  await page.emulateMedia({ colorScheme: 'light' })
  await inOrder(page)
  const card = page.getByRole('listitem').filter({ hasText: 'jonas@' }).first()
  const refused = async (): Promise<unknown> =>
    (await token({ grant_type: 'refresh_token', refresh_token: given.body.refresh_token ?? '' })).body.error
  await card.getByRole('button', { name: 'Expire now' }).click()
  await card.getByText('access token expired').waitFor()
  await card.getByRole('button', { name: 'Rotate silently' }).click()
  await card.getByText('access token expired').waitFor()
  assert.equal(await refused(), 'invalid_grant')
  await card.getByRole('button', { name: 'Revoke' }).click()
  await card.getByText('revoked by the user').waitFor()
  await page.getByLabel('Access token lifetime (seconds)').fill('90')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/grants$/)
  assert.equal(await page.getByLabel('Access token lifetime (seconds)').inputValue(), '90')
  await page.setViewportSize({ width: 1280, height: 800 })
  await context.close()
})
