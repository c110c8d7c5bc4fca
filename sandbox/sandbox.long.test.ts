import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import type { Browser } from 'playwright-core'
import { type Outbox, openOutbox, resetLink } from '#test/mail/outbox.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox } from '#test/support/sandbox.ts'
import { openMailbox, type ShownMail } from './mailbox.ts'
import { sandbox } from './sandbox.ts'

/** The vendor's own client. Its types bring React's idea of a document, which the pages of these tests must not have. */
const { Resend } = createRequire(import.meta.url)('resend') as {
  Resend: new (
    key: string,
    options: { baseUrl: string },
  ) => {
    emails: {
      send(mail: object): Promise<{ data: { id: string } | null; error: { name: string } | null }>
      get(id: string): Promise<{ data: { subject: string } | null }>
      list(): Promise<{ data: { data: { id: string }[] } | null }>
    }
  }
}

let app: TestApp
let outbox: Outbox
let worker: { stop(): Promise<void> }
let browser: Browser
let owner: Someone
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
  outbox = await openOutbox(app)
  worker = await app.startWorker()
  browser = await openBrowser()
  owner = app.owner
})
after(async () => {
  await browser.close()
  await worker.stop()
  await outbox.close()
  await app.stop()
})

const mailsTo = async (to: string): Promise<ShownMail[]> =>
  (await (await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(to)}`)).json()) as ShownMail[]
const resend = async (body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}/sandbox/resend/emails`, {
    method: 'POST',
    headers: { authorization: 'Bearer re_1', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { id?: string; name?: string; message?: string } }
}
const some = { from: 'Foyer <foyer@example.com>', to: ['x@example.com'], subject: 'S', html: '<p>H</p>', text: 'T' }

test('without a mail account every mail is in the mailbox, for programs and in the browser, as HTML and text', async () => {
  const id = await outbox.queue(owner.orgId, 'Reader@example.com', { toName: 'Reader' })
  await outbox.until(owner.orgId, id, 'sent')
  const [mail, more] = await mailsTo('READER@example.com')
  assert.equal(more, undefined)
  assert.deepEqual([mail?.to, mail?.subject, mail?.links], ['reader@example.com', 'Choose a new password', [resetLink]])
  assert.equal((await outbox.row(owner.orgId, id)).provider, 'sandbox')

  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${app.url}/sandbox/`)
  await page.getByRole('link', { name: 'Mailbox', exact: true }).first().click()
  await page.getByRole('searchbox', { name: 'To' }).fill('reader@')
  await page.getByRole('link', { name: /Choose a new password/ }).click()
  await page.frameLocator('iframe').getByRole('link', { name: 'Choose a new password' }).waitFor()
  assert.equal(await page.getByRole('link', { name: resetLink }).getAttribute('href'), resetLink)
  // axe waits for ever for a frame that may run nothing; what is in it has its own test.
  await page.locator('iframe').evaluate((frame) => frame.remove())
  assert.deepEqual(await faultsOf(page), [])
  await page.setViewportSize({ width: 360, height: 740 })
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a mail with scripts runs nothing and loads nothing in the mailbox', async () => {
  const asked: string[] = []
  const canary = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', () => done()))
  const address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
  const html = `<html><head><link rel="stylesheet" href="${address}/css"><meta http-equiv="refresh" content="0;url=${address}/meta"></head>
    <body onload="top.alarm=1"><script>top.alarm=2;parent.document.title="x"</script><img src="${address}/img" onerror="top.alarm=3">
    <iframe src="${address}/frame"></iframe><form action="${address}/form"><button>Go</button></form><a href="https://ok.example.com/">ok</a></body></html>`
  const { body } = await resend({ ...some, to: 'evil@example.com', subject: '<script>alert(1)</script>', html })
  const page = await browser.newPage()
  page.setDefaultTimeout(15_000)
  page.on('dialog', () => asked.push('dialog'))
  await page.goto(`${app.url}/sandbox/mailbox#${body.id}`)
  await page.frameLocator('iframe').getByRole('button', { name: 'Go' }).click()
  await page.waitForTimeout(300)
  assert.deepEqual([await page.evaluate('typeof alarm'), await page.title()], ['undefined', 'Mailbox · Sandbox'])
  assert.deepEqual(asked, [])
  await page.close()
  canary.close()
})

test('the Resend simulator refuses what Resend refuses, and accepts a key once in 24 hours', async () => {
  assert.deepEqual((await resend(some, { authorization: '' })).body.name, 'missing_api_key')
  assert.equal((await resend(some, { authorization: 'Bearer nonsense' })).status, 403)
  for (const field of ['from', 'to', 'subject'] as const) {
    const { status, body } = await resend({ ...some, [field]: undefined })
    assert.deepEqual([status, body.name, body.message], [422, 'missing_required_field', `Missing \`${field}\` field.`])
  }
  assert.equal((await resend({ ...some, html: undefined, text: '' })).status, 422)
  for (const wrong of [
    { to: 'nobody' },
    { to: [] },
    { to: ['a@example.com\r\nBcc: b@example.com'] },
    { from: 'Foyer' },
    { subject: 'a\nb' },
    { to: 7 },
  ])
    assert.equal((await resend({ ...some, ...wrong })).status, 422, JSON.stringify(wrong))
  assert.equal((await resend('{')).status, 400)
  assert.equal((await resend('null')).status, 422)

  const key = { 'idempotency-key': `k-${Date.now()}` }
  const once = { ...some, to: 'key@example.com' }
  const [first, again] = [await resend(once, key), await resend(once, key)]
  assert.deepEqual([first.status, again], [200, first])
  assert.equal((await mailsTo('key@example.com')).length, 1)
  const other = await resend({ ...once, subject: 'Other' }, key)
  assert.deepEqual([other.status, other.body.name], [409, 'invalid_idempotent_request'])

  const read = await fetch(`${app.url}/sandbox/resend/emails/${first.body.id}`, { headers: { authorization: 'Bearer re_1' } })
  const email = (await read.json()) as Record<string, unknown>
  assert.deepEqual(
    [email.object, email.id, email.to, email.last_event],
    ['email', first.body.id, ['key@example.com'], 'delivered'],
  )
  const unknown = await fetch(`${app.url}/sandbox/resend/emails/x`, { headers: { authorization: 'Bearer re_1' } })
  assert.equal(unknown.status, 404)
})

test('an attachment of a mail is in the mailbox, as a file and never as a page', async () => {
  const page = '<script>top.alarm=1</script>'
  const { body } = await resend({
    ...some,
    to: 'files@example.com',
    subject: 'With files',
    attachments: [
      {
        filename: 'Receipt INV-0007.pdf',
        content: Buffer.from('%PDF-1.7 …').toString('base64'),
        content_type: 'application/pdf',
      },
      { filename: '../évil"\n.html', content: Buffer.from(page).toString('base64'), content_type: 'text/html' },
    ],
  })
  const [mail] = await mailsTo('files@example.com')
  assert.deepEqual(
    mail?.attachments?.map(({ name, type }) => [name, type]),
    [
      ['Receipt INV-0007.pdf', 'application/pdf'],
      ['../évil"\n.html', 'text/html'],
    ],
  )
  const evil = await fetch(`${app.url}/sandbox/mail/${body.id}/attachments/1`)
  assert.equal(await evil.text(), page)
  assert.match(evil.headers.get('content-disposition') ?? '', /^attachment; filename="[\w.]+"$/)
  assert.match(evil.headers.get('content-security-policy') ?? '', /sandbox/)
  assert.equal(evil.headers.get('x-content-type-options'), 'nosniff')
  for (const missing of ['2', '-1', 'x', '..%2f0']) {
    const { status } = await fetch(`${app.url}/sandbox/mail/${body.id}/attachments/${missing}`)
    assert.equal(status, 404, missing)
  }
  assert.equal((await resend({ ...some, attachments: [{ filename: 'x' }] })).status, 422)

  const shown = await browser.newPage()
  shown.setDefaultTimeout(15_000)
  await shown.goto(`${app.url}/sandbox/mailbox#${body.id}`)
  const [download] = await Promise.all([
    shown.waitForEvent('download'),
    shown.getByRole('link', { name: 'Receipt INV-0007.pdf' }).click(),
  ])
  assert.match(download.suggestedFilename(), /^Receipt.INV-0007\.pdf$/)
  await shown.close()
})

test('Resend’s own client works against it unchanged', async () => {
  const standalone = await startSandbox()
  try {
    const client = new Resend('re_test', { baseUrl: standalone.address })
    const { data, error } = await client.emails.send({
      from: 'Foyer <a@example.com>',
      to: 'sdk@example.com',
      subject: 'S',
      text: 'T',
    })
    assert.equal(error, null)
    assert.equal((await client.emails.get(data?.id ?? '')).data?.subject, 'S')
    assert.deepEqual(
      (await client.emails.list()).data?.data.map(({ id }) => id),
      [data?.id],
    )
    assert.equal(
      (await client.emails.send({ from: 'nobody', to: 'x', subject: 'S', text: 'T' })).error?.name,
      'validation_error',
    )
  } finally {
    await standalone.stop()
  }
})

test('the simulator’s answers match the published contract', { skip: withoutContracts }, async () => {
  const contract = openContract('resend/openapi.json')
  const { status, body } = await resend({ ...some, to: 'contract@example.com' })
  assert.deepEqual(contract.answer(['/emails', 'post'], status, body), [])
  const refused = await resend({ ...some, to: 'nobody' })
  assert.deepEqual(contract.answer(['/emails', 'post'], refused.status, refused.body), [])
  const asked = async (where: readonly [string, string], address: string) => {
    const response = await fetch(`${app.url}/sandbox/resend${address}`, { headers: { authorization: 'Bearer re_1' } })
    assert.deepEqual(contract.answer(where, response.status, await response.json()), [], address)
  }
  await asked(['/emails/{email_id}', 'get'], `/emails/${body.id}`)
  await asked(['/emails/{email_id}', 'get'], '/emails/nobody')
  await asked(['/emails', 'get'], '/emails?limit=3')
})

test('the sandbox answers this machine only: no proxy, no foreign host name; opened, it answers all', async () => {
  const status = async (headers: Record<string, string>) => (await rawGet(app.url, headers)).status
  assert.equal(await status({}), 200)
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { via: '1.1 proxy' },
    { host: 'foyer.example.com' },
    { host: 'evil.example.com:3000' },
  ] as Record<string, string>[])
    assert.equal(await status(headers), 403, JSON.stringify(headers))
  assert.equal(await status({ host: 'localhost:1' }), 200)

  // A machine that calls itself by a name knows that name.
  const standalone = Fastify({ forceCloseConnections: true })
  standalone.register(sandbox, {
    prefix: '/sandbox',
    folder: path.join(app.dataDir, 'alone'),
    ownName: 'Deskbox',
    isOpen: false,
    origin: () => '',
  })
  const address = await standalone.listen({ host: '127.0.0.1', port: 0 })
  assert.deepEqual(
    [(await rawGet(address, { host: 'deskbox:1' })).status, (await rawGet(address, { host: 'evil.example.com' })).status],
    [200, 403],
  )
  await standalone.close()

  const open = await startApp({ env: { SANDBOX: 'open' }, target: app.target })
  assert.equal((await rawGet(open.url, { host: 'foyer.example.com' })).status, 200)
  await sendsNothingInside(open.url)
  await open.stop()
  const off = await startApp({ target: app.target })
  assert.equal((await rawGet(off.url, {})).status, 404)
  await off.stop()
})

