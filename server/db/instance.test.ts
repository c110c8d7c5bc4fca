import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { BadFolder, type Hold, lockInstance, type Refusal, readInstance, writeInstance } from '#db/instance.ts'

const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'foyer-instance-')))
const processes: ChildProcess[] = []

after(() => {
  for (const child of processes) child.kill('SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

test('a second start on the same folder is refused with the process that runs there and how to fix it', async () => {
  const folder = path.join(base, 'one')
  const hold = held(await lockInstance(folder))
  writeInstance(folder, { pid: process.pid, address: 'http://127.0.0.1:3000', socketDir: '/x' })

  const refusal = refused(await lockInstance(path.join(base, '.', 'one')))
  assert.equal(refusal.heldBy.pid, process.pid)
  assert.equal(
    refusal.message,
    `Foyer already runs on ${folder} (process ${process.pid}, http://127.0.0.1:3000). Stop it first, or set FOYER_DATA and PORT for a second one.`,
  )
  assert.deepEqual(readInstance(folder), { pid: process.pid, address: 'http://127.0.0.1:3000', socketDir: '/x' })

  // Not so much as looking at it lets the lock go.
  refused(await startHolder(folder))
  hold.release()
  assert.equal(readInstance(folder), undefined)
  held(await lockInstance(folder)).release()
})

test('two folders are held side by side', async () => {
  const first = held(await lockInstance(path.join(base, 'left')))
  const second = held(await lockInstance(path.join(base, 'right')))
  first.release()
  second.release()
})

test('of eight processes that start at the same moment exactly one holds the folder, and kill -9 gives it free', async () => {
  const folder = path.join(base, 'race')
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => startHolder(folder)))

  const holders = outcomes.filter((outcome) => !('message' in outcome))
  assert.equal(holders.length, 1)
  const holder = processes.find((child) => child.pid === readInstance(folder)?.pid)
  assert.ok(holder)

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  assert.equal(readInstance(folder), undefined, 'what the killed one left does not count')
  held(await lockInstance(folder)).release()
})

test('the lock can be removed by its owner only', async () => {
  const folder = path.join(base, 'modes')
  held(await lockInstance(folder)).release()
  assert.equal(statSync(path.join(folder, 'instance.lock')).mode & 0o777, 0o600)
  assert.equal(statSync(folder).mode & 0o006, 0, 'others can neither list nor change the folder')
})

test('a folder that cannot be made is named', async () => {
  const file = path.join(base, 'file')
  writeFileSync(file, '')
  await assert.rejects(
    lockInstance(path.join(file, 'data')),
    (error) => error instanceof BadFolder && error.message.includes('Set FOYER_DATA'),
  )
})

const held = (outcome: Hold | Refusal): Hold => {
  assert.ok(!outcome.heldBy, 'holds the folder')
  return outcome
}

const refused = (outcome: Hold | Refusal): Refusal => {
  assert.ok(outcome.heldBy, 'is refused')
  return outcome
}

/** Another process that takes the folder if it can, and then stays. */
async function startHolder(folder: string): Promise<Hold | Refusal> {
  const code = `
    const { lockInstance } = await import(${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'instance.ts')).href)})
    console.log(JSON.stringify(await lockInstance(${JSON.stringify(folder)})))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  processes.push(child)
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return JSON.parse(line) as Hold | Refusal
}
