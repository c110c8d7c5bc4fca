import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { AnyAction } from '#core/actions/action.ts'
import { catalogue } from '#domains/catalogue.ts'
import { describeAll } from '#reference/pages.ts'
import { quickStartInputs, quickStarts } from '#reference/quick-starts.ts'
import { derivedPages } from '#reference/write-docs.ts'

const root = path.join(import.meta.dirname, '../..')
const hasPython = spawnSync('python3', ['--version']).status === 0

for (const [file, text] of derivedPages())
  test(`${file} is what the catalogue says (npm run docs writes it)`, () => {
    assert.equal(readFileSync(path.join(root, file), 'utf8'), text)
  })

/** Of these only the tables are written by a command. */
const withDerivedTables = new Set(['docs/operating.md', 'docs/mcp.md'])

test('every generated file is marked as such, for readers and for diffs', () => {
  const patterns = readFileSync(path.join(root, '.gitattributes'), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(' linguist-generated'))
    .map((line) => line.split(' ')[0] ?? '')
  const isMarked = (file: string): boolean =>
    patterns.some((pattern) => (pattern.endsWith('/**') ? file.startsWith(pattern.slice(0, -2)) : file === pattern))
  for (const [file, command] of [
    ...[...derivedPages().keys()].filter((file) => !withDerivedTables.has(file)).map((file) => [file, 'npm run docs'] as const),
    ['server/db/tables.ts', 'npm run tables'] as const,
  ]) {
    assert.ok(isMarked(file), `${file} is not in .gitattributes`)
    const [first = '', second = ''] = readFileSync(path.join(root, file), 'utf8').split('\n')
    assert.match(file.endsWith('.json') ? second : first, new RegExp(command), file)
  }
})

test('no page is left of an action that is gone', () => {
  const pages = derivedPages()
  assert.deepEqual(
    globSync('docs/api/*', { cwd: root }).filter((file) => !pages.has(file)),
    [],
  )
})

test('every action has an example, and every example fits its shape', () => {
  for (const action of catalogue as readonly AnyAction[]) {
    assert.notEqual(action.examples?.length ?? 0, 0, `${action.name} has no example`)
    for (const example of action.examples ?? [])
      assert.equal(action.input.safeParse(example.input).success, true, `${action.name}: ${example.title}`)
  }
})

test('every call of the quick starts fits its action, and every example of an answer is one that the action may give', () => {
  for (const { action, input } of quickStartInputs)
    assert.deepEqual(action.input.safeParse(input).error?.issues ?? [], [], `${action.name} in a quick start`)
  const actions = catalogue as readonly AnyAction[]
  for (const { name, answer } of describeAll(actions, 'http://localhost:3000')) {
    const action = actions.find((each) => each.name === name)
    if (answer !== null) assert.deepEqual(action?.output.safeParse(answer).error?.issues ?? [], [], `the answer of ${name}`)
  }
})

test('the Python of every example is Python', { skip: !hasPython && 'this machine has no python3' }, () => {
  const examples = describeAll(catalogue as readonly AnyAction[], 'http://localhost:3000').flatMap(({ examples }) => examples)
  const code = [...examples, ...quickStarts('http://localhost:3000').flatMap(({ steps }) => steps)].map(({ python }) => python)
  assert.ok(code.length > 400)
  const read = spawnSync('python3', ['-c', 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)'], {
    input: JSON.stringify(code),
    encoding: 'utf8',
  })
  assert.equal(read.status, 0, read.stderr)
})

test('every link between the documents leads somewhere', () => {
  const wrong: string[] = []
  for (const file of globSync(['*.md', 'docs/**/*.md'], { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|#|mailto:)/.test(link)) continue
      const [target = ''] = link.split('#')
      if (!existsSync(path.join(root, path.dirname(file), target))) wrong.push(`${file}: ${link}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('decisions are numbered without gaps and dated', () => {
  const files = globSync('docs/decisions/*.md', { cwd: root })
    .map((file) => path.basename(file))
    .sort()
  files.forEach((file, n) => {
    assert.match(file, new RegExp(`^${String(n + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`))
    assert.match(
      readFileSync(path.join(root, 'docs/decisions', file), 'utf8'),
      /^# .+\n\n\d{4}-\d{2}-\d{2} · (accepted|superseded by)/,
    )
  })
})
