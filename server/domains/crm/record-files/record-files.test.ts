import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { makeTextPdf } from '#test/support/knowledge.ts'
import { putRecordFile } from '#test/support/record-files.ts'
import { resolveContact } from '../identities/identities.ts'
import { cleanName } from './file-names.ts'
import { mediaTypeOf } from './file-types.ts'
import { receiveFile } from './receive-file.ts'
import { sweepRecordFiles } from './sweep-record-files.ts'

let app: TestApp
let orgId: string
before(async () => {
  app = await startApp()
  orgId = app.owner.orgId
})
after(() => app.stop())

const inOrg = <T>(work: (db: Db) => Promise<T>): Promise<T> => app.database.inOrg(orgId, work)
const contact = (email: string): Promise<string> =>
  inOrg(async (db) => (await resolveContact(db, orgId, foyer.within, { email, name: email }, 'web_chat')).contactId)
const done = async (type: string, body: object, as: Someone = app.owner) => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as Record<string, unknown>
}
const refused = async (type: string, body: object, as: Someone = app.owner): Promise<unknown[]> => {
  const { status, body: answer } = await app.call(type, body, as)
  return [status, answer.code]
}
const put = (name: string, content: Buffer | string, as: Someone = app.owner) => putRecordFile(app, as, name, content)
const uploaded = async (name: string, content: Buffer | string): Promise<string> => {
  const { status, body } = await put(name, content)
  assert.equal(status, 200, JSON.stringify(body))
  return (body.file as { id: string }).id
}
interface Shown {
  readonly id: string
  readonly name: string
  readonly media_type: string
}
const given = async (recordId: string, name: string, content: Buffer | string): Promise<Shown> =>
  (await done('add-record-file', { kind: 'contact', recordId, fileId: await uploaded(name, content) })).file as Shown
const namesOf = async (recordId: string): Promise<string[]> =>
  ((await done('list-record-files', { kind: 'contact', recordId })).files as Shown[]).map(({ name }) => name)
const download = (fileId: string, as: Someone = app.owner, what = 'download-record-file') =>
  fetch(`${app.url}/download/${what}?fileId=${fileId}`, { headers: { authorization: `Bearer ${as.token}` } })
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

test('a member uploads a file and adds it to a contact; it is listed, stands in the timeline, and comes back as it was', async () => {
  const contactId = await contact('files@files.example')
  const content = Buffer.concat([png, Buffer.alloc(300_000, 7)])
  const { status, body } = await put('Grundriß Küche.png', content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const file = body.file as Record<string, unknown>
  assert.deepEqual(
    [status, file.name, file.media_type, file.bytes, file.sha256],
    [200, 'Grundriß Küche.png', 'image/png', content.length, sha256],
  )
  assert.deepEqual(await namesOf(contactId), [], 'before it is added')
  const as = { kind: 'contact', recordId: contactId, fileId: file.id }
  await done('add-record-file', as)
  await done('add-record-file', as)
  assert.deepEqual(await namesOf(contactId), ['Grundriß Küche.png'])
  const answer = await download(String(file.id))
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(content))
  const headers = ['content-type', 'x-content-type-options', 'content-disposition'].map((name) => answer.headers.get(name))
  assert.deepEqual(headers, [
    'image/png',
    'nosniff',
    `attachment; filename="Grundri__K_che.png"; filename*=UTF-8''Grundri%C3%9F%20K%C3%BCche.png`,
  ])
  const { entries } = await done('list-timeline', { contactId, kinds: ['file'] })
  const [entry] = entries as { text: string; facts: { bytes: number }; person: { id: string } }[]
  assert.deepEqual(
    [entry?.text, entry?.facts.bytes, entry?.person.id],
    ['Grundriß Küche.png', content.length, app.owner.personId],
  )
})

