import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { AnyAction } from '#core/actions/action.ts'
import type { JobContext } from '#core/context.ts'
import { connectionOptions } from '#db/connect.ts'
import { askSigner } from '#domains/business/documents/ask-signer.ts'
import { findFiles, readStored } from '#domains/business/documents/document-files.ts'
import { mailSealedDocument } from '#domains/business/documents/mail-sealed-document.ts'
import { recordEvidence } from '#domains/business/documents/record-evidence.ts'
import { sealDocument } from '#domains/business/documents/seal-document.ts'
import { findHeads, findNewestRecord } from '#domains/business/documents/seal-records.ts'
import { findRoots } from '#domains/business/documents/sealing.ts'
import { readTemplateFile, takeTemplateFile } from '#domains/business/templates/template-files.ts'
import { catalogue } from '#domains/catalogue.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Documents, openDocuments } from '../support/documents.ts'
import { keptOf, openFailpoints, Stop } from '../support/failpoints.ts'
import { openJobContext } from '../support/job-context.ts'
import { makePdf } from '../support/papers.ts'
import { putRecordFile } from '../support/record-files.ts'
import type { Answer } from '../support/requests.ts'
import { startSandbox } from '../support/sandbox.ts'

/*
 * A crash between any two steps of making, signing, sealing and mailing a document: before each statement, before and after each commit and
 * each call of what sets, seals and stores.
 */

const { breakable, brokenContext, crashingAt, crashEverywhere: crashAt } = openFailpoints()
const actionsOfDocuments = [
  'generate-contract',
  'upload-signed-file',
  'sign-document',
  'sign-with-link',
  'decline-signing',
  'void-document',
]
let app: TestApp
let owner: pg.Client
let jobs: Awaited<ReturnType<typeof openJobContext>>
let broken: JobContext
before(async () => {
  const actions = (catalogue as readonly AnyAction[]).map((each) =>
    actionsOfDocuments.includes(each.name) ? breakable(each) : each,
  )
  app = await startApp({ product: { actions, inbound: [], jobs: [] } })
  owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
  jobs = await openJobContext(app)
  broken = brokenContext(jobs.context)
})
after(async () => {
  await jobs?.close()
  await owner?.end()
  await app?.stop()
})

const own = /\.(document|download_links|sign_links|templates|seal|mails|event|deal|task|notice|idempot)|^jobs\.job_common$/
let names: string[] | undefined
const everything = async () => {
  const tables = `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('foyer', 'directory', 'jobs')`
  names ??= (await owner.query<{ name: string }>(tables)).rows.map(({ name }) => name).filter((name) => own.test(name))
  return keptOf(owner, names)
}
const crashEverywhere = (call: () => Promise<Answer>, leastPoints: number) => crashAt({ owner, everything }, call, leastPoints)

/** Runs a job until it gets through, with a crash at its first point, then at its second, and so on; `look` sees what each left. */
const untilDone = async (
  run: (context: JobContext) => Promise<void>,
  look: () => Promise<void>,
  context = broken,
): Promise<number> => {
  for (let at = 1; ; at++)
    try {
      await crashingAt(at, () => run(context))
      return at - 1
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      await look()
    }
}

/** Files in the store whose name no row has: nothing would ever find them again. */
const unlisted = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>('select name from foyer.stored_files')
  const listed = new Set(rows.map(({ name }) => name))
  const left: string[] = []
  for await (const { name } of jobs.context.ports.files.list()) if (!listed.has(name)) left.push(name)
  return left
}

const mailsOf = async (orgId: string): Promise<string[]> =>
  (
    await owner.query<{ what: string }>(
      `select template || ' ' || to_email as what from foyer.mails where org_id = $1 and template ~ '^(sign|document)' order by 1`,
      [orgId],
    )
  ).rows.map(({ what }) => what)

const ask = async ({ owner: { orgId } }: Documents, documentId: string): Promise<void> => {
  const { rows } = await owner.query<{ data: never }>(
    `select data from jobs.job_common where name = 'ask-signer' and data->>'documentId' = $1 order by created_on`,
    [documentId],
  )
  assert.equal(rows.length, 2)
  const signers = new Set(rows.map(({ data }) => (data as { signerId: string }).signerId))
  assert.equal(signers.size, 2)
  for (const { data } of rows)
    await untilDone(
      (context) => askSigner.run(data, context),
      async () => {},
    )
  assert.equal((await mailsOf(orgId)).length, 2)
}

