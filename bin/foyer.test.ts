import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const checkout = path.join(import.meta.dirname, '..')
const base = mkdtempSync(path.join(os.tmpdir(), 'foyer-guard-'))
const guard = path.join(base, 'bin/foyer.cjs')
const left: number[] = []

// A checkout in small: the real guard, and a command line that tells what reaches it.
mkdirSync(path.join(base, 'server'))
for (const name of ['foyer.cjs', 'memory.cjs', 'resolve.cjs'])
  cpSync(path.join(checkout, 'bin', name), path.join(base, 'bin', name))
symlinkSync(path.join(checkout, 'node_modules'), path.join(base, 'node_modules'))
writeFileSync(path.join(base, 'package.json'), '{ "type": "module", "imports": {} }')
writeFileSync(
  path.join(base, 'server/cli.ts'),
  `const words: string[] = process.argv.slice(2)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => { console.log(signal); if (signal === 'SIGTERM') process.exit(7) })
  const memory = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('MALLOC_')))
  const { pid, versions: { node } } = process
  console.log(JSON.stringify({ pid, node, words, memory, guarded: 'FOYER_GUARDED' in process.env }))
  if (words[0] === 'exit') process.exit(Number(words[1]))
  setInterval(() => {}, 1000)`,
)

after(() => {
  for (const pid of left) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

/** A Node that is too old for Foyer, as the machine brings it. */
const oldNode = (process.env.PATH ?? '')
  .split(path.delimiter)
  .concat('/usr/bin', '/usr/local/bin')
  .map((folder) => path.join(folder, 'node'))
  .find(
    (file) =>
      existsSync(file) && Number.parseInt(execFileSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10) < 24,
  )
const skip = oldNode === undefined && 'no Node older than 24 on this machine'

test('under Node 24 the command line runs in the same process', async () => {
  const { child, told, line, ended } = await startGuard(process.execPath, ['start', 'a b'])
  assert.equal(told.pid, child.pid)
  assert.deepEqual(told.words, ['start', 'a b'])
  child.kill('SIGTERM')
  assert.equal(await line(), 'SIGTERM')
  assert.deepEqual(await ended, [7, null])
})

const isLinux = process.platform === 'linux'

test('what lasts has the settings for memory, in the same process; its own ones stay', {
  skip: !isLinux && 'not Linux',
}, async () => {
  const frugal = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
  for (const [words, set, memory] of [
    [['work'], {}, frugal],
    [['serve'], { MALLOC_ARENA_MAX: '4' }, { ...frugal, MALLOC_ARENA_MAX: '4' }],
    [['exit', '0'], {}, {}],
  ] as const) {
    const { child, told } = await startGuard(process.execPath, words, set)
    assert.equal(told.pid, child.pid)
    assert.deepEqual(told.words, words)
    assert.deepEqual(told.memory, memory)
    child.kill('SIGKILL')
  }
})

test('under an older Node the installed one takes over, with words and exit code', { skip }, async () => {
  const { told, ended } = await startGuard(oldNode ?? '', ['exit', '3', '--as=it is'])
  assert.ok(Number.parseInt(told.node, 10) >= 24)
  assert.deepEqual(told.words, ['exit', '3', '--as=it is'])
  assert.equal(told.guarded, false)
  assert.deepEqual(await ended, [3, null])
})

test('under an older Node every signal arrives once, and the exit code comes back', { skip }, async () => {
  const { child, told, line, ended } = await startGuard(oldNode ?? '', ['start'])
  assert.notEqual(told.pid, child.pid)
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) {
    child.kill(signal)
    assert.equal(await line(), signal)
  }
  assert.deepEqual(await ended, [7, null])
})

test('under an older Node kill -9 of the guard ends its child process in good order', { skip }, async () => {
  const { child, told, line } = await startGuard(oldNode ?? '', ['start'])
  child.kill('SIGKILL')
  assert.equal(await line(), 'SIGTERM')
  for (let tries = 0; isAlive(told.pid); tries++) {
    assert.ok(tries < 200, 'it has ended')
    await sleep(10)
  }
})

test('under an older Node kill -9 of the child process ends the guard likewise', { skip }, async () => {
  const { told, ended } = await startGuard(oldNode ?? '', ['start'])
  process.kill(told.pid, 'SIGKILL')
  assert.deepEqual(await ended, [null, 'SIGKILL'])
})

test('without any Node 24 it says how to fix it', { skip }, async () => {
  rmSync(path.join(base, 'node_modules'))
  const child = spawn(oldNode ?? '', [guard, 'start'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  const said = (await child.stderr.toArray()).join('')
  assert.match(said, /Foyer needs Node 24 or newer; this is v\d+.*npm ci/s)
  assert.deepEqual(await ended, [1, null])
})

interface Told {
  readonly pid: number
  readonly node: string
  readonly words: string[]
  /** Settings of the C library. */
  readonly memory: Readonly<Record<string, string>>
  readonly guarded: boolean
}

interface Started {
  readonly child: ChildProcess
  readonly told: Told
  readonly ended: Promise<unknown[]>
  line(): Promise<string>
}

async function startGuard(
  node: string,
  words: readonly string[],
  set: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MALLOC_'))
  const env = { ...Object.fromEntries(inherited), ...set }
  const child = spawn(node, [guard, ...words], { cwd: '/', env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async (): Promise<string> => String((await lines.next()).value)
  const told = JSON.parse(await line()) as Told
  left.push(told.pid)
  return { child, told, line, ended }
}

/** A zombie has ended; only its parent has not asked how yet. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const stat = `/proc/${pid}/stat`
    return !existsSync(stat) || !/\) Z/.test(readFileSync(stat, 'utf8'))
  } catch {
    return false
  }
}
