import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openFaults } from './faults.ts'
import { openTable } from './folder.ts'
import { readForm } from './form.ts'
import { openSandbox } from './standalone.ts'
import { openWebhooks } from './webhooks.ts'

let folder: string
let standalone: Awaited<ReturnType<typeof openSandbox>>
before(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-faults-'))
  standalone = await openSandbox({ folder, isOpen: false })
})
after(async () => {
  await standalone.close()
  rmSync(folder, { recursive: true, force: true })
})

const turn = async (dial: object) => {
  const response = await fetch(`${standalone.address}/sandbox/faults/resend`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const mails = async () => ((await (await fetch(`${standalone.address}/sandbox/mail`)).json()) as unknown[]).length
const send = (init: RequestInit = {}) =>
  fetch(`${standalone.address}/sandbox/resend/emails`, {
    method: 'POST',
    headers: { authorization: 'Bearer re_1', 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'a@example.com', to: 'b@example.com', subject: 'S', text: 'T' }),
    ...init,
  })

test('each fault looks as it would to a caller, and the request is done or not as it says', async () => {
  const before = await mails()
  for (const [kind, status] of [
    ['rate_limited', 429],
    ['error_500', 500],
    ['error_503', 503],
    ['html', 200],
    ['ok_error_body', 200],
  ] as const) {
    await turn({ kind })
    const response = await send()
    const text = await response.text()
    assert.equal(response.status, status, kind)
    assert.equal(response.headers.get('retry-after'), kind === 'rate_limited' ? '1' : null)
    assert.equal(text.startsWith('<!doctype html>'), kind === 'html')
    if (kind !== 'html') assert.ok((JSON.parse(text) as { message: string }).message, kind)
  }
  await turn({ kind: 'refused' })
  await assert.rejects(send())
  await turn({ kind: 'redirect_loop' })
  await assert.rejects(send(), (error: Error) => /redirect count/.test(String(error.cause)))
  assert.equal(await mails(), before, 'none of these does anything')

  await turn({ kind: 'lost' })
  await assert.rejects(send())
  assert.equal(await mails(), before + 1, 'an answer that is lost is of something that was done')
  await turn({ kind: 'reset' })
  const broken = await send()
  assert.equal(broken.status, 200)
  await assert.rejects(broken.text())
  assert.equal(await mails(), before + 2)

  await turn({ kind: 'drip' })
  const dripping = await send()
  const reader = dripping.body?.getReader()
  assert.equal((await reader?.read())?.value?.length, 1)
  await reader?.cancel()

  await turn({ kind: 'slow', latencyMs: 300 })
  const begun = performance.now()
  assert.equal((await send()).status, 200)
  assert.ok(performance.now() - begun >= 295)
})

test('a huge answer has 100 MB, and a bomb unpacks to a gigabyte', async () => {
  await turn({ kind: 'huge' })
  let bytes = 0
  for await (const chunk of (await send()).body ?? []) bytes += (chunk as Uint8Array).length
  assert.ok(bytes >= 100 * 1024 * 1024)
  await turn({ kind: 'gzip_bomb' })
  const [encoding, packed] = await new Promise<[string | undefined, number]>((done, fail) => {
    get(`${standalone.address}/sandbox/resend/emails/x`, { headers: { authorization: 'Bearer re_1' } }, (response) => {
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
      })
      response.once('end', () => done([response.headers['content-encoding'], length]))
    }).once('error', fail)
  })
  assert.equal(encoding, 'gzip')
  assert.ok(packed < 2 * 1024 * 1024)
})

test('the same seed gives the same faults, only as many and only where configured; pages go on working', async () => {
  const run = async () => {
    await turn({ kind: 'error_500', share: 0.5, seed: 7 })
    const seen: number[] = []
    for (let n = 0; n < 12; n++) seen.push((await send()).status)
    return seen
  }
  const first = await run()
  assert.deepEqual(await run(), first)
  assert.ok(first.includes(200) && first.includes(500))

  await turn({ kind: 'error_503', times: 2 })
  assert.deepEqual([(await send()).status, (await send()).status, (await send()).status], [503, 503, 200])
  await turn({ kind: 'error_503', only: 'GET /emails' })
  assert.equal((await send()).status, 200)
  const read = await fetch(`${standalone.address}/sandbox/resend/emails/x`, { headers: { authorization: 'Bearer re_1' } })
  assert.equal(read.status, 503)

  assert.equal((await turn({ kind: 'nonsense' })).status, 400)
  assert.equal((await turn({ kind: 'none' })).body.kind, 'none')
  const page = await (await fetch(`${standalone.address}/sandbox/faults`, { headers: { accept: 'text/html' } })).text()
  assert.match(page, /no faults/)
})

