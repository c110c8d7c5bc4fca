import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { publicly } from '#test/support/documents.ts'
import { flipped } from '#test/support/papers.ts'
import { ok } from '#test/support/requests.ts'
import { clientEmail, type SentDocument, sentDocument } from '#test/support/signing.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const query = async (text: string) =>
  (await asOwner(app.target, (client) => client.query(text))).rows as Record<string, unknown>[]

const sealedDocument = async (title: string): Promise<SentDocument> => {
  const document = await sentDocument(app, {
    title,
    body: '# Agreement\n\n{{CLIENT_NAME}}, {{PRICE}}\n\n[[signature client "Client"]]',
    signers: [{ name: 'Ada', email: clientEmail, role: 'client' }],
  })
  const token = (await document.path(clientEmail)).slice('/sign/'.length)
  ok(await app.call('sign-with-link', { token, name: 'Ada', consent: true, values: {} }, null))
  await document.sealed()
  return document
}

let addresses = 0
/** A page as another visitor reads it each time: they are limited by their address. */
const pageAt = async (to: string): Promise<string> => {
  const headers = { 'x-forwarded-for': `198.18.0.${++addresses % 250}` }
  return (await fetch(app.url + to, { headers })).text()
}

interface FileRow {
  readonly kind: string
  readonly name: string
  readonly sha256: Buffer
  readonly bytes: string
}
const filesOf = async ({ id }: SentDocument): Promise<ReadonlyMap<string, FileRow>> =>
  new Map(
    (
      (await query(
        `select kind, name, sha256, bytes from foyer.document_files where document_id = '${id}'`,
      )) as unknown as FileRow[]
    ).map((row) => [row.kind, row]),
  )

