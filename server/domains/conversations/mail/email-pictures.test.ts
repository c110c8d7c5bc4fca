import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { hostileMails } from '#test/support/hostile-mails.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'
import { openPictures } from '../../../providers/pictures.ts'
import { pictureAddresses } from './email-pictures.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const heard: { url: string; headers: IncomingHttpHeaders }[] = []
/** Of the sender: what each path answers. */
const sender = createServer((request, response) => {
  heard.push({ url: request.url ?? '', headers: request.headers })
  const type = { 'content-type': 'image/png', 'set-cookie': 'seen=1' }
  if (request.url?.startsWith('/logo')) response.writeHead(200, type).end(png)
  else if (request.url === '/svg')
    response.writeHead(200, type).end('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  else if (request.url === '/html') response.writeHead(200, type).end('<script>alert(1)</script>')
  else if (request.url === '/large') response.writeHead(200, type).end(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))
  else if (request.url === '/inside') response.writeHead(302, { location: `http://127.0.0.2:${elsewhere}/secret.png` }).end()
  else if (request.url === '/around') response.writeHead(302, { location: '/around' }).end()
  else response.writeHead(404).end()
})
/** In the operator's own network, where nothing may be asked. */
const inside = createServer((request, response) => {
  heard.push({ url: `inside ${request.url}`, headers: request.headers })
  response.end(png)
})
let host = ''
let elsewhere = 0
let app: TestApp
let worker: { stop(): Promise<void> } | null = null
before(async () => {
  await new Promise<void>((done) => sender.listen(0, '127.0.0.1', done))
  await new Promise<void>((done) => inside.listen(0, '127.0.0.2', done))
  const { port } = sender.address() as AddressInfo
  elsewhere = (inside.address() as AddressInfo).port
  host = `http://127.0.0.1:${port}`
  app = await startApp({
    env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600', OUTGOING_ALLOWED_PRIVATE: `127.0.0.1:${port}` },
    alone: true,
  })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  sender.close()
  inside.close()
})

const userEmail = 'mira@sandbox.example'
const connected = async (): Promise<{ owner: Someone; mailboxId: string }> => {
  const owner = await app.given.organization()
  return { owner, mailboxId: await connectGoogle(app, owner) }
}
const arrived = async ({ owner, mailboxId }: { owner: Someone; mailboxId: string }, html: string): Promise<string> => {
  const subject = crypto.randomUUID()
  const form = new URLSearchParams({ email: userEmail, from: 'shop@client.example', subject, text: 'x', html })
  await fetch(`${app.url}/sandbox/google/mail/write`, { method: 'POST', body: form, redirect: 'manual' })
  ok(await app.call('sync-mailbox', { mailboxId }, owner))
  const found = await until('it arrived', async () => {
    const { body } = ok(await app.call('fetch-inbox', { userEmail, limit: 100 }, owner))
    return (body.emails as unknown as { id: string; subject: string }[]).find((email) => email.subject === subject)
  })
  return found.id
}
const load = async (as: Someone, id: string, address: string) => {
  const query = new URLSearchParams({ id, userEmail, address })
  const answer = await fetch(`${app.url}/download/download-email-picture?${query}`, {
    headers: { authorization: `Bearer ${as.token}`, cookie: 'foyer_session=x; other=y', referer: 'https://foyer.example/mail' },
  })
  const content = Buffer.from(await answer.arrayBuffer())
  const code = answer.status === 200 ? null : (JSON.parse(content.toString()) as { code: string }).code
  return { status: answer.status, type: answer.headers.get('content-type'), headers: answer.headers, content, code }
}

test('a picture that a mail names is loaded, and its server learns nothing of who asks; reading the mail alone asks for nothing', async () => {
  const box = await connected()
  const id = await arrived(box, `<p><img width=1 src="${host}/logo.png?a=1&amp;b=2"></p>`)
  ok(await app.call('show-email', { id, userEmail }, box.owner))
  assert.deepEqual(heard, [])
  const loaded = await load(box.owner, id, `${host}/logo.png?a=1&b=2`)
  assert.deepEqual([loaded.status, loaded.type, loaded.content.equals(png)], [200, 'image/png', true])
  assert.deepEqual([loaded.headers.get('set-cookie'), loaded.headers.get('x-content-type-options')], [null, 'nosniff'])
  const [{ url, headers } = { url: '', headers: {} as IncomingHttpHeaders }] = heard
  assert.equal(url, '/logo.png?a=1&b=2')
  assert.deepEqual(
    [headers.cookie, headers.referer, headers.authorization, headers['user-agent']],
    [undefined, undefined, undefined, 'Foyer'],
  )
})