test('alone, the vendors’ own paths are answered at the root, by the kind of key', async () => {
  await fetch(`${standalone.address}/sandbox/faults/resend`, { method: 'DELETE' })
  const sent = await fetch(`${standalone.address}/emails`, {
    method: 'POST',
    headers: { authorization: 'Bearer re_1', 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'a@example.com', to: 'root@example.com', subject: 'S', text: 'T' }),
  })
  assert.equal(sent.status, 200)
  assert.equal((await fetch(`${standalone.address}/nobody/knows`)).status, 404)
})

test('another site’s page changes nothing', async () => {
  const response = await fetch(`${standalone.address}/sandbox/mail`, {
    method: 'DELETE',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  assert.equal(response.status, 403)
})

test('forms with brackets are read as their senders mean them', () => {
  assert.deepEqual(readForm('a[b][0][c]=x&a[b][0][d]=2&a[b][1][c]=y&e[]=1&e[]=2&f=g%20h&m[x.y]=z&f=i'), {
    a: { b: [{ c: 'x', d: '2' }, { c: 'y' }] },
    e: ['1', '2'],
    f: 'i',
    m: { 'x.y': 'z' },
  })
  assert.equal(({} as { polluted?: string }).polluted, undefined)
  readForm('__proto__[polluted]=yes')
  assert.equal(({} as { polluted?: string }).polluted, undefined)
})

test('an unacknowledged webhook is sent again until it is accepted; copies, losses and order follow the fault rates; a restart resumes what waits', async () => {
  const got: { id: string; signed: string | undefined }[] = []
  let answers: number[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.once('end', () => {
      got.push({ id: body, signed: request.headers['x-signed'] as string })
      response.statusCode = answers.shift() ?? 200
      response.end('heard')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', () => done()))
  const endpoint = { id: 'we_1', url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, secret: 's' }
  const open = (name: string, retriesMs: readonly number[]) =>
    openWebhooks({
      deliveries: openTable(path.join(folder, name)),
      faults,
      sign: ({ messageId, secret }) => ({ 'x-signed': `${messageId}:${secret}` }),
      retriesMs,
      post: async (url, headers, body) => {
        const response = await fetch(url, { method: 'POST', headers, body })
        return { status: response.status, text: await response.text() }
      },
      now: () => new Date(),
    })
  const faults = openFaults(openTable(path.join(folder, 'dial')))
  const until = async (is: () => boolean) => {
    for (let n = 0; n < 3_000 && !is(); n++) await pause(10)
    assert.ok(is())
  }

  answers = [500, 302, 200]
  const webhooks = open('deliveries', [10, 10])
  webhooks.deliver(endpoint, { id: 'evt_1', type: 'a.b', body: 'one' })
  await until(() => webhooks.list()[0]?.state === 'delivered')
  assert.deepEqual(
    webhooks.list()[0]?.tries.map(({ status, said }) => [status, said]),
    [
      [500, 'heard'],
      [302, 'heard'],
      [200, 'heard'],
    ],
  )
  assert.deepEqual(new Set(got.map(({ signed }) => signed)), new Set(['evt_1:s']))

  got.length = 0
  faults.turn({ webhooks: { copies: 2 } })
  webhooks.deliver(endpoint, { id: 'evt_2', type: 'a.b', body: 'two' })
  await until(() => got.length === 2)
  faults.turn({ webhooks: { drop: 1 } })
  webhooks.deliver(endpoint, { id: 'evt_3', type: 'a.b', body: 'three' })
  assert.equal(webhooks.list()[0]?.state, 'dropped')
  assert.ok(webhooks.again(webhooks.list()[0]?.id ?? ''))
  await until(() => got.length === 3)
  webhooks.stop()

  got.length = 0
  answers = [500]
  faults.reset()
  const before = open('later', [200])
  before.deliver(endpoint, { id: 'evt_4', type: 'a.b', body: 'four' })
  await until(() => before.list()[0]?.tries.length === 1)
  before.stop()
  const restarted = open('later', [200])
  await until(() => restarted.list()[0]?.state === 'delivered')
  assert.equal(got.length, 2)
  restarted.stop()
  receiver.close()
})