test('programs, scripts, test viruses, empty files and those above 25 MB are refused, whatever they are called', async () => {
  const eicar = `${String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR`}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`
  const cases: readonly [string, Buffer | string, number, string][] = [
    ['invoice.pdf.exe', 'x', 415, 'record_file_refused'],
    ['invoice.pdf', Buffer.from('MZ\x90\0'), 415, 'record_file_refused'],
    ['notes.txt', '#!/bin/sh\nrm -rf /', 415, 'record_file_refused'],
    ['photo\u202egpj.js', 'x', 415, 'record_file_refused'],
    ['a.txt', eicar, 415, 'record_file_infected'],
    ['empty.txt', '', 400, 'record_file_empty'],
    ['big.txt', Buffer.alloc(25 * 2 ** 20 + 1, 97), 413, 'record_file_too_large'],
    ['...', 'x', 400, 'bad_request'],
  ]
  for (const [name, content, status, code] of cases) {
    const answer = await put(name, content)
    assert.deepEqual([answer.status, answer.body.code], [status, code], name)
  }
  // Without a length, what is too large is found while it comes.
  const stream = new Response(Buffer.alloc(25 * 2 ** 20 + 1, 97)).body
  const answer = await fetch(`${app.url}/record-files?name=big.txt`, {
    ...{ method: 'PUT', headers: { authorization: `Bearer ${app.owner.token}` }, body: stream, duplex: 'half' },
  } as RequestInit)
  assert.equal(answer.status, 413)
  const rows = await inOrg((db) => db.selectFrom('record_files').select('name').where('record_id', 'is', null).execute())
  assert.deepEqual(rows, [], 'nothing of them is kept')
})

test('names lose folders and hidden characters, and the first bytes say what a file is', () => {
  const names: readonly [string, string | null][] = [
    ['C:\\Users\\maya\\plan.pdf', 'plan.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['.htaccess', 'htaccess'],
    ['a\u202efdp.docx', 'afdp.docx'],
    ['line\r\nbreak.txt', 'line break.txt'],
    ['what?.txt', 'what_.txt'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
    [' . ', null],
  ]
  for (const [from, to] of names) assert.equal(cleanName(from), to, JSON.stringify(from))
  const types: readonly [string, Buffer, string][] = [
    ['photo.pdf', png, 'image/png'],
    ['plan.txt', Buffer.from('%PDF-1.7'), 'application/pdf'],
    ['table.xlsx', Buffer.from('PK\x03\x04'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['some.png', Buffer.from('PK\x03\x04'), 'application/zip'],
    ['list.csv', Buffer.from('a;b\n1;2'), 'text/csv'],
    ['note.txt', Buffer.from('<html><script>alert(1)</script>'), 'text/html'],
    ['logo.png', Buffer.from('<svg onload="alert(1)">'), 'image/svg+xml'],
    ['call.m4a', Buffer.from('\0\0\0\x20ftypM4A '), 'audio/mp4'],
    ['what', Buffer.from([0, 1, 2, 255]), 'application/octet-stream'],
  ]
  for (const [name, head, type] of types) assert.equal(mediaTypeOf(name, head), type, name)
})

test('HTML and SVG come back as bytes to be saved, never as a page', async () => {
  const contactId = await contact('html@files.example')
  for (const [name, content] of [
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ] as const) {
    const answer = await download((await given(contactId, name, content)).id)
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  }
})

test('a page of a PDF is drawn as a picture; what is no readable PDF has no preview', async () => {
  const contactId = await contact('pdf@files.example')
  const pdf = await given(contactId, 'options.pdf', await makeTextPdf(['Option A', 'Option B']))
  const page = await download(pdf.id, app.owner, 'download-record-file-page')
  assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'image/png'])
  assert.ok((await page.arrayBuffer()).byteLength > 1_000)
  const broken = await given(contactId, 'broken.pdf', '%PDF-1.7 and no more')
  for (const { id } of [broken, await given(contactId, 'text.txt', 'text')]) {
    const answer = await download(id, app.owner, 'download-record-file-page')
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [409, 'record_file_no_preview'])
  }
})

test('a file is removed, restored, and after 30 days gone from the store; an upload of no record is gone after a day', async () => {
  const contactId = await contact('gone@files.example')
  const file = await given(contactId, 'contract.txt', 'We agree.')
  const stored = path.join(app.dataDir, 'files', `record-files/${orgId}/${file.id}`)
  const isStored = () => existsSync(stored) || existsSync(path.join(app.dataDir, `record-files/${orgId}/${file.id}`))
  await done('remove-record-file', { fileId: file.id })
  assert.deepEqual([await namesOf(contactId), (await download(file.id)).status], [[], 404])
  await done('restore-record-file', { fileId: file.id })
  assert.deepEqual(await namesOf(contactId), ['contract.txt'])
  await done('remove-record-file', { fileId: file.id })
  const waiting = await uploaded('never.txt', 'never added')
  const young = await uploaded('young.txt', 'just sent')
  const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000)
  await inOrg(async (db) => {
    await db
      .updateTable('record_files')
      .set({ deleted_at: ago(30.5) })
      .where('id', '=', file.id)
      .execute()
    await db
      .updateTable('record_files')
      .set({ created_at: ago(2) })
      .where('id', '=', waiting)
      .execute()
  })
  const jobs = await openJobContext(app, {})
  try {
    await sweepRecordFiles.run({}, jobs.context)
    assert.deepEqual(await refused('restore-record-file', { fileId: file.id }), [404, 'record_file_not_found'])
    const left = () =>
      inOrg((db) => db.selectFrom('record_files').select('id').where('id', 'in', [file.id, waiting, young]).execute())
    assert.deepEqual((await left()).map(({ id }) => id).sort(), [file.id, young].sort(), 'a day more than it can be restored')
    assert.ok(isStored())
    await inOrg((db) =>
      db
        .updateTable('record_files')
        .set({ deleted_at: ago(32) })
        .where('id', '=', file.id)
        .execute(),
    )
    await sweepRecordFiles.run({}, jobs.context)
    assert.deepEqual(
      (await left()).map(({ id }) => id),
      [young],
    )
    assert.ok(!isStored())
    const kept = await inOrg((db) =>
      db.selectFrom('stored_files').select('name').where('subject_id', 'in', [file.id, waiting]).execute(),
    )
    assert.deepEqual(kept, [])
  } finally {
    await jobs.close()
  }
})

test('an upload is added by who sent it, to one record, and other workspaces see nothing of it', async () => {
  const [one, other] = [await contact('one@files.example'), await contact('other@files.example')]
  const colleague = await app.given.person(orgId, 'member')
  const fileId = await uploaded('mine.txt', 'mine')
  assert.deepEqual(await refused('add-record-file', { kind: 'contact', recordId: one, fileId }, colleague), [
    404,
    'record_file_not_found',
  ])
  assert.deepEqual(await refused('add-record-file', { kind: 'contact', recordId: newId(), fileId }), [404, 'record_not_found'])
  await done('add-record-file', { kind: 'contact', recordId: one, fileId })
  assert.deepEqual(await refused('add-record-file', { kind: 'contact', recordId: other, fileId }), [
    404,
    'record_file_not_found',
  ])
  assert.equal((await download(fileId, colleague)).status, 200, 'colleagues read it')
  const stranger = await app.given.organization()
  assert.equal((await download(fileId, stranger)).status, 404)
  assert.deepEqual(await refused('remove-record-file', { fileId }, stranger), [404, 'record_file_not_found'])
})

test('a sender that disconnects leaves no row, and what the sweep of broken uploads removes', async () => {
  const content = Readable.from(
    (function* () {
      yield Buffer.alloc(10_000, 97)
      throw new Error('the sender disconnected')
    })(),
  )
  const jobs = await openJobContext(app, {})
  try {
    const { inOrg: inAnyOrg, newId: nextId, ports } = jobs.context
    const given = { orgId, personId: app.owner.personId, name: 'cut.txt', content }
    await assert.rejects(receiveFile(given, { inOrg: inAnyOrg, files: ports.files, newId: nextId }), /disconnected/)
  } finally {
    await jobs.close()
  }
  const rows = await inOrg((db) => db.selectFrom('record_files').select('id').where('name', '=', 'cut.txt').execute())
  assert.deepEqual(rows, [])
  const announced = await inOrg((db) =>
    db.selectFrom('stored_files').select('bytes').where('kind', '=', 'attachment').where('bytes', 'is', null).execute(),
  )
  assert.ok(announced.length >= 1, 'it is known, so that it is swept')
})
