import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { givenContact, publish, runsOf } from '#test/support/workflows.ts'

/* Whatever starts a run, it belongs to a contact. */

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

const onMessage = { kind: 'event', event: 'message.received' }
const done = [{ id: 'keep', kind: 'set', values: { text: '{{ trigger.data.channel }}' } }]

const write = (as: Someone, contactId: string, dealId: string | null = null): Promise<unknown> =>
  app.database.inOrg(as.orgId, (db) =>
    recordMessage(db, as.orgId, { contactId, channel: 'whatsapp', direction: 'in', kind: 'text', body: 'Hello', dealId }),
  )

const idsOf = async (as: Someone, subjectId: string): Promise<string[]> => {
  const { runs } = (await app.call('list-runs', { subjectId, limit: 50 }, as)).body as unknown as { runs: { id: string }[] }
  return runs.map(({ id }) => id)
}
const shownOn = async (as: Someone, kind: 'contact' | 'deal', id: string): Promise<string[]> => {
  const { body } = await app.call('list-timeline', { [`${kind}Id`]: id, kinds: ['workflow'], limit: 50 }, as)
  const entries = body.entries as unknown as { id: string; cause: { kind: string; words: string | null } }[]
  for (const { cause } of entries) assert.deepEqual(cause, { ...cause, kind: 'workflow', words: 'A workflow' })
  return entries.map((entry) => entry.id.replace('run:', ''))
}

test('a run that a message started stands in the timelines of its contact and deal, and in the list of their runs', async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const { deal } = (await app.call('create-deal', { name: 'Kitchen', contactId: contact }, as)).body as unknown as {
    deal: { id: string }
  }
  const inner = await publish(app, as, { trigger: { kind: 'request', open_to: 'member' }, nodes: done.slice(1) })
  const { id } = await publish(app, as, {
    trigger: onMessage,
    nodes: [{ id: 'inner', kind: 'workflow', workflow: inner.id, input: {} }],
  })
  await write(as, contact, deal.id)
  const [run] = await until('the run is over', async () => {
    const runs = await runsOf(app, as, id)
    return runs[0]?.state === 'completed' ? runs : undefined
  })
  const [child] = await runsOf(app, as, inner.id)
  const both = [run?.id, child?.id].toSorted()
  for (const subject of [contact, deal.id]) assert.deepEqual((await idsOf(as, subject)).toSorted(), both)
  assert.deepEqual((await shownOn(as, 'contact', contact)).toSorted(), both)
  assert.deepEqual((await shownOn(as, 'deal', deal.id)).toSorted(), both)
  const stranger = await givenContact(app, as, 'Nils')
  assert.deepEqual([await idsOf(as, stranger), await shownOn(as, 'contact', stranger)], [[], []])
})

test('a workflow that answers what answers itself is stopped by the messages of one contact, and a dozen of a person do not', async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const { id } = await publish(app, as, { trigger: onMessage, nodes: done })
  const state = async () =>
    ((await app.call('show-workflow', { workflowId: id }, as)).body.workflow as unknown as { state: string }).state
  for (let n = 0; n < 12; n++) await write(as, contact)
  await until(
    'twelve have run',
    async () => (await runsOf(app, as, id)).filter((run) => run.state === 'completed').length === 12,
  )
  assert.equal(await state(), 'published')
  for (let n = 0; n < 20; n++) await write(as, contact)
  await until('it is stopped', async () => (await state()) === 'stopped')
})
