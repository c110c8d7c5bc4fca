import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { RunEvent } from './groups.ts'
import report from './reporter.ts'

const at = (file: string): string => path.join(process.cwd(), file)
const ended = (file: string): RunEvent => ({ type: 'file', data: { file: at(file), ms: 1_000 } })
const result = (file: string, name: string, error?: Error): RunEvent =>
  ({
    type: error ? 'test:fail' : 'test:pass',
    data: { name, file: at(file), nesting: 1, testNumber: 1, details: { duration_ms: 1, ...(error && { error }) } },
  }) as RunEvent

const told = async (...events: RunEvent[]): Promise<string> => {
  const source = async function* () {
    yield* events
  }
  let words = ''
  for await (const piece of report(source())) words += piece
  return words
}

test('a file that failed beside others and passed alone is named with its failure, and counted as it ended', async () => {
  const words = await told(
    ...[result('a.test.ts', 'one'), result('a.test.ts', 'two', new Error('no processor')), ended('a.test.ts')],
    ...[result('b.test.ts', 'three', new Error('broken')), ended('b.test.ts')],
    { type: 'again', data: { files: [at('a.test.ts'), at('b.test.ts')] } },
    ...[result('a.test.ts', 'one'), result('a.test.ts', 'two'), ended('a.test.ts')],
    ...[result('b.test.ts', 'three', new Error('still broken')), ended('b.test.ts')],
  )
  const [, end = ''] = words.split('Failed beside others, passed by itself:')
  const [mended = '', broken = ''] = end.split('\nFailed:\n')
  assert.match(mended, /✖ a\.test\.ts\n {2}two\n {4}Error: no processor/)
  assert.doesNotMatch(mended, /b\.test/)
  assert.match(broken, /✖ b\.test\.ts\n {2}three\n {4}Error: still broken/)
  assert.doesNotMatch(broken, /Error: broken|✖ a\.test/)
  assert.match(
    words,
    /1 of 2 files passed only when run again by itself: a\.test\.ts\n\n\d+ s\n2 passed, 1 failed, 0 skipped\n$/,
  )
})

test('where nothing is run again, nothing is said of it, and a failure of a thousand lines keeps its beginning and its place', async () => {
  const long = new Error(Array.from({ length: 1_000 }, (_, n) => `line ${n}`).join('\n'))
  const words = await told(result('a.test.ts', 'one'), result('a.test.ts', 'two', long), ended('a.test.ts'))
  assert.doesNotMatch(words, /by itself|line 500/)
  assert.match(words, /Failed:\n\n✖ a\.test\.ts\n {2}two\n {4}Error: line 0\n[\s\S]*more lines\)[\s\S]*reporter\.test\.ts/)
  assert.match(words, /1 passed, 1 failed, 0 skipped\n$/)
})
