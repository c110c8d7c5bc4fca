import path from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

interface FileCount {
  passed: number
  failed: number
  skipped: number
  ms: number
}

/** A line a file, every failure whole, every skip with its reason, and one plain closing line. */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Map<string, FileCount>()
  const skips: string[] = []
  /** Files that failed as a whole, without a test that did. */
  let broken = 0
  const root = process.cwd()
  const nameOf = (file = ''): string => path.relative(root, file)

  for await (const event of source) {
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      const { name, file, details, skip, todo } = event.data as typeof event.data & { skip?: string | boolean; todo?: unknown }
      const error = 'error' in details ? details.error : undefined
      // A file that is run in a process of its own is itself reported as a test once it ends.
      if (details.type === 'suite' || name === file || path.resolve(name) === file) {
        if (event.type === 'test:fail' && (error as { failureType?: string } | undefined)?.failureType !== 'subtestsFailed') {
          broken++
          yield failure(nameOf(file), name, error)
        }
        continue
      }
      const count = files.get(file ?? '') ?? { passed: 0, failed: 0, skipped: 0, ms: 0 }
      files.set(file ?? '', count)
      count.ms += details.duration_ms
      if (skip !== undefined || todo !== undefined) {
        count.skipped++
        skips.push(`  ${nameOf(file)}: ${name}${typeof skip === 'string' && skip ? ` (${skip})` : ''}`)
      } else if (event.type === 'test:pass') count.passed++
      else {
        count.failed++
        yield failure(nameOf(file), name, error)
      }
    } else if (event.type === 'test:summary') {
      if (event.data.file) {
        const { file } = event.data
        const { passed = 0, failed = 0, skipped = 0 } = files.get(file) ?? {}
        yield `${failed > 0 ? '✖' : '✔'} ${nameOf(file)} · ${passed} passed${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''} · ${(event.data.duration_ms / 1_000).toFixed(1)} s\n`
      } else {
        const { counts, duration_ms } = event.data
        const failed = [...files.values()].reduce((sum, file) => sum + file.failed, 0) + broken
        if (skips.length > 0) yield `\nSkipped:\n${skips.join('\n')}\n`
        yield `\n${(duration_ms / 1_000).toFixed(0)} s\n${counts.passed} passed, ${Math.max(failed, counts.cancelled)} failed, ${counts.skipped + counts.todo} skipped\n`
      }
    }
  }
}

const failure = (file: string, name: string, error: unknown): string => {
  const cause = (error as { cause?: unknown } | undefined)?.cause ?? error
  const words = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause)
  return `\n✖ ${file}\n  ${name}\n${words
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n\n`
}
