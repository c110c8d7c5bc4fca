import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'

const root = path.join(import.meta.dirname, '..', '..')
const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))

/** What a component shows or says aloud, whatever it is made of. */
const shown =
  /^(aria-(label|description|roledescription|valuetext)|alt|title|label|placeholder|description|text|lead|message|error|legend|caption|summary|heading|hint|tabTitle|nothingFound\w*|nothingFoundMessage)$/
/** What never is: names of files, styles, formats and machines. */
const silent =
  /^(__staticSelector|className|style|styles|classNames|id|key|to|from|href|path|type|name|variant|color|c|size|d|role|autoComplete|inputMode|target|rel|data-.*|fontFamily\w*|fontFeature\w*)$/
/** Elements for what is typed into machines. */
const machineText = /^(code|pre|kbd|Code|Kbd)$/
/** Two words beside each other, or one that begins like a sentence. */
const prose = /\p{Ll}{2,} \p{Ll}{2,}|^\p{Lu}\p{Ll}+([ .…!?,]|$)/u
/** Calls whose texts are looked for, not shown. */
const isAsking = /^(includes|has|get|getItem|setItem|querySelector(All)?|closest|matches|startsWith|endsWith)$/
/** Names that no language changes, and what only a program reads. */
const names = new Set([
  'Foyer',
  'Ctrl K',
  'Ctrl J',
  'Bearer',
  'Enter',
  'Esc',
  'Escape',
  'Ctrl',
  'Shift',
  'Tab',
  'Space',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'Content-Type',
  'Authorization',
])

