import path from 'node:path'
import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'

/** What the runner tells: what the tests say, and how a file of theirs ended. */
export type RunEvent =
  | Exclude<TestEvent, { type: 'test:summary' }>
  /** After all that was said of its tests; `error` where it failed as a whole. */
  | { readonly type: 'file'; readonly data: { readonly file: string; readonly ms: number; readonly error?: unknown } }
  /** What follows is of files that failed, each run once more. */
  | { readonly type: 'again'; readonly data: { readonly files: readonly string[] } }

const entry = path.join(import.meta.dirname, 'group.ts')

/**
 * Runs files in one process, one after the other. Where the process dies, or one file keeps it busy for longer than any may
 * take, that file has failed, and the others go on in a process of their own.
 */
export async function* runGroup(
  files: readonly string[],
  {
    root,
    env = {},
    timeoutMs = 360_000,
    graceMs = 30_000,
  }: { root: string; env?: Readonly<Record<string, string>>; timeoutMs?: number; graceMs?: number },
): AsyncGenerator<RunEvent> {
  const left = [...files]
  let begun = performance.now()
  const stuck = new AbortController()
  const watch = setTimeout(() => stuck.abort(), timeoutMs + graceMs)
  let lastTest = ''
  for await (const event of run({
    files: [entry],
    argv: left,
    cwd: root,
    env: { ...process.env, ...env, FOYER_TEST_TIMEOUT_MS: String(timeoutMs) },
    signal: stuck.signal,
  }) as AsyncIterable<TestEvent>) {
    if (event.type === 'test:summary') continue
    const data = event.data as { name?: string; nesting?: number; file?: string; details?: { type?: string; error?: unknown } }
    if (event.type === 'test:complete' && data.nesting !== 0) lastTest = data.name ?? ''
    // What is said of the process is said of its files below.
    if (data.name === entry) {
      if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
      if (left.length === 0 && (event.type === 'test:pass' || isOfTests(data.details?.error))) continue
      const why = stuck.signal.aborted ? 'it took too long, and was ended' : endOf(data.details?.error)
      if (left.length === 0) {
        yield {
          type: 'file',
          data: { file: files.join(', '), ms: 0, error: new Error(`the process ended after its files: ${why}`) },
        }
        continue
      }
      const error = new Error(`the process ended while this file ran${lastTest && `, after the test “${lastTest}”`}: ${why}`)
      yield { type: 'file', data: { file: path.join(root, left.shift() as string), ms: performance.now() - begun, error } }
      continue
    }
    if (data.file !== entry) {
      // A test may be made by another file than the one it is of.
      if (event.type === 'test:pass' || event.type === 'test:fail') event.data.file = path.join(root, left[0] ?? '')
      yield event
      continue
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const error = event.type === 'test:fail' && !isOfTests(data.details?.error) ? reasonOf(data.details?.error) : undefined
    const now = performance.now()
    left.splice(0, left.indexOf(data.name ?? '') + 1)
    yield {
      type: 'file',
      data: { file: path.join(root, data.name ?? ''), ms: now - begun, ...(error !== undefined && { error }) },
    }
    begun = now
    lastTest = ''
    watch.refresh()
  }
  clearTimeout(watch)
  // A runner that ran nothing would do so for ever.
  if (left.length === files.length)
    yield {
      type: 'file',
      data: {
        file: path.join(root, left.shift() as string),
        ms: performance.now() - begun,
        error: new Error('it was not run'),
      },
    }
  if (left.length > 0) yield* runGroup(left, { root, env, timeoutMs, graceMs })
}

/** Failed because tests in it did, which have said so themselves. */
export const isOfTests = (error: unknown): boolean =>
  (error as { failureType?: string } | undefined)?.failureType === 'subtestsFailed'

const reasonOf = (error: unknown): unknown => (error as { cause?: unknown } | undefined)?.cause ?? error

/** By what a process ended. */
const endOf = (error: unknown): string => {
  if (error === undefined) return 'exit code 0'
  const { signal, exitCode } = error as { signal?: string | null; exitCode?: number | null }
  return signal ?? (typeof exitCode === 'number' ? `exit code ${exitCode}` : String(reasonOf(error)))
}
