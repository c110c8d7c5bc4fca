import { globSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildWeb } from '#transports/web/build-web.ts'
import { unpackBrowser } from './support/browser.ts'
import { bundlePrograms, programsVariable } from './support/bundle.ts'
import { startTemplate } from './support/database.ts'
import { type RunEvent, runGroup } from './support/groups.ts'
import { prepareCluster } from './support/prepared.ts'
import report from './support/reporter.ts'

/**
 * `npm test`: what fits into ten minutes on two cores, on one real PostgreSQL that is started for the run. `npm run test:long`: all the others,
 * with the app built and the browser unpacked once. `npm test -- leads` runs each file whose path has the word, short or long.
 */
const root = path.join(import.meta.dirname, '..')
const isLongRun = process.argv.includes('--long')
const words = process.argv.slice(2).filter((word) => word !== '--long')

/** In a browser. */
const pages = /^(web|test\/e2e)\//
/** Their promise is a time: they run when the others have left the machine. */
const measures =
  /shapes\/(texts|phones)|server\/domains\/platform\/sign-in\/sign-in\.|request-log\/redact|api-keys\/(revoke|roll|update)-key|organizations\/update-workspace|core\/(outbound\/http|jobs\/queue)|client\/src|db\/(embedded|connect)\.|promises\/(contract|database-restart|drain|hostile|keys|limits|webhooks|(source-)?provider-faults)\.|e2e\/newcomer|leads\/live|uploads\/memory|designs\/exports|ports\/paper-taking|web\/src\/automation\/workflows\/workflows\./
/** Kills, measures, or goes through all of the product. What else takes more than some 15 s is named `….long.test.ts`. */
const lasting = /^test\/(crash|promises|uploads|usability|pictures|reference|servers)\/|\.long\.test\.ts$/
const isLong = (file: string): boolean => pages.test(file) || lasting.test(file) || measures.test(file)

