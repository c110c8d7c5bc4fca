import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { faultsOf, openBrowser } from '../support/browser.ts'
import { openNewcomer, root } from '../support/newcomer.ts'

const newcomer = openNewcomer('newcomer')
const { dataDir, env, start } = newcomer
let browser: Browser | undefined
after(async () => {
  await browser?.close()
  await newcomer.close()
})

/** Processes that have our data folder in their command line or environment. */
const processesOfOurs = (): string[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .filter((pid) => {
      try {
        const state = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0]
        const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8')
        return state !== 'Z' && text.includes(dataDir)
      } catch {
        return false
      }
    })

const countLeads = async (address: string, token: string): Promise<number> => {
  const reply = await fetch(`${address}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"type":"list-leads","limit":200}',
  })
  return ((await reply.json()) as { leads: unknown[] }).leads.length
}

/** A command beside the running product: its one result is its standard output. */
const foyer = async (...args: string[]): Promise<string> => {
  const child = spawn(process.execPath, ['bin/foyer.cjs', ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk))
  const [code] = await once(child, 'exit')
  assert.equal(code, 0, err)
  return out.trim()
}

test('a stranger starts it, opens the link, makes a key, sends the line, and sees the lead within a second', async () => {
  const { address: site, link } = await start()
  assert.ok(link, 'no set-up link was printed')
  // As curl asks: for no kind of answer.
  const front = await fetch(site)
  assert.deepEqual([front.status, front.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
  assert.match(await front.text(), /<title>Foyer/)
  assert.equal((await fetch(site, { method: 'HEAD' })).status, 200)
  assert.equal((await fetch(`${site}/no-such-page`)).status, 404)
  browser = await openBrowser()
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on(
    'console',
    (message) => message.type() === 'error' && !message.text().includes('401') && troubles.push(message.text()),
  )

  await page.goto(link)
  await page.getByLabel('Workspace').fill('Rao Studio')
  await page.getByLabel('Your name').fill('Maya Rao')
  await page.getByLabel('Email').fill('maya@rao.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('four words make one')
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Welcome, Maya Rao' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: /create a key/i }).click()
  const line = page.locator('code, pre', { hasText: 'fo_live_' }).first()
  await line.waitFor()
  const text = (await line.textContent()) ?? ''
  const key = /fo_live_[0-9A-Za-z]{36}/.exec(text)?.[0]
  const address = /(http:\/\/[\w.:]+)\/v1\/leads/.exec(text)?.[1]
  const body = /-d '([\s\S]*?)'/.exec(text)?.[1]
  assert.ok(key && address && body, `not a line to paste: ${text.replace(/fo_live_\w+/, 'fo_live_…')}`)

  const sentAt = Date.now()
  const reply = await fetch(`${address}/v1/leads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  })
  assert.equal(reply.status, 200)
  const name = (JSON.parse(body) as { name: string }).name
  await page.getByText(name).first().waitFor()
  assert.ok(Date.now() - sentAt < 1_000, `the lead took ${Date.now() - sentAt} ms to the screen`)
  assert.deepEqual(troubles, [])
})

test('a second start on the same folder is refused, with a message that says so', async () => {
  const child = spawn(process.execPath, ['bin/foyer.cjs', 'start'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  const [code] = await once(child, 'exit')
  assert.notEqual(code, 0)
  assert.match(said, /already|running|in use/i)
})

test('its other commands print one result each, and their output works', async () => {
  const address = /"address":\s*"([^"]+)"/.exec(readFileSync(path.join(dataDir, 'instance.json'), 'utf8'))?.[1]
  assert.ok(address)
  const slug = await foyer('org', 'create', 'Second House')
  assert.equal(slug, 'second-house')
  assert.match(
    await foyer('user', 'create', '--org', slug, '--email', 'jo@second.example', '--role', 'owner'),
    /^http:\/\/\S+\/set-password#token=\S+$/,
  )
  const key = await foyer('key', 'create', '--org', slug, '--scope', 'leads:write', '--name', 'N', '--rate', '100')
  assert.match(key, /^fo_live_[0-9A-Za-z]{36}$/)
  const token = await foyer('token', '--org', slug, '--email', 'jo@second.example')
  const reply = await fetch(`${address}/v1/leads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: '{"email":"a@b.example"}',
  })
  assert.equal(reply.status, 200)
  assert.equal(await countLeads(address, token), 1)
})

test('without any mail account a mail is in the sandbox’s mailbox: for a program, for a script, and as a page', async () => {
  const address = /"address":\s*"([^"]+)"/.exec(readFileSync(path.join(dataDir, 'instance.json'), 'utf8'))?.[1]
  const token = await foyer('token', '--org', 'second-house', '--email', 'jo@second.example')
  const invited = await fetch(`${address}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"type":"invite-staff","email":"Ida+staff@second.example"}',
  })
  assert.equal(invited.status, 200)
  const mails = async (): Promise<{ subject: string; links: string[] }[]> =>
    (await (await fetch(`${address}/sandbox/mail?to=ida+staff@second.example`)).json()) as {
      subject: string
      links: string[]
    }[]
  for (const end = Date.now() + 30_000; (await mails()).length === 0; ) {
    assert.ok(Date.now() < end, 'no mail came')
    await new Promise((done) => setTimeout(done, 100))
  }
  const [mail] = await mails()
  assert.match(mail?.links[0] ?? '', new RegExp(`^${address}/accept-invite#token=`))
  assert.deepEqual(JSON.parse(await foyer('sandbox', 'mail', '--to', 'ida+staff@second.example')), mail)
  const page = await browser?.newPage()
  await page?.goto(`${address}/sandbox/mailbox`)
  await page?.getByRole('link', { name: mail?.subject ?? '' }).click()
  await page?.frameLocator('iframe').getByRole('link', { name: 'Accept the invitation' }).waitFor()
  await page?.close()
})

test('SIGTERM to npm alone drains and ends all of it within 10 s', async () => {
  const begun = Date.now()
  const product = newcomer.product()
  assert.ok(product?.pid)
  product.kill('SIGTERM')
  await once(product, 'exit')
  assert.ok(Date.now() - begun < 10_000)
  await new Promise((done) => setTimeout(done, 300))
  assert.deepEqual(processesOfOurs(), [])
})

test('the next start takes seconds, prints no set-up link, and has everything', async () => {
  const { address, link, ms } = await start()
  assert.equal(link, undefined)
  assert.ok(ms < 20_000, `${ms} ms`)
  assert.equal(await countLeads(address, await foyer('token', '--org', 'second-house', '--email', 'jo@second.example')), 1)
})

test('after SIGKILL of everything, and in mid-start, the next start is ready unaided', async () => {
  for (const pid of processesOfOurs()) process.kill(Number(pid), 'SIGKILL')
  const cut = spawn(process.execPath, ['bin/foyer.cjs', 'start'], { cwd: root, env, stdio: 'ignore' })
  await new Promise((done) => setTimeout(done, 400))
  cut.kill('SIGKILL')
  const { address } = await start()
  assert.equal(await countLeads(address, await foyer('token', '--org', 'second-house', '--email', 'jo@second.example')), 1)
})
