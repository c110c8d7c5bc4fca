import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { type GoogleDocs, openGoogleDocs } from '#test/support/google-docs.ts'
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

const ok = <Body>({ status, body }: { status: number; body: unknown }): Body => {
  assert.equal(status, 200, JSON.stringify(body))
  return body as Body
}
const told = ({ status, body }: { status: number; body: Record<string, unknown> }): string =>
  `${status} ${String(body.code ?? 'done')}`
const idOf = (answer: { status: number; body: unknown }): string => ok<{ document: { id: string } }>(answer).document.id
const squeezed = (text: string): string => text.replaceAll(/\s+/g, '')

const text =
  'header: For {{CLIENT_NAME}}\n# Agreement\nBetween {{**CLIENT**_NAME}} and us.\n| Price | {{ price }} |\ntab: More\n{{PRICE}} again.'

test('a document is made of a Google Doc: its values in one pass over heads, tables, tabs and split looks, and no copy is left', async () => {
  const docs = await openGoogleDocs(app)
  const fileId = await docs.write('Agreement', text)
  const address = `https://docs.google.com/document/u/0/d/${fileId}/edit?tab=t.0#heading=h.1`
  const { template } = ok<{
    template: { id: string; placeholders: { key: string }[]; google_file_id: string; google_revision: string; body: string }
  }>(await app.call('create-template', { name: 'Agreement', kind: 'google', googleFileId: address }, docs.owner))
  assert.equal(template.google_file_id, fileId)
  assert.ok(template.google_revision)
  assert.match(template.body, /Between \{\{CLIENT_NAME\}\} and us\./)
  assert.deepEqual(
    template.placeholders.map(({ key }) => key),
    ['CLIENT_NAME', 'PRICE'],
  )
  const id = idOf(
    await docs.generate(template.id, {
      '{{CLIENT_NAME}}': 'Ευκλείδης {{PRICE}}',
      price: '1.000 € $& {{CLIENT_NAME}} 김\nsecond line',
    }),
  )
  const shown = await docs.shown(id)
  assert.deepEqual(shown.changed_text, [
    { line: 2, was: 'Between {{CLIENT_NAME}} and us.', is: 'Between Ευκλείδης {{PRICE}} and us.' },
    { line: 4, was: '{{ price }}', is: '1.000 € $& {{CLIENT_NAME}} 김\nsecond line' },
    { line: 5, was: 'For {{CLIENT_NAME}}', is: 'For Ευκλείδης {{PRICE}}' },
    { line: 6, was: '{{PRICE}} again.', is: '1.000 € $& {{CLIENT_NAME}} 김\nsecond line again.' },
  ])
  const pages = (await docs.textOf(id)).map(squeezed)
  assert.ok(pages[0]?.includes(squeezed('Between Ευκλείδης {{PRICE}} and us.')), pages[0])
  assert.ok(pages[1]?.includes(squeezed('1.000 € $& {{CLIENT_NAME}} 김 second line again.')), pages[1])
  // Those who sign do so on a page of its own, behind all others.
  assert.ok(pages.at(-1)?.includes('ClientDate'), pages.at(-1))
  const { fields } = await app.database.inOrg(docs.owner.orgId, (db) =>
    db.selectFrom('documents').select('fields').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  assert.deepEqual([...new Set((fields as unknown as { page: number }[]).map(({ page }) => page))], [pages.length - 1])
  assert.deepEqual(await docs.copies(), [])
  // By which it is another file than one of the same words for another client.
  const answer = await fetch(`${app.url}/download/download-document?documentId=${id}&file=original`, {
    headers: { authorization: `Bearer ${docs.owner.token}` },
  })
  assert.equal((await PDFDocument.load(await answer.arrayBuffer(), { updateMetadata: false })).getKeywords(), id)
})

test('a document of a Google Doc is signed and sealed like any other', async () => {
  const docs = await openGoogleDocs(app)
  const id = idOf(await docs.generate(await docs.template('Agreement', text), { CLIENT_NAME: 'Maya', PRICE: '1 €' }))
  const { url, signers } = await docs.shown(id)
  for (const { name, email, role } of signers)
    ok(
      await app.call(
        'sign-document',
        {
          ...{ documentId: id, url },
          data: { signerName: name, signerEmail: email, signerRole: role, timestamp: new Date().toISOString() },
        },
        docs.owner,
      ),
    )
  await until('the seal', async () => (await docs.shown(id)).seal === 'sealed')
})

test('an unknown, an empty and a hidden placeholder are refused by name, and nothing is sent', async () => {
  const docs = await openGoogleDocs(app)
  const template = await docs.template('Agreement', text)
  const refused = async (replacements: Record<string, string>, id = template): Promise<string> => {
    const { status, body } = await docs.generate(id, replacements)
    return `${status} ${String(body.code)} ${String(body.error)}`
  }
  assert.match(await refused({ CLIENT_NAME: 'Maya', PRICE: '1', NOTE: 'x' }), /^400 unknown_placeholder .*\{\{NOTE\}\}/)
  assert.match(await refused({ CLIENT_NAME: 'Maya' }), /^400 missing_placeholder .*\{\{PRICE\}\}/)
  assert.match(await refused({ CLIENT_NAME: 'Maya', PRICE: '  ' }), /^400 missing_placeholder .*\{\{PRICE\}\}/)
  const drawn = await docs.template('Drawn', 'For {{PRICE}}.\ndrawing: Seat of {{ Client name }}')
  assert.match(await refused({ PRICE: '1' }, drawn), /^400 placeholder_left .*\{\{CLIENTNAME\}\}/)
  const odd = await docs.template('Head', 'For {{PRICE}}.\ndrawing: Seat of {{ Client’s / name }}')
  assert.match(await refused({ PRICE: '1' }, odd), /^400 placeholder_left .*\{\{CLIENT’S\/NAME\}\}/)
  // A value in braces is a value.
  ok(await docs.generate(await docs.template('Plain', 'For {{PRICE}}.'), { PRICE: '{{OTHER}}' }))
  const listed = ok<{ documents: unknown[] }>(await app.call('list-documents', {}, docs.owner)).documents
  assert.deepEqual([listed.length, await docs.copies()], [1, []])
})

test('a Google Doc that was changed is not sent under the version that was read: reading it again makes the next one', async () => {
  const docs = await openGoogleDocs(app)
  const fileId = await docs.write('Agreement', 'For {{PRICE}}.')
  const { template } = ok<{ template: { id: string } }>(
    await app.call('create-template', { name: 'Agreement', kind: 'google', googleFileId: fileId }, docs.owner),
  )
  const first = idOf(await docs.generate(template.id, { PRICE: '1 €' }))
  await docs.edit(fileId, { name: 'Agreement', text: 'For {{PRICE}} a month, until {{END}}.' })
  assert.equal(told(await docs.generate(template.id, { PRICE: '1 €' })), '409 google_doc_changed')
  const read = () => app.call('update-template', { templateId: template.id, googleFileId: fileId }, docs.owner)
  const updated = ok<{ template: { version: number; placeholders: { key: string }[] } }>(await read()).template
  assert.deepEqual([updated.version, updated.placeholders.map(({ key }) => key)], [2, ['PRICE', 'END']])
  assert.equal(ok<{ template: { version: number } }>(await read()).template.version, 2, 'unchanged is no version')
  const second = idOf(await docs.generate(template.id, { PRICE: '1 €', END: 'May' }))
  const versions = await Promise.all(
    [first, second].map(async (id) => (await docs.shown(id)) as unknown as { template_version: number }),
  )
  assert.deepEqual(
    versions.map(({ template_version }) => template_version),
    [1, 2],
  )
  assert.deepEqual(await docs.copies(), [])
})

test('the id of a Google Doc is a templateId: the document is read at that moment, and stays one template with its versions', async () => {
  const docs = await openGoogleDocs(app)
  const fileId = await docs.write('Agreement', 'For {{PRICE}}.')
  idOf(await docs.generate(fileId, { PRICE: '1 €' }))
  await docs.edit(fileId, { name: 'Agreement', text: 'For {{PRICE}} each.' })
  const id = idOf(await docs.generate(`https://docs.google.com/document/d/${fileId}/edit`, { PRICE: '2 €' }))
  assert.ok(squeezed((await docs.textOf(id))[0] ?? '').includes('For2€each.'))
  const { templates } = ok<{ templates: { name: string; version: number; documents: number }[] }>(
    await app.call('list-templates', {}, docs.owner),
  )
  assert.deepEqual(
    templates.map(({ name, version, documents }) => [name, version, documents]),
    [['Agreement', 2, 2]],
  )
  assert.equal(told(await docs.generate('1NoSuchDocumentAtAll', { PRICE: '1' })), '404 google_doc_not_found')
  for (const wrong of ['x', 'https://evil.example/document/d/1NoSuchDocumentAtAll/edit', 'http://127.0.0.1/'])
    assert.equal(told(await docs.generate(wrong, { PRICE: '1' })), '404 document_template_not_found')
  // Another workspace has none of it: neither the template nor the account.
  const other = await app.given.organization('Other')
  const key = { name: 'X', kind: 'google', googleFileId: fileId }
  assert.equal(told(await app.call('create-template', key, other)), '409 google_not_connected')
})

test('each trouble at Google has a code of its own, and no copy is left', async () => {
  const docs = await openGoogleDocs(app)
  const fileId = await docs.write('Agreement', 'For {{PRICE}}.')
  const { template } = ok<{ template: { id: string } }>(
    await app.call('create-template', { name: 'Agreement', kind: 'google', googleFileId: fileId }, docs.owner),
  )
  const generate = () => docs.generate(template.id, { PRICE: '1 €' })
  const refusedWith = async (refusal: string, refusedCalls: string): Promise<string> => {
    await docs.behave({ refusal, refusedCalls })
    const answer = await generate()
    await docs.behave()
    assert.deepEqual(await docs.copies(), [], refusal)
    return told(answer)
  }
  assert.equal(await refusedWith('userRateLimitExceeded', '/copy'), '503 google_quota')
  assert.equal(await refusedWith('tooManyRequests', '/documents/'), '503 google_quota')
  assert.equal(await refusedWith('storageQuotaExceeded', '/copy'), '409 google_storage_full')
  assert.equal(await refusedWith('cannotCopyFile', '/copy'), '409 google_doc_locked')
  assert.equal(await refusedWith('permissionDenied', ':batchUpdate'), '409 google_doc_locked')
  assert.equal(await refusedWith('exportSizeLimitExceeded', '/export'), '400 google_doc_too_large')
  assert.equal(await refusedWith('insufficientPermissions', '/copy'), '409 google_not_connected')
  assert.equal(await refusedWith('backendError', '/export'), '500 provider_failed')
  await docs.behave({ exportMostBytes: '100' })
  assert.equal(told(await generate()), '400 google_doc_too_large')
  await docs.behave()
  await docs.edit(fileId, { name: 'Agreement', text: 'For {{PRICE}}+[ each].' })
  assert.equal(told(await generate()), '400 template_unreadable')
  await docs.remove(fileId)
  assert.equal(told(await generate()), '404 google_doc_not_found')
  assert.deepEqual(await docs.copies(), [])
  assert.deepEqual(ok<{ documents: unknown[] }>(await app.call('list-documents', {}, docs.owner)).documents, [])
})

test('a file that cannot be a template is refused when it is read', async () => {
  const docs = await openGoogleDocs(app)
  const create = async (googleFileId: string | undefined, more: object = {}): Promise<string> =>
    told(await app.call('create-template', { name: 'T', kind: 'google', googleFileId, ...more }, docs.owner))
  assert.equal(await create(undefined), '400 missing_field')
  assert.equal(await create('https://docs.google.com/spreadsheets/d/1abcdefghijk/edit'), '400 google_doc_address_wrong')
  assert.equal(
    await create('https://docs.google.com.evil.example/document/d/1abcdefghijk/edit'),
    '400 google_doc_address_wrong',
  )
  assert.equal(await create('1abcdefghijk'), '404 google_doc_not_found')
  const sheet = await docs.write('Sheet', 'x')
  await docs.asSheet(sheet)
  assert.equal(await create(sheet), '400 google_doc_other_kind')
  assert.equal(await create(await docs.write('Open', 'For {{PRICE}}-[ gone]')), '400 template_unreadable')
  assert.equal(await create(await docs.write('Fields', 'Sign: [[signature client]]')), '400 template_unreadable')
  for (const odd of ['{{Price (EUR)}}', '{{Client’s name}}', '{{A/B}}', '{{PRICE}'])
    assert.equal(await create(await docs.write('Odd', `For {{PRICE}} and ${odd}.`)), '400 template_unreadable', odd)
  assert.equal(await create(await docs.write('Text', 'x'), { body: 'x' }), '400 template_part_wrong')
  const member = await app.given.person(docs.owner.orgId, 'member')
  const asMember = { name: 'T', kind: 'google', googleFileId: sheet }
  assert.equal(told(await app.call('create-template', asMember, member)), '403 forbidden')
})

test('a revoked consent and a missing one have their own codes; the document of another account is not found', async () => {
  const docs = await openGoogleDocs(app, 'jonas@')
  const template = await docs.template('Agreement', 'For {{PRICE}}.')
  const grants = (await (await fetch(`${app.url}/sandbox/google/grants`)).json()) as {
    grants: { id: string; accountId: string; endedAt: number | null }[]
  }
  const grant = grants.grants.find(({ accountId, endedAt }) => accountId.startsWith('102') && endedAt === null)
  await fetch(`${app.url}/sandbox/google/grants/${grant?.id}/take-back`, { method: 'POST', redirect: 'manual' })
  assert.equal(told(await docs.generate(template, { PRICE: '1' })), '409 google_access_revoked')
  const mira = await openGoogleDocs(app)
  const hers = await mira.write('Hers', 'For {{PRICE}}.')
  const front = await openGoogleDocs(app, 'frontdesk@')
  const create = () => app.call('create-template', { name: 'T', kind: 'google', googleFileId: hers }, front.owner)
  assert.equal(told(await create()), '404 google_doc_not_found')
  // Shared to be read, it can be copied, and not where its owner forbids that.
  await mira.edit(hers, { name: 'Hers', text: 'For {{PRICE}}.', sharedWith: 'frontdesk@sandbox.example' })
  const { template: shared } = ok<{ template: { id: string } }>(await create())
  ok(await front.generate(shared.id, { PRICE: '1' }))
  await mira.edit(hers, { name: 'Hers', text: 'For {{PRICE}}.', sharedWith: 'frontdesk@sandbox.example', isLocked: 'on' })
  assert.equal(told(await front.generate(shared.id, { PRICE: '1' })), '409 google_doc_locked')
  const disconnected = await app.given.organization('Without')
  const own = { name: 'T', kind: 'google', googleFileId: hers }
  assert.equal(told(await app.call('create-template', own, disconnected)), '409 google_not_connected')
})

test('a lost answer is no second copy and no second document: what was done is looked for, and gone on from', async () => {
  const docs = await openGoogleDocs(app)
  const template = await docs.template('Agreement', 'For {{PRICE}} of {{PRICE}}.')
  const lost = async (only: string): Promise<void> => {
    await docs.turn({ kind: 'lost', only, times: 1 })
    const id = idOf(await docs.generate(template, { PRICE: '{{PRICE}}' }))
    await docs.turn()
    assert.ok(squeezed((await docs.textOf(id))[0] ?? '').includes('For{{PRICE}}of{{PRICE}}.'), only)
    assert.deepEqual(await docs.copies(), [], only)
  }
  await lost('POST /drive/v3/files/')
  await lost(':batchUpdate')
  await lost('/export')
  await lost('DELETE /drive')
  // A copy that no search finds yet: nothing is sent, and a job finds it later.
  await docs.behave({ listedAfterSeconds: '60' })
  await docs.turn({ kind: 'lost', only: 'POST /drive/v3/files/', times: 1 })
  assert.equal(told(await docs.generate(template, { PRICE: '1' })), '500 provider_failed')
  await docs.turn()
  await docs.behave()
  assert.equal((await docs.copies()).length, 1)
  await removeCopiesNow(docs)
  assert.deepEqual(await docs.copies(), [])
})

/** Lets the jobs run that wait for a while before they look. */
const removeCopiesNow = async ({ owner }: GoogleDocs): Promise<void> => {
  const { removeGoogleCopies } = await import('./remove-google-copies.ts')
  const { openJobContext } = await import('#test/support/job-context.ts')
  const jobs = await openJobContext(app, { SANDBOX: 'on' })
  try {
    const attempts = await app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('contract_attempts').select('id').where('is_clean', '=', false).execute(),
    )
    assert.ok(attempts.length > 0)
    for (const { id } of attempts) await removeGoogleCopies.run({ orgId: owner.orgId, attemptId: id }, jobs.context)
  } finally {
    await jobs.close()
  }
}

