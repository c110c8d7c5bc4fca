import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { filledLines, fillText, readTemplateText, wordsOfBlocks } from '../templates/template-texts.ts'
import { changedLines } from './changed-lines.ts'

const body = `# Service agreement

Made on {{START_DATE}} with **{{CLIENT_NAME}}**.

## 1. Services

{{SERVICES}}

## 2. Fees

| Item | Amount |
|---|---:|
| Services as described | {{PRICE}} |

Invoices are due within {{PAYMENT_DAYS}} days.

[[signature client "For {{CLIENT_NAME}}"]]
`

const changesOf = (values: Readonly<Record<string, string>>) =>
  changedLines(filledLines(readTemplateText(body), new Map(Object.entries(values))))

const values = { START_DATE: '1 May', CLIENT_NAME: 'Maya Rao', SERVICES: 'A new roof', PRICE: '100 €', PAYMENT_DAYS: '14' }

test('a value of four lines moves no other line of the comparison, and the end of the text is in it', () => {
  const services = 'A new roof\nGutters\n\n2. Fees'
  assert.deepEqual(changesOf({ ...values, SERVICES: services }), [
    { line: 2, was: 'Made on {{START_DATE}} with {{CLIENT_NAME}}.', is: 'Made on 1 May with Maya Rao.' },
    { line: 4, was: '{{SERVICES}}', is: services },
    { line: 7, was: 'Services as described | {{PRICE}}', is: 'Services as described | 100 €' },
    { line: 8, was: 'Invoices are due within {{PAYMENT_DAYS}} days.', is: 'Invoices are due within 14 days.' },
    { line: 9, was: 'For {{CLIENT_NAME}}', is: 'For Maya Rao' },
  ])
})

test('with any values, the lines of the document are those that stand in it', () => {
  const value = fc
    .array(fc.constantFrom('Maya', '', '{{PRICE}}', '| a | b |', '---', '# x', '1 €'), { minLength: 1, maxLength: 5 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(fc.record(Object.fromEntries(Object.keys(values).map((key) => [key, value]))), (given) => {
      const text = readTemplateText(body)
      const map = new Map(Object.entries(given))
      const lines = filledLines(text, map)
      assert.equal(lines.map(({ is }) => is).join('\n'), wordsOfBlocks(fillText(text, map)).join('\n'))
      assert.equal(lines.map(({ was }) => was).join('\n'), wordsOfBlocks(fillText(text, new Map())).join('\n'))
    }),
  )
})

test('a line that is too long to compare says so at its end, and no letter is cut in two', () => {
  const [, services] = changesOf({ ...values, SERVICES: `${'a'.repeat(1_999)}🙂 and more` })
  assert.equal(services?.is, `${'a'.repeat(1_999)}…`)
})
