import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { foyer } from '#domains/catalogue.ts'
import { importsIn, importsOf, moduleOf, ringsOf, root, serverFiles, textOf } from './source.ts'

/** The layers: no import goes upward. Providers and domains are side by side. */
const layers: readonly (readonly [RegExp, number])[] = [
  [/^server\/shapes(\.ts|\/)/, 0],
  // Manifests of vendors are data. Their code is loaded when a server starts.
  [/^server\/(config|providers\/[^/]+\/provider)\.ts$/, 1],
  // So are the rows of services that need no code.
  [/^server\/providers\/services\/[a-z]+\.ts$/, 1],
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
const layerOf = (file: string): number => layers.find(([pattern]) => pattern.test(file))?.[1] ?? 7

/** Imports of types only that go up: they are to become fewer, and none may be added. */
const upwardTypes = new Set<string>([])

/** A manifest says where the code of its vendor is. */
const isOwnCode = (file: string, target: string): boolean =>
  file.endsWith('/provider.ts') && path.dirname(file) === path.dirname(target)

const wrongLayers = (file: string, targets: readonly string[]): string[] =>
  targets.filter((target) => layerOf(target) > layerOf(file) && !isOwnCode(file, target)).map((target) => `${file} → ${target}`)

test('nothing imports from above: shapes, db ← ports ← core ← providers | domains ← transports ← main ← cli', () => {
  // write-docs is a program at the top that happens to live with what it writes.
  const wrong = serverFiles
    .filter((file) => file !== 'server/reference/write-docs.ts')
    .flatMap((file) => wrongLayers(file, importsOf(file)))
    .filter((edge) => !upwardTypes.has(edge))
  assert.deepEqual(wrong, [])
  assert.deepEqual(wrongLayers('server/core/ids.ts', importsIn('server/core/ids.ts', "import { x } from '#domains/x.ts'")), [
    'server/core/ids.ts → server/domains/x.ts',
  ])
})

test('the sandbox knows nothing of the server: it simulates the world outside', () => {
  const wrong = globSync('sandbox/**/*.ts', { cwd: root }).flatMap((file) =>
    importsOf(file)
      .filter((target) => !target.startsWith('sandbox/'))
      .filter((target) => !file.endsWith('.test.ts') || !target.startsWith('test/'))
      .map((target) => `${file} → ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('providers and domains do not know each other', () => {
  const wrong = serverFiles.flatMap((file) =>
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

test('the CSV reader knows nothing of leads and uploads', () => {
  const reader = 'server/domains/crm/imports/csv/'
  const wrong = serverFiles
    .filter((file) => file.startsWith(reader))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => !target.startsWith(reader))
        .map((target) => `${file} → ${target}`),
    )
  assert.deepEqual(wrong, [])
  assert.ok(serverFiles.some((file) => file.startsWith(reader)))
})

// ── Modules ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const order = foyer.modules.map(({ path: at }) => at)

/**
 * Imports that go up in the order of the catalogue, as they stand. The list may only become shorter: one that is mended must be
 * taken from it, and none is ever added.
 */
const upward = new Set<string>()

const upwardOf = (file: string, targets: readonly string[]): string[] => {
  const own = moduleOf(file)
  if (own === undefined) return []
  return targets
    .filter((target) => {
      const other = moduleOf(target)
      return other !== undefined && order.indexOf(other) > order.indexOf(own)
    })
    .map((target) => `${file} → ${target}`.replaceAll('server/domains/', ''))
}

test('a module imports only from those before it in the catalogue, and an area from those before it', () => {
  const found = serverFiles.flatMap((file) => upwardOf(file, importsOf(file)))
  assert.deepEqual(
    found.filter((edge) => !upward.has(edge)),
    [],
    'a new import upward',
  )
  assert.deepEqual(
    [...upward].filter((edge) => !found.includes(edge)),
    [],
    'mended: take it from the list',
  )
  const planted = 'server/domains/crm/identities/contacts.ts'
  assert.deepEqual(upwardOf(planted, importsIn(planted, "import type { X } from '../deals/deals.ts'")), [
    'crm/identities/contacts.ts → crm/deals/deals.ts',
  ])
})

test('every folder of a module is in the catalogue, and has a description', () => {
  const folders = globSync('server/domains/*/*/', { cwd: root }).map((folder) => folder.replace(/^server\/domains\/|\/$/g, ''))
  assert.deepEqual(folders.sort(), [...order].sort())
})

test('no ring of files, types included', () => {
  const sandboxFiles = globSync('sandbox/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const files = new Set([...serverFiles, ...sandboxFiles])
  const edges = new Map(
    [...files].map((file) => [file, new Set(importsOf(file).filter((target) => files.has(target)))] as const),
  )
  assert.deepEqual(ringsOf(edges), [])
  const planted = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a', 'd'])],
    ['d', new Set<string>()],
  ])
  assert.deepEqual(ringsOf(planted), [['a', 'b', 'c']])
})

test("a module imports another module's models, never its actions", () => {
  const isAction = (file: string): boolean => /\b(action|inboundWebhook|job)\(\{/.test(textOf(file))
  const wrong = serverFiles
    .filter((file) => moduleOf(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => moduleOf(target) && moduleOf(target) !== moduleOf(file) && isAction(target))
        .map((target) => `${file} → ${target}`),
    )
  assert.deepEqual(wrong, [])
})

test('an action bears its wire name, and stands in the manifest of its module', () => {
  const wrong = serverFiles.flatMap((file) => {
    const own = moduleOf(file)
    if (own === undefined) return []
    const name = /\b(?:action|inboundWebhook|job)\(\{\s*name: '([^']+)'/.exec(textOf(file))?.[1]
    if (name === undefined) return []
    const base = path.basename(file, '.ts')
    return [
      base === name || base === `${name}-job` ? '' : `${file} is named ${name}`,
      textOf(`server/domains/${own}/module.ts`).includes(`/${base}.ts'`) ? '' : `${file} is not in its manifest`,
    ].filter(Boolean)
  })
  assert.deepEqual(wrong, [])
})

// ── Tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Modules that write a table of another, as it stands; the list may only become shorter. */
const foreignWrites = new Set<string>()

const writesIn = (text: string): string[] => [
  ...[...text.matchAll(/\b(?:insertInto|updateTable|deleteFrom)\('([\w.]+)(?: as \w+)?'/g)].map(([, table]) => table ?? ''),
  ...[...text.matchAll(/\b(?:insert into|update|delete from|truncate) (?:only )?((?:directory\.)?[a-z_]+)\b/g)].map(
    ([, table]) => table ?? '',
  ),
]

test('a table is written by its owner only', () => {
  const foreign = (file: string, text: string): string[] =>
    writesIn(text)
      .filter((table) => foyer.owners.has(table) && foyer.owners.get(table) !== moduleOf(file))
      .map((table) => `${file.replace('server/domains/', '')} writes ${table}`)
  const found = [
    ...new Set(serverFiles.filter((file) => !/^server\/(db|cli)\//.test(file)).flatMap((file) => foreign(file, textOf(file)))),
  ]
  assert.deepEqual(
    found.filter((write) => !foreignWrites.has(write)),
    [],
    'a new writer of a table of another module',
  )
  assert.deepEqual(
    [...foreignWrites].filter((write) => !found.includes(write)),
    [],
    'mended: take it from the list',
  )
  assert.deepEqual(foreign('server/domains/crm/deals/x.ts', "db.updateTable('invoices')"), ['crm/deals/x.ts writes invoices'])
})

test('every table of a workspace has an owner, or is core’s', () => {
  const tables = [...textOf('server/db/tables.ts').matchAll(/^ {2}'?([\w.]+)'?: /gm)].map(([, table]) => table ?? '')
  const core = new Set(
    'audit events idempotency inbox interactions migrations reaction_failures search search_index directory.anonymous_answers directory.backfills directory.buckets directory.event_cursors'.split(
      ' ',
    ),
  )
  const declared = textOf('server/db/tables.ts').split('export interface Tables')[1] ?? ''
  const wanted = tables.filter((table) => new RegExp(`^ {2}'?${table.replace('.', '\\.')}'?: `, 'm').test(declared))
  assert.deepEqual(
    wanted.filter((table) => !foyer.owners.has(table) && !core.has(table)),
    [],
  )
  assert.deepEqual(
    [...foyer.owners.keys()].filter((table) => !wanted.includes(table)),
    [],
    'a table that is not there',
  )
})

// ── Habits ──────────────────────────────────────────────────────────────────────────────────────────────────────────

test('no barrels, no way up by ../.., no any', () => {
  const wrong = serverFiles.flatMap((file) => {
    const source = textOf(file)
    return [
      /^export \* from/m.test(source) ? `${file}: re-exports everything` : '',
      /from '\.\.\/\.\./.test(source) ? `${file}: imports by ../..` : '',
      /(?::|as|<) any\b/.test(source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|`[^`]*`|'[^'\n]*'/g, '')) ? `${file}: any` : '',
    ].filter(Boolean)
  })
  assert.deepEqual(wrong, [])
})

test('config.ts alone reads the environment', () => {
  const allowed = ['server/config.ts', 'server/cli/shutdown.ts']
  // Handing the environment on to a child is no reading.
  const wrong = serverFiles.filter((file) => !allowed.includes(file) && /(?<!\.\.\.)process\.env(?!\.PATH)/.test(textOf(file)))
  assert.deepEqual(wrong, [])
})
