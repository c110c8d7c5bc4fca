import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { parseSync } from 'vite'
import { importsIn, root, textOf } from './source.ts'

const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .sort()

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const programOf = (file: string, text = textOf(file)): Node => parseSync(file, text).program as unknown as Node

/** Every node below, from the outside in; where `visit` answers false, what is below it is left out. */
const walk = (value: unknown, visit: (node: Node) => boolean): void => {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  if (!isNode(value) || !visit(value)) return
  for (const child of Object.values(value)) walk(child, visit)
}

/** The texts of a file as paths: `strings title`, `strings states paid`. */
const textsIn = (program: Node): string[] => {
  const found: string[] = []
  const leaves = (object: Node, path: string): void => {
    for (const property of object.properties as Node[]) {
      if (property.type !== 'Property') continue
      const { key, value } = property as unknown as { key: Node; value: Node }
      const at = `${path} ${String(key.name ?? key.value)}`
      if (value.type === 'ObjectExpression') leaves(value, at)
      else found.push(at)
    }
  }
  walk(program, (node) => {
    const { init, id } = node as unknown as { init?: Node; id?: Node }
    if (node.type !== 'VariableDeclarator' || init?.type !== 'CallExpression') return true
    const [words] = init.arguments as Node[]
    if ((init.callee as Node).name === 'messages' && words?.type === 'ObjectExpression') leaves(words, String(id?.name))
    return true
  })
  return found
}

/** What a file reads of the `names` it knows: `strings title`, and `strings` where all of it is read at once. */
const readIn = (program: Node, names: ReadonlyMap<string, string>): string[] => {
  const found: string[] = []
  const pathOf = (node: Node): { path: string; isOpen: boolean } | null => {
    if (/^TS(As|NonNull|Satisfies)/.test(node.type)) return pathOf(node.expression as Node)
    if (node.type === 'ParenthesizedExpression') return pathOf(node.expression as Node)
    if (node.type === 'Identifier') {
      const path = names.get(String(node.name))
      return path === undefined ? null : { path, isOpen: true }
    }
    if (node.type !== 'MemberExpression') return null
    const of = pathOf(node.object as Node)
    if (!of?.isOpen) return of
    const property = node.property as Node
    if (!node.computed) return { path: `${of.path} ${String(property.name)}`, isOpen: true }
    // A name that is worked out reads any of them.
    return { path: of.path, isOpen: false }
  }
  const visit = (node: Node): boolean => {
    if (/^(ImportDeclaration|TSTypeQuery)$/.test(node.type)) return false
    const read = /^(MemberExpression|Identifier)$/.test(node.type) ? pathOf(node) : null
    if (read === null) return true
    found.push(read.path)
    if (node.computed) walk(node.property, visit)
    return false
  }
  walk(program, visit)
  return found
}

/** By which names a file knows what another one exports. */
const namesFrom = (program: Node, file: string, text: string, target: string): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const statement of program.body as Node[]) {
    if (statement.type !== 'ImportDeclaration') continue
    if (!importsIn(file, text.slice(statement.start, statement.end)).includes(target)) continue
    for (const each of statement.specifiers as { local: Node; imported?: Node }[])
      names.set(String(each.local.name), String(each.imported?.name ?? each.local.name))
  }
  return names
}

/** Texts that no file reads. A path that is read reads all that is below it. */
const unread = (texts: readonly string[], read: ReadonlySet<string>): string[] =>
  texts.filter((text) => {
    const names = text.split(' ')
    return !names.some((_, n) => read.has(names.slice(0, n + 1).join(' ')))
  })

test('every text of the app is shown', () => {
  const programs = new Map(files.map((file) => [file, programOf(file)]))
  const dead = files
    .filter((file) => file.endsWith('/strings.ts'))
    .flatMap((target) => {
      const own = programs.get(target) as Node
      const texts = textsIn(own)
      const read = new Set<string>()
      for (const [file, program] of programs) {
        const names = namesFrom(program, file, textOf(file), target)
        for (const path of names.size > 0 ? readIn(program, names) : []) read.add(path)
      }
      // What the file itself makes of them; the name where each is declared is not a reading.
      const inside = [...new Set(texts.map((text) => text.split(' ')[0] ?? ''))]
      const bodies = (own.body as Node[]).filter((each) => !textOf(target).slice(each.start, each.end).includes('messages('))
      for (const path of readIn({ ...own, body: bodies }, new Map(inside.map((name) => [name, name])))) read.add(path)
      return unread(texts, read).map((text) => `${target}: ${text}`)
    })
  assert.deepEqual(dead, [])
})

test('the search for texts that nothing shows sees them at every depth', () => {
  const texts = textsIn(
    programOf('a.ts', "export const strings = messages({ a: 'A', b: { c: 'C', d: 'D' }, e: (n) => `${n}` })"),
  )
  assert.deepEqual(texts, ['strings a', 'strings b c', 'strings b d', 'strings e'])
  const readOf = (text: string): string[] => readIn(programOf('b.tsx', text), new Map([['strings', 'strings']]))
  assert.deepEqual(unread(texts, new Set(readOf('strings.b.c + strings.e(1)'))), ['strings a', 'strings b d'])
  assert.deepEqual(unread(texts, new Set(readOf('strings.b[strings.a] ?? strings.e(2)'))), [])
  assert.deepEqual(unread(texts, new Set(readOf('Object.values(strings.b as Words)'))), ['strings a', 'strings e'])
  assert.deepEqual(unread(texts, new Set(readOf('let x: typeof strings.a'))), texts)
})
