import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownerWithGemini } from '../support/ai.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { startSandbox, type TestSandbox } from '../support/sandbox.ts'
import { until } from '../support/until.ts'
import { startServerProcess } from './processes.ts'

let vendors: TestSandbox
let app: TestApp
let env: Record<string, string>
let skewMs = 0
before(async () => {
  vendors = await startSandbox()
  env = { GEMINI_API_BASE: vendors.address }
  app = await startApp({ env, alone: true, now: () => new Date(Date.now() + skewMs) })
})
after(async () => {
  await app?.stop()
  await vendors?.stop()
})

const dealNames = async (who: Someone): Promise<string[]> =>
  (await app.database.inOrg(who.orgId, (db) => db.selectFrom('deals').select('name').orderBy('name').execute())).map(
    ({ name }) => name,
  )

/** A proposal of a new deal, by a model that was made to ask for it. */
const proposed = async (who: Someone, name: string): Promise<string> => {
  const laid = await fetch(`${vendors.address}/sandbox/gemini/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ calls: [{ name: 'create-deal', input: { client: { name: 'Rosa Diaz' }, name } }] }),
  })
  assert.equal(laid.status, 201)
  const { status, body } = await app.call('ask-assistant', { message: `Create the deal ${name}` }, who)
  assert.equal(status, 200, JSON.stringify(body))
  const [proposal] = body.proposals as unknown as { id: string }[]
  assert.ok(proposal)
  return proposal.id
}

const approve = (url: string, who: Someone, proposalId: string) =>
  fetch(`${url}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'approve-proposal', proposalId }),
  })

test('a server that is killed in the middle of approvals leaves each done once or open, and approving again does it once', async () => {
  let cutOff = 0
  let doneBefore = 0
  for (const killedAfterMs of [5, 25, 60]) {
    const who = await ownerWithGemini(app)
    const names = Array.from({ length: 8 }, (_, n) => `Deal ${n}`)
    const ids = []
    for (const name of names) ids.push(await proposed(who, name))
    assert.deepEqual(await dealNames(who), [])
    const server = await startServerProcess(app.target, { ...env, PUBLIC_URL: app.url })
    // The first call of a process takes longest: it finds its way, and nothing is approved by it.
    await approve(server.url, who, '01980000-0000-7000-8000-000000000000')
    const asked = ids.map(async (id) => (await approve(server.url, who, id)).json().catch(() => null)).map(settled)
    await sleep(killedAfterMs)
    await server.kill()
    const answers = await Promise.all(asked)
    cutOff += answers.filter((answer) => answer === null).length
    doneBefore += (await dealNames(who)).length
    const known = names.filter((_, at) => answers[at] !== null)
    const there = await dealNames(who)
    assert.deepEqual(
      known.filter((name) => !there.includes(name)),
      [],
      'what was answered is there',
    )
    // What its process left in the middle is taken up after a minute.
    skewMs += 61_000
    for (const id of ids)
      await until('it is done', async () => {
        const { status, body } = await app.call('approve-proposal', { proposalId: id }, who)
        if (status === 200) assert.equal(body.state, 'done', JSON.stringify(body))
        // Of one that was done and whose answer was lost, the proposal says so.
        return status === 200 || (status === 409 && body.state === 'done')
      })
    assert.deepEqual(await dealNames(who), names, `killed after ${killedAfterMs} ms`)
    const entries = (await app.call('list-audit', { action: 'create-deal' }, who)).body.entries as unknown as {
      via: string | null
    }[]
    assert.deepEqual(
      entries.map(({ via }) => via),
      names.map(() => 'assistant'),
    )
  }
  assert.ok(cutOff > 0, 'no approval was in the middle')
  assert.ok(doneBefore < 24, 'every approval was over before the kill')
})

const settled = (answer: Promise<unknown>): Promise<unknown> => answer.catch(() => null)
