import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import path from 'node:path'
import { buildWeb } from '#doors/build-web.ts'
import { unpackBrowser } from './browser.ts'
import { startTemplate } from './database.ts'

/**
 * `npm test`: every test, on one real PostgreSQL that is started for the run, with the app built and the browser
 * unpacked once. `npm test -- leads` runs the files whose path has the word.
 */
const root = path.join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const files = globSync(
  [
    'server/**/*.test.ts',
    'client/**/*.test.ts',
    'bin/*.test.ts',
    'sandbox/**/*.test.ts',
    'test/**/*.test.ts',
    'web/**/*.test.ts',
  ],
  { cwd: root },
)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort(byWeight)
if (files.length === 0) throw new Error(`No test file has ${words.join(' or ')} in its path.`)

// A few server files are tested in seconds; the app takes as long to build.
const needsApp = files.some((file) => /^(web|test\/e2e|test\/crash|client|sandbox|server\/doors)\//.test(file))
const [template] = await Promise.all([startTemplate(), ...(needsApp ? [buildWeb({ say: () => {} }), unpackBrowser()] : [])])
try {
  const run = spawn(
    process.execPath,
    [
      '--test',
      '--test-concurrency=2',
      '--test-timeout=240000',
      '--test-reporter',
      path.join(import.meta.dirname, 'reporter.ts'),
      '--test-reporter-destination=stdout',
      ...files,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', FOYER_TEST_SOCKET: template.target.host } },
  )
  const [code] = await once(run, 'exit')
  process.exitCode = code === 0 ? 0 : 1
} finally {
  await template.stop()
}

/** Long ones first, so that the two lanes end together. */
function byWeight(a: string, b: string): number {
  const weight = (file: string): number => (/e2e|crash|promises|embedded|uploads\//.test(file) ? 0 : 1)
  return weight(a) - weight(b) || a.localeCompare(b)
}
