import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { type Documents, openDocuments, publicly, type ShownDocument } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { findChain, findPersonal } from './chain.ts'
import { evidenceOf } from './evidence.ts'
import { recordEvidence } from './record-evidence.ts'
import { removeDocumentFiles } from './remove-document-files.ts'
import { removeEndedDocuments } from './remove-ended-documents.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  // Over all workspaces.
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

interface Kept extends ShownDocument {
  readonly hold_reason: string | null
  readonly kept_until: string | null
  readonly held_since: string | null
  readonly signed_at: string | null
}
const open = () => openDocuments(app, jobs.context.vault)
const kept = async (documents: Documents, id: string): Promise<Kept> => (await documents.shown(id)) as Kept
const signed = async (documents: Documents): Promise<Kept> => {
  const document = await documents.document()
  await documents.signByLink(await documents.tokenOf(document.id, 'client'))
  await documents.signAsAdmin(document)
  return kept(documents, document.id)
}
const ended = async (documents: Documents, more: object = {}): Promise<Kept> => {
  const { id } = await documents.document(more)
  await call('void-document', { documentId: id, reason: 'Another version' }, documents.owner)
  return kept(documents, id)
}
const call = async (name: string, input: object, as: Someone): Promise<unknown> => {
  const { status, body } = await app.call(name, input, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const refused = async (name: string, input: object, as: Someone): Promise<string> => {
  const { status, body } = await app.call(name, input, as)
  return `${status} ${body.code}`
}
const termEnds = ({ owner }: Documents, id: string): Promise<unknown> =>
  app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('documents')
      .set({ kept_until: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute(),
  )
const recordOf = ({ owner }: Documents, id: string) =>
  app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('removed_documents').selectAll().where('id', '=', id).executeTakeFirst(),
  )
const storedOf = (id: string): number =>
  readdirSync(app.dataDir, { recursive: true }).filter((name) => name.toString().includes(`-${id}-`)).length
const yearsBetween = (from: string | null, to: string | null): number =>
  new Date(to ?? 0).getUTCFullYear() - new Date(from ?? 0).getUTCFullYear()

test('a document is kept from its end for the years of its type: ten unless Settings say six; an open one has no term', async () => {
  const documents = await open()
  assert.equal((await kept(documents, (await documents.document()).id)).kept_until, null)
  const contract = await signed(documents)
  assert.equal(yearsBetween(contract.signed_at, contract.kept_until), 10)
  assert.equal(contract.kept_until?.slice(4), contract.signed_at?.slice(4), 'to the moment')

  await call('update-sealing', { contractYears: 6 }, documents.owner)
  const { sealing } = (await call('show-sealing', {}, documents.owner)) as { sealing: Record<string, number> }
  assert.deepEqual([sealing.contract_years, sealing.invoice_years], [6, 10])
  const now = new Date().toISOString()
  assert.equal(yearsBetween(now, (await ended(documents)).kept_until), 6)
  assert.equal(yearsBetween(now, (await ended(documents, { docType: 'invoice' })).kept_until), 10)
  assert.equal((await kept(documents, contract.id)).kept_until, contract.kept_until, 'one that has ended keeps its term')
  assert.equal(await refused('update-sealing', { contractYears: 2 }, documents.owner), '400 bad_request')
})

test('before its term, and under a hold after it, no owner removes a document; then it goes, files and all, and a record stays', async () => {
  const documents = await open()
  const { owner } = documents
  const { id, files, evidence } = await signed(documents)
  const input = { documentId: id }
  assert.equal(await refused('remove-document', input, owner), '409 document_kept')
  // Other bytes: a file of the same is found by its digest as long as one of its documents is there.
  const pending = await documents.document({ replacements: { PRICE: '2.000 €' } })
  assert.equal(await refused('remove-document', { documentId: pending.id }, owner), '409 document_kept')

  await call('hold-document', { ...input, hold: true, reason: 'Dispute about the roof' }, owner)
  const held = await kept(documents, id)
  assert.notEqual(held.held_since, null)
  assert.equal(held.hold_reason, 'Dispute about the roof')
  await call('hold-document', { ...input, hold: true, reason: 'Once more' }, owner)
  assert.equal((await kept(documents, id)).held_since, held.held_since)
  await termEnds(documents, id)
  assert.equal(await refused('remove-document', input, owner), '409 document_held')
  await removeEndedDocuments.run({}, jobs.context)
  await call('hold-document', { ...input, hold: false, reason: 'Settled' }, owner)
  const after = await kept(documents, id)
  assert.deepEqual(
    after.evidence.slice(evidence.length).map(({ kind }) => kind),
    ['held', 'released'],
    'each change once',
  )
  assert.equal(after.hold_reason, null)
  assert.equal(await documents.verify(id), true, 'and the chain is whole')
  const evidenceOfSigners = await app.database.inOrg(owner.orgId, async (db) => {
    const document = await db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const chain = await findChain(db, owner.orgId, id)
    return evidenceOf({ document, chain, files: [], personal: await findPersonal(db, owner.orgId, id) })
  })
  assert.match(evidenceOfSigners, /Maya Rao/)
  assert.doesNotMatch(evidenceOfSigners, /Dispute|Settled/, 'why it is held is not for its signers')
  const member = await app.given.person(owner.orgId, 'member')
  assert.equal(await refused('remove-document', input, member), '403 forbidden')
  assert.equal(await refused('hold-document', { ...input, hold: true, reason: 'x' }, member), '403 forbidden')

  await call('remove-document', input, owner)
  const record = await recordOf(documents, id)
  assert.deepEqual(
    [record?.rule, record?.removed_by, record?.head_seq, record?.title_sha256, record?.files],
    [
      ...['asked', owner.personId, after.evidence.length],
      createHash('sha256').update('Agreement').digest(),
      files.map(({ kind, sha256, bytes }) => ({ kind, sha256, bytes })),
    ],
  )
  const listed = async (as: typeof owner, more: object = {}) =>
    (await call('list-removed-documents', more, as)) as unknown as {
      removed: { id: string; rule: string; removed_by: string | null; head: string; files: unknown }[]
      next_cursor: string | null
    }
  const [first, ...others] = (await listed(owner)).removed
  assert.partialDeepStrictEqual(first, {
    ...{ id, rule: 'asked', doc_type: 'contract', status: 'signed', head: record?.head_hash?.toString('hex') },
    ...{ files: files.map(({ kind, sha256, bytes }) => ({ kind, sha256, bytes })), events: after.evidence.length },
  })
  assert.ok(first?.removed_by, 'with the name of who did it')
  assert.ok(!JSON.stringify(first).includes('Agreement'), 'and no word of it')
  assert.deepEqual((await listed(owner, { cursor: id })).removed, others)
  assert.equal(await refused('list-removed-documents', {}, member), '403 forbidden')
  const stranger = await app.given.organization('Somebody else')
  assert.deepEqual(await listed(stranger), { removed: [], next_cursor: null })
  assert.deepEqual(await listed(stranger, { cursor: id }), { removed: [], next_cursor: null })
  assert.equal(await refused('show-document', input, owner), '404 document_not_found')
  assert.deepEqual((await publicly(app, 'verify-document', { docId: id })).body, { valid: false })
  assert.deepEqual((await publicly(app, 'verify-file', { sha256: files[0]?.sha256 })).body, { valid: false })

  assert.equal(storedOf(id), 1, 'the files go after the commit')
  await removeDocumentFiles.run({ orgId: owner.orgId, documentId: id }, jobs.context)
  await removeDocumentFiles.run({ orgId: owner.orgId, documentId: id }, jobs.context)
  assert.deepEqual([storedOf(id), (await recordOf(documents, id))?.names_left], [0, []])
  for (const table of ['document_signers', 'document_files', 'document_events', 'document_personal'] as const)
    assert.deepEqual(
      await app.database.inOrg(owner.orgId, (db) =>
        db.selectFrom(table).select('document_id').where('document_id', '=', id).execute(),
      ),
      [],
      table,
    )
  assert.equal((await kept(documents, pending.id)).status, 'pending_signature', 'others stay')
})

test('each night removes what has ended its term, once, with an order for its files; the rest stays', async () => {
  const documents = await open()
  const [gone, held, stays] = [await ended(documents), await ended(documents), await ended(documents)]
  await call('hold-document', { documentId: held.id, hold: true, reason: 'Audit' }, documents.owner)
  await termEnds(documents, gone.id)
  await termEnds(documents, held.id)
  await Promise.all([removeEndedDocuments.run({}, jobs.context), removeEndedDocuments.run({}, jobs.context)])
  const record = await recordOf(documents, gone.id)
  assert.deepEqual([record?.rule, record?.removed_by, record?.status], ['term', null, 'voided'])
  assert.equal((await kept(documents, held.id)).status, 'voided')
  assert.equal((await kept(documents, stays.id)).status, 'voided')
  const orders = await asOwner(app.target, async (client) => {
    const { rows } = await client.query(
      `select from jobs.job where name = 'remove-document-files' and data->>'documentId' = $1`,
      [gone.id],
    )
    return rows.length
  })
  assert.equal(orders, 1)
})

test('the nightly record of evidence takes a document that was removed after its term for what it is, and not for a loss', async () => {
  const documents = await open()
  const { orgId } = documents.owner
  const [gone, lost] = [await ended(documents), await ended(documents)]
  await recordEvidence.run({ orgId, day: '2026-03-01' }, jobs.context)
  await termEnds(documents, gone.id)
  await removeEndedDocuments.run({}, jobs.context)
  await app.database.inOrg(orgId, (db) => db.deleteFrom('documents').where('id', '=', lost.id).execute())
  await recordEvidence.run({ orgId, day: '2026-03-02' }, jobs.context)
  const { notices } = (await call('list-notices', {}, documents.owner)) as { notices: { kind: string; subject_id: string }[] }
  assert.deepEqual(
    notices.filter(({ kind }) => kind === 'evidence_broken').map(({ subject_id }) => subject_id),
    [lost.id],
  )
})

test('a hold and a removal at once: one wins, and the caller of the other reads which', async () => {
  const documents = await open()
  for (let round = 0; round < 6; round++) {
    const { id } = await ended(documents)
    await termEnds(documents, id)
    const hold = () => refused('hold-document', { documentId: id, hold: true, reason: 'Dispute' }, documents.owner)
    const remove = () => refused('remove-document', { documentId: id }, documents.owner)
    const answers = round % 2 === 0 ? await Promise.all([hold(), remove()]) : (await Promise.all([remove(), hold()])).reverse()
    const isGone = (await recordOf(documents, id)) !== undefined
    assert.deepEqual(answers, isGone ? ['404 document_not_found', '200 undefined'] : ['200 undefined', '409 document_held'])
  }
})
