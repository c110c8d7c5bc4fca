import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { foyer } from '#domains/catalogue.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true })
})
after(() => app?.stop())

const ask = async (type: string, input: object): Promise<Record<string, unknown>> => {
  const { status, body } = await app.call(type, input, app.owner)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('a server that is up before its first worker accepts nothing that a reaction does not hear of', async () => {
  for (const email of ['maya.patel@gmail.com', 'mayapatel@gmail.com'])
    await ask('create-contact', { fullName: 'Maya Patel', email })
  const { rows } = await sql<{ reader: string }>`
    select w.name as reader from unnest(${foyer.reactions.map(({ name }) => name)}::text[]) as w (name)
    where not exists (select from directory.event_cursors c where c.reader = w.name
      and (c.tx, c.id) < all (select e.tx, e.id from events e where e.org_id = ${app.owner.orgId}))`.execute(app.database.db)
  assert.deepEqual(rows, [])
  const worker = await app.startWorker()
  try {
    await until('the pair of contacts', async () => (await ask('list-duplicates', {})).count === 1)
  } finally {
    await worker.stop()
  }
})
