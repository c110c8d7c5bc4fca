import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { parseSync, Visitor } from 'vite'
import { root, textOf } from './source.ts'

const maxLines = 100

const files = globSync(['server/**/*.ts', 'client/**/*.ts', 'sandbox/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/node_modules\//.test(file),
)

interface Node {
  readonly start: number
  readonly end: number
}

/** `file name` of every function that is too long; one without a name has that of what it was given to. */
const tooLong = (file: string, text: string): string[] => {
  const { program, errors } = parseSync(file, text)
  assert.deepEqual(errors, [], file)
  const names = new Map<number, string>()
  const found: string[] = []
  const name = (node: Node | null | undefined, key: Node): void => {
    if (node) names.set(node.start, text.slice(key.start, key.end).split('\n')[0] ?? '')
  }
  const measure = (node: Node): void => {
    const lines = text.slice(node.start, node.end).split('\n').length
    if (lines > maxLines) found.push(`${file} ${names.get(node.start) ?? '(no name)'}`)
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => name(init, id),
    Property: ({ key, value }) => name(value, key),
    PropertyDefinition: ({ key, value }) => name(value, key),
    MethodDefinition: ({ key, value }) => name(value, key),
    CallExpression: ({ callee, arguments: given }) => {
      for (const each of given) name(each, callee)
    },
    FunctionDeclaration: (node) => {
      if (node.id) name(node, node.id)
      measure(node)
    },
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program)
  return found
}

test('no function has more than 100 lines', () => {
  assert.deepEqual(
    files.flatMap((file) => tooLong(file, textOf(file))),
    [],
    'too long: give its parts names',
  )
  assert.ok(files.length > 1_000)
  const body = '\n'.repeat(maxLines - 1)
  assert.deepEqual(tooLong('x.ts', `const short = () => {${body}}`), [])
  assert.deepEqual(
    tooLong(
      'x.tsx',
      `const one = () => {\n${body}}; function two() {\n${body}}; const o = { three() {\n${body}} }; class C { four = () => {\n${body}} }; each(() => {\n${body}})`,
    ),
    ['x.tsx one', 'x.tsx two', 'x.tsx three', 'x.tsx four', 'x.tsx each'],
  )
})
