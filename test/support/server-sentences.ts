import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'

/** What the app never calls: settings of the operator, forms and webhooks of other websites, and what only programs are told. */
const elsewhere =
  /^(cli|db|reference|providers|transports|config\.ts)|errors\.ts$|\/(lead-sources|demo)\/|workflows\/hook-bodies|leads\/json-body/

/** Calls that refuse, and the methods of zod that take a message. */
const refusing: readonly string[] = ['fail', 'Failure', 'refuse', 'addIssue']
const checking: readonly string[] = ['refine', 'regex', 'min', 'max', 'length']

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/**
 * Each sentence with which an action refuses its input, from the sources of the server, beside those that stand in the errors of a
 * module: `<1>` stands for a part. The name of a field before a colon is left out: it stays as it is in each language.
 */
export const serverSentences = (server: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const file of globSync('**/*.ts', { cwd: server })) {
    if (elsewhere.test(file) || file.endsWith('.test.ts')) continue
    const { body } = parseAst(readFileSync(path.join(server, file), 'utf8'), { lang: 'ts' })
    for (const text of sentencesIn(body as unknown as readonly Node[], false)) {
      const sentence = withoutField(text)
      const isSentence = /\p{L}{2}/u.test(sentence.replaceAll(/<\d>/g, '')) && sentence.includes(' ')
      if (isSentence && !found.has(sentence)) found.set(sentence, file)
    }
  }
  return found
}

/** The field before a sentence, as `web/src/i18n/server-messages.ts` knows it. */
const withoutField = (text: string): string => {
  let count = 0
  const own = text.startsWith('Missing required field: ') ? 'Missing required field: <1>' : text
  return own.replace(/^[a-z<][\w.<>]*: /, '').replaceAll(/<\d>/g, () => `<${++count}>`)
}

function* sentencesIn(value: unknown, isRefused: boolean): Generator<string> {
  if (Array.isArray(value)) {
    for (const each of value) yield* sentencesIn(each, isRefused)
    return
  }
  if (!isNode(value)) return
  const called = value.type === 'CallExpression' || value.type === 'NewExpression' ? nameOf(value.callee) : null
  const given = called === null ? [] : (value.arguments as readonly Node[])
  if (called !== null && checking.includes(called)) yield* given.slice(1).flatMap(textsOf)
  // What the assistant cannot put on a card stands beside its answer.
  if (called === 'refusedCard') yield* given.slice(0, 1).flatMap(textsOf)
  if (called === 'refuse') yield* given.slice(1).flatMap(textsOf)
  const isObject = value.type === 'ObjectExpression'
  const members = isObject ? (value.properties as readonly Node[]) : []
  const names = members.map(({ key }) => nameOf(key))
  const message = members[names.indexOf('message')]
  if (message && (isRefused || names.includes('field'))) yield* textsOf(message.value)
  const isInside = called === null ? isRefused && value.type !== 'ArrowFunctionExpression' : refusing.includes(called)
  for (const [member, inner] of Object.entries(value)) if (member !== 'type') yield* sentencesIn(inner, isInside)
}

const nameOf = (value: unknown): string => {
  if (!isNode(value)) return ''
  return value.type === 'MemberExpression' ? nameOf(value.property) : String(value.name ?? '')
}

const textsOf = (value: unknown): string[] => {
  if (!isNode(value)) return []
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : []
  if (value.type === 'ConditionalExpression') return [...textsOf(value.consequent), ...textsOf(value.alternate)]
  if (value.type !== 'TemplateLiteral') return []
  const quasis = value.quasis as readonly { readonly value: { readonly cooked: string } }[]
  return [quasis.map(({ value: { cooked } }, at) => (at === 0 ? cooked : `<${at}>${cooked}`)).join('')]
}

/** Members of actions, jobs and schemas that describe them to programs. */
const describing: readonly string[] = ['description', 'fix', 'about', 'summary', 'title', 'line']

/** Each whole sentence in these files of the server that a record of its work keeps: what is only thrown or describes something is none. */
export const keptSentences = (server: string, files: string): readonly string[] => {
  const found = new Set<string>()
  for (const file of globSync(files, { cwd: server })) {
    if (/errors\.ts$|\.test\.ts$/.test(file)) continue
    const { body } = parseAst(readFileSync(path.join(server, file), 'utf8'), { lang: 'ts' })
    for (const text of wholeSentences(body)) found.add(text)
  }
  return [...found]
}

function* wholeSentences(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    for (const each of value) yield* wholeSentences(each)
    return
  }
  if (!isNode(value)) return
  const called = value.type === 'CallExpression' || value.type === 'NewExpression' ? nameOf(value.callee) : null
  if (called === 'Error' || called === 'describe' || called === 'execute') return
  if (value.type === 'TaggedTemplateExpression') return
  if (value.type === 'Property' && describing.includes(nameOf(value.key))) return
  for (const text of value.type === 'Literal' || value.type === 'TemplateLiteral' ? textsOf(value) : [])
    if (/^(?:[A-Z<]).*[.]$/s.test(text) && text.replaceAll(/<\d>/g, '').trim().split(/\s+/).length >= 3) yield text
  for (const [member, inner] of Object.entries(value)) if (member !== 'type') yield* wholeSentences(inner)
}
