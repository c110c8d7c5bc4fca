import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'
import { root, textOf } from './source.ts'

/**
 * The field's own words, in plain English: docs/glossary.md says what an old word was. Names of the code and texts that people
 * see have none of the old ones.
 */

/** Names of things that the field calls something else. */
const oldNames = new Set(
  `asksProvider AskingContext askInside askOutside runInside runOutside NoPlace takePlace makeNap nap naps keepBehind wayOut
  eventsTold toldEvents World Double Doubles Played Books openBooks doubles madeUp serveDesk handover makeReadings
  chaptersOf Chapter lookAt lookAtCheckout nextLook families takeTurn holdTurns findTurns
  PaymentTrouble MailTrouble MessagingTrouble VoiceTrouble AiTrouble OAuthTrouble giveDeal`.split(/\s+/),
)
/** Verbs with an object: a row is locked, a fact recorded, a member notified. `holdKinds` and `holdRestored` are of holds after a restore, `holdSlot` is the contract's. */
const oldVerbs = /^(hold(?!Kinds$|Restored$|Slot$)|note(?!Value$)|tell|lookAt)[A-Z]/
/** Of a comment: who it is has a name. What stands between backquotes is for machines. */
const vague = /\b(some|no|any|every)body\b|\bwhoever\b/i
/** Files named by a picture or by what was done. */
const oldFiles =
  /\/(house|rooms?|doors?|floors?|asking|looking|telling|told|taking|naps?|places|behind|families|ties|turns|reach|doubles|books|desk|made-up|handover|smuggled|beside)(\.test)?\.tsx?$/

/** Turns of speech, and texts that have a plain one by now. */
const oldTexts: readonly RegExp[] = [
  /\b(some|no|any|every)body\b/i,
  /\bwhoever\b/i,
  /\bwhat (came|became) of\b/i,
  /\bnothing is to be done\b/i,
  /\bgive[ns]? up\b/i,
  /\bdo it again\b/i,
  /\bput off\b/i,
  /\bkept ready\b/i,
  /\bmend(ed|s)?\b/i,
  /\blooks? after\b/i,
  /\bno more\b(?! than)/i,
  /\bby itself\b/i,
  /\bof then\b/i,
  /\bin the place of\b/i,
  /\btoo much to do\b/i,
  /\bcomes? to nothing\b/i,
  /\bplayed\b/i,
  /\bwhat is left out\b/i,
  /\btakes? away\b/i,
  /\bswitched (on|off)\b/i,
]

/** Stored names and addresses: the old word is part of the contract, or of what data folders hold. */
const isWire = (file: string): boolean => /\/(look-at-[\w-]+|list-turns)(\.test)?\.ts$/.test(file)

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Each name and each text of a file, once. */
const wordsIn = (file: string, code: string): { names: Set<string>; texts: string[]; comments: string[] } => {
  const names = new Set<string>()
  const texts: string[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!isNode(value)) return
    if (/^(ImportDeclaration|ExportAllDeclaration)$/.test(value.type) && isNode(value.source)) return walk(value.specifiers)
    if (/^(Identifier|JSXIdentifier|PrivateIdentifier)$/.test(value.type)) names.add(String(value.name))
    if (value.type === 'Literal' && typeof value.value === 'string') texts.push(value.value)
    if (value.type === 'TaggedTemplateExpression' && isNode(value.tag) && value.tag.name === 'sql')
      return walk((value.quasi as Node).expressions)
    if (value.type === 'TemplateLiteral')
      texts.push((value.quasis as { value: { cooked: string } }[]).map((each) => each.value.cooked).join(' … '))
    for (const child of Object.values(value)) walk(child)
  }
  const parsed = parseSync(file, code)
  walk(parsed.program)
  return {
    names,
    texts: texts.filter((text) => /\p{L}{2,}[ ’]\p{L}{2,}/u.test(text)),
    comments: parsed.comments.map(({ value }) => value),
  }
}

const oldNamesIn = (names: ReadonlySet<string>): string[] =>
  [...names].filter((name) => oldNames.has(name) || oldVerbs.test(name))