test('a Google Doc that was read before odd names were looked at is refused when it is sent, and no copy is made', async () => {
  const docs = await openGoogleDocs(app)
  const template = await docs.template('Agreement', 'For {{PRICE}}.')
  await asOwner(app.target, (client) =>
    client.query("update foyer.template_versions set body = 'For {{PRICE}} {{Price (EUR)}}.' where template_id = $1", [
      template,
    ]),
  )
  const { status, body } = await docs.generate(template, { PRICE: '1 €' })
  assert.match(`${status} ${String(body.code)} ${String(body.error)}`, /^400 placeholder_left .*\{\{Price \(EUR\)\}\}/)
  assert.deepEqual(await docs.copies(), [])
})

test('a preview shows the document with the values so far, marked, and leaves no copy', async () => {
  const docs = await openGoogleDocs(app)
  const templateId = await docs.template('Agreement', text)
  const wish = {
    ...{ templateId, title: 'Agreement', replacements: { PRICE: '5 €' } },
    signers: [{ name: 'Maya Rao', role: 'client' }],
  }
  const { pdf, pages } = ok<{ pdf: string; pages: string[] }>(await app.call('preview-contract', wish, docs.owner))
  assert.equal(Buffer.from(pdf, 'base64').subarray(0, 5).toString(), '%PDF-')
  assert.equal(pages.length, 3)
  assert.deepEqual(await docs.copies(), [])
  const foreign = await app.given.organization('Other')
  assert.equal(told(await app.call('preview-contract', wish, foreign)), '404 document_template_not_found')
})

