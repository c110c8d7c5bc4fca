import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openReceiver, type Receiver, until } from '#test/promises/webhook-receiver.ts'
import { connectedTo, startCrms } from '#test/support/crm-sync.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { queueSyncWebhooks } from './queue-sync-webhooks.ts'

let crms: Awaited<ReturnType<typeof startCrms>>
let receiver: Receiver
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  crms = await startCrms({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' } })
  receiver = await openReceiver()
  jobs = await openJobContext(crms.app, crms.env)
})
after(async () => {
  await jobs?.close()
  await crms?.stop()
  await receiver?.close()
})
beforeEach(() => crms.sandbox.turn('hubspot'))

type Crm = Awaited<ReturnType<typeof connectedTo>>
interface Told {
  readonly type: string
  readonly data: { readonly id: string; readonly name?: string | null; readonly title?: string | null; readonly cause?: string }
}

let paths = 0
const webhook = async (crm: Crm, input: object) => {
  const path = `/sync${++paths}`
  const made = await crm.call<{ webhook: { id: string; include_imports: boolean } }>('create-webhook', {
    ...{ url: receiver.url(path), description: 'Data warehouse' },
    ...input,
  })
  const got = (): Told[] => receiver.of(path).map(({ body }) => JSON.parse(body) as Told)
  return { path, ...made.webhook, got, records: () => got().filter(({ type }) => /^(contact|deal)\.changed$/.test(type)) }
}

const left = ({ owner }: Crm) =>
  crms.app.database.inOrg(owner.orgId, (db) => db.selectFrom('sync_webhooks').selectAll().execute())

const finished = (got: readonly Told[]) => got.filter(({ type }) => type === 'crm.sync_finished').length

test('an endpoint that asks for imports gets each contact and deal of a sync once, with its cause; the others get one event', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 3, contacts: 130, deals: 12 })
  const usual = await webhook(crm, {})
  const asking = await webhook(crm, { includeImports: true })
  const contactsOnly = await webhook(crm, { includeImports: true, eventTypes: ['contact.changed'] })
  assert.deepEqual([usual.include_imports, asking.include_imports], [false, true])
  await crm.sync()
  await until('all records come', () => asking.records().length >= 142 && contactsOnly.got().length >= 130, 60_000)
  await until('nothing is left', async () => (await left(crm)).length === 0)
  assert.equal(asking.records().length, 142)
  assert.equal(new Set(asking.records().map(({ data }) => data.id)).size, 142)
  assert.ok(asking.records().every(({ data }) => data.cause === 'import'))
  assert.equal(asking.records().filter(({ type }) => type === 'deal.changed').length, 12)
  assert.deepEqual([...new Set(contactsOnly.got().map(({ type }) => type))], ['contact.changed'])
  await until('the others hear of the sync', () => finished(usual.got()) === 1)
  assert.deepEqual(usual.records(), [])

  const [record] = await crm.records('contacts')
  await crm.control({ edit: [{ entity: 'contacts', id: record?.id, values: { title: 'Another title' } }] })
  const before = asking.records().length
  await crm.sync()
  await until('the change comes', () => asking.records().length > before)
  await until('nothing is left', async () => (await left(crm)).length === 0)
  assert.deepEqual(
    asking
      .records()
      .slice(before)
      .map(({ type, data }) => [type, data.title, data.cause]),
    [['contact.changed', 'Another title', 'import']],
  )
  assert.deepEqual(usual.records(), [])
})

test('of a large sync few records wait for an endpoint at a time, a receiver that is down delays no other, and a webhook that is turned off ends it until it is recovered', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 400, deals: 0 })
  const down = await webhook(crm, { includeImports: true })
  receiver.answerWith((got, response) => response.writeHead(got.path === down.path ? 500 : 204).end())
  const other = await webhook(crm, { eventTypes: ['crm.sync_finished'] })
  await crm.sync({}, { entities: ['contacts'] })
  await until('the other hears of it', () => finished(other.got()) === 1)
  const waiting = () =>
    crms.app.database.inOrg(crm.owner.orgId, (db) =>
      db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('endpoint_id', '=', down.id)
        .where('state', '=', 'waiting')
        .execute(),
    )
  await until('a full line', async () => (await waiting()).length >= 100)
  assert.ok((await waiting()).length <= 101)
  assert.equal((await left(crm)).length, 1)
  const [place] = await left(crm)
  const data = { orgId: crm.owner.orgId, jobId: place?.job_id ?? '', webhookId: down.id }
  await queueSyncWebhooks.run(data, jobs.context)
  assert.deepEqual(await left(crm), [place], 'a full line moves nothing on')
  await crm.call('update-webhook', { webhookId: down.id, state: 'disabled' })
  await queueSyncWebhooks.run(data, jobs.context)
  assert.deepEqual(await left(crm), [])

  receiver.answerWith((_got, response) => response.writeHead(204).end())
  await crm.call('update-webhook', { webhookId: down.id, state: 'active' })
  await crm.call('recover-webhook', { webhookId: down.id, since: new Date(Date.now() - 3_600_000).toISOString() })
  const told = () => new Set(down.records().map(({ data }) => data.id)).size
  const isAllQueued = async (): Promise<boolean> => {
    await queueSyncWebhooks.run(data, jobs.context)
    return (await left(crm)).length === 0
  }
  // Some of them have an address in common, and are one contact here.
  const { count } = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db
      .selectFrom('contacts')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  await until('each record comes after all', async () => (await isAllQueued()) && told() === count, 120_000)
})
