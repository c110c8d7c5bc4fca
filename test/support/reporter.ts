import path from 'node:path'
import { inspect } from 'node:util'
import { isOfTests, type RunEvent } from './groups.ts'

interface FileCount {
  passed: number
  failed: number
  skipped: number
}

interface Failed {
  readonly file: string
  readonly words: string
}

/**
 * A line a file, every failure whole (once more at the end), every skip with its reason, the slowest files, what failed in the crowd and passed
 * by itself, and one plain closing line.
 */
export default async function* report(source: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  const files = new Map<string, FileCount>()
  const took: { file: string; ms: number }[] = []
  const skips: string[] = []
  let failures: Failed[] = []
  /** What failed before it was run again. */
  let before: { readonly failures: readonly Failed[]; readonly files: readonly string[] } | null = null
  const root = process.cwd()
  const nameOf = (file = ''): string => path.relative(root, file)
  const countOf = (file: string): FileCount => {
    const count = files.get(file) ?? { passed: 0, failed: 0, skipped: 0 }
    files.set(file, count)
    return count
  }

  for await (const event of source) {
    if (event.type === 'again') {
      before = { failures, files: event.data.files }
      failures = []
      for (const file of event.data.files) files.delete(file)
      yield `\nOnce more, each by itself:\n`
    } else if (event.type === 'test:diagnostic') {
      // What a test counts beside that it passes; not the runner's own sums.
      if (/^\d+ of \d+ /.test(event.data.message)) yield `  ${event.data.message}\n`
    } else if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      if (event.type === 'test:stderr' && /^Of .* there is left: /.test(event.data.message)) yield event.data.message
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      const { name, file, details, skip, todo } = event.data as typeof event.data & { skip?: string | boolean; todo?: unknown }
      const error = 'error' in details ? details.error : undefined
      // A suite fails with its tests, or by itself.
      if (details.type === 'suite' && (event.type === 'test:pass' || isOfTests(error))) continue
      const count = countOf(file ?? '')
      if (skip !== undefined || todo !== undefined) {
        count.skipped++
        skips.push(`  ${nameOf(file)}: ${name}${typeof skip === 'string' && skip ? ` (${skip})` : ''}`)
      } else if (event.type === 'test:pass') count.passed++
      else {
        count.failed++
        const words = failure(nameOf(file), name, error)
        failures.push({ file: file ?? '', words })
        yield words
      }
    } else if (event.type === 'file') {
      const { file, ms, error } = event.data
      const count = countOf(file)
      if (error !== undefined) {
        count.failed++
        const words = failure(nameOf(file), 'the file as a whole', error)
        failures.push({ file, words })
        yield words
      }
      const { passed, failed, skipped } = count
      took.push({ file, ms })
      yield `${failed > 0 ? '✖' : '✔'} ${nameOf(file)} · ${passed} passed${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''} · ${seconds(ms)}\n`
    }
  }
  if (skips.length > 0) yield `\nSkipped:\n${skips.join('\n')}\n`
  if (took.length > 30) {
    const slowest = took.sort((one, other) => other.ms - one.ms).slice(0, 30)
    yield `\nThe slowest files:\n${slowest.map(({ file, ms }) => `  ${seconds(ms)} ${nameOf(file)}`).join('\n')}\n`
  }
  // Again, since of a long run often only the end is kept.
  const mended = before?.files.filter((file) => (files.get(file)?.failed ?? 0) === 0) ?? []
  if (before && mended.length > 0)
    yield `\nFailed beside others, passed by itself:\n${wordsIn(before.failures.filter(({ file }) => mended.includes(file)))}`
  if (failures.length > 0) yield `\nFailed:\n${wordsIn(failures)}`
  if (mended.length > 0)
    yield `\n${mended.length} of ${files.size} files passed only when run again by itself: ${mended.map(nameOf).join(', ')}\n`
  const all = (kind: keyof FileCount): number => [...files.values()].reduce((sum, count) => sum + count[kind], 0)
  yield `\n${(performance.now() / 1_000).toFixed(0)} s\n${all('passed')} passed, ${all('failed')} failed, ${all('skipped')} skipped\n`
}

const wordsIn = (failures: readonly Failed[]): string => failures.map(({ words }) => words).join('')

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const failure = (file: string, name: string, error: unknown): string => {
  const cause = (error as { cause?: unknown } | undefined)?.cause ?? error
  return `\n✖ ${file}\n  ${name}\n${middleOut(wordsOf(cause).split('\n'))
    .map((line) => `    ${line}`)
    .join('\n')}\n\n`
}

/** Of a list that differs in hundreds of lines, its beginning and the way to it. */
const middleOut = (lines: readonly string[]): readonly string[] =>
  lines.length <= 60 ? lines : [...lines.slice(0, 40), `(${lines.length - 55} more lines)`, ...lines.slice(-15)]

/** With what brought it about: of a property, the assertion that a counterexample broke. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return inspect(error)
  const words = error.stack ?? error.message
  return error.cause === undefined ? words : `${words}\nbecause of: ${wordsOf(error.cause)}`
}
