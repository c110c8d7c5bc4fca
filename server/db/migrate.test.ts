import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { migrateAll } from '../main.ts'
import { connectionOptions, type Target } from './connect.ts'
import { checkDatabase } from './migrate.ts'
import { startScratch } from './scratch.ts'

let server: Awaited<ReturnType<typeof startScratch>>
before(async () => {
  server = await startScratch()
})
after(() => server.stop())

const ask = async (target: Target, text: string): Promise<void> => {
  const client = new pg.Client(connectionOptions(target, { application: 'foyer test', role: null }))
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

test('an owner that is no superuser and may make roles, as managed databases give it, sets Foyer up', async () => {
  await ask(server.target, 'create role house login createrole')
  await ask(server.target, 'create database managed owner house')
  const owner = { ...server.target, user: 'house', database: 'managed' }
  assert.ok((await migrateAll(owner)).length > 0)
  assert.deepEqual(await migrateAll(owner), [])
  await checkDatabase(owner)
})

test('a role that may only step into foyer_app is enough to serve, and cannot migrate', async () => {
  await ask(server.target, 'create role web login; grant foyer_app to web')
  const web = { ...server.target, user: 'web', database: 'managed' }
  await checkDatabase(web)
  await assert.rejects(migrateAll(web), /permission denied|may not|must/)
})
