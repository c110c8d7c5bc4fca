import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { AnyAction } from '#core/actions/action.ts'
import type { ExternalCallContext } from '#core/context.ts'
import { connectionOptions } from '#db/connect.ts'
import { removeGoogleCopies } from '#domains/business/documents/remove-google-copies.ts'
import { catalogue } from '#domains/catalogue.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { openFailpoints } from '../support/failpoints.ts'
import { openGoogleDocs } from '../support/google-docs.ts'
import { openJobContext } from '../support/job-context.ts'
import { ask } from '../support/requests.ts'

/*
 * A crash at every await of making a document from a Google Doc: before each statement, and before and after each commit and each call of
 * Google, of what sets and of what stores. Nothing of a process that was killed tidies up.
 */

const { breakable, brokenPort, crashingAt } = openFailpoints()
let app: TestApp
let owner: pg.Client
let jobs: Awaited<ReturnType<typeof openJobContext>>

/** Its outside is a point before and after each call, too. */
const withBrokenPorts = (action: AnyAction): AnyAction => ({
  ...action,
  run: (input: never, context: never) => {
    const given = context as ExternalCallContext
    const { files, paper, documents, onlineDocs } = given.ports
    const ports = {
      ...given.ports,
      ...{ files: brokenPort(files), paper: brokenPort(paper), documents: brokenPort(documents) },
      onlineDocs: { open: (account: Parameters<typeof onlineDocs.open>[0]) => spread(onlineDocs.open(account)) },
    }
    return action.run(input, { ...given, ports } as never)
  },
})
/** What opens Google takes its calls by name. */
const spread = <Port extends object>(port: Port): Port => {
  const broken = brokenPort(port)
  return Object.fromEntries(Object.keys(port).map((name) => [name, Reflect.get(broken, name)])) as Port
}

before(async () => {
  const actions = (catalogue as readonly AnyAction[]).map((each) =>
    each.name === 'generate-contract' ? breakable(withBrokenPorts(each)) : each,
  )
  app = await startApp({ env: { SANDBOX: 'on' }, product: { actions, inbound: [], jobs: [] } })
  owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
  jobs = await openJobContext(app, { SANDBOX: 'on' })
})
after(async () => {
  await jobs?.close()
  await owner?.end()
  await app?.stop()
})

test('a crash at any point of making a document from a Google Doc leaves one copy or none; a repeat goes on: one document, and no copy', async () => {
  const docs = await openGoogleDocs(app)
  const templateId = await docs.template('Agreement', 'header: {{CLIENT}}\nFor {{CLIENT}}, at {{PRICE}}.')
  const wish = {
    ...{ projectId: docs.projectId, templateId, userId: docs.owner.personId, title: 'Agreement', docType: 'contract' },
    replacements: { CLIENT: '{{PRICE}}', PRICE: '{{CLIENT}}' },
  }
  const generate = async (key: string) => {
    await owner.query('delete from directory.buckets')
    return ask(`${app.url}/gateway`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${docs.owner.token}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({ type: 'generate-contract', ...wish }),
    })
  }
  const madeOf = async (): Promise<number> =>
    Number(
      (await owner.query('select count(*) as made from foyer.documents where org_id = $1', [docs.owner.orgId])).rows[0].made,
    )
  let [at, left, documents] = [1, 0, 0]
  for (; ; at++) {
    const first = await crashingAt(at, () => generate(`key-${at}`))
    const copies = await docs.copies()
    assert.ok(copies.length <= 1, `a crash at ${at} left ${copies.length} copies`)
    if (first.status === 200) break
    left += copies.length
    assert.equal(first.status, 500, JSON.stringify(first.body))
    const again = await generate(`key-${at}`)
    assert.equal(again.status, 200, `after a crash at ${at}: ${JSON.stringify(again.body)}`)
    assert.equal(await madeOf(), ++documents, `after a crash at ${at}`)
    const { id } = again.body.document as unknown as { id: string }
    const [page = ''] = await docs.textOf(id)
    assert.ok(page.replaceAll(/\s/g, '').includes('For{{PRICE}},at{{CLIENT}}.'), page)
    if ((await docs.copies()).length > 0) await sweep()
    assert.deepEqual(await docs.copies(), [], `after a crash at ${at}`)
  }
  assert.ok(at > 60, `only ${at - 1} points`)
  assert.ok(left > 10, 'the copy was there at some of them')
  assert.equal(await madeOf(), documents + 1)

  async function sweep(): Promise<void> {
    const { rows } = await owner.query<{ id: string }>(
      'select id from foyer.contract_attempts where org_id = $1 and not is_clean',
      [docs.owner.orgId],
    )
    for (const { id } of rows) await removeGoogleCopies.run({ orgId: docs.owner.orgId, attemptId: id }, jobs.context)
  }
})

test('copies without a repeat are removed by their job, which was ordered before the first copy', async () => {
  const docs = await openGoogleDocs(app)
  const templateId = await docs.template('Agreement', 'For {{PRICE}}.')
  let orders = 0
  for (let at = 1; ; at += 7) {
    await owner.query('delete from directory.buckets')
    const { status } = await crashingAt(at, () => docs.generate(templateId, { PRICE: '1' }))
    const { rows } = await owner.query<{ data: { orgId: string; attemptId: string }; start_after: Date }>(
      `select data, start_after from jobs.job_common where name = 'remove-google-copies' and data->>'orgId' = $1`,
      [docs.owner.orgId],
    )
    assert.ok(rows.every(({ start_after }) => start_after.getTime() > Date.now() + 300_000))
    orders = rows.length
    for (const { data } of rows) await removeGoogleCopies.run(data, jobs.context)
    assert.deepEqual(await docs.copies(), [], `after a crash at ${at}`)
    if (status === 200) break
  }
  assert.ok(orders > 3)
})
