import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'

/** Where it is said what is wrong with a workflow: with its steps, and with its expressions. */
const sources = ['domains/automation/workflows/{*-troubles,troubles,model-answers,schedules}.ts', 'shapes/expressions/*.ts']
/** What is read by who looks a function up, and how values are written. */
const elsewhere = /\.test\.ts$|\/(functions|text-names|clocks)\.ts$/

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/**
 * Each sentence about what is wrong in a workflow, with what to write instead; `<1>` stands for a part. What reads on from the name of a field, such as
 * `is missing`, is said of `This`.
 */
export const troubleSentences = (server: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const file of globSync(sources, { cwd: server })) {
    if (elsewhere.test(file)) continue
    const { body } = parseAst(readFileSync(path.join(server, file), 'utf8'), { lang: 'ts' })
    const readsOn = /(shape|input)-troubles|schedules/.test(file)
    for (const text of textsIn(body as unknown as readonly Node[])) {
      if (/^(?:[A-Z“]|<1>|`).* .*(?:[.?…]|: <1><2>)$/su.test(text) && !text.startsWith('<1> <2>') && text !== 'This <1>.')
        found.add(numbered(text))
      else if (readsOn && /^(is|must|may|needs|has|cannot|never|names) /.test(text)) found.add(numbered(`This ${text}.`))
    }
  }
  return found
}

const numbered = (text: string): string => {
  let count = 0
  // Two parts that touch are one.
  return text.replaceAll(/(?:<\d>)+/g, () => `<${++count}>`)
}

function* textsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    for (const each of value) yield* textsIn(each)
    return
  }
  if (!isNode(value)) return
  if (value.type === 'ImportDeclaration') return
  if (value.type === 'Literal' && typeof value.value === 'string') yield value.value
  if (value.type === 'TemplateLiteral') {
    const quasis = value.quasis as readonly { readonly value: { readonly cooked: string } }[]
    yield quasis.map(({ value: { cooked } }, at) => (at === 0 ? cooked : `<${at}>${cooked}`)).join('')
  }
  for (const [member, inner] of Object.entries(value)) if (member !== 'type') yield* textsIn(inner)
}
