import path from 'node:path'
import { type Dial, openFaults } from '#sandbox/faults.ts'
import { openTable, type Table } from '#sandbox/folder.ts'
import type { FolderRow, MailRow } from '#sandbox/imap/rows.ts'
import { openImap } from '#sandbox/imap/server.ts'
import { openMailStore } from '#sandbox/imap/store.ts'
import { openMailbox } from '#sandbox/mailbox.ts'
import { openSmtp } from '#sandbox/smtp/smtp.ts'
import { given, ready } from './ready.ts'

/**
 * The sandbox's mail server with many mails of the last 80 days in 50 folders, 6 KB each, made when they are asked for. Its SMTP server
 * listens on the next port.
 */
const folderCount = 50
const folder = path.join(given.dataDir, 'mail-source')
const rows = new Map<string, MailRow[]>()
const tables = new Map<string, Table<{ id: string }>>()
const table = <Row extends { readonly id: string }>(name: string): Table<Row> => {
  const known = tables.get(name) ?? openTable<{ id: string }>(path.join(folder, name))
  tables.set(name, known)
  return known as unknown as Table<Row>
}
const store = openMailStore({ table, now: () => new Date() })
const words = 'The offer that we spoke of is attached, and I would be glad to hear what you think of it. '

const rawOf = ({ id }: { readonly id: string }): Buffer =>
  Buffer.from(
    [
      `From: Client ${Number(id) % 500} <client${Number(id) % 500}@client.example>`,
      'To: team@bench.example',
      `Subject: Offer ${id}`,
      `Message-ID: <${id}@client.example>`,
      `Date: ${new Date(Date.now() - (Number(id) % 80) * 86_400_000).toUTCString()}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      ...['--b', 'Content-Type: text/plain; charset=utf-8', '', words.repeat(25), ''],
      ...['--b', 'Content-Type: text/html; charset=utf-8', '', `<p>${words.repeat(35)}</p>`, '', '--b--', ''],
    ].join('\r\n'),
  )

const email = 'team@bench.example'
store.enter(email)
const mails = Number(process.env.FOYER_BENCH_MAILS)
const each = Math.ceil(mails / folderCount)
for (let n = 0; n < folderCount; n++) {
  const name = n === 0 ? 'INBOX' : `Folder${n}`
  if (n > 0) store.create(email, name)
  const count = Math.max(0, Math.min(each, mails - n * each))
  const base = { email, path: name, modseq: 2, flags: ['\\Seen'] }
  rows.set(
    name,
    Array.from({ length: count }, (_, at) => {
      const id = n * each + at
      const sizeBytes = rawOf({ id: String(id) }).length
      const sent = { subject: `Offer ${id}`, from: 'client@client.example', to: email }
      return { ...base, ...sent, id: String(id), uid: at + 1, sizeBytes, at: Date.now() - (id % 80) * 86_400_000 }
    }),
  )
  const row = store.folderOf(email, name)
  if (row) table<FolderRow>('folders').put({ ...row, next: count + 1, modseq: 2 })
}

const faults = openFaults(openTable<{ id: string; dial: Dial }>(path.join(folder, 'faults')))
const source = { ...store, rawOf, mailsIn: ({ path }: { readonly path: string }): MailRow[] => rows.get(path) ?? [] }
const imap = await openImap({ store: source, faults })
const mailbox = openMailbox(path.join(folder, 'sent'))
const smtp = await openSmtp({ mailbox, faults, host: '127.0.0.1', port: imap.port + 1, isOpen: false })
ready(imap.port, async () => {
  await imap.close()
  await smtp.close()
})
