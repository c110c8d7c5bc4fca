import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'

type Statement = ReturnType<typeof parseAst>['body'][number]
type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression']
type FunctionExpression = Extract<Expression, { type: 'ArrowFunctionExpression' }>
type Declaration = Extract<Statement, { type: 'VariableDeclaration' }>

/** One word of a catalogue, as its source has it. */
export interface Word {
  /** A sentence that is made of so many values; null: a text. */
  readonly parameters: readonly string[] | null
  /** Which of the parameters its sentence uses. */
  readonly used: readonly number[]
  /** The text itself, where it is one without parts. */
  readonly text: string | null
}

/** Words by their path: `widths › own`. */
export type Catalogue = ReadonlyMap<string, Word>

export interface FoundCatalogue {
  /** The file below web/src and the constant. */
  readonly file: string
  readonly constant: string
  readonly words: Catalogue
}

/** The catalogues of the app by their names: what `messages(name, words)` is called with, in each file that is not a translation. */
export const englishCatalogues = (web: string): ReadonlyMap<string, FoundCatalogue> => {
  const found = new Map<string, FoundCatalogue>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: web })) {
    const source = readFileSync(path.join(web, file), 'utf8')
    if (!source.includes('messages(')) continue
    for (const statement of statementsOf(source, file))
      for (const { id, init } of declarationOf(statement)?.declarations ?? []) {
        const call = init && plain(init)
        if (call?.type !== 'CallExpression' || source.slice(call.callee.start, call.callee.end) !== 'messages') continue
        const [name, words] = call.arguments
        if (name?.type !== 'Literal' || typeof name.value !== 'string' || !words || words.type === 'SpreadElement')
          throw new Error(`${file}: messages() is called with a name and the words`)
        if (found.has(name.value)) throw new Error(`two catalogues have the name ${name.value}`)
        found.set(name.value, {
          file,
          constant: source.slice(id.start, id.end).split(':')[0] ?? '',
          words: wordsOf(source, words),
        })
      }
  }
  return found
}

/** Those that a language has, by the same names. */
export const translatedCatalogues = (web: string, language: string): ReadonlyMap<string, FoundCatalogue> => {
  const found = new Map<string, FoundCatalogue>()
  for (const file of globSync(`i18n/${language}/**/*.ts`, { cwd: web })) {
    if (path.basename(file) === 'words.ts') continue
    const source = readFileSync(path.join(web, file), 'utf8')
    for (const statement of statementsOf(source, file)) {
      if (statement.type !== 'ExportDefaultDeclaration') continue
      const all = plain(statement.declaration as Expression)
      if (all.type !== 'ObjectExpression') throw new Error(`${file}: its default is an object of catalogues`)
      for (const each of all.properties) {
        if (each.type === 'SpreadElement') throw new Error(`${file}: catalogues are given one by one`)
        const name = nameOf(source, each.key)
        if (found.has(name)) throw new Error(`${language} has the catalogue ${name} twice`)
        found.set(name, { file, constant: 'default', words: wordsOf(source, each.value as Expression) })
      }
    }
  }
  return found
}

const statementsOf = (source: string, file: string): readonly Statement[] =>
  parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body

const declarationOf = (statement: Statement): Declaration | null => {
  if (statement.type === 'VariableDeclaration') return statement
  if (statement.type !== 'ExportNamedDeclaration') return null
  return statement.declaration?.type === 'VariableDeclaration' ? statement.declaration : null
}

const plain = (expression: Expression): Expression =>
  expression.type === 'TSAsExpression' ||
  expression.type === 'TSSatisfiesExpression' ||
  expression.type === 'ParenthesizedExpression'
    ? plain(expression.expression)
    : expression

const nameOf = (
  source: string,
  key: Expression | { readonly type: string; readonly start: number; readonly end: number },
): string => ('value' in key ? String(key.value) : source.slice(key.start, key.end))

const wordsOf = (source: string, expression: Expression, at: readonly string[] = []): Map<string, Word> => {
  const value = plain(expression)
  if (value.type !== 'ObjectExpression') return new Map([[at.join(' › '), wordOf(source, value)]])
  return new Map(
    value.properties.flatMap((each) => {
      if (each.type === 'SpreadElement') throw new Error(`${source.slice(each.start, each.end)}: words are given one by one`)
      return [...wordsOf(source, each.value as Expression, [...at, nameOf(source, each.key)])]
    }),
  )
}

const wordOf = (source: string, value: Expression): Word => {
  if (value.type === 'ArrowFunctionExpression') return sentenceOf(source, value)
  return { parameters: null, used: [], text: value.type === 'Literal' && typeof value.value === 'string' ? value.value : null }
}

const sentenceOf = (source: string, made: FunctionExpression): Word => {
  const body = source.slice(made.body.start, made.body.end)
  const parameters = made.params.map((each) => source.slice(each.start, each.end).split(/[?:=]/)[0]?.trim() ?? '')
  const used = parameters.flatMap((name, at) =>
    new RegExp(`(?<![\\w$])${name.replace('$', '\\$')}(?![\\w$])`).test(body) ? [at] : [],
  )
  return { parameters, used, text: null }
}
