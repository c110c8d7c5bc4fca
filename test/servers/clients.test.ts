import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { smtpMail } from '../../server/providers/smtp/mail.ts'
import { freePort } from '../support/free-port.ts'
import { startSandbox } from '../support/sandbox.ts'
import { until } from '../support/until.ts'

/* Programs of others, over the sandbox's servers and behind our adapters. */

const missing = (program: string): string | false =>
  existsSync(program) ? false : `${path.basename(program)} is not installed`
const folderFor = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-client-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => path.join(parentPath, name))
/** The server that it asks is in this process: it is waited for, and nothing stands still. */
const run = async (program: string, given: readonly string[], input = ''): Promise<string> => {
  const child = spawn(program, given, { timeout: 60_000 })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece))
  child.stdin.end(input)
  const [status] = await once(child, 'close')
  assert.equal(status, 0, `${program} ${given.join(' ')}: ${said}`)
  return said
}

const mbsync = '/usr/bin/mbsync'
test('mbsync keeps a copy of the sandbox’s mailbox: mails, marks, new ones and deletions, both ways, each once', {
  skip: missing(mbsync),
}, async (t) => {
  const box = await startSandbox()
  t.after(() => box.stop())
  const folder = await folderFor(t)
  const email = 'jo@sandbox.example'
  const { imap } = JSON.parse(await readFile(path.join(box.folder, 'imap/ports.json'), 'utf8')) as { imap: number }
  const near = path.join(folder, 'mail')
  await mkdir(near)
  const config = path.join(folder, 'mbsyncrc')
  await writeFile(
    config,
    [
      ...[
        'IMAPAccount box',
        'Host 127.0.0.1',
        `Port ${imap}`,
        `User ${email}`,
        'Pass right',
        'SSLType None',
        'AuthMechs LOGIN',
        '',
      ],
      ...[
        'IMAPStore far',
        'Account box',
        '',
        'MaildirStore near',
        'SubFolders Verbatim',
        `Path ${near}/`,
        `Inbox ${near}/INBOX`,
        '',
      ],
      ...['Channel all', 'Far :far:', 'Near :near:', 'Patterns *', 'Create Both', 'Expunge Both', 'SyncState *', ''],
    ].join('\n'),
  )
  const write = async (subject: string): Promise<void> => {
    const form = new URLSearchParams({ email, from: 'lena@client.example', subject, text: 'Hello' })
    const told = await fetch(`${box.address}/sandbox/imap/mail/write`, { method: 'POST', body: form, redirect: 'manual' })
    assert.equal(told.status, 303, await told.text())
  }
  const there = async () => {
    const answer = await fetch(`${box.address}/sandbox/imap/mail?email=${email}`, { headers: { accept: 'application/json' } })
    return ((await answer.json()) as { mails: { path: string; subject: string; flags: string[] }[] }).mails
  }
  const sync = () => run(mbsync, ['-c', config, 'all'])
  const here = async (): Promise<string[]> => {
    const texts = await Promise.all((await filesIn(path.join(near, 'INBOX'))).map((file) => readFile(file, 'utf8')))
    return texts.map((text) => /^Subject: (.*?)\r?$/m.exec(text)?.[1] ?? '').sort()
  }
  // A mailbox is there from the first sign-in on.
  await sync()
  await write('One')
  await write('Two')
  await sync()
  assert.deepEqual(await here(), ['One', 'Two'])
  // A mail of the program's own, one that was read, and one that was thrown away.
  await writeFile(path.join(near, 'INBOX/new/1.own.host'), 'From: jo@sandbox.example\nSubject: Three\n\nMine\n')
  const [first] = (await filesIn(path.join(near, 'INBOX'))).filter((file) => !file.endsWith('host'))
  await rm(first ?? '')
  await write('Four')
  for (let n = 0; n < 2; n++) await sync()
  const left = await here()
  assert.deepEqual([left.length, left.filter((subject) => ['Three', 'Four'].includes(subject)).length], [3, 2], left.join())
  const inbox = (await there()).filter((mail) => mail.path === 'INBOX').map(({ subject }) => subject)
  assert.deepEqual(inbox.sort(), left)
})

const vdirsyncer = '/usr/bin/vdirsyncer'
const event = (name: string): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'BEGIN:VEVENT', `UID:${name}@own.example`],
    ...['DTSTAMP:20261101T000000Z', 'DTSTART:20270203T090000Z', 'DTEND:20270203T093000Z', `SUMMARY:${name}`],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')