test('another address than those of the mail is refused, and so are another mail, another member and a visitor', async () => {
  const box = await connected()
  const colleague = await app.given.person(box.owner.orgId, 'owner')
  const id = await arrived(box, `<img src="${host}/logo.png"> <a href="${host}/logo-link.png">x</a> ${host}/logo-text.png`)
  const plain = await arrived(box, '<p>No pictures</p>')
  heard.length = 0
  for (const path of ['logo-link.png', 'logo-text.png', 'logo.png?more', 'logo'])
    assert.equal((await load(box.owner, id, `${host}/${path}`)).code, 'email_picture_not_found', path)
  assert.equal((await load(box.owner, plain, `${host}/logo.png`)).code, 'email_picture_not_found')
  assert.equal((await load(colleague, id, `${host}/logo.png`)).code, 'foreign_mailbox')
  assert.equal((await load({ ...colleague, token: 'x' }, id, `${host}/logo.png`)).status, 401)
  assert.deepEqual(heard, [])
})

test('private addresses, also behind a redirect, are not asked; SVG, HTML, what is too large and what turns in circles is not passed on', async () => {
  const box = await connected()
  const privates = [
    ...[
      `http://127.0.0.2:${elsewhere}/secret.png`,
      'http://169.254.169.254/latest',
      'http://10.0.0.1/x.png',
      'http://[::1]/x.png',
    ],
    ...['http://localhost/x.png', 'http://127.1/x.png', 'http://user@example.com/x.png', 'https://example.com:8443/x.png'],
  ]
  const others = ['svg', 'html', 'large', 'inside', 'around', 'missing'].map((path) => `${host}/${path}`)
  const id = await arrived(box, [...privates, ...others].map((address) => `<img src='${address}'>`).join(''))
  heard.length = 0
  for (const address of [...privates, ...others])
    assert.equal((await load(box.owner, id, address)).code, 'email_picture_not_loaded', address)
  assert.deepEqual(
    heard.filter(({ url }) => url.startsWith('inside')),
    [],
  )
  // Outside the sandbox what the operator lists for members is closed to those who write to them, too.
  const strict = makeHttp({ allowed: [] })
  assert.deepEqual(await openPictures(strict).load(`${host}/logo.png`), { fault: 'refused' })
  await strict.destroy()
})

test('of the hostile corpus only pictures have addresses that are loaded; our own pixel has none', () => {
  const canary = 'https://canary.example'
  const found = pictureAddresses(hostileMails(canary).join('\n'), 'https://foyer.example')
  for (const address of found) assert.match(address, /^https:\/\/canary\.example\/[\w.]+$/)
  assert.ok(found.has(`${canary}/picture.gif`) && !found.has(`${canary}/frame`) && !found.has(`${canary}/set.png 2x`))
  const own =
    '<img src="https://foyer.example/gateway?type=track-email&amp;id=1"><img data-src="https://a.example/1"><img src=https://a.example/2>'
  assert.deepEqual([...pictureAddresses(own, 'https://foyer.example')], ['https://a.example/2'])
  const begun = performance.now()
  for (const each of ['<img "', '<img src="', '<img src=', ' src ='])
    pictureAddresses(each.repeat(100_000 / each.length), 'https://foyer.example')
  assert.ok(performance.now() - begun < 1_000, 'no slow pattern')
})

test('a sender is remembered for one member, and only where it is proven that the mail is theirs', async () => {
  const box = await connected()
  const id = await arrived(box, `<img src="${host}/logo.png">`)
  const other = await arrived(box, `<img src="${host}/logo.png">`)
  const always = { id, userEmail, always: true }
  const shows = async (mailId: string) =>
    (ok(await app.call('show-email', { id: mailId, userEmail }, box.owner)).body.mail as unknown as { shows_pictures: boolean })
      .shows_pictures
  assert.equal((await app.call('update-picture-sender', always, box.owner)).body.code, 'email_sender_not_proven')
  const prove = (mailId: string) =>
    app.database.inOrg(box.owner.orgId, (db) =>
      db
        .updateTable('mailbox_mails')
        .set({ is_proven: true })
        .where('org_id', '=', box.owner.orgId)
        .where('id', '=', mailId)
        .execute(),
    )
  await prove(id)
  assert.equal(await shows(id), false)
  ok(await app.call('update-picture-sender', always, box.owner))
  // The other says that it is from the same address, and nothing proves it.
  assert.deepEqual([await shows(id), await shows(other)], [true, false])
  await prove(other)
  assert.equal(await shows(other), true)
  ok(await app.call('update-picture-sender', { ...always, always: false }, box.owner))
  assert.deepEqual([await shows(id), await shows(other)], [false, false])
})
