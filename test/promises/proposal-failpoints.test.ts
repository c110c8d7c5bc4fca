import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { AnyAction } from '#core/actions/action.ts'
import type { JobContext } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { connectionOptions } from '#db/connect.ts'
import { followAcceptedProposals } from '#domains/business/follow-ups/follow-accepted-proposals.ts'
import { sendDeposit } from '#domains/business/follow-ups/send-deposit.ts'
import { mailProposal } from '#domains/business/proposals/mail-proposal.ts'
import { mailProposalAnswer } from '#domains/business/proposals/mail-proposal-answer.ts'
import { catalogue } from '#domains/catalogue.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { publicly } from '../support/documents.ts'
import { keptOf, openFailpoints, Stop } from '../support/failpoints.ts'
import { openJobContext } from '../support/job-context.ts'
import { openProposals } from '../support/proposals.ts'
import type { Answer } from '../support/requests.ts'

/* A crash between any two steps of sending, accepting and declining a proposal, of its emails, and of what follows. */

const { breakable, brokenContext, crashingAt, crashEverywhere: crashAt } = openFailpoints()
const own = ['send-proposal', 'accept-proposal', 'decline-proposal', 'withdraw-proposal']
let app: TestApp
let owner: pg.Client
let jobs: Awaited<ReturnType<typeof openJobContext>>
let broken: JobContext
before(async () => {
  const actions = (catalogue as readonly AnyAction[]).map((each) => (own.includes(each.name) ? breakable(each) : each))
  app = await startApp({ env: { SANDBOX: 'on' }, product: { actions, inbound: [], jobs: [] } })
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

let names: string[] | undefined
const everything = async () => {
  const tables = `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('foyer', 'directory', 'jobs')`
  names ??= (await owner.query<{ name: string }>(tables)).rows
    .map(({ name }) => name)
    .filter((name) => /\.(proposal|invoice|mails|event|deal|task|idempot|pay_links)|^jobs\.job_common$/.test(name))
  return keptOf(owner, names)
}
const crashEverywhere = (call: () => Promise<Answer>, leastPoints: number) => crashAt({ owner, everything }, call, leastPoints)

/** Runs a job until it gets through, with a crash at its first point, then at its second, and so on. */
const untilDone = async (run: (context: JobContext) => Promise<void>): Promise<number> => {
  for (let at = 1; ; at++)
    try {
      await crashingAt(at, () => run(broken))
      return at - 1
    } catch (error) {
      if (!(error instanceof Stop)) throw error
    }
}
const jobData = async (name: string, proposalId: string): Promise<never[]> =>
  (
    await owner.query<{ data: never }>(
      `select data from jobs.job_common where name = $1 and data::text like '%' || $2 || '%'`,
      [name, proposalId],
    )
  ).rows.map(({ data }) => data)
const mailsOf = async (orgId: string): Promise<string[]> =>
  (
    await owner.query<{ template: string }>(
      `select template from foyer.mails where org_id = $1 and template ~ '^(proposal|invoice)' order by 1`,
      [orgId],
    )
  ).rows.map(({ template }) => template)

test('after a crash at any step of sending and accepting a proposal there is all of it or nothing: one acceptance, one email to each side, one deposit invoice', async () => {
  const proposals = await openProposals(app)
  const { orgId } = proposals.owner
  const { id } = await proposals.create({ whenAccepted: { deposit: { percent: 30, send: true } } })
  await crashEverywhere(() => app.call('send-proposal', { proposalId: id }, proposals.owner), 8)
  const sent = await jobData('mail-proposal', id)
  assert.equal(sent.length, 1)
  for (const data of sent) assert.ok((await untilDone((context) => mailProposal.run(data, context))) > 3)
  for (const data of sent) await mailProposal.run(data, jobs.context)

  const token = await proposals.tokenOf(id)
  await crashEverywhere(() => publicly(app, 'accept-proposal', { token, version: 1, name: 'Maya', chosen: ['care'] }), 8)
  assert.equal((await proposals.shown(id)).status, 'accepted')
  const answered = await jobData('mail-proposal-answer', id)
  assert.equal(answered.length, 1)
  for (const data of answered) assert.ok((await untilDone((context) => mailProposalAnswer.run(data, context))) > 5)
  for (const data of answered) await mailProposalAnswer.run(data, jobs.context)
  assert.deepEqual(await mailsOf(orgId), ['proposal', 'proposal-accepted', 'proposal-answered'])

  // The reaction runs in the transaction that moves its cursor: half of it is nothing.
  const wanted: { invoiceId: string; mailId: string; of: never }[] = []
  const follow = () =>
    app.database.inOrg(orgId, (db) =>
      followAcceptedProposals.run(
        [{ subjectId: id }] as never,
        { db, org: { id: orgId }, enqueue: async (_job: unknown, data: never) => void wanted.push(data) } as never,
      ),
    )
  await follow()
  await follow()
  assert.equal(wanted.length, 1)
  for (const { invoiceId, of } of wanted) {
    const data = { orgId, invoiceId, mailId: newId(), of }
    assert.ok((await untilDone((context) => sendDeposit.run(data, context))) > 5)
    await sendDeposit.run(data, jobs.context)
  }
  const { rows } = await owner.query<{ state: string; number: number }>(
    'select state, number from foyer.invoices where org_id = $1',
    [orgId],
  )
  assert.deepEqual(rows, [{ state: 'sent', number: 1 }])
  const mails = await owner.query(`select from jobs.job_common where name = 'mail-invoice' and data->>'orgId' = $1`, [orgId])
  assert.equal(mails.rowCount, 1)
})

test('after a crash at any step of declining or withdrawing a proposal it is open, or ended as a whole', async () => {
  const proposals = await openProposals(app)
  const [first, second] = [await proposals.sent(), await proposals.sent()]
  const token = await proposals.tokenOf(first.id)
  await crashEverywhere(() => publicly(app, 'decline-proposal', { token, version: 1, reason: 'Later' }), 6)
  assert.equal((await proposals.shown(first.id)).status, 'declined')
  await crashEverywhere(() => app.call('withdraw-proposal', { proposalId: second.id, reason: 'Wrong' }, proposals.owner), 5)
  assert.equal((await proposals.shown(second.id)).status, 'withdrawn')
})
