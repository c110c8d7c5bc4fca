import { globSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { buildWeb } from '#transports/web/build-web.ts'
import { unpackBrowser } from './support/browser.ts'
import { startTemplate } from './support/database.ts'
import report from './support/reporter.ts'

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
  /shapes\/(texts|phones)|server\/domains\/platform\/sign-in\/sign-in\.|request-log\/redact|api-keys\/(revoke|roll|update)-key|organizations\/update-workspace|core\/(outbound\/http|jobs\/queue)|client\/src|db\/(embedded|connect)\.|promises\/(bursts|contract|database-restart|drain|hostile|keys|limits|webhooks|provider-faults)\.|e2e\/newcomer|leads\/live|uploads\/memory/
/** Minutes of waiting for processes to start, die and time out: good company for the browser, which waits for nothing. */
const patient = /crash|promises|backup|templates|reference|imports\/|uploads\/|db\/embedded/

/** Of those, what spends two thirds of its time waiting, and counts in seconds: a lane beside the others, who hardly notice. */
const waits = /promises\/(database-restart|hostile|webhooks)\./

/** Compares one workspace's seconds with another's under load of its own making: it has the machine to itself. */
const alone = /promises\/bursts\./

const cores = os.availableParallelism()
const crowd = files.filter((file) => !measures.test(file))
// One lane more than cores, for half of the tests wait for something; with two the processors are no faster, and waits grow.
const shifts = [
  [{ files: inTurns(crowd), lanes: words.length === 0 ? cores + 1 : cores }],
  [
    { files: inTurns(files.filter((file) => measures.test(file) && !alone.test(file) && !waits.test(file))), lanes: cores },
    { files: files.filter((file) => waits.test(file)), lanes: 1 },
  ],
  [{ files: files.filter((file) => alone.test(file)), lanes: 1 }],
]

// A few server files are tested in seconds; the app takes as long to build.
const needsApp = files.some((file) =>
  /^(web|test\/e2e|test\/crash|client|sandbox|server\/(transports|reference)|test\/reference)\//.test(file),
)
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
  for (const shift of shifts) {
    const runs = shift
      .filter(({ files: some }) => some.length > 0)
      .map(({ files: some, lanes }) =>
        run({ files: some.map((file) => path.join(root, file)), cwd: root, concurrency: lanes, timeout: 360_000 }),
      )
    for await (const event of together(runs as AsyncIterable<TestEvent>[])) {
      if (event.type === 'test:fail') process.exitCode = 1
      if (event.type !== 'test:summary' || event.data.file) yield event
      else closing = closing ? added(closing, event) : event
    }
  }
  // Runs side by side: what counts is how long somebody waits, from the first moment.
  if (closing) yield { ...closing, data: { ...closing.data, duration_ms: performance.now() } }
}

/** What comes from several, as it comes. */
async function* together<Thing>(sources: readonly AsyncIterable<Thing>[]): AsyncGenerator<Thing> {
  const next = (from: AsyncIterator<Thing>) => from.next().then((found) => ({ from, found }))
  const coming = new Map(sources.map((source) => source[Symbol.asyncIterator]()).map((from) => [from, next(from)]))
  while (coming.size > 0) {
    const { from, found } = await Promise.race(coming.values())
    if (found.done) coming.delete(from)
    else {
      coming.set(from, next(from))
      yield found.value
    }
  }
}

function added<Closing extends Extract<TestEvent, { type: 'test:summary' }>>(one: Closing, other: Closing): Closing {
  const counts = { ...one.data.counts }
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += other.data.counts[name]
  return { ...one, data: { ...one.data, counts } }
}

/** The long ones first, one with a browser and one without in turns; then everything that is short. */
function inTurns(all: readonly string[]): string[] {
  const pages = all.filter((file) => /^(web|test\/e2e)\//.test(file))
  const others = all.filter((file) => patient.test(file) && !pages.includes(file))
  const long = Array.from({ length: Math.max(pages.length, others.length) }, (_, at) => [others[at], pages[at]]).flat()
  return [...new Set([...long.filter((file) => file !== undefined), ...all])]
}
