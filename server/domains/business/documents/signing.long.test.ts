import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { openDeal } from '#test/support/documents.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const refused = async (name: string, input: object, as: Someone | null): Promise<string> => {
  const { status, body } = await app.call(name, input, as)
  assert.notEqual(status, 200, name)
  return `${status} ${body.code}`
}

interface Shown {
  readonly id: string
  readonly status: string
  readonly seal: string | null
  readonly url: string
  readonly signers: { id: string; name: string; email: string; role: string; state: string }[]
  readonly files: { kind: string; sha256: string; bytes: number }[]
  readonly evidence: { seq: number; kind: string; facts: Record<string, unknown> }[]
}

const body = [
  '# Agreement',
  'Between **{{AGENCY}}** and {{CLIENT_NAME}}, for {{PRICE}}.',
  '| What | When |\n|---|---|\n| Roof | {{DAY}} |',
  '[[signature client "Client"]] [[date client "Date"]]',
  '[[tick client "I have read it"]] [[text client "Purchase order"]]',
].join('\n\n')

const given = async () => {
  const owner = await app.given.organization('Nordlicht')
  const client = `client@${owner.orgId.slice(-12)}.example`
  const projectId = await openDeal(app, owner, { name: 'Ευκλείδης 김', email: client })
  const made = await app.call(
    'create-template',
    { name: 'Agreement', kind: 'text', body, placeholders: [{ key: 'AGENCY', default: 'Nordlicht' }] },
    owner,
  )
  const { template } = ok(made).body as unknown as { template: { id: string } }
  const wish = {
    ...{ projectId, templateId: template.id, userId: owner.personId, title: 'Agreement 김 Ευ', docType: 'contract' },
    replacements: { '{{CLIENT_NAME}}': 'Ευκλείδης {{PRICE}}', PRICE: '1.000 €', DAY: '1 March' },
  }
  const document = async (more: object = {}): Promise<Shown> => {
    const answer = ok(await app.call('generate-contract', { ...wish, ...more }, owner))
    return shown((answer.body.document as unknown as { id: string }).id)
  }
  const shown = async (documentId: string): Promise<Shown> =>
    ok(await app.call('show-document', { documentId }, owner)).body.document as unknown as Shown
  /** The token of the link in the newest email to an address. */
  const tokenFor = (email: string): Promise<string> =>
    until(`the email to ${email}`, async () => {
      const answer = await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(email)}`, {
        headers: { accept: 'application/json' },
      })
      const mails = (await answer.json()) as { to: string; text: string }[]
      return mails
        .filter(({ to, text }) => to.includes(email) && text.includes('/sign/'))
        .map(({ text }) => /\/sign\/([\w-]+)/.exec(text)?.[1])
        .find((token) => token !== undefined)
    })
  const sealed = (id: string): Promise<Shown> =>
    until('the seal', async () => {
      const document = await shown(id)
      return document.seal === 'sealed' ? document : undefined
    })
  const download = async (documentId: string, file: string): Promise<Buffer> => {
    const answer = await fetch(`${app.url}/download/download-document?documentId=${documentId}&file=${file}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    assert.equal(answer.status, 200, await answer.clone().text())
    return Buffer.from(await answer.arrayBuffer())
  }
  return { owner, wish, document, shown, tokenFor, sealed, download, client }
}

const sign = (token: string, more: object = {}) =>
  app.call('sign-with-link', { token, name: 'Ευκλείδης 김', consent: true, values: { f4: 'PO 7', f3: true }, ...more }, null)