const all = globSync(
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
const files = all
  .filter((file) => (words.length === 0 ? isLong(file) === isLongRun : words.some((word) => file.includes(word))))
  .sort()
if (files.length === 0) throw new Error(`No test file has ${words.join(' or ')} in its path.`)

/** Minutes of waiting for processes to start, die and time out: good company for the browser, which waits for nothing. */
const patient = /crash|promises|backup|templates|reference|imports\/|uploads\/|db\/embedded/

/** Of those, what spends two thirds of its time waiting, and counts in seconds: two lanes beside the others, who hardly notice. */
const waits = /promises\/(database-restart|hostile|webhooks)\.|jobs\/queue/

/**
 * What has a process to itself: it kills others, counts or measures what a process does, or changes what all of a process share (its
 * environment, the address of a registry, the number of files it may open).
 */
const byItself =
  /crash|bin\/|cli\/(backup|fonts)|worker\/rest|db\/embedded|uploads\/|e2e\/newcomer|support\/groups|typst\/|promises\/(connections|database-restart|full-disk|hostile|limits|logs|mail-memory|messages|(source-)?provider-faults|webhooks|workflow-database)\./

/** What a user starts, or whose memory is measured, starts from its sources. */
const asShipped = /bin\/|e2e\/newcomer|memory/

/** The longest take three minutes alone, and some seven beside others. */
const longFileMs = 900_000

/** Of some seven hundred files. */
const mostAgain = 8

const cores = os.availableParallelism()
// Two lanes more than cores, for many tests wait for something: a quarter of the processors' time was left over with one. One more where
// each test starts processes or a browser: with two, seven files of a long run waited too long for an answer and failed.
const crowdLanes = words.length > 0 ? cores : isLongRun ? cores + 1 : cores + 2
const [crowd, measured] = [files.filter((file) => !measures.test(file)), files.filter((file) => measures.test(file))]
const shifts = [
  [{ groups: interleaved(grouped(crowd, crowdLanes)), lanes: crowdLanes }],
  [
    {
      groups: grouped(
        measured.filter((file) => !waits.test(file)),
        cores,
      ),
      lanes: cores,
    },
    {
      groups: grouped(
        measured.filter((file) => waits.test(file)),
        2,
      ),
      lanes: 2,
    },
  ],
]

// A few server files are tested in seconds; the app takes as long to build.
const needsApp = files.some((file) =>
  /^(web|test\/e2e|test\/crash|client|sandbox|server\/(transports|reference)|test\/reference)\//.test(file),
)
const needsCluster = files.some((file) => /^test\/(crash|promises)\//.test(file))
const needsPrograms = files.some((file) => /^server\/cli\/|^test\/.*(crash|promises)/.test(file))
const [template, prepared, programs] = await Promise.all([
  startTemplate(),
  needsCluster ? prepareCluster() : undefined,
  needsPrograms ? bundlePrograms() : undefined,
  ...(needsApp ? [buildWeb({ say: () => {} }), unpackBrowser()] : []),
])
process.env.NODE_ENV = 'test'
// Some three hundred processes load the same files: without it each spends 0.7 s on stripping and compiling them.
process.env.NODE_COMPILE_CACHE ??= path.join(os.tmpdir(), `foyer-compiled-${os.userInfo().uid}`)
// As the product does at its start, and for the same reason.
const resolving = ['bin/resolve.cjs', 'test/support/bundled.cjs'].map(
  (file) => `--require=${JSON.stringify(path.join(root, file))}`,
)
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS ?? '', ...resolving].join(' ').trim()
if (programs) process.env[programsVariable] = programs
process.env.FOYER_TEST_SOCKET = template.target.host
try {
  for await (const line of report(events())) process.stdout.write(line)
  if (words.length === 0)
    process.stdout.write(
      `${all.length - files.length} files belong to the other half: npm run ${isLongRun ? 'test' : 'test:long'}\n`,
    )
} finally {
  await template.stop()
  prepared?.remove()
}

/**
 * What happens in all shifts, as if it were one run. A file that failed in the crowd of a whole run is run once more, by itself: some of
 * four thousand tests wait for a browser that had no processor for a minute. It is named at the end in any case. Where more fail, something
 * is broken, and nothing is run again.
 */
async function* events(): AsyncGenerator<RunEvent> {
  const failed = new Set<string>()
  for await (const event of inShifts()) {
    const file = failedFile(event)
    if (file !== null) failed.add(path.relative(root, file))
    yield event
  }
  const again = files.filter((file) => failed.has(file))
  if (words.length > 0 || again.length < failed.size || again.length > mostAgain) {
    if (failed.size > 0) process.exitCode = 1
    return
  }
  if (again.length === 0) return
  yield { type: 'again', data: { files: again.map((file) => path.join(root, file)) } }
  for await (const event of lane(again.map((file) => [file]))) {
    if (failedFile(event) !== null) process.exitCode = 1
    yield event
  }
}

/** The file in which something failed, or that failed as a whole; null of all else that is told. */
function failedFile(event: RunEvent): string | null {
  if (event.type === 'test:fail') return event.data.file ?? ''
  return event.type === 'file' && event.data.error !== undefined ? event.data.file : null
}

async function* inShifts(): AsyncGenerator<RunEvent> {
  for (const shift of shifts) {
    const runs = shift.flatMap(({ groups, lanes }) => {
      const left = [...groups]
      return Array.from({ length: Math.min(lanes, left.length) }, () => lane(left))
    })
    yield* together(runs)
  }
}

async function* lane(left: string[][]): AsyncGenerator<RunEvent> {
  for (let group = left.shift(); group; group = left.shift()) {
    const isShipped = group.some((file) => asShipped.test(file))
    yield* runGroup(group, {
      root,
      ...(isLongRun && { timeoutMs: longFileMs }),
      ...(isShipped && { env: { [programsVariable]: '' } }),
    })
  }
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

/** Neighbours share a process, those with a browser and those without: some fourteen a group, and enough groups for all lanes. */
function grouped(all: readonly string[], lanes: number): string[][] {
  const together = all.filter((file) => !byItself.test(file))
  return [
    ...all.filter((file) => byItself.test(file)).map((file) => [file]),
    ...[together.filter((file) => pages.test(file)), together.filter((file) => !pages.test(file))].flatMap((some) => {
      const count = Math.max(Math.min(lanes, some.length), Math.ceil(some.length / 14))
      return Array.from({ length: count }, (_, at) =>
        some.slice(Math.floor((at * some.length) / count), Math.floor(((at + 1) * some.length) / count)),
      )
    }),
  ].filter((group) => group.length > 0)
}

/** The long ones first, one with a browser and one without in turns; then many files, and at last single ones: a lane that is through waits for little. */
function interleaved(all: readonly string[][]): string[][] {
  const withPages = all.filter((group) => group.some((file) => pages.test(file)))
  const others = all.filter((group) => group.some((file) => patient.test(file)) && !withPages.includes(group))
  const long = Array.from({ length: Math.max(withPages.length, others.length) }, (_, at) => [others[at], withPages[at]]).flat()
  const rest = all.toSorted((one, other) => other.length - one.length)
  return [...new Set([...long.filter((group) => group !== undefined), ...rest])]
}
