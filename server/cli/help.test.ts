import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { nearestName } from '#shapes/nearest-names.ts'
import { commands, groups } from './commands.ts'
import { foyerVersion } from './version.ts'

const root = path.join(import.meta.dirname, '../..')
/** What a command prints, and how it ends. None of these may start anything: what would is cut off. */
const foyer = async (...args: string[]): Promise<{ code: number; out: string; err: string }> => {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['bin/foyer.cjs', ...args], {
      cwd: root,
      timeout: 120_000,
    })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

test('--help behind a command says what it takes and starts nothing; --version says which Foyer it is', async () => {
  const [work, key, help, version, unknown, extra, mistyped, option] = await Promise.all([
    foyer('work', '--help'),
    foyer('key', 'create', '-h'),
    foyer('help', 'serve'),
    foyer('--version'),
    foyer('constructor'),
    foyer('work', 'hard'),
    foyer('doctr'),
    foyer('doctor', '--jsno'),
  ])
  assert.deepEqual([work.code, work.out.split('\n')[0]], [0, 'Usage: npx foyer work'])
  assert.match(key.out, /^Usage: npx foyer key create --org SLUG/)
  assert.match(help.out, /^Usage: npx foyer serve\n/)
  assert.deepEqual([version.code, version.out.trim()], [0, foyerVersion])
  assert.deepEqual([unknown.code, unknown.out], [2, ''])
  assert.equal(extra.code, 2)
  assert.match(extra.err, /takes no options; "hard" is unknown/)
  assert.match(mistyped.err, /there is no command "doctr"\. Did you mean `npx foyer doctor`\?/)
  assert.deepEqual([mistyped.code, option.code], [2, 2])
  assert.match(option.err, /--jsno.*Did you mean --json\?/)
})

test('a scope that there is none of is named, with those that there are', async () => {
  const { code, err } = await foyer('key', 'create', '--org', 'acme', '--scope', 'leads')
  assert.equal(code, 2)
  assert.match(err, /"leads" is not a scope\. Choose from: .*leads:write/)
  assert.match((await foyer('key', 'create', '--org', 'acme')).err, /Add --scope, such as leads:write/)
})

test('a mistyped command leads to the one that was meant, and a stranger one to none', () => {
  const names = Object.keys(commands)
  assert.equal(nearestName('doctr', names), 'doctor')
  assert.equal(nearestName('bakcup', names), 'backup')
  assert.equal(nearestName('Serve', names), 'serve')
  assert.equal(nearestName('constructor', names), null)
  assert.equal(nearestName('or', names), null)
  assert.equal(nearestName('--emial', ['--org', '--email']), '--email')
})

test('the help lists every command once', () => {
  assert.deepEqual(Object.values(groups).flat().sort(), Object.keys(commands).sort())
})