test('a crash at any point of making and signing a document leaves nothing half done, and of sealing and mailing a state from which it goes on: one seal, one certificate, one email each', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  // The first document of a workspace makes its certificate, in a transaction of its own.
  await documents.document()
  const made = await crashEverywhere(() => documents.generate({ title: 'Crashed' }), 12)
  assert.deepEqual(await unlisted(), [], 'of no crash in making')
  const { id } = made.body.document as unknown as { id: string }
  const document = await documents.shown(id)
  await ask(documents, id)

  const token = await documents.tokenOf(id, 'client')
  await crashEverywhere(() => documents.signByLink(token), 12)
  await crashEverywhere(() => documents.signAsAdmin(document), 12)
  assert.equal(await documents.verify(id), true)

  const { orgId } = documents.owner
  const states = new Set<string>()
  const points = await untilDone(
    (context) => sealDocument.run({ orgId, documentId: id }, context),
    async () => {
      assert.equal(await documents.verify(id), true, 'signed stays valid, whatever the seal does')
      assert.deepEqual(await unlisted(), [], 'of no crash in sealing')
      const { status, seal } = await documents.shown(id)
      assert.equal(status, 'signed')
      states.add(String(seal))
    },
  )
  assert.ok(points > 30, `only ${points} points`)
  assert.deepEqual([...states].sort(), ['sealed', 'stamping', 'waiting'])
  // A replay of the job, after all of it is done.
  await sealDocument.run({ orgId, documentId: id }, jobs.context)
  const whole = await documents.shown(id)
  assert.equal(whole.seal, 'sealed')
  assert.deepEqual(whole.files.map(({ kind }) => kind).sort(), ['certificate', 'original', 'sealed'])
  const kinds = whole.evidence.map(({ kind }) => kind)
  assert.deepEqual(kinds, [
    'made',
    'sent',
    'sent',
    'opened',
    'consented',
    'signed',
    'signed',
    'completed',
    'sealed',
    'certified',
  ])

  await untilDone(
    (context) => mailSealedDocument.run({ orgId, documentId: id }, context),
    async () => {},
  )
  await mailSealedDocument.run({ orgId, documentId: id }, jobs.context)
  const mails = (await mailsOf(orgId)).filter((each) => each.startsWith('document-signed'))
  assert.equal(mails.length, 2)
  assert.equal(new Set(mails).size, 2)
  assert.equal(await documents.verify(id), true)
})

test('a crash at any point of sealing with long-term data goes on from what is stored: one seal, and the data that it announces', async () => {
  const sandbox = await startSandbox()
  const stamping = await openJobContext(app, { TIMESTAMP_URL: `${sandbox.address}/sandbox/timestamps` })
  const documents = await openDocuments(app, stamping.context.vault)
  const document = await documents.document()
  const { orgId } = documents.owner
  await app.database.inOrg(orgId, (db) =>
    db.insertInto('sealing_settings').values({ org_id: orgId, timestamp: 'required', long_term: true }).execute(),
  )
  await ask(documents, document.id)
  await documents.signByLink(await documents.tokenOf(document.id, 'client'))
  await documents.signAsAdmin(await documents.shown(document.id))
  const filesOf = async () => (await documents.shown(document.id)).files.filter(({ kind }) => kind !== 'original')
  let before: Awaited<ReturnType<typeof filesOf>> = []
  const points = await untilDone(
    (context) => sealDocument.run({ orgId, documentId: document.id }, context),
    async () => {
      const files = await filesOf()
      // What is entered stays, to the byte.
      assert.deepEqual(files.slice(0, before.length), before)
      before = files
    },
    brokenContext(stamping.context),
  )
  assert.ok(points > 30, `only ${points} points`)
  await sealDocument.run({ orgId, documentId: document.id }, stamping.context)
  const files = await app.database.inOrg(orgId, (db) => findFiles(db, orgId, document.id))
  const { paper, files: stored } = stamping.context.ports
  const roots = await app.database.inOrg(orgId, (db) => findRoots(db, orgId))
  for (const file of files.filter(({ kind }) => kind !== 'original')) {
    const { isIntact, seal } = await paper.check(await readStored(stored, file), roots, orgId)
    assert.deepEqual([file.kind, isIntact, seal?.level], [file.kind, true, 'B-LT'])
    assert.ok(file.covered_sha256)
  }
  assert.equal(files.length, 3)
  await stamping.close()
  await sandbox.stop()
})

