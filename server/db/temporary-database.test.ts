import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { startScratch } from './temporary-database.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-scratches-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a temporary database that a killed process left behind is removed by the next one, and one in use stays', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const kept = path.join(folder, `foyer-scratch-${other.pid}-used`)
  const left = path.join(folder, 'foyer-scratch-999999998-left')
  for (const each of [kept, left]) mkdirSync(path.join(each, 'database'), { recursive: true })
  const first = await startScratch({}, folder)
  assert.deepEqual([kept, left].map(existsSync), [true, false])
  other.kill('SIGKILL')
  await once(other, 'exit')
  const second = await startScratch({}, folder)
  assert.equal(existsSync(kept), false)
  assert.equal(readdirSync(folder).length, 2)
  await Promise.all([first.stop(), second.stop()])
  assert.deepEqual(readdirSync(folder), [])
})