interface Node {
  type: string
  start: number
  [member: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Text in code that people would see, and that is not in the catalogue. */
const looseWords = (file: string, code: string): string[] => {
  const found: string[] = []
  const note = (node: Node, text: string): void => {
    const line = code.slice(0, node.start).split('\n').length
    found.push(`${file}:${line} ${text.trim().slice(0, 60)}`)
  }
  const textOf = (node: Node): string | null => {
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
    if (node.type !== 'TemplateLiteral') return null
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ')
  }
  /** `isShown`: whatever stands here is shown, so one letter is a word; else only what reads like a sentence is. */
  const walk = (node: Node, isShown: boolean): void => {
    if (/^(ImportDeclaration|ImportExpression|Export(All|Named)Declaration)$/.test(node.type) && isNode(node.source)) {
      if (isNode(node.declaration)) walk(node.declaration, false)
      return
    }
    if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return
    if (node.type === 'JSXText') {
      if (/\p{L}/u.test(String(node.value)) && !names.has(String(node.value).trim())) note(node, String(node.value))
      return
    }
    const text = textOf(node)
    if (text !== null && !names.has(text.trim()) && (isShown ? /\p{L}{2,}/u : prose).test(text)) note(node, text)
    if (node.type === 'JSXAttribute') {
      const name = String((node.name as unknown as { name: string }).name)
      if (!silent.test(name) && isNode(node.value)) walk(node.value, shown.test(name))
      return
    }
    if (node.type === 'JSXExpressionContainer' && isNode(node.expression)) return walk(node.expression, isShown)
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      if (isNode(node.openingElement)) walk(node.openingElement, false)
      if (machineText.test(String((node.openingElement as { name?: { name?: string } })?.name?.name))) return
      for (const child of node.children as Node[]) walk(child, child.type === 'JSXExpressionContainer')
      return
    }
    if (node.type === 'Property') {
      const key = node.key as unknown as { name?: string; value?: string }
      const name = String(key.name ?? key.value)
      if (!silent.test(name) && isNode(node.value)) walk(node.value, shown.test(name))
      return
    }
    // What stands for a word keeps its place; what is asked, called or looked up is no word itself.
    if (node.type === 'ConditionalExpression') {
      walk(node.test as Node, false)
      walk(node.consequent as Node, isShown)
      walk(node.alternate as Node, isShown)
      return
    }
    if (node.type === 'LogicalExpression') {
      walk(node.left as Node, isShown && node.operator !== '&&')
      walk(node.right as Node, isShown)
      return
    }
    if (
      node.type === 'CallExpression' &&
      isAsking.test(String((node.callee as { property?: { name?: string } }).property?.name))
    ) {
      walk(node.callee as Node, false)
      return
    }
    // Messages of errors that only a program meets, and texts that are looked for.
    if (node.type === 'NewExpression' && /Error$/.test(String((node.callee as { name?: string }).name))) {
      for (const argument of node.arguments as Node[]) if (argument.type === 'ObjectExpression') walk(argument, false)
      return
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, false)
  }
  walk(parseSync(file, code).program as unknown as Node, false)
  return found
}

/** Files with texts that are no words of the app. */
const others = {
  'web/src/theme.ts': 'colours and shadows',
  'web/src/i18n/locale.ts': 'languages, each by its own name',
  'web/src/i18n/pseudo.ts': 'letters',
  'web/src/crm/deals/first-deal-line.ts': 'a form as a website would send it',
  'web/src/ui/first-lead-line.ts': 'a lead as a tool would send it',
  'web/src/meetings/bookings/embed-tag.ts': 'code of a website',
  'web/src/connections/webhooks/snippet.ts': 'code of a receiver',
  'web/src/platform/profile/agent.ts': 'names of browsers and systems',
  'web/src/conversations/mail/mail-html.ts': 'what a frame is made of',
  'web/src/connections/mailboxes/signature-html.ts': 'what a frame is made of',
  'web/src/conversations/mail/quoting.ts': 'HTML, and the prefixes that all mail programs know',
  'web/src/business/invoices/providers.ts': 'names of companies',
  'web/src/business/templates/starter.ts': 'a contract for people to change, in English',
  'web/src/business/templates/samples.ts': 'signs of templates',
}

test('every word that the app shows is in the catalogue', () => {
  const loose = sources
    .filter((file) => !/(strings|module|sentences)\.ts$|\/i18n\/[a-z]{2}\//.test(file) && !Object.hasOwn(others, file))
    .flatMap((file) => looseWords(file, readFileSync(path.join(root, file), 'utf8')))
  assert.deepEqual(loose, [])
})

test('the search for loose words finds them wherever they hide', () => {
  const hidden = [
    '<b>Hello</b>',
    '<b title="Open it">{words.a}</b>',
    '<b aria-label={`Open ${name}`} />',
    '<b>{on ? "on" : words.off}</b>',
    '<b>{n} leads</b>',
    'notifications.show({ message: "Saved", color: "teal" })',
    'const choices = [{ value: "1", label: "one" }]',
    'const said = isOpen ? "It is open now." : words.shut',
    'const lead = `Seen ${day}`',
    '<Button rightSection={on && "more"} placeholder={name ?? "nobody"} />',
  ]
  for (const code of hidden) assert.equal(looseWords('some.tsx', `const a = () => { ${statement(code)} }`).length, 1, code)
  const fine = [
    '<b className="a b" style={{ margin: "0 auto" }}>{words.hello} · …</b>',
    'throw new Error("no session here")',
    'const kind = error.code === "lead_not_found" ? "bad" : "good"',
    'import("./shell/help.tsx")',
    '<Kbd>Enter</Kbd>',
  ]
  for (const code of fine) assert.deepEqual(looseWords('some.tsx', `const a = () => { ${statement(code)} }`), [], code)
})

const statement = (code: string): string => (code.startsWith('<') ? `return ${code}` : code)

test('no style points to the left or the right: a language that runs the other way mirrors all of them', () => {
  const physical = [
    /(^|[\s;{'"])(margin|padding|border|inset)-(left|right)\b/,
    /(^|[\s;{])(left|right)\s*:/,
    /(text-align|float|clear):\s*(left|right)/,
    /\b(margin|padding|border)(Left|Right)\b|textAlign:\s*'(left|right)'|\b[mp][lr]="/,
    /border-(top|bottom)-(left|right)-radius/,
    /(?:margin|padding):\s*\S+ (\S+) \S+ (?!\1;)\S+;/,
  ]
  const faults = globSync('web/src/**/*.{css,tsx}', { cwd: root }).flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (physical.some((form) => form.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  )
  assert.deepEqual(faults, [])
})

/** The spellings that most texts do not have: they say `color`, `cancelled`, `recognize`. None is a word of another language that files of the server speak. */
const otherSpellings = /\b(colour(s|ed|ing)?|canceled|canceling|recognis(e|es|ed|ing)|behaviours?|favourites?)\b/gi

/** Texts in a file that read like prose: no code in backticks, no markup and no address. */
const proseIn = (file: string, code: string): string[] => {
  const texts: string[] = []
  const walk = (node: Node): void => {
    const text =
      node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? (node.value as { cooked: string }).cooked : null
    if (typeof text === 'string' && prose.test(text) && !/^\s*[<:]|^[A-Z]+ \/|\bselect\b|\bupdate \w+ set\b/.test(text))
      texts.push(text.replaceAll(/`[^`]*`/g, ''))
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child)
  }
  walk(parseSync(file, code).program as unknown as Node)
  return texts
}

test('one English word is spelled in one way wherever users read it', () => {
  const read = [...sources, ...globSync('server/**/*.ts', { cwd: root })].filter(
    (file) => !/\.test\.ts$|\/i18n\/[a-z]{2}\/|\/demo\/|db\/tables\.ts$/.test(file),
  )
  const faults = read.flatMap((file) => {
    const code = readFileSync(path.join(root, file), 'utf8')
    if (code.search(otherSpellings) === -1) return []
    return proseIn(file, code).flatMap((text) =>
      (text.match(otherSpellings) ?? []).map((word) => `${file}: ${word} in ${text.slice(0, 80)}`),
    )
  })
  assert.deepEqual(faults, [])
  const spelled = (code: string): number => proseIn('some.ts', code).filter((text) => text.search(otherSpellings) !== -1).length
  assert.equal(spelled("const a = { b: 'Colour of the button', c: `It was canceled at ${d}.` }"), 2)
  assert.equal(spelled("const canceled = { colour: 'colour', b: 'Either `canceled` or done', c: '<a href=\"/colour/\">' }"), 0)
})
