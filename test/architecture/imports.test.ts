import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.join(import.meta.dirname, '../..')
const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
const aliases = Object.entries(
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }).imports,
)

/** What a file imports from this project, as paths from the root; types too unless `valuesOnly`. */
const importsOf = (file: string, valuesOnly = false): string[] => {
  const source = readFileSync(path.join(root, file), 'utf8')
  return [...source.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'/gm)]
    .filter(([, isType]) => !(valuesOnly && isType))
    .map(([, , from = '']) => resolve(file, from))
    .filter((target) => target !== null)
}

const resolve = (file: string, from: string): string | null => {
  if (from.startsWith('.')) return path.normalize(path.join(path.dirname(file), from))
  for (const [alias, target] of aliases) {
    if (alias === from) return path.normalize(target)
    const [head = '', tail = ''] = alias.split('*')
    if (alias.includes('*') && from.startsWith(head) && from.endsWith(tail))
      return path.normalize(target.replace('*', from.slice(head.length)))
  }
  return null
}

/** How far up a file stands: nobody imports from above. Providers and rooms stand side by side and know nothing of each other. */
const floors: readonly (readonly [RegExp, number])[] = [
  [/^server\/shapes(\.ts|\/)/, 0],
  [/^server\/config\.ts$/, 0],
  [/^sandbox\//, 0],
  [/^server\/db\//, 0],
  [/^server\/ports\//, 1],
  [/^server\/core\//, 2],
  [/^server\/providers\//, 3],
  [/^server\/domains\//, 3],
  [/^server\/(transports|reference)\//, 4],
  [/^server\/main\.ts$/, 5],
  [/^server\/cli(\.ts|\/)/, 6],
]
const floorOf = (file: string): number => floors.find(([pattern]) => pattern.test(file))?.[1] ?? 7

test('nothing imports from above: shapes, db ← ports ← core ← providers | domains ← transports ← main ← cli', () => {
  // write-docs is a program at the top that happens to live with what it writes.
  const wrong = files
    .filter((file) => file !== 'server/reference/write-docs.ts')
    .flatMap((file) =>
      importsOf(file, true)
        .filter((target) => floorOf(target) > floorOf(file))
        .map((target) => `${file} → ${target}`),
    )
  assert.deepEqual(wrong, [])
})

test('the sandbox knows nothing of the server: it plays the world outside it', () => {
  const wrong = globSync('sandbox/**/*.ts', { cwd: root }).flatMap((file) =>
    importsOf(file)
      .filter((target) => !target.startsWith('sandbox/'))
      .filter((target) => !file.endsWith('.test.ts') || !target.startsWith('test/'))
      .map((target) => `${file} → ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('providers and rooms do not know each other', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter(
        (target) =>
          (file.startsWith('server/domains/') && target.startsWith('server/providers/')) ||
          (file.startsWith('server/providers/') && target.startsWith('server/domains/')),
      )
      .map((target) => `${file} → ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test("a room imports another room's nouns, never its verbs", () => {
  const isVerb = (file: string): boolean => /\b(action|hook|job)\(\{/.test(readFileSync(path.join(root, file), 'utf8'))
  const roomOf = (file: string): string | undefined => /^server\/domains\/([^/]+\/[^/]+)\//.exec(file)?.[1]
  const wrong = files
    .filter((file) => roomOf(file))
    .flatMap((file) =>
      importsOf(file, true)
        .filter((target) => roomOf(target) && roomOf(target) !== roomOf(file) && isVerb(target))
        .map((target) => `${file} → ${target}`),
    )
  assert.deepEqual(wrong, [])
})

test('imports make no circle', () => {
  const done = new Set<string>()
  const walk = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file)
    assert.equal(at, -1, `a circle: ${[...trail.slice(at), file].join(' → ')}`)
    if (done.has(file)) return
    for (const target of importsOf(file, true)) if (files.includes(target)) walk(target, [...trail, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
})

test('no barrels, no way up by ../.., no any', () => {
  const wrong = files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return [
      /^export \* from/m.test(source) ? `${file}: re-exports everything` : '',
      /from '\.\.\/\.\./.test(source) ? `${file}: imports by ../..` : '',
      /(?::|as|<) any\b/.test(source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|`[^`]*`|'[^'\n]*'/g, '')) ? `${file}: any` : '',
    ].filter(Boolean)
  })
  assert.deepEqual(wrong, [])
})

test('config.ts alone reads the environment', () => {
  const allowed = ['server/config.ts', 'server/cli/stopping.ts']
  // Handing the environment on to a child is no reading.
  const wrong = files.filter(
    (file) => !allowed.includes(file) && /(?<!\.\.\.)process\.env(?!\.PATH)/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  assert.deepEqual(wrong, [])
})

test('a verb bears its wire name, and stands in the catalogue', () => {
  const catalogue = readFileSync(path.join(root, 'server/domains/catalogue.ts'), 'utf8')
  const wrong = files.flatMap((file) => {
    if (!file.startsWith('server/domains/')) return []
    const source = readFileSync(path.join(root, file), 'utf8')
    const name = /\b(?:action|hook|job)\(\{\s*name: '([^']+)'/.exec(source)?.[1]
    if (name === undefined) return []
    const base = path.basename(file, '.ts')
    return [
      base === name || base === `${name}-job` ? '' : `${file} is named ${name}`,
      catalogue.includes(`/${base}.ts'`) ? '' : `${file} is not in the catalogue`,
    ].filter(Boolean)
  })
  assert.deepEqual(wrong, [])
})
