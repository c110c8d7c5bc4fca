import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { declared } from '#core/declared.ts'
import { catalogue } from '#domains/catalogue.ts'

const web = path.join(import.meta.dirname, '../../web/src')
const read = (file: string): string => readFileSync(path.join(web, file), 'utf8')
const folders = globSync('*/*/module.ts', { cwd: web }).map((file) => path.dirname(file))

/** As in web/src/module.ts, whose types speak of the browser. */
interface Sentences {
  readonly audit?: Readonly<Record<string, { readonly done: string; readonly tried: string }>>
  readonly notices?: Readonly<Record<string, unknown>>
}

/** Every folder's sentences. */
const sentences = await Promise.all(
  globSync('*/*/sentences.ts', { cwd: web })
    .filter((file) => folders.includes(path.dirname(file)) && /sentences: \(\)/.test(read(`${path.dirname(file)}/module.ts`)))
    .map(async (file): Promise<Sentences> => import(path.join(web, file))),
)

test('every folder with a page of its own has a module, and every module is in the one list', () => {
  const withPages = globSync('*/*/*-page.tsx', { cwd: web }).map((file) => path.dirname(file))
  assert.deepEqual(
    [...new Set(withPages)].filter((folder) => !folders.includes(folder)),
    [],
  )
  const listed = [...read('modules.ts').matchAll(/from '\.\/(.+?)\/module\.ts'/g)].map(([, folder]) => folder)
  assert.deepEqual(listed.toSorted(), [...folders, 'shell'].toSorted())
})

test('every page without a session is in the router from the start, where the list of the pages inside is not', () => {
  const outside = [...folders].filter((folder) => read(`${folder}/module.ts`).includes('export const publicRoutes'))
  const router = read('routes.ts')
  const known = [...router.matchAll(/import \{ publicRoutes.*\} from '\.\/(.+?)\/module\.ts'/g)].map(([, folder]) => folder)
  assert.ok(outside.length > 0)
  assert.deepEqual(known.toSorted(), outside.toSorted())
  assert.match(router, /import type \{ routes \} from '\.\/modules\.ts'/)
})

test('every page of a route that is no record is in the navigation, and the navigation leads to pages only', () => {
  const whole = [...folders, 'shell'].map((folder) => read(`${folder}/module.ts`)).join('\n')
  // What is created from everywhere has keys of its own, behind another one.
  const modules = whole.replaceAll(/\n {2}creates: \[.*?\n {2}\],/gs, '')
  const inside = [...modules.matchAll(/getParentRoute: \(\) => staff,\s*path: '([^'$]+)'/g)]
    .map(([, to]) => to)
    // What makes something is a command.
    .filter((to) => !to?.endsWith('/new'))
  const listed = [...modules.matchAll(/\bto: '([^']+)'/g)].map(([, to]) => to)
  assert.ok(inside.length > 20)
  assert.deepEqual(inside.toSorted(), listed.toSorted())
  const keys = [...modules.matchAll(/\bkey: '(.)'/g)].map(([, key]) => key)
  assert.equal(new Set(keys).size, listed.length, 'each page has a key of its own')
})

test('the audit log has a sentence for every action that writes, in one folder', () => {
  const writing = catalogue.filter(({ effect, unaudited }) => effect === 'write' && unaudited !== true).map(({ name }) => name)
  const told = sentences.flatMap(({ audit = {} }) => Object.keys(audit))
  assert.deepEqual(told.toSorted(), writing.toSorted())
  for (const { audit = {} } of sentences)
    for (const [action, { done, tried }] of Object.entries(audit))
      assert.ok(tried.startsWith('tried to ') && done !== '', action)
})

test('every kind of notification has its words, in one folder', () => {
  const told = sentences.flatMap(({ notices = {} }) => Object.keys(notices))
  assert.deepEqual(told.toSorted(), [...declared.notices.keys()].toSorted())
})

test('every query refetched after a change is a query of a page', () => {
  const pages = globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['**/module.ts', '**/*.test.ts'] })
    .map(read)
    .join('\n')
    // A call is no query by itself: what names one is its key, or `read`.
    .replaceAll(/\bcall\('[\w-]+'/g, '')
  const live = folders.flatMap((folder) =>
    [...read(`${folder}/module.ts`).matchAll(/^ {4}'?([\w-]+)'?: (?:\[$|\[.*\],$|\w+,$)/gm)].map(([, name]) => name ?? ''),
  )
  assert.ok(live.length > 20)
  assert.deepEqual(
    live.filter((query) => !pages.includes(`'${query}'`)),
    [],
  )
})
