import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { publish, runsOf } from '#test/support/workflows.ts'
import { uploading } from '#test/uploads/fixtures.ts'

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

test('a file starts a workflow only where its trigger says so, once for each lead, however often the file comes', async () => {
  const as = await app.given.organization()
  const nodes = [{ id: 'keep', kind: 'set', values: { name: '{{ trigger.data.name }}' } }]
  const trigger = { kind: 'event', event: 'lead.received' }
  const asked = await publish(app, as, { name: 'Files too', trigger: { ...trigger, imports: true }, nodes })
  const other = await publish(app, as, { name: 'No files', trigger, nodes })
  const uploads = uploading(app, as)
  const rows = Array.from({ length: 40 }, (_, n) => `Person ${n % 30},person${n % 30}@example.com`)
  const content = `Name,Email\n${rows.join('\n')}\n`
  for (const name of ['one.csv', 'two.csv']) {
    const { id } = await uploads.file(content, name)
    await uploads.check(id)
    await uploads.import(id, name === 'two.csv')
  }
  const leads = await uploads.leads()
  // The last thing that the reaction sees.
  const key = await app.given.key(as.orgId)
  assert.equal((await app.post({ name: 'Posted', email: 'posted@example.com' }, key.text)).status, 200)
  await until('the posted lead ran', async () => (await runsOf(app, as, other.id)).some(({ state }) => state === 'completed'))
  const subjects = (await runsOf(app, as, asked.id)).map((run) => (run as unknown as { subject_id: string }).subject_id)
  const posted = (await uploads.leads()).filter(({ via }) => via === 'api').map(({ id }) => id)
  assert.ok(leads.length >= 30)
  assert.deepEqual(subjects.toSorted(), [...leads.map(({ id }) => id), ...posted].toSorted())
  assert.equal((await runsOf(app, as, other.id)).length, 1)
})