/** What stands between backquotes is for machines. */
const oldTextsIn = (texts: readonly string[]): string[] =>
  texts.filter((text) => oldTexts.some((old) => old.test(text.replaceAll(/`[^`]*`/g, ''))))

const files = globSync(['server/**/*.ts', 'client/src/*.ts', 'sandbox/**/*.ts', 'test/**/*.ts', 'web/src/**/*.{ts,tsx}'], {
  cwd: root,
})
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !/db\/tables\.ts$|architecture\/words\.test\.ts$/.test(file))
  .sort()
const parsed = new Map(files.map((file) => [file, wordsIn(file, textOf(file))]))

test('no file is named by a word that the field does not have', () => {
  assert.deepEqual(
    files.filter((file) => oldFiles.test(file) && !isWire(file)),
    [],
  )
})

test('no name of the code is an old one', () => {
  const found = [...parsed].flatMap(([file, { names }]) =>
    oldNamesIn(names)
      // In the app, and in its own module, a note is what members write for each other.
      .filter((name) => !(file.startsWith('web/') && /^(note|hold)[A-Z]/.test(name)))
      .filter((name) => !(file.startsWith('server/domains/crm/notes/') && /^note[A-Z]/.test(name)) && name !== 'noteId')
      .map((name) => `${file}: ${name}`),
  )
  assert.deepEqual(found, [])
})

test('no text that people see speaks in riddles', () => {
  const seen: string[] = []
  for (const [file, { texts }] of parsed) {
    const isSeen =
      /(strings|sentences|module)\.ts$/.test(file) || (/^(server|client|sandbox)\//.test(file) && !/\.test\.ts$/.test(file))
    const old = isSeen ? oldTextsIn(texts) : []
    seen.push(...old.map((text) => `${file}: ${text.slice(0, 120)}`))
  }
  assert.deepEqual(seen, [])
})

test('no comment leaves open of whom it speaks', () => {
  const found = [...parsed].flatMap(([file, { comments }]) =>
    /\.test\.ts$|^test\//.test(file)
      ? []
      : comments.filter((text) => vague.test(text.replaceAll(/`[^`]*`/g, ''))).map((text) => `${file}: ${text.slice(0, 120)}`),
  )
  assert.deepEqual(found, [])
})

/** Of a title: a person or a result without a name. What a template fills in is data. */
const vagueTitle =
  /\b(some|no|any|every)body\b|\b(whoever|told|kept ready|by itself|of then|mend(s|ed)?|heed(s|ed)?)\b|^(who|whom|whose|what|whatever) /i
const titleOf = /\b(?:test|suite|describe|it)(?:\.\w+)?\(\s*(['"`])((?:(?!\1)[^\n\\]|\\.)*)\1/g
const vagueTitlesIn = (code: string): string[] =>
  [...code.matchAll(titleOf)]
    .map((found) => found[2] ?? '')
    .filter((title) => vagueTitle.test(title.replaceAll(/\$\{[^}]*\}/g, '…')))

test('no title of a test leaves open who acts', () => {
  const found = files
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => vagueTitlesIn(textOf(file)).map((title) => `${file}: ${title}`))
  assert.deepEqual(found, [])
  for (const title of ['nobody gets in', 'what is refused is listed', 'a member is told once'])
    assert.deepEqual(vagueTitlesIn(`test('${title}', run)`), [title])
  assert.deepEqual(vagueTitlesIn("test('a member sees what a member can act on', run)"), [])
})

/** Lines of a document that leave open who is meant; code, and what the app is quoted with, aside. */
const vagueLinesIn = (text: string): string[] =>
  text.split('\n').filter((line) => vague.test(line.replaceAll(/`[^`]*`|«[^»]*»/g, '…')))

test('no page of the documents leaves open who is meant', () => {
  // The glossary explains an old word; the reference is made of texts that are looked at above.
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).filter((file) => !/^docs\/(api\/|glossary)/.test(file))
  assert.ok(documents.length > 60, String(documents.length))
  assert.deepEqual(
    documents.flatMap((file) => vagueLinesIn(textOf(file)).map((line) => `${file}: ${line}`)),
    [],
  )
  assert.equal(vagueLinesIn('Nobody logs in.\nThe user `nobody` runs it.').length, 1)
})

test('the search finds an old word wherever it is put', () => {
  const bad = wordsIn('bad.ts', "const holdDeal = () => fail('x', `${n} mails: nobody may do this`)")
  assert.deepEqual(oldNamesIn(bad.names), ['holdDeal'])
  assert.equal(oldTextsIn(bad.texts).length, 1)
  assert.match(wordsIn('bad.ts', '/** Whoever asks. */ const a = 1').comments[0] ?? '', vague)
  for (const text of ['Ask whoever sent it.', 'Nothing is to be done.', 'A reply kept ready was made.', 'Mend the row.'])
    assert.equal(oldTextsIn([text]).length, 1, text)
  for (const text of ['Ask the sender.', 'No action needed.', 'A canned reply was created.', 'Fix the row.'])
    assert.deepEqual(oldTextsIn([text]), [], text)
  for (const file of ['sandbox/stripe/books.ts', 'server/core/told.ts', 'server/core/jobs/naps.test.ts'])
    assert.match(file, oldFiles)
  assert.doesNotMatch('server/domains/platform/background-jobs/work.ts', oldFiles)
})