test('vdirsyncer finds the calendars of the sandbox’s server and keeps a copy of them, both ways, each event once', {
  skip: missing(vdirsyncer),
}, async (t) => {
  const box = await startSandbox()
  t.after(() => box.stop())
  const folder = await folderFor(t)
  const near = path.join(folder, 'near')
  const config = path.join(folder, 'config')
  await mkdir(near)
  await writeFile(
    config,
    `[general]
status_path = "${folder}/status/"
[pair all]
a = "near"
b = "far"
collections = ["calendar"]
[storage near]
type = "filesystem"
path = "${near}/"
fileext = ".ics"
[storage far]
type = "caldav"
url = "${box.address}/sandbox/caldav/"
username = "jo"
password = "right"
`,
  )
  const sync = () => run(vdirsyncer, ['-c', config, 'sync'])
  const object = (name: string) => `${box.address}/sandbox/caldav/dav/calendars/jo/calendar/${name}.ics`
  const authorization = `Basic ${Buffer.from('jo:right').toString('base64')}`
  const put = await fetch(object('far'), {
    method: 'PUT',
    headers: { authorization, 'content-type': 'text/calendar' },
    body: event('far'),
  })
  assert.ok(put.ok, String(put.status))
  assert.match(await run(vdirsyncer, ['-c', config, 'discover'], 'y\ny\n'), /calendar/)
  await sync()
  const here = async (): Promise<string[]> => {
    const texts = await Promise.all((await filesIn(near)).map((file) => readFile(file, 'utf8')))
    return texts.map((text) => /^SUMMARY:(.*?)\r?$/m.exec(text)?.[1] ?? '').sort()
  }
  assert.deepEqual(await here(), ['far'])
  await writeFile(path.join(near, 'calendar/near.ics'), event('near'))
  for (let n = 0; n < 2; n++) await sync()
  assert.deepEqual(await here(), ['far', 'near'])
  const listed = await fetch(`${box.address}/sandbox/caldav/dav/calendars/jo/calendar/`, {
    method: 'PROPFIND',
    headers: { authorization, depth: '1' },
  })
  assert.equal((await listed.text()).match(/\.ics</g)?.length, 2)
  const gone = await fetch(object('far'), { method: 'DELETE', headers: { authorization } })
  assert.ok(gone.ok, String(gone.status))
  await sync()
  assert.deepEqual(await here(), ['near'])
})

const smtpd = '/usr/sbin/smtpd'
test('mails of the SMTP adapter arrive at OpenSMTPD once each, with their keys as Message-ID and their texts whole', {
  skip: missing(smtpd) || (process.getuid?.() !== 0 && 'OpenSMTPD starts as root alone'),
}, async (t) => {
  const folder = await folderFor(t)
  const port = await freePort()
  const maildir = path.join(folder, 'arrived')
  await mkdir(maildir)
  // It delivers as a user without rights.
  for (const each of [folder, maildir]) await chmod(each, 0o777)
  const config = path.join(folder, 'smtpd.conf')
  await writeFile(
    config,
    `listen on 127.0.0.1 port ${port}
action "store" maildir "${maildir}" user nobody virtual { "@" = nobody }
match from any for any action "store"
`,
  )
  await chmod(config, 0o600)
  const server = spawn(smtpd, ['-d', '-f', config], { stdio: 'ignore' })
  const ended = new Promise((done) => server.once('exit', done))
  t.after(async () => {
    if (server.exitCode === null && server.kill()) await ended
  })
  const mail = smtpMail({ url: `smtp://127.0.0.1:${port}`, from: { address: 'foyer@example.com', name: 'Foyer' } })
  const send = (key: string) =>
    mail.send({
      ...{ key, from: { address: 'foyer@example.com', name: 'Foyer' }, to: { address: `${key}@example.org`, name: 'Maya' } },
      ...{ subject: 'Größe 👩‍👩‍👧 und mehr', text: '.\nA dot alone, and Größe', html: '<p>.</p>', attachments: [] },
    })
  const keys = Array.from({ length: 8 }, (_, n) => `key${n}`)
  await until('the server', () =>
    send(keys[0] ?? '')
      .then(() => true)
      .catch(() => false),
  )
  await Promise.all(keys.slice(1).map(send))
  await until('the mails', async () => (await filesIn(maildir)).length >= keys.length)
  const texts = await Promise.all((await filesIn(maildir)).map((file) => readFile(file, 'utf8')))
  assert.deepEqual(texts.map((text) => /^Message-ID: <(key\d)/im.exec(text)?.[1]).sort(), keys)
  for (const text of texts) assert.match(text, /A dot alone/)
})
