import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { until } from '../support/until.ts'
import { givenContact, publish, runsOf } from '../support/workflows.ts'

/** What a chain of causes, and one subject within an hour, may come to (decisions, "Loop guard"). */
const mostDepth = 5
const mostOfSubject = 10

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

interface Notice {
  readonly kind: string
  readonly facts: { readonly chain: string; readonly guard: string }
}
const stopped = async (as: Someone): Promise<Notice> =>
  until('a workflow is stopped', async () => {
    const { notices } = (await app.call('list-notices', { limit: 50 }, as)).body as unknown as { notices: Notice[] }
    return notices.find(({ kind }) => kind === 'workflow_stopped')
  })
/** Those that workflows made. */
const made = ({ orgId }: Someone): Promise<number> =>
  app.database.inOrg(orgId, async (db) => {
    const { n } = await db
      .selectFrom('deals')
      .select((of) => of.fn.countAll().as('n'))
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
    return Number(n) - 1
  })

const makeDeal = (name: string | undefined) => ({
  ...{ id: 'make', kind: 'action', action: 'create-deal' },
  input: { name, contactId: '{{ trigger.data.contact_id }}' },
})

test('a workflow that starts itself, and two that start each other, stop at the cap with a notice that names the chain', async () => {
  const alone = await app.given.organization()
  const contact = await givenContact(app, alone)
  await publish(app, alone, {
    name: 'Alone',
    trigger: { kind: 'event', event: 'deal.created' },
    nodes: [makeDeal('Again')],
  })
  const two = await app.given.organization()
  const theirs = await givenContact(app, two)
  for (const [name, other] of [
    ['Ping', 'Pong'],
    ['Pong', 'Ping'],
  ] as const)
    await publish(app, two, {
      name,
      trigger: { kind: 'event', event: 'deal.created', filter: `trigger.data.name == '${name}'` },
      nodes: [makeDeal(other)],
    })
  await app.call('create-deal', { name: 'First', contactId: contact }, alone)
  await app.call('create-deal', { name: 'Ping', contactId: theirs }, two)
  const [ofAlone, ofTwo] = [await stopped(alone), await stopped(two)]
  assert.match(ofAlone.facts.chain, /^(Alone → ){5}Alone$/)
  assert.match(ofTwo.facts.chain, /^Ping → Pong → Ping → Pong → Ping → Pong$/)
  assert.equal(ofAlone.facts.guard, 'loop')
  await sleep(1_500)
  assert.deepEqual([await made(alone), await made(two)], [mostDepth, mostDepth])
})

test('an echo by way of another program stops, too: the same contact starts a workflow ten times an hour at most', async () => {
  const as = await app.given.organization()
  const key = await app.given.key(as.orgId)
  let echoes = 0
  const other = createServer((request, response) => {
    request.resume().on('end', async () => {
      echoes++
      await app.post({ name: 'Echo', email: 'echo@client.example', external_id: `echo-${echoes}` }, key.text)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  try {
    const { id } = await publish(app, as, {
      name: 'Pass leads on',
      trigger: { kind: 'event', event: 'lead.received' },
      nodes: [
        {
          ...{ id: 'pass_on', kind: 'http', method: 'POST', body: { name: '{{ trigger.data.name }}' } },
          url: `http://127.0.0.1:${(other.address() as AddressInfo).port}/leads`,
        },
      ],
    })
    await app.post({ name: 'Echo', email: 'echo@client.example', external_id: 'echo-0' }, key.text)
    const { facts } = await stopped(as)
    assert.deepEqual([facts.guard, facts.chain], ['same_subject', 'Pass leads on'])
    await sleep(1_500)
    assert.ok(echoes <= mostOfSubject, `${echoes} echoes`)
    const runs = await runsOf(app, as, id)
    assert.equal(runs.filter(({ state }) => state === 'completed').length, echoes)
    assert.equal(runs.length, echoes + 1, 'the one that is too many is kept')
  } finally {
    other.closeAllConnections()
    other.close()
  }
})