test('each change to evidence or files makes the document invalid by the API and on the page, by number and by file, and admins read which it was', async () => {
  const [document, other] = [await sealedDocument('Ours'), await sealedDocument('Theirs')]
  const { id, owner } = document
  const [files, foreign] = [await filesOf(document), await filesOf(other)]
  const sha256 = files.get('sealed')?.sha256.toString('hex') ?? ''
  const place = (file: FileRow | undefined): string => path.join(app.dataDir, 'files', file?.name ?? '')
  /** By number and by file, by API and page; they must agree. */
  const isValid = async (): Promise<boolean> => {
    const valid: unknown[] = [
      ok(await publicly(app, 'verify-document', { docId: id })).body.valid,
      ok(await publicly(app, 'verify-file', { sha256 })).body.valid,
    ]
    const page = await pageAt(`/verify/${id}?lang=en`)
    const filePage = await pageAt(`/verify?lang=en&sha256=${sha256}`)
    assert.equal(page.includes('<div class="state bad">'), !page.includes('<div class="state good">'))
    valid.push(page.includes('Signed by all, and unchanged'), filePage.includes('Signed by all, and unchanged'))
    assert.equal(new Set(valid).size, 1, JSON.stringify(valid))
    return valid[0] === true
  }
  const raised = async (): Promise<string> => {
    const { notices } = ok(await app.call('list-notices', {}, owner)).body as unknown as {
      notices: { kind: string; facts: { says: string } }[]
    }
    return notices.find(({ kind }) => kind === 'evidence_broken')?.facts.says ?? ''
  }
  const events = `foyer.document_events where document_id = '${id}'`
  const kept = await query(`select * from ${events} order by seq`)
  const personal = await query(`select * from foyer.document_personal where document_id = '${id}'`)
  const signers = await query(
    `select id, name, email, role, class, signed_at, marks from foyer.document_signers where document_id = '${id}'`,
  )
  const [row] = await query(`select signed_at, fields, pages from foyer.documents where id = '${id}'`)
  const ofSigner = (change: string) => () => query(`update foyer.document_signers set ${change} where document_id = '${id}'`)
  const restore = async (): Promise<void> => {
    await asOwner(app.target, async (client) => {
      await client.query(`delete from ${events}`)
      for (const each of kept)
        await client.query(
          'insert into foyer.document_events select * from jsonb_populate_record(null::foyer.document_events, $1)',
          [JSON.stringify({ ...each, hash: `\\x${(each.hash as Buffer).toString('hex')}` })],
        )
      for (const { id: signerId, name, email, role, class: how, signed_at, marks } of signers)
        await client.query(
          'update foyer.document_signers set name = $1, email = $2, role = $3, class = $4, signed_at = $5, marks = $6 where id = $7',
          [name, email, role, how, signed_at, JSON.stringify(marks), signerId],
        )
      await client.query('update foyer.documents set signed_at = $2, fields = $3, pages = $4 where id = $1', [
        ...[id, row?.signed_at, JSON.stringify(row?.fields), JSON.stringify(row?.pages)],
      ])
      await client.query(`update foyer.documents set title = 'Ours', status = 'signed', seal = 'sealed' where id = $1`, [id])
      // They went with their events.
      for (const each of personal)
        await client.query(
          'insert into foyer.document_personal select * from jsonb_populate_record(null::foyer.document_personal, $1)',
          [JSON.stringify({ ...each, salt: `\\x${(each.salt as Buffer).toString('hex')}` })],
        )
      const last = kept.at(-1)
      await client.query('update foyer.documents set head_seq = $1, head_hash = $2 where id = $3', [last?.seq, last?.hash, id])
      for (const { kind, name, sha256: digest, bytes } of files.values())
        await client.query(
          'update foyer.document_files set name = $1, sha256 = $2, bytes = $3 where document_id = $4 and kind = $5',
          [...[name, digest, bytes, id, kind]],
        )
      await client.query("delete from foyer.notices where kind = 'evidence_broken'")
    })
  }
  const exchanged = (kind: string) => {
    const { name, sha256: digest, bytes } = foreign.get(kind) as FileRow
    return query(
      `update foyer.document_files set name = '${name}', sha256 = '\\x${digest.toString('hex')}', bytes = ${bytes} where document_id = '${id}' and kind = '${kind}'`,
    )
  }
  const onDisk = async (kind: string, change: (bytes: Buffer) => Buffer): Promise<() => void> => {
    const at = place(files.get(kind))
    const bytes = readFileSync(at)
    writeFileSync(at, change(bytes))
    return () => writeFileSync(at, bytes)
  }
  assert.equal(await isValid(), true)

  const changes: [string, RegExp, () => Promise<unknown>][] = [
    [
      'an event changed',
      /^event 2 was changed$/,
      () =>
        query(
          `update foyer.document_events set said = replace(said, '"seq":2', '"seq": 2') where document_id = '${id}' and seq = 2`,
        ),
    ],
    ['an event dropped', /^event 2 is missing$/, () => query(`delete from ${events} and seq = 2`)],
    [
      'an event doubled',
      /^event \d+ is of another place$/,
      () =>
        query(`
      insert into foyer.document_events select org_id, document_id, seq + 1, kind, at, said, hash from ${events} and seq = ${kept.length};
      update foyer.documents set head_seq = head_seq + 1 where id = '${id}'`),
    ],
    [
      'two events swapped',
      /^event 2 is of another place$/,
      () =>
        query(`
      update foyer.document_events e set kind = o.kind, at = o.at, said = o.said, hash = o.hash from foyer.document_events o
      where e.document_id = '${id}' and o.document_id = e.document_id and e.seq in (2, 3) and o.seq = 5 - e.seq`),
    ],
    [
      'the head replaced',
      /does not end at its head/,
      () => query(`update foyer.documents set head_hash = sha256('x') where id = '${id}'`),
    ],
    ['another title', /^the title is not/, () => query(`update foyer.documents set title = 'Another' where id = '${id}'`)],
    ['another name of a signer', /^the name of a signer is not the one that event \d+ holds$/, ofSigner("name = 'Eve'")],
    [
      'another name, with the value of the evidence',
      /^the name of a signer is not/,
      () =>
        query(`
      update foyer.document_signers set name = 'Eve' where document_id = '${id}';
      update foyer.document_personal set value = 'Eve' where document_id = '${id}' and key = 'name'`),
    ],
    ['another role', /^the signers are not those/, ofSigner("role = 'admin'")],
    ['another way of signing', /^a signature is not as event \d+ holds it$/, ofSigner("class = 'session'")],
    ['another time', /^a signature is not as event \d+/, ofSigner("signed_at = signed_at - interval '1 day'")],
    [
      'another address of a signer',
      /^the address of a signer is not the one that event \d+ holds$/,
      ofSigner("email = 'eve@example.com'"),
    ],
    ['another signature', /^what event \d+ signed is not what stands in the fields$/, ofSigner(`marks = '{"f1": "Eve"}'`)],
    ...['address', 'marks'].flatMap((key): typeof changes => {
      const of = `foyer.document_personal where document_id = '${id}' and key = '${key}'`
      const event = kept.find(({ kind }) => kind === 'signed')?.seq
      return [
        [
          `another ${key}`,
          new RegExp(`^${key} of event ${event} is not what the event holds$`),
          () => query(`update foyer.document_personal set value = value || 'x' where document_id = '${id}' and key = '${key}'`),
        ],
        [`no ${key}`, new RegExp(`^${key} of event ${event} is missing$`), () => query(`delete from ${of} and seq = ${event}`)],
      ]
    }),
    [
      'another time of the last signature',
      /^the time of the last signature is not/,
      () => query(`update foyer.documents set signed_at = signed_at - interval '1 day' where id = '${id}'`),
    ],
    [
      'a field that stands elsewhere',
      /^the fields do not stand where the evidence says$/,
      () => query(`update foyer.documents set fields = jsonb_set(fields, '{0,x}', '1') where id = '${id}'`),
    ],
    [
      'a page of another size',
      /^the fields do not stand where the evidence says$/,
      () => query(`update foyer.documents set pages = jsonb_set(pages, '{0,height}', '400') where id = '${id}'`),
    ],
    [
      'a signature that was taken back by its row',
      /^the status is not/,
      () => query(`update foyer.documents set status = 'pending_signature', seal = null where id = '${id}'`),
    ],
    ['the original of another document', /\(original\) is not the one that the evidence names/, () => exchanged('original')],
    [
      'the certificate of another document',
      /\(certificate\) is not the one that the evidence names/,
      () => exchanged('certificate'),
    ],
    [
      'a bit on disk',
      /a stored file is missing or damaged/,
      () => onDisk('sealed', (bytes) => flipped(bytes, bytes.length >> 1)),
    ],
    [
      'on disk the file of another document',
      /a stored file is missing or damaged/,
      () => onDisk('certificate', () => readFileSync(place(foreign.get('certificate')))),
    ],
  ]
  for (const [name, says, change] of changes) {
    const undo = await change()
    assert.equal(await isValid(), false, name)
    assert.match(await raised(), says, name)
    if (typeof undo === 'function') undo()
    await restore()
    assert.equal(await isValid(), true, `${name}, undone`)
  }

  // The sealed file of another document in its place: that file is the other's alone.
  await exchanged('sealed')
  assert.deepEqual(ok(await app.call('verify-document', { docId: id }, null)).body, { valid: false })
  assert.match(await raised(), /\(sealed\) is not the one that the evidence names/)
  const theirs = createHash('sha256')
    .update(readFileSync(place(foreign.get('sealed'))))
    .digest('hex')
  assert.deepEqual(ok(await app.call('verify-document', { docId: id, sha256: theirs }, null)).body, { valid: false })
  const { doc } = ok(await app.call('verify-file', { sha256: theirs }, null)).body as unknown as { doc: { id: string } }
  assert.equal(doc.id, other.id)
  await restore()
})
