import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = path.join(import.meta.dirname, '../..')
const builds = path.join(root, 'node_modules/.cache/foyer-test-programs')

/** What tests start as processes, hundreds in a run, to be killed. None of them is a part of another. */
const programs = [
  'server/cli.ts',
  'test/crash/booking-process.ts',
  'test/crash/worker-process.ts',
  'test/mail/worker-process.ts',
  'test/promises/reaction-worker.ts',
  'test/promises/second-server.ts',
  'test/promises/token-server.ts',
  'test/promises/webhook-worker.ts',
]

/** Native, or with files beside their code that they look for. */
const loaded = /^(@myriaddreamin\/|@sparticuz\/|@hyzyla\/pdfium|pg-native|playwright-core|rolldown|vite)/

/** Names the list by which `bundled.cjs` knows what stands for which file. */
export const programsVariable = 'FOYER_TEST_PROGRAMS'

/**
 * Puts each program with all that it loads into a few files, which takes 4 s of processor once for each state of the sources: a process starts with
 * 0.6 s of it in place of 1.2, since it need not look for some 8,000 modules. Where files lie, and what they call themselves, is as in the sources.
 * Answers the list for `bundled.cjs`.
 */
export const bundlePrograms = async (): Promise<string> => {
  const built = path.join(builds, fingerprint())
  const list = path.join(built, 'programs.json')
  if (existsSync(list)) return list
  const unfinished = `${built}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(programs.map((file) => [nameOf(file), path.join(root, file)])),
    platform: 'node',
    logLevel: 'silent',
    external: (name, _from, isResolved) => !isResolved && loaded.test(name),
    plugins: [{ name: 'as-in-the-sources', transform: (code, id) => (isOurs(id) ? placed(code, id) : undefined) }],
  })
  await bundle.write({ dir: unfinished, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await bundle.close()
  const urlOf = (file: string): string => pathToFileURL(file).href
  writeFileSync(
    path.join(unfinished, 'programs.json'),
    JSON.stringify(
      Object.fromEntries(
        programs.map((file) => [urlOf(path.join(root, file)), urlOf(path.join(built, `${nameOf(file)}.mjs`))]),
      ),
    ),
  )
  try {
    renameSync(unfinished, built)
  } catch (error) {
    // Another run was a moment earlier.
    if (!existsSync(list)) throw error
  }
  sweep()
  return list
}

/** Of earlier sources. Another run may be at work with what is younger. */
const sweep = (): void => {
  for (const name of readdirSync(builds)) {
    const folder = path.join(builds, name)
    if (Date.now() - statSync(folder).mtimeMs > 60 * 60_000) rmSync(folder, { recursive: true, force: true })
  }
}

const nameOf = (file: string): string => file.replace(/\.ts$/, '').replaceAll('/', '-')

const isOurs = (id: string): boolean => id.startsWith(root) && !id.includes('/node_modules/')

const placed = (code: string, id: string): string =>
  code
    .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
    .replaceAll('import.meta.filename', JSON.stringify(id))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.main', String(programs.includes(path.relative(root, id))))

/** Of the sources by when they were written: reading them all takes longer than building. */
const fingerprint = (): string => {
  const hash = createHash('sha256')
  const files = ['package-lock.json', ...globSync('{server,sandbox,client,test}/**/*.{ts,json}', { cwd: root })]
  for (const file of files.sort()) {
    if (file.endsWith('.test.ts')) continue
    const { mtimeMs, size } = statSync(path.join(root, file))
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}
