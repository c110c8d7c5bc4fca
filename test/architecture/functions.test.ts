import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { parseSync, Visitor } from 'vite'
import { root, textOf } from './source.ts'

const maxLines = 100

/** Longer ones, as they stand. The list may only become shorter. */
const long = new Set<string>([
  'sandbox/google/google.ts register',
  'sandbox/google/grants.ts openGrants',
  'sandbox/mailbox.ts openMailbox',
  'sandbox/razorpay/store.ts openStore',
  'sandbox/sandbox.ts sandbox',
  'sandbox/stripe/api.ts app.register',
  'sandbox/stripe/api.ts serveApi',
  'sandbox/stripe/store.ts openStore',
  'sandbox/twilio/store.ts openStore',
  'sandbox/webhooks.ts openWebhooks',
  'sandbox/whatsapp/api.ts serveApi',
  'sandbox/whatsapp/phones.ts servePhones',
  'sandbox/whatsapp/store.ts openStore',
  'web/src/business/invoices/invoice-form.tsx InvoiceForm',
  'web/src/business/invoices/lines.tsx Lines',
  'web/src/conversations/inbox/composer.tsx Composer',
  'web/src/conversations/web-chat/widget-form.tsx WidgetForm',
  'web/src/conversations/web-chat/widget/view.ts makeView',
  'web/src/conversations/web-chat/widget/widget.ts startChat',
  'web/src/crm/contacts/contact-page.tsx ContactPage',
  'web/src/crm/contacts/merge-window.tsx Comparing',
  'web/src/crm/deals/new-deal-window.tsx Form',
  'web/src/crm/deals/stage-rows.tsx StageRows',
  'web/src/crm/deals/use-drag.ts useLift',
  'web/src/palette/palette.tsx Finder',
  'web/src/ui/data-table.tsx DataTable',
])

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
  const found = files.flatMap((file) => tooLong(file, textOf(file)))
  assert.deepEqual(
    found.filter((each) => !long.has(each)),
    [],
    'too long: give its parts names',
  )
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
