import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { extractText } from 'unpdf'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { openDocuments, publicly } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { ok } from '#test/support/requests.ts'
import { findFiles, readStored } from './document-files.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

const labelsOf = (signing: unknown): (string | null)[] =>
  (signing as { fields: { label: string | null }[] }).fields.map(({ label }) => label)

test('the label of a field says the value that stands in it, on the page of the signer as on the paper', async () => {
  const body =
    '# Order\n\n[[signature client "For {{CLIENT}}"]]\n\n> [[text client "Order of {{CLIENT}} ({{DAY}})"]]\n\n[[tick client]]'
  const documents = await openDocuments(app, jobs.context.vault, body)
  const { id } = await documents.document({ replacements: { CLIENT: 'Maya\nRao', DAY: '1 May' } })
  const token = await documents.tokenOf(id, 'client')
  const { body: answer } = ok(await publicly(app, 'show-signing', { token }))
  assert.deepEqual(labelsOf(answer.signing), ['For Maya Rao', 'Order of Maya Rao (1 May)', null])
  const refused = await publicly(app, 'sign-with-link', { token, name: 'Maya Rao', consent: true, values: {} })
  assert.equal(refused.body.error, 'values: Order of Maya Rao (1 May) is empty')
})

test('documents that were out with a hole in a label get the value that belongs there', async () => {
  const body = '{{FIRST}}\n\n[[text client "Order of {{CLIENT}} ({{FIRST}})"]] [[tick client "Read"]]'
  const documents = await openDocuments(app, jobs.context.vault, body)
  const { id } = await documents.document({ replacements: { CLIENT: 'Maya \\1 Rao', FIRST: '1 May' } })
  const before = JSON.stringify([
    { id: 'f1', label: 'Order of \ue0001\ue001 (\ue0000\ue001)', page: 0 },
    { id: 'f2', label: 'Read', page: 0 },
    { id: 'f3', label: null, page: 0 },
  ])
  const migration = readFileSync(path.join(import.meta.dirname, '../../../db/migrations/0171_mails_of_signers.sql'), 'utf8')
  const repair = migration.slice(migration.indexOf('update documents d'))
  const { rows } = await asOwner(app.target, async (client) => {
    await client.query('update foyer.documents set fields = $2 where id = $1', [id, before])
    await client.query('set search_path = foyer')
    await client.query(repair)
    return client.query<{ fields: { label: string | null }[] }>('select fields from foyer.documents where id = $1', [id])
  })
  assert.deepEqual(labelsOf(rows[0]), ['Order of Maya \\1 Rao (1 May)', 'Read', null])
})

test('a signer who replaces another reads their own role at the line, on the page and on the paper', async () => {
  const documents = await openDocuments(app, jobs.context.vault, '# Agreement\n\nFor {{PRICE}}.')
  const { orgId } = documents.owner
  const signers = [
    { name: 'Maya Rao', email: 'maya@one.example', role: 'client' },
    { name: 'Nils Berg', email: 'nils@two.example', role: 'client' },
  ]
  const { id, signers: shown } = await documents.document({ signers })
  const [file] = await app.database.inOrg(orgId, (db) => findFiles(db, orgId, id))
  assert.ok(file)
  const { text } = await extractText(new Uint8Array(await readStored(jobs.context.ports.files, file)), { mergePages: true })
  assert.match(text, /Client 1[\s\S]*Client 2/)
  assert.doesNotMatch(text, /Maya|Nils/)
  const signerId = shown.find(({ name }) => name === 'Maya Rao')?.id
  ok(
    await app.call(
      'replace-signer',
      { documentId: id, signerId, name: 'Ben Okafor', email: 'ben@one.example' },
      documents.owner,
    ),
  )
  const token = await documents.tokenOf(id, 'client')
  const { body: answer } = ok(await publicly(app, 'show-signing', { token }))
  assert.doesNotMatch(JSON.stringify(labelsOf(answer.signing)), /Maya/)
})

test('two spellings of one placeholder are refused with its key: which value is meant is not guessed', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const replacements = { PRICE: '1 €', '{{price}}': '2 €' }
  for (const answer of [
    await documents.generate({ replacements }),
    await app.call('preview-contract', { ...documents.wish, replacements }, documents.owner),
  ]) {
    const { status, body } = answer
    assert.deepEqual([status, body.code, body.field], [400, 'placeholder_doubled', 'replacements'])
    assert.equal(body.error, 'replacements: two values for PRICE')
  }
})
