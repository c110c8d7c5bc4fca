import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { iconFiles, isOurs } from '../../generate-icons.ts'

const folder = import.meta.dirname
const web = path.join(folder, '..')

test('the folder of icons has what the pages show, as `npm run icons` writes it', () => {
  const names = globSync('*', { cwd: folder }).filter((name) => !isOurs(name))
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
  assert.deepEqual(files, Object.fromEntries(iconFiles()))
  assert.ok(names.length > 100)
})

test("every page has its icons from '#icons'", () => {
  const wrong = globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['icons/**'] }).filter((file) =>
    /@tabler|icons\/[a-z0-9-]+\.ts'/.test(readFileSync(path.join(web, file), 'utf8')),
  )
  assert.deepEqual(wrong, [])
})