test('a document is made of a template, signed by its client and by the member, sealed once, and verified by its number and by its file', async () => {
  const { owner, document, tokenFor, sealed, download, client } = await given()
  const made = await document()
  assert.deepEqual(
    [made.status, made.seal, made.signers.map(({ role, state }) => [role, state])],
    [
      'pending_signature',
      null,
      [
        ['client', 'asked'],
        ['admin', 'asked'],
      ],
    ],
  )
  const pending = ok(await app.call('verify-document', { docId: made.id }, null)).body
  assert.deepEqual(pending, {
    valid: true,
    doc: { id: made.id, title: 'Agreement 김 Ευ', status: 'pending_signature', signers: [], timestamp: null, longTerm: null },
  })

  const token = await tokenFor(client)
  const { signing } = ok(await app.call('show-signing', { token }, null)).body as unknown as {
    signing: { fields: { id: string; kind: string }[]; pages: { text: string }[] }
  }
  assert.deepEqual(
    signing.fields.map(({ kind }) => kind),
    ['signature', 'date', 'tick', 'text'],
  )
  // In one pass: a value that reads like a placeholder stays what it is.
  assert.ok(signing.pages[0]?.text.replaceAll(/\s+/g, ' ').includes('Ευκλείδης {{PRICE}}, for 1.000 €'), signing.pages[0]?.text)
  assert.deepEqual((await sign(token, { consent: false })).body.code, 'consent_missing')
  assert.deepEqual((await sign(token, { values: {} })).body.code, 'field_missing')
  assert.deepEqual(ok(await sign(token)).body, { success: true, status: 'pending_signature' })
  assert.deepEqual(ok(await sign(token)).body, { success: true, status: 'pending_signature' })

  const { body: me } = ok(await app.call('show-document', { documentId: made.id }, owner))
  const admin = (me.document as unknown as Shown).signers.find(({ role }) => role === 'admin')
  const data = { signerName: admin?.name, signerEmail: admin?.email, signerRole: 'admin', timestamp: new Date().toISOString() }
  const done = ok(await app.call('sign-document', { documentId: made.id, data, url: made.url }, owner))
  assert.deepEqual(done.body, { success: true, status: 'signed' })

  const whole = await sealed(made.id)
  assert.deepEqual(whole.files.map(({ kind }) => kind).sort(), ['certificate', 'original', 'sealed'])
  assert.equal(whole.evidence.filter(({ kind }) => kind === 'sealed').length, 1)
  const verified = ok(await app.call('verify-document', { docId: made.id }, null)).body.doc as unknown as {
    signers: { name: string; class: string }[]
  }
  assert.deepEqual(
    verified.signers.map(({ class: how }) => how),
    ['link', 'session'],
  )
  for (const kind of ['original', 'sealed', 'certificate'] as const) {
    const file = await download(made.id, kind)
    const sha256 = createHash('sha256').update(file).digest('hex')
    const { valid, file: which } = ok(await app.call('verify-file', { sha256 }, null)).body
    assert.deepEqual([valid, which], [true, kind])
    assert.equal(ok(await app.call('verify-document', { docId: made.id, sha256 }, null)).body.file, kind)
  }
  assert.deepEqual(ok(await app.call('verify-file', { sha256: '0'.repeat(64) }, null)).body, { valid: false })
  const told = await until('the emails', async () => {
    const all = (await (await fetch(`${app.url}/sandbox/mail`)).json()) as { to: string; subject: string }[]
    const found = all.filter(({ subject }) => subject.includes('Signed by all'))
    return found.length >= 2 ? found : undefined
  })
  assert.equal(new Set(told.map(({ to }) => to)).size, told.length)
})

test('a document changed in the database or among the files is no longer valid, and the log names the change', async () => {
  const { document, shown } = await given()
  const made = await document()
  // An event that came meanwhile would follow what is broken here.
  await until('both emails were taken', async () =>
    (await shown(made.id)).evidence.filter(({ kind }) => kind === 'delivered').length === 2 ? true : undefined,
  )
  const isValid = async () => ok(await app.call('verify-document', { docId: made.id }, null)).body.valid
  assert.equal(await isValid(), true)
  const change = (statement: string) => asOwner(app.target, (client) => client.query(statement.replaceAll('ID', made.id)))
  for (const [broken, mended] of [
    [
      "update foyer.documents set head_hash = sha256('x') where id = 'ID'",
      "update foyer.documents d set head_hash = (select hash from foyer.document_events e where e.document_id = d.id order by seq desc limit 1) where id = 'ID'",
    ],
    [
      "update foyer.documents set head_seq = head_seq + 1 where id = 'ID'",
      "update foyer.documents set head_seq = head_seq - 1 where id = 'ID'",
    ],
    ["update foyer.document_files set sha256 = sha256('x') where document_id = 'ID'", null],
  ] as const) {
    await change(broken)
    assert.equal(await isValid(), false, broken)
    if (mended) await change(mended)
    if (mended) assert.equal(await isValid(), true, mended)
  }
  assert.match(app.logged(), /the evidence of a document is broken/)
  assert.match(app.logged(), /is not the one that the evidence names/)
})

test('an event of the evidence cannot be changed or removed by the application', async () => {
  const { owner, document } = await given()
  const made = await document()
  for (const statement of [sql`update document_events set kind = 'x'`, sql`delete from document_events`])
    await assert.rejects(
      app.database.inOrg(owner.orgId, (db) => statement.execute(db)),
      /permission denied/,
    )
  assert.equal(made.evidence[0]?.kind, 'made')
})

