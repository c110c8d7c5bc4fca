import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { runGroup } from './groups.ts'

// A runner within a runner runs nothing, by this sign.
delete process.env.NODE_TEST_CONTEXT

const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-group-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const sources = {
  good: `before(() => {}); after(() => {}); test('first', () => {}); test('second', () => {})`,
  fails: `test('wrong', () => assert.equal(1, 2)); test('right', () => {})`,
  dies: `test('lives', () => {}); test('kills', () => new Promise(() => setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)))`,
  leaves: `test('leaves', () => process.exit(0))`,
  hangs: `test('waits', () => new Promise((done) => setTimeout(done, 5_000).unref()))`,
  spins: `test('spins', () => { for (;;); })`,
  strays: `test('goes on', () => new Promise((done) => { setTimeout(() => { throw new Error('from behind') }, 10); setTimeout(done, 100) }))`,
  late: `test('made after a wait', async (t) => { await null; await t.test('within', () => {}) }); await null; after(() => {}); test('last', () => {})`,
  unread: `test('never', () => {}); throw new Error('no such thing')`,
  hooked: `before(() => { throw new Error('it did not start') }); test('never', () => {})`,
}
for (const [name, source] of Object.entries(sources))
  writeFileSync(
    path.join(folder, `${name}.mjs`),
    `import assert from 'node:assert/strict'\nimport { after, before, test } from 'node:test'\n${source}\n`,
  )

/** What was said of each file: its tests, and why it failed as a whole. */
const told = async (names: readonly (keyof typeof sources)[], timeoutMs = 20_000): Promise<string[]> => {
  const said: string[] = []
  for await (const event of runGroup(
    names.map((name) => `${name}.mjs`),
    { root: folder, timeoutMs, graceMs: 2_000 },
  )) {
    if (event.type === 'test:pass' || event.type === 'test:fail')
      said.push(`${path.basename(event.data.file ?? '')} ${event.data.name}: ${event.type.slice(5)}`)
    if (event.type === 'file') {
      const { file, error } = event.data
      said.push(`${path.basename(file)}${error === undefined ? '' : `: ${(error as Error).message ?? error}`}`)
    }
  }
  return said
}

test('files share a process, and each is reported by its own name with the results of its tests', async () => {
  assert.deepEqual(await told(['good', 'fails']), [
    'good.mjs first: pass',
    'good.mjs second: pass',
    'good.mjs',
    'fails.mjs wrong: fail',
    'fails.mjs right: pass',
    'fails.mjs',
  ])
})

test('a file that cannot be loaded, or does not start, fails by its name, and the next one runs', async () => {
  const said = await told(['unread', 'hooked', 'good'])
  assert.deepEqual(
    said.filter((line) => !line.includes('never')),
    ['unread.mjs: no such thing', 'hooked.mjs: it did not start', 'good.mjs first: pass', 'good.mjs second: pass', 'good.mjs'],
  )
})

test('a file that kills its process is named with the test that ended last, and those behind it run in another', async () => {
  const said = await told(['good', 'dies', 'fails'])
  assert.match(
    said.find((line) => line.startsWith('dies.mjs:')) ?? '',
    /process ended while this file ran, after the test “lives”/,
  )
  assert.match((await told(['leaves', 'good']))[0] ?? '', /^leaves\.mjs: .* exit code 0/)
  assert.deepEqual(said.slice(-3), ['fails.mjs wrong: fail', 'fails.mjs right: pass', 'fails.mjs'])
})

test('a file that waits for ever ends when its time is up, and so does one that keeps the process busy', async () => {
  const [waits, spins] = await Promise.all([told(['hangs', 'good'], 500), told(['spins', 'good'], 500)])
  assert.match(waits.find((line) => line.startsWith('hangs.mjs:')) ?? '', /timed out after 500ms/)
  assert.equal(waits.at(-1), 'good.mjs')
  assert.match(spins.find((line) => line.startsWith('spins.mjs:')) ?? '', /while this file ran.*took too long/)
  assert.equal(spins.at(-1), 'good.mjs')
})

test('an error that no test waited for fails its file; tests made after a wait are of their file', async () => {
  assert.deepEqual(await told(['strays', 'late']), [
    'strays.mjs goes on: pass',
    'strays.mjs: from behind',
    'late.mjs within: pass',
    'late.mjs made after a wait: pass',
    'late.mjs last: pass',
    'late.mjs',
  ])
})
