import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { createTransport } from 'nodemailer'
import type { ShownMail } from '../mailbox.ts'
import { openSandbox } from '../standalone.ts'

let folder: string
let standalone: Awaited<ReturnType<typeof openSandbox>>
before(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-smtp-'))
  standalone = await openSandbox({ folder, isOpen: false, smtpPort: 0 })
})
after(async () => {
  await standalone.close()
  rmSync(folder, { recursive: true, force: true })
})

const transport = (auth?: object) =>
  createTransport({ host: '127.0.0.1', port: standalone.smtpPort ?? 0, ...(auth && { auth }) })
const mailsTo = async (to: string): Promise<ShownMail[]> =>
  (await (await fetch(`${standalone.address}/sandbox/mail?to=${encodeURIComponent(to)}`)).json()) as ShownMail[]
const turn = (dial: object) =>
  fetch(`${standalone.address}/sandbox/faults/resend`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
const some = { from: 'Foyer <foyer@example.com>', subject: 'S', text: 'T' }

test('a mail that comes by SMTP is in the mailbox, as its sender wrote it, with its files', async () => {
  const text = 'One\n.two begins with a dot\n..three\n.\nGrüße, 你好'
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 256))
  await transport({ user: 'anybody', pass: 'anything' }).sendMail({
    from: 'Müller & Söhne <billing@example.com>',
    to: 'Jo <jo@example.com>',
    bcc: 'hidden@example.com',
    subject: 'Rechnung für März 🎉',
    text,
    html: '<p>Grüße <a href="https://foyer.example.com/x">hier</a></p>',
    attachments: [{ filename: 'Beleg.pdf', content: bytes, contentType: 'application/pdf' }],
  })
  const [mail] = await mailsTo('jo@example.com')
  assert.deepEqual([mail?.subject, mail?.from], ['Rechnung für März 🎉', 'Müller & Söhne <billing@example.com>'])
  assert.equal(mail?.text.trimEnd(), text)
  assert.deepEqual(mail?.links, ['https://foyer.example.com/x'])
  assert.equal((await mailsTo('hidden@example.com')).length, 1)
  const file = await fetch(`${standalone.address}/sandbox/mail/${mail?.id}/attachments/0`)
  assert.ok(Buffer.from(await file.arrayBuffer()).equals(bytes))
  const home = await (await fetch(`${standalone.address}/sandbox/`)).text()
  assert.match(home, new RegExp(`port <code>${standalone.smtpPort}</code>`))
})

test('without signing in, by one connection many mails', async () => {
  const pool = createTransport({ host: '127.0.0.1', port: standalone.smtpPort ?? 0, pool: true, maxConnections: 1 })
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => pool.sendMail({ ...some, to: 'many@example.com', subject: String(n) })),
  )
  pool.close()
  assert.deepEqual(new Set((await mailsTo('many@example.com')).map(({ subject }) => subject)).size, 20)
})

test('the fault settings of mail apply here too', async () => {
  await turn({ kind: 'error_503' })
  await assert.rejects(
    transport().sendMail({ ...some, to: 'dial@example.com' }),
    (error: { responseCode?: number }) => error.responseCode === 451,
  )
  await turn({ kind: 'error_500' })
  await assert.rejects(
    transport().sendMail({ ...some, to: 'dial@example.com' }),
    (error: { responseCode?: number }) => error.responseCode === 554,
  )
  await turn({ kind: 'refused' })
  await assert.rejects(transport().sendMail({ ...some, to: 'dial@example.com' }))
  assert.equal((await mailsTo('dial@example.com')).length, 0)
  await turn({ kind: 'lost' })
  await assert.rejects(transport().sendMail({ ...some, to: 'dial@example.com' }))
  assert.equal((await mailsTo('dial@example.com')).length, 1, 'taken, and nobody was told')
  await turn({})
})

/** What a server says to these bytes until it hangs up. */
const told = (bytes: string): Promise<string> =>
  new Promise((done) => {
    let said = ''
    const socket = connect(standalone.smtpPort ?? 0, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('error', () => {})
    socket.once('close', () => done(said))
  })

test('commands of another protocol or out of order are refused', async () => {
  assert.match(await told('POST / HTTP/1.1\r\nHost: x\r\n\r\nMAIL FROM:<a@example.com>\r\n'), /^220 [^\r]+\r\n500 [^\r]+\r\n$/)
  const said = await told(
    'EHLO x\r\nDATA\r\nRCPT TO:<a@example.com>\r\nMAIL FROM:x\r\nMAIL FROM:<>\r\nDATA\r\nAUTH CRAM\r\nQUIT\r\n',
  )
  assert.deepEqual(
    said
      .split('\r\n')
      .filter((line) => /^\d{3} /.test(line))
      .map((line) => line.slice(0, 3)),
    ['220', '250', '503', '503', '501', '250', '503', '504', '221'],
  )
  assert.match(
    await told(`EHLO x\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.com>\r\nDATA\r\n.\r\nQUIT\r\n`),
    /queued as [\w-]+\r\n221/,
  )
  assert.match(await told('x'.repeat(9_000)), /^220 [^\r]+\r\n$/)
})
