import { globSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { buildWeb } from '#doors/build-web.ts'
import { unpackBrowser } from './browser.ts'
import { startTemplate } from './database.ts'
import report from './reporter.ts'

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
  .sort()
if (files.length === 0) throw new Error(`No test file has ${words.join(' or ')} in its path.`)

/** Their promise is a time: they run when the others have left the machine. */
const measures =
  /shapes\/(texts|phones)|accounts\/sign-in|deliveries\/redact|keys\/(revoke|roll|update)-key|workspace\/update-workspace|core\/(http|queue)|client\/src|db\/(embedded|connect)\.|promises\/(contract|database-restart|drain|gateway|hostile|keys|limits|messages|webhooks|provider-faults)\.|e2e|leads\/live|uploads\/memory/
/** Minutes of waiting for processes to start, die and time out: good company for the browser, which waits for nothing. */
const patient = /crash|promises|backup|templates|reference|uploads\//

/** Compares one workspace's seconds with another's under load of its own making: it has the machine to itself. */
const alone = /promises\/messages\./

const cores = os.availableParallelism()
const crowd = files.filter((file) => !measures.test(file))
// One lane more than cores, for half of the tests wait for something; with two the processors are no faster, and waits grow.
const shifts = [
  { files: inTurns(crowd), lanes: words.length === 0 ? cores + 1 : cores },
  { files: files.filter((file) => measures.test(file) && !alone.test(file)), lanes: cores },
  { files: files.filter((file) => alone.test(file)), lanes: 1 },
]

// A few server files are tested in seconds; the app takes as long to build.
const needsApp = files.some((file) => /^(web|test\/e2e|test\/crash|client|sandbox|server\/doors)\//.test(file))
const [template] = await Promise.all([startTemplate(), ...(needsApp ? [buildWeb({ say: () => {} }), unpackBrowser()] : [])])
process.env.NODE_ENV = 'test'
// Some three hundred processes load the same files: without it each spends 0.7 s on stripping and compiling them.
process.env.NODE_COMPILE_CACHE ??= path.join(os.tmpdir(), `foyer-compiled-${os.userInfo().uid}`)
process.env.FOYER_TEST_SOCKET = template.target.host
try {
  for await (const line of report(events())) process.stdout.write(line)
} finally {
  await template.stop()
}

/** What happens in all shifts, as if it were one run. */
async function* events(): AsyncGenerator<TestEvent> {
  let closing: Extract<TestEvent, { type: 'test:summary' }> | undefined
  for (const { files: some, lanes } of shifts) {
    if (some.length === 0) continue
    const paths = some.map((file) => path.join(root, file))
    for await (const event of run({
      files: paths,
      cwd: root,
      concurrency: lanes,
      timeout: 360_000,
    }) as AsyncIterable<TestEvent>) {
      if (event.type === 'test:fail') process.exitCode = 1
      if (event.type !== 'test:summary' || event.data.file) yield event
      else closing = closing ? added(closing, event) : event
    }
  }
  if (closing) yield closing
}

function added<Closing extends Extract<TestEvent, { type: 'test:summary' }>>(one: Closing, other: Closing): Closing {
  const counts = { ...one.data.counts }
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += other.data.counts[name]
  return { ...one, data: { ...one.data, counts, duration_ms: one.data.duration_ms + other.data.duration_ms } }
}

/** The long ones first, one with a browser and one without in turns; then everything that is short. */
function inTurns(all: readonly string[]): string[] {
  const pages = all.filter((file) => /^web\//.test(file))
  const others = all.filter((file) => patient.test(file) && !pages.includes(file))
  const long = Array.from({ length: Math.max(pages.length, others.length) }, (_, at) => [others[at], pages[at]]).flat()
  return [...new Set([...long.filter((file) => file !== undefined), ...all])]
}