test('of two last signatures at once both count, and there is one seal, one certificate and one email each', async () => {
  const { owner, document, tokenFor, sealed, client } = await given()
  const made = await document()
  const token = await tokenFor(client)
  const admin = made.signers.find(({ role }) => role === 'admin')
  const data = { signerName: admin?.name, signerEmail: admin?.email, signerRole: 'admin', timestamp: new Date().toISOString() }
  const answers = await Promise.all([
    sign(token),
    sign(token),
    app.call('sign-document', { documentId: made.id, data, url: made.url }, owner),
    app.call('sign-document', { documentId: made.id, data, url: made.url }, owner),
  ])
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const whole = await sealed(made.id)
  for (const kind of ['completed', 'sealed']) assert.equal(whole.evidence.filter((each) => each.kind === kind).length, 1, kind)
  assert.equal(whole.evidence.filter(({ kind }) => kind === 'signed').length, 2)
  assert.deepEqual(whole.files.map(({ kind }) => kind).sort(), ['certificate', 'original', 'sealed'])
  const sentTo = async (email: string): Promise<number> => {
    const answer = await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(email)}`, {
      headers: { accept: 'application/json' },
    })
    return ((await answer.json()) as { subject: string }[]).filter(({ subject }) => subject.startsWith('Signed by all:')).length
  }
  const emails = whole.signers.map(({ email }) => email)
  assert.equal(emails.length, 2)
  for (const email of emails) await until(`the email to ${email}`, async () => ((await sentTo(email)) > 0 ? true : undefined))
  // What would be sent twice is sent by now: both have been, and nothing is left to be.
  await until('no email that waits', async () => {
    const { rows } = await asOwner(app.target, (client) =>
      client.query(`select 1 from foyer.mails where org_id = $1 and state = 'queued'`, [owner.orgId]),
    )
    return rows.length === 0 ? true : undefined
  })
  for (const email of emails) assert.equal(await sentTo(email), 1, email)
})

test('signers of a later turn are asked once those before have signed, and cannot sign earlier', async () => {
  const { document, tokenFor, shown } = await given()
  const made = await document({
    signers: [
      { name: 'Ada', email: 'ada-first@turns.example', role: 'client', order: 1 },
      { name: 'Ben', email: 'ben-second@turns.example', role: 'client', order: 2 },
    ],
  })
  assert.deepEqual(
    made.signers.map(({ state }) => state),
    ['asked', 'waiting'],
  )
  const data = {
    signerName: 'Ben',
    signerEmail: 'ben-second@turns.example',
    signerRole: 'client',
    timestamp: new Date().toISOString(),
  }
  const { owner } = await given()
  assert.equal(await refused('sign-document', { documentId: made.id, data, url: made.url }, owner), '404 document_not_found')
  ok(await sign(await tokenFor('ada-first@turns.example')))
  assert.deepEqual(
    (await shown(made.id)).signers.map(({ state }) => state),
    ['signed', 'asked'],
  )
  ok(await sign(await tokenFor('ben-second@turns.example'), { values: {} }))
  assert.equal((await shown(made.id)).status, 'signed')
})

test('a signer who declines ends the document: the other reads so at the link and cannot sign', async () => {
  const { owner, document, tokenFor, client } = await given()
  const made = await document()
  const token = await tokenFor(client)
  ok(await app.call('decline-signing', { token, reason: 'Too dear' }, null))
  assert.deepEqual((await app.call('decline-signing', { token }, null)).status, 200)
  assert.equal((await sign(token)).body.code, 'not_pending')
  assert.equal(ok(await app.call('verify-document', { docId: made.id }, null)).body.valid, false)
  assert.equal(await refused('void-document', { documentId: made.id, reason: 'x' }, owner), '409 not_pending')
})

test('nothing is made where a value is missing, unknown or in no font, a signer is doubled, or the deadline is past', async () => {
  const { owner, wish } = await given()
  const tries: [object, string][] = [
    [{ replacements: { ...wish.replacements, OTHER: 'x' } }, '400 unknown_placeholder'],
    [{ replacements: { PRICE: 'x' } }, '400 missing_placeholder'],
    [{ title: 'A \u{13000} b' }, '400 letter_without_font'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, '400 deadline_wrong'],
    [{ templateId: 'none' }, '404 document_template_not_found'],
    [{ userId: owner.orgId }, '403 forbidden'],
    [
      {
        signers: [
          { name: 'A', email: 'a@b.example', role: 'client' },
          { name: 'B', email: 'A@b.example', role: 'client' },
        ],
      },
      '400 signer_doubled',
    ],
    [{ signers: [{ name: 'A', email: 'a@b.example', role: 'admin' }] }, '400 signer_missing'],
  ]
  for (const [more, expected] of tries) assert.equal(await refused('generate-contract', { ...wish, ...more }, owner), expected)
  const { documents } = ok(await app.call('list-documents', {}, owner)).body as unknown as { documents: unknown[] }
  assert.deepEqual(documents, [])
})
