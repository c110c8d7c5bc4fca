import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { tablesSource } from '#db/generate-tables.ts'
import { cloneDatabase } from '../support/database.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
before(async () => {
  clone = await cloneDatabase()
})
after(() => clone.drop())

test('server/db/tables.ts matches the migrations (npm run tables writes it)', async () => {
  const committed = readFileSync(path.join(import.meta.dirname, '../../server/db/tables.ts'), 'utf8')
  assert.equal(committed, await tablesSource(clone.target))
})
