import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { until } from '../support/until.ts'
import { givenContact, publish, runsOf, type ShownRun, untilRun } from '../support/workflows.ts'

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

test('a workflow beside a ring, and the last of a long chain, go on: a person is asked about the one start', async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const from = (name: string) => ({ kind: 'event', event: 'deal.created', filter: `trigger.data.name == '${name}'` })
  const noted = { ...makeDeal('Seen'), input: { name: 'Seen by {{ trigger.data.name }}', contactId: contact } }
  const ring = await publish(app, as, { name: 'Ring', trigger: from('Ring'), nodes: [makeDeal('Ring')] })
  const beside = await publish(app, as, { name: 'Beside', trigger: from('Ring'), nodes: [noted] })
  const chain = await Promise.all(
    Array.from({ length: mostDepth + 1 }, (_, n) =>
      publish(app, as, { name: `Chain ${n}`, trigger: from(`${n}`), nodes: [makeDeal(`${n + 1}`)] }),
    ),
  )
  await app.call('create-deal', { name: 'Ring', contactId: contact }, as)
  await app.call('create-deal', { name: '0', contactId: contact }, as)
  const last = chain.at(-1)?.id ?? ''
  const kept = async (workflowId: string): Promise<ShownRun['run']> =>
    until('a start is kept', async () => (await runsOf(app, as, workflowId)).find(({ state }) => state === 'paused'))
  const [keptBeside, keptLast] = [await kept(beside.id), await kept(last)]
  assert.deepEqual([keptBeside.reason_code, keptLast.reason_code], ['chain_too_deep', 'chain_too_deep'])
  assert.match(keptLast.reason ?? '', /Chain 0 → Chain 1 → Chain 2 → Chain 3 → Chain 4 → Chain 5\./)
  assert.match(keptBeside.reason ?? '', /Ring → Ring → Ring → Ring → Ring → Beside\./)

  const { workflows } = (await app.call('list-workflows', {}, as)).body as unknown as {
    workflows: { id: string; state: string }[]
  }
  const states = new Map(workflows.map(({ id, state }) => [id, state]))
  assert.equal(states.get(ring.id), 'stopped')
  assert.deepEqual(
    [beside.id, ...chain.map(({ id }) => id)].map((id) => states.get(id)).filter((state) => state !== 'published'),
    [],
  )
  assert.equal((await runsOf(app, as, beside.id)).filter(({ state }) => state === 'completed').length, mostDepth)

  await app.call('resume-run', { runId: keptLast.id }, as)
  await untilRun(app, as, keptLast.id, 'completed')
  // The next lead of the ring's neighbour is no matter of the ring.
  await publish(app, as, { name: 'Beside, too', trigger: from('Alone'), nodes: [noted] })
  await app.call('create-deal', { name: 'Alone', contactId: contact }, as)
  await until('it runs', async () => (await made(as)) >= 2 * mostDepth + 2)
})

test('a start that is kept holds up no other of its key, and does not run beside one when a person lets it go on', async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const from = (name: string) => ({ kind: 'event', event: 'deal.created', filter: `trigger.data.name == '${name}'` })
  await publish(app, as, { name: 'Ring', trigger: from('Ring'), nodes: [makeDeal('Ring')] })
  const wait = { id: 'wait', kind: 'wait', for: { kind: 'duration', duration: { amount: 1, unit: 'hours' } } }
  const keyed = await publish(app, as, {
    ...{ name: 'One at a time', nodes: [wait], settings: { concurrency: { key: "'one'", others: 'queue' } } },
    trigger: { kind: 'event', event: 'deal.created', filter: "trigger.data.name == 'Ring' || trigger.data.name == 'Later'" },
  })
  await app.call('create-deal', { name: 'Ring', contactId: contact }, as)
  const kept = await until('a start is kept', async () =>
    (await runsOf(app, as, keyed.id)).find(({ state }) => state === 'paused'),
  )
  const others = (await runsOf(app, as, keyed.id)).filter(({ id }) => id !== kept.id)
  for (const { id } of others) await app.call('cancel-run', { runId: id }, as)
  await app.call('create-deal', { name: 'Later', contactId: contact }, as)
  const later = await until('the next one waits', async () =>
    (await runsOf(app, as, keyed.id)).find(({ state }) => state === 'waiting'),
  )
  assert.equal((await app.call('resume-run', { runId: kept.id }, as)).body.status, 'queued')
  await app.call('cancel-run', { runId: later.id }, as)
  await untilRun(app, as, kept.id, 'waiting')
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
