import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { publicly } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { openProposals, type Proposals } from '#test/support/proposals.ts'
import type { Answer } from '#test/support/requests.ts'
import { expireProposals } from './expire-proposals.ts'

/* One proposal, answered from several sides at once: one wins, and every other one is rejected. */

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
let proposals: Proposals
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  jobs = await openJobContext(app)
  proposals = await openProposals(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

const rounds = 12
/** A small generator of its own: the same rounds each time. */
const pick = (round: number, most: number): number => ((round * 2_654_435_761) >>> 8) % most

interface Way {
  readonly wins: string
  readonly run: (at: { id: string; token: string }) => Promise<Answer | null>
}
const accept = (chosen: readonly string[]): Way => ({
  wins: 'accepted',
  run: ({ token }) => publicly(app, 'accept-proposal', { token, version: 1, name: 'Maya Rao', chosen }),
})
const decline: Way = {
  wins: 'declined',
  run: ({ token }) => publicly(app, 'decline-proposal', { token, version: 1, reason: 'No' }),
}
const withdraw: Way = {
  wins: 'withdrawn',
  run: ({ id }) => app.call('withdraw-proposal', { proposalId: id, reason: 'Wrong' }, proposals.owner),
}
const expire: Way = {
  wins: 'expired',
  run: async ({ id }) => {
    await app.database.inOrg(proposals.owner.orgId, (db) =>
      db
        .updateTable('proposals')
        .set({ ends_at: new Date(Date.now() - 1) })
        .where('id', '=', id)
        .where('status', '=', 'sent')
        .execute(),
    )
    await expireProposals.run({}, jobs.context)
    return null
  },
}

for (const [name, others] of [
  ['a withdrawal', [withdraw]],
  ['a refusal', [decline]],
  ['its end', [expire]],
  ['a withdrawal, a refusal and its end', [withdraw, decline, expire]],
] as const)
  test(`of accepting and ${name} at once one wins, and the other is rejected`, async () => {
    const ended = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const { id } = await proposals.sent()
      const at = { id, token: await proposals.tokenOf(id) }
      const ways = [accept(['care']), ...others]
      const ordered = ways.map((_, n) => ways[(n + pick(round, ways.length)) % ways.length] as Way)
      const answers = await Promise.all(ordered.map(async (way) => ({ way, answer: await way.run(at) })))
      const { status, acceptance, history } = await proposals.shown(id)
      ended.add(status)
      assert.equal(acceptance !== null, status === 'accepted')
      assert.equal(history.length, 3, `created, sent, and one end: ${history.map(({ kind }) => kind).join(' ')}`)
      for (const { way, answer } of answers) {
        if (answer === null) continue
        if (way.wins === status) assert.equal(answer.status, 200, JSON.stringify(answer.body))
        else assert.deepEqual([answer.status, answer.body.code], [409, 'proposal_not_open'])
      }
      const events = await app.database.inOrg(proposals.owner.orgId, (db) =>
        db
          .selectFrom('events')
          .select('type')
          .where('subject_id', '=', id)
          .where('type', 'in', ['proposal.accepted', 'proposal.declined', 'proposal.ended'])
          .execute(),
      )
      assert.equal(events.length, 1)
    }
    assert.ok(ended.size > 0)
  })

test('of two tabs with different options one is accepted and the other rejected; a double click counts once', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id } = await proposals.sent()
    const token = await proposals.tokenOf(id)
    const answers = await Promise.all(
      [['care'], ['care'], [], ['care', 'workshop']].map(async (chosen) => ({
        chosen: chosen.toSorted(),
        answer: await publicly(app, 'accept-proposal', { token, version: 1, name: 'Maya Rao', chosen }),
      })),
    )
    const { acceptance } = await proposals.shown(id)
    const won = acceptance?.chosen.toSorted()
    for (const { chosen, answer } of answers)
      assert.equal(answer.status, JSON.stringify(chosen) === JSON.stringify(won) ? 200 : 409, JSON.stringify(answer.body))
  }
})

test('of accepting and sending a new version at once, what was accepted is what was seen', async () => {
  // Sending is limited by its member.
  const proposals = await openProposals(app)
  for (let round = 0; round < rounds; round++) {
    const { id } = await proposals.sent()
    const token = await proposals.tokenOf(id)
    await app.call('update-proposal', { proposalId: id, title: `Round ${round}` }, proposals.owner)
    const [accepted, sent] = await Promise.all([
      publicly(app, 'accept-proposal', { token, version: 1, name: 'Maya Rao' }),
      app.call('send-proposal', { proposalId: id }, proposals.owner),
    ])
    const shown = await proposals.shown(id)
    assert.notEqual(accepted.status === 200, sent.status === 200, 'one of the two')
    assert.equal(shown.version, accepted.status === 200 ? 1 : 2)
    assert.deepEqual(
      accepted.status === 200 ? [sent.body.code, shown.acceptance?.version] : [accepted.body.code, shown.acceptance],
      accepted.status === 200 ? ['proposal_accepted', 1] : ['proposal_link_unknown', null],
    )
  }
})
