import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { type Documents, openDocuments } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { mailSealedDocument } from './mail-sealed-document.ts'
import { sealDocument } from './seal-document.ts'

const rounds = 200
let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

const orderedSeals = async (documentId: string): Promise<number> =>
  Number(
    await asOwner(app.target, async (client) => {
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from jobs.job_common where name = 'seal-document' and data->>'documentId' = $1`,
        [documentId],
      )
      return rows[0]?.count
    }),
  )

/** To whom the sealed document was mailed, an address for each email. */
const mailedTo = async ({ owner }: Documents, subject: string): Promise<readonly string[]> => {
  const rows = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('mails')
      .select('to_email')
      .where('template', '=', 'document-signed')
      .where('subject', '=', subject)
      .execute(),
  )
  return rows.map(({ to_email }) => to_email).sort()
}

test(`of two last signatures at once, ${rounds} times: both count, the document is complete once and sealed once, and each signer has one email`, async () => {
  let documents = await openDocuments(app, jobs.context.vault)
  for (let round = 0; round < rounds; round++) {
    if (round % 50 === 49) documents = await openDocuments(app, jobs.context.vault)
    // The limits of one workspace are not what is tried here.
    await app.database.db.deleteFrom('directory.buckets').execute()
    const title = `Agreement ${round}`
    const document = await documents.document({ title })
    const token = await documents.tokenOf(document.id, 'client')
    const calls = [() => documents.signByLink(token), () => documents.signAsAdmin(document)]
    // Each begins as often as the other, once or twice at the same moment.
    const order = round % 2 === 0 ? calls : [...calls].reverse()
    const answers = await Promise.all([...order, ...(round % 3 === 0 ? order : [])].map((sign) => sign()))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], JSON.stringify(answers.map(({ body }) => body)))
    const { status, evidence, signers } = await documents.shown(document.id)
    const count = (kind: string): number => evidence.filter((each) => each.kind === kind).length
    assert.deepEqual([status, count('signed'), count('consented'), count('completed')], ['signed', 2, 1, 1], `round ${round}`)
    assert.equal(await orderedSeals(document.id), 1, `round ${round}`)
    assert.equal(await documents.verify(document.id), true, `round ${round}`)
    // Sealing takes ten times as long as the race: of some, by two workers at once, as after one that was thought dead.
    if (round % 10 !== 0) continue
    const data = { orgId: documents.owner.orgId, documentId: document.id }
    await Promise.all([sealDocument.run(data, jobs.context), sealDocument.run(data, jobs.context)])
    await Promise.all([mailSealedDocument.run(data, jobs.context), mailSealedDocument.run(data, jobs.context)])
    const sealed = await documents.shown(document.id)
    assert.deepEqual(sealed.files.map(({ kind }) => kind).sort(), ['certificate', 'original', 'sealed'])
    for (const kind of ['sealed', 'certified']) assert.equal(sealed.evidence.filter((each) => each.kind === kind).length, 1)
    assert.deepEqual(await mailedTo(documents, `Signed by all: ${title}`), signers.map(({ email }) => email).sort())
  }
})