/** Every client of an open sandbox sets its webhook targets, and must not reach this machine's own network that way. */
const sendsNothingInside = async (url: string): Promise<void> => {
  const asked: string[] = []
  const inside = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('secret')
  })
  await new Promise<void>((done) => inside.listen(0, '127.0.0.1', () => done()))
  const stripe = async (path: string, form: Record<string, string>) => {
    const headers = { authorization: 'Bearer sk_test_stranger' }
    const response = await fetch(`${url}/sandbox/stripe/v1${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    })
    return (await response.json()) as { id: string }
  }
  const address = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`
  await stripe('/webhook_endpoints', { url: address, 'enabled_events[]': '*' })
  const { id } = await stripe('/checkout/sessions', {
    mode: 'payment',
    success_url: address,
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '1000',
    'line_items[0][price_data][product_data][name]': 'Tea',
  })
  await stripe(`/checkout/sessions/${id}/expire`, {})
  let tries: { status: number | null; said: string }[] = []
  for (let n = 0; n < 300 && tries.length === 0; n++) {
    await new Promise((done) => setTimeout(done, 10))
    const [delivery] = (await (await fetch(`${url}/sandbox/webhooks?of=stripe`)).json()) as { tries: typeof tries }[]
    tries = delivery?.tries ?? []
  }
  assert.equal(tries[0]?.status, null)
  assert.doesNotMatch(tries[0]?.said ?? '', /secret/)
  assert.deepEqual(asked, [])
  inside.close()
}

/** fetch does not allow setting Host. */
const rawGet = async (url: string, headers: Record<string, string>): Promise<{ status: number }> => {
  const { request } = await import('node:http')
  return new Promise((done, fail) => {
    request(`${url}/sandbox/mail`, { headers }, (response) => {
      response.resume()
      response.once('end', () => done({ status: response.statusCode ?? 0 }))
    })
      .once('error', fail)
      .end()
  })
}

test('the mailbox survives a restart, keeps the newest thousand, and is emptied on request', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-mailbox-'))
  try {
    let at = 1_000_000
    const mailbox = openMailbox(folder, () => new Date(at++))
    for (let n = 0; n < 1_005; n++)
      mailbox.keep({
        id: `id${n}`,
        from: 'a@example.com',
        to: [`T <t${n % 2}@example.com>`],
        subject: String(n),
        html: '',
        text: '',
      })
    const later = openMailbox(folder)
    assert.equal(later.list().length, 1_000)
    assert.deepEqual(
      [later.list()[0]?.subject, later.list().at(-1)?.subject, later.list('T1@example.com').length],
      ['1004', '5', 500],
    )
    later.keep({ id: 'idn', from: 'a@example.com', to: ['x@xn--mller-kva.de'], subject: 'IDN', html: '', text: '' })
    assert.equal(later.list('X@MÜLLER.de')[0]?.subject, 'IDN')
    later.empty()
    assert.deepEqual([mailbox.list(), readdirSync(folder)], [[], []])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a key is free again after 24 hours', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-mailbox-'))
  try {
    const begun = Date.now()
    openMailbox(folder).recordReceipt('k', { id: 'x', digest: 'd', at: new Date(begun).toISOString(), tries: 1 })
    assert.equal(openMailbox(folder, () => new Date(begun + 23 * 3_600_000)).receipt('k')?.id, 'x')
    assert.equal(openMailbox(folder, () => new Date(begun + 25 * 3_600_000)).receipt('k'), undefined)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
