import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { type Documents, openDocuments, publicly, type ShownDocument } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import type { Answer } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'
import { expireDocuments } from './expire-documents.ts'

/* What two people do to one document at the same moment. `FOYER_TEST_RACES=200 npm test -- documents/races` runs more of each. */

const times = Number(process.env.FOYER_TEST_RACES ?? 5)
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

const open = () => openDocuments(app, jobs.context.vault)
const countOf = ({ evidence }: ShownDocument, kind: string): number => evidence.filter((each) => each.kind === kind).length
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

test('of two last signatures at once both count, the document is complete once, and its seal is ordered once', async () => {
  for (let round = 0; round < times; round++) {
    // The limits of one workspace are not what is tried here.
    const documents = await open()
    const document = await documents.document()
    const token = await documents.tokenOf(document.id, 'client')
    const answers = await Promise.all([
      documents.signByLink(token),
      documents.signAsAdmin(document),
      documents.signByLink(token),
      documents.signAsAdmin(document),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
      JSON.stringify(answers.map(({ body }) => body)),
    )
    const after = await documents.shown(document.id)
    assert.deepEqual([after.status, countOf(after, 'signed'), countOf(after, 'completed')], ['signed', 2, 1])
    assert.equal(await orderedSeals(document.id), 1)
    assert.equal(await documents.verify(document.id), true)
  }
})

interface Rival {
  readonly status: 'declined' | 'voided'
  does(documents: Documents, document: ShownDocument, token: string): Promise<Answer>
}
const rivals: readonly Rival[] = [
  { status: 'declined', does: (_, __, token) => publicly(app, 'decline-signing', { token, reason: 'No' }) },
  {
    status: 'voided',
    does: ({ owner }, { id }) => app.call('void-document', { documentId: id, reason: 'Another version' }, owner),
  },
]

/** Signs while something else happens; each begins as often as the other. */
const together = async <Other>(
  round: number,
  documents: Documents,
  token: string,
  other: () => Promise<Other>,
): Promise<[Answer, Other]> => {
  if (round % 2 === 0) return Promise.all([documents.signByLink(token), other()])
  const [done, signed] = await Promise.all([other(), documents.signByLink(token)])
  return [signed, done]
}

for (const rival of rivals)
  test(`a last signature and one ${rival.status} at once: one wins, the other reads which`, async () => {
    for (let round = 0; round < times; round++) {
      const documents = await open()
      const document = await documents.document()
      const token = await documents.tokenOf(document.id, 'client')
      assert.equal((await documents.signAsAdmin(document)).status, 200)
      const [signing, other] = await together(round, documents, token, () => rival.does(documents, document, token))
      const after = await documents.shown(document.id)
      const won = after.status === 'signed'
      assert.ok(won || after.status === rival.status, after.status)
      const [winner, loser] = won ? [signing, other] : [other, signing]
      assert.equal(winner?.status, 200, JSON.stringify(winner?.body))
      assert.deepEqual([loser?.status, loser?.body.code], [409, 'not_pending'])
      assert.equal(countOf(after, rival.status), won ? 0 : 1)
      assert.equal(countOf(after, 'completed'), won ? 1 : 0)
      assert.equal(await orderedSeals(document.id), won ? 1 : 0)
      assert.equal(await documents.verify(document.id), won)
    }
  })

test('a last signature at the moment of the deadline: signed or expired, never both', async () => {
  for (let round = 0; round < times; round++) {
    const documents = await open()
    const document = await documents.document()
    const token = await documents.tokenOf(document.id, 'client')
    assert.equal((await documents.signAsAdmin(document)).status, 200)
    // The deadline falls into the time that both take.
    const endsAt = new Date(Date.now() + (round % 4) * 8)
    await app.database.inOrg(documents.owner.orgId, (db) =>
      db.updateTable('documents').set({ ends_at: endsAt }).where('id', '=', document.id).execute(),
    )
    const [signing] = await together(round, documents, token, () => expireDocuments.run({}, jobs.context))
    await until('its deadline has passed', async () => Date.now() > endsAt.getTime() + 5)
    await expireDocuments.run({}, jobs.context)
    const after = await documents.shown(document.id)
    assert.ok(after.status === 'signed' || after.status === 'expired', after.status)
    if (after.status === 'signed') assert.equal(signing.status, 200)
    else assert.deepEqual([signing.status, signing.body.code], [409, 'not_pending'])
    assert.deepEqual([countOf(after, 'completed'), countOf(after, 'expired')], after.status === 'signed' ? [1, 0] : [0, 1])
    assert.equal(await documents.verify(document.id), after.status === 'signed')
  }
})