test('values of any kind, with each other’s keys, tokens and signs, stand in the document as they are', async () => {
  const docs = await openGoogleDocs(app)
  const body = 'header: {{A}}\nFirst {{A}} and {{ b }} end.\n| {{B}} | {{A}}{{B}} |\ntab: Two\n{{{A}}} {{B}}'
  const template = await docs.template('Agreement', body)
  const hostile = fc.constantFrom(
    ...['{{A}}', '{{B}}', '{{ b }}', '{{', '}}', '{', '}', '$&', '$1', '\\1', '(.*)', 'foyer0a1b', '**b**', '| x |', '# x'],
    ...['[[signature client]]', 'Ευκλείδης', '김민수', '1.000 €', 'fi', '\n', '---', '+[x]'],
  )
  const value = fc
    .array(hostile, { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join(' ').trim())
    .filter((each) => each !== '')
  await fc.assert(
    fc.asyncProperty(value, value, async (a, b) => {
      await app.database.db.deleteFrom('directory.buckets').execute()
      const id = idOf(await docs.generate(template, { A: a, B: b }))
      const { changed_text: changed } = await docs.shown(id)
      // What one pass gives, put together by hand. A value that is its own key changes nothing, and is not shown.
      const lines = [
        ['First {{A}} and {{ b }} end.', `First ${a} and ${b} end.`],
        ['{{B}}', b],
        ['{{A}}{{B}}', `${a}${b}`],
        ['{{A}}', a],
        ['{{{A}}} {{B}}', `{${a}} ${b}`],
      ]
      assert.deepEqual(
        changed.map(({ is }) => is),
        lines.filter(([was, is]) => was !== is).map(([, is]) => is),
      )
      const [one = '', two = ''] = await docs.textOf(id)
      for (const wanted of [`First ${a} and ${b} end.`, `${a}${b}`]) assert.ok(bare(one).includes(bare(wanted)), one)
      assert.ok(bare(two).includes(bare(`{${a}} ${b}`)), two)
    }),
    // The example: the end of one line and the start of the next make braces that stand in neither.
    { numRuns: 12, examples: [['foyer0a1b', '}} {']] },
  )
  assert.deepEqual(await docs.copies(), [])
})

/** Without what a page adds or takes: white space, and how letters are joined. */
const bare = (of: string): string => of.normalize('NFKC').replaceAll(/[\s\u00ad\u200b]/g, '')
