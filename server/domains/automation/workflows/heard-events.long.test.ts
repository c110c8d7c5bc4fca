import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { idFloor } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { givenContact, publish, showRun, start, untilRun } from '#test/support/workflows.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const trigger = { kind: 'request', input: [{ name: 'about', label: 'About', type: 'text' }], open_to: 'member' }
const heard = (id: string, next: string, more: object = {}) => ({
  ...{ id, kind: 'wait', next: { done: next } },
  for: { kind: 'event', event: 'lead.received', at_most: { amount: 1, unit: 'days' }, ...more },
})
const end = { id: 'end', kind: 'stop', reason: '{{ steps.first.event.data.source }}, {{ steps.second.event.data.source }}' }

/** Someone who writes: each lead is told from the others by its source. */
const writer = async (as: Someone) => {
  const key = await app.given.key(as.orgId)
  return async (source: string, email = 'maya@client.example'): Promise<void> => {
    assert.equal((await app.post({ name: 'Maya', email, source, external_id: `${source} ${email}` }, key.text)).status, 200)
  }
}
const waitsAt = (as: Someone, runId: string, node: string): Promise<unknown> =>
  until(`it waits at ${node}`, async () =>
    (await showRun(app, as, runId)).steps.some((step) => step.node === node && step.wait?.state === 'open'),
  )

test('one message answers one question: the same wait behind a condition is for the next one', async () => {
  const as = await app.given.organization()
  const write = await writer(as)
  const { id } = await publish(app, as, {
    trigger,
    nodes: [
      heard('first', 'is_it'),
      { id: 'is_it', kind: 'condition', when: 'true', next: { yes: 'second', no: 'second' } },
      heard('second', 'end'),
      end,
    ],
  })
  const runId = await start(app, as, id, { about: '' })
  await waitsAt(as, runId, 'first')
  await write('one')
  await waitsAt(as, runId, 'second')
  await write('two')
  assert.equal((await untilRun(app, as, runId, 'completed')).run.reason, 'one, two')
})

test('a message that comes while a person is asked is heard by the wait behind the step, and the one before it is not', async () => {
  const as = await app.given.organization()
  const write = await writer(as)
  const { id } = await publish(app, as, {
    trigger,
    nodes: [
      heard('first', 'ask'),
      { id: 'ask', kind: 'person', heading: 'Go on?', to: { kind: 'role', role: 'member' }, next: { done: 'second' } },
      heard('second', 'end'),
      end,
    ],
  })
  const runId = await start(app, as, id, { about: '' })
  await waitsAt(as, runId, 'first')
  await write('one')
  await waitsAt(as, runId, 'ask')
  await write('two')
  const step = (await showRun(app, as, runId)).steps.find(({ node }) => node === 'ask')
  await app.call('resume-workflow', { runId, stepId: step?.wait?.id, choice: 'done' }, as)
  assert.equal((await untilRun(app, as, runId, 'completed')).run.reason, 'one, two')
})

test('a reply is heard though its contact was merged since, whichever of the two the wait names', async () => {
  const as = await app.given.organization()
  const write = await writer(as)
  const [source, target] = [await givenContact(app, as, 'Maya'), await givenContact(app, as, 'Maya M.')]
  const { contacts } = (await app.call('list-contacts', { limit: 10 }, as)).body as unknown as {
    contacts: { id: string; email: string }[]
  }
  const emailOf = (id: string): string => contacts.find((contact) => contact.id === id)?.email ?? ''
  const { id } = await publish(app, as, {
    trigger,
    nodes: [
      heard('first', 'end', { about: 'trigger.input.about' }),
      { id: 'end', kind: 'stop', reason: '{{ steps.first.event.data.contact_id }}' },
    ],
  })
  const runs = [await start(app, as, id, { about: source }), await start(app, as, id, { about: target })]
  for (const runId of runs) await waitsAt(as, runId, 'first')
  const merged = await app.call('merge-contacts', { sourceId: source, targetId: target }, as)
  assert.equal(merged.status, 200, JSON.stringify(merged.body))
  await write('reply', emailOf(source))
  for (const runId of runs) await untilRun(app, as, runId, 'completed')
})

const givenDeal = async (as: Someone, contactId: string, name: string): Promise<string> => {
  const answer = await app.call('create-deal', { name, contactId }, as)
  return (answer.body.deal as unknown as { id: string }).id
}

test('a wait finds its event behind a thousand others, and where a server with a slow clock made its id', async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const { id } = await publish(app, as, {
    trigger,
    nodes: [
      {
        ...{ id: 'first', kind: 'wait', next: { done: 'end' } },
        for: {
          ...{ kind: 'event', event: 'deal.created', about: 'trigger.input.about' },
          at_most: { amount: 1, unit: 'days' },
        },
      },
      { id: 'end', kind: 'stop', reason: '{{ steps.first.event.subject_id }}' },
    ],
  })
  const [mine, other] = [await givenDeal(as, contact, 'Mine'), await givenDeal(as, contact, 'Other')]
  const third = await givenDeal(as, contact, 'Third')
  await app.call('stop-workflow', { workflowId: id, on: true }, as)
  const [late, many] = [await start(app, as, id, { about: mine }), await start(app, as, id, { about: other })]
  await app.database.inOrg(as.orgId, async (db) => {
    // As if it happened now, and was read already.
    const happened = (dealId: string, made: Date, times: number) =>
      sql`
      insert into events (org_id, id, type, subject_id, payload, tx)
      select org_id, (${idFloor(made).slice(0, 18)} || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid, type, subject_id, payload, tx
      from events, generate_series(1, ${times}::int) n
      where org_id = ${as.orgId} and subject_id = ${dealId} and type = 'deal.created'`.execute(db)
    await happened(mine, new Date(Date.now() - 600_000), 1)
    await happened(third, new Date(), 1_000)
    await happened(other, new Date(Date.now() + 1_000), 1)
  })
  await app.call('stop-workflow', { workflowId: id, on: false }, as)
  assert.equal((await untilRun(app, as, many, 'completed')).run.reason, other)
  assert.equal((await untilRun(app, as, late, 'completed')).run.reason, mine)
})