test('a crash at any point of adding a paper that was signed by hand, and of signing on it, leaves one file with one event or none; the sealed document has it', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const document = await documents.document()
  const { orgId } = documents.owner
  const { body } = await putRecordFile(app, documents.owner, 'Scan.pdf', await makePdf(1))
  const input = { documentId: document.id, fileId: (body.file as { id: string }).id }
  const added = await crashEverywhere(() => app.call('upload-signed-file', input, documents.owner), 8)
  const { url, id } = added.body.file as unknown as { url: string; id: string }
  assert.deepEqual(await unlisted(), [], 'of no crash in adding')
  const paper = async () => (await documents.shown(document.id)).files.filter(({ kind }) => kind === 'uploaded').length
  assert.equal(await paper(), 1)
  // Killed between adding and signing, the same is done again: nothing more comes of it.
  const again = await app.call('upload-signed-file', input, documents.owner)
  assert.equal((again.body.file as unknown as { id: string }).id, id)
  const client = document.signers.find(({ role }) => role === 'client')
  const data = {
    signerName: client?.name,
    signerEmail: client?.email,
    signerRole: 'client',
    timestamp: new Date().toISOString(),
  }
  await crashEverywhere(() => app.call('sign-document', { documentId: document.id, data, url }, documents.owner), 8)
  await documents.signAsAdmin(await documents.shown(document.id))
  await untilDone(
    (context) => sealDocument.run({ orgId, documentId: document.id }, context),
    async () => assert.equal(await documents.verify(document.id), true),
  )
  const { evidence, seal } = await documents.shown(document.id)
  assert.deepEqual([seal, await paper()], ['sealed', 1])
  assert.equal(evidence.filter(({ kind }) => kind === 'uploaded').length, 1)
  const files = await app.database.inOrg(orgId, (db) => findFiles(db, orgId, document.id))
  const sealed = files.find(({ kind }) => kind === 'sealed')
  assert.ok(sealed)
  const { attachments } = await jobs.context.ports.paper.check(await readStored(jobs.context.ports.files, sealed), [], orgId)
  assert.deepEqual(
    attachments.map(({ name }) => name),
    ['signed-by-hand-1.pdf'],
  )
})

test('a crash at any point of declining or voiding leaves the document open', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const [first, second] = [await documents.document(), await documents.document()]
  const token = await documents.tokenOf(first.id, 'client')
  await crashEverywhere(() => app.call('decline-signing', { token, reason: 'Too dear' }, null), 6)
  assert.equal((await documents.shown(first.id)).status, 'declined')
  await crashEverywhere(
    () => app.call('void-document', { documentId: second.id, reason: 'Another version' }, documents.owner),
    6,
  )
  assert.equal((await documents.shown(second.id)).status, 'voided')
})

test('a crash at any point of an upload for a template leaves no file that is named and not whole; the next try takes it once', async () => {
  const { orgId, personId } = await app.given.organization('Nordlicht')
  const pdf = await makePdf()
  const rowsOf = () =>
    app.database.inOrg(orgId, (db) => db.selectFrom('template_files').selectAll().where('org_id', '=', orgId).execute())
  const take = ({ inOrg, ports, newId }: JobContext) =>
    takeTemplateFile({ orgId, personId, name: 'Order.pdf', pdf }, { inOrg, files: ports.files, paper: ports.paper, newId })
  let id: string | undefined
  const points = await untilDone(
    async (context) => {
      id = (await take(context)).id
    },
    async () => {
      const rows = await rowsOf()
      assert.ok(rows.length <= 1)
      for (const row of rows) assert.ok((await readTemplateFile(jobs.context.ports.files, row)).length > 0)
    },
  )
  assert.ok(points >= 8, `only ${points} points`)
  assert.equal((await take(jobs.context)).id, id)
  assert.deepEqual(
    (await rowsOf()).map((row) => row.id),
    [id],
  )
})

test('a crash at any point of a night leaves no record that is not whole; the next try seals one', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  await documents.document()
  const { orgId } = documents.owner
  const recorded = () => app.database.inOrg(orgId, (db) => findNewestRecord(db, orgId))
  const counted = async () =>
    (await owner.query<{ n: number }>('select count(*)::int as n from foyer.seal_records where org_id = $1', [orgId])).rows[0]
      ?.n
  for (const [night, day] of ['2026-03-01', '2026-03-02'].entries()) {
    const points = await untilDone(
      (context) => recordEvidence.run({ orgId, day }, context),
      async () => {
        const record = await recorded()
        assert.ok(Number(await counted()) <= night + 1)
        // What is named is stored, whole, from the moment on in which it is.
        if (record) assert.ok((await readStored(jobs.context.ports.files, record)).length > 0)
        assert.deepEqual(await unlisted(), [])
      },
    )
    assert.ok(points >= 12, `only ${points} points`)
    await recordEvidence.run({ orgId, day }, jobs.context)
    assert.equal(await counted(), night + 1)
    assert.equal((await recorded())?.day, day)
  }
  // The second night held the first record against the chains, and found them as they were.
  const broken = await owner.query('select 1 from foyer.notices where org_id = $1 and kind = $2', [orgId, 'evidence_broken'])
  assert.equal(broken.rowCount, 0)
  const heads = await app.database.inOrg(orgId, (db) => findHeads(db, orgId))
  assert.equal(heads.length, 1)
})
