import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { type Language, languages } from '#shapes/languages.ts'
import { consentErrors } from './complete-consent.ts'
import { consentReason, consentReasons } from './consent-reason-strings.ts'
import { consentStrings } from './consent-strings.ts'

const providers = path.join(import.meta.dirname, '../../../providers')
/** What the calls of OAuth say of a service, with parts as `<1>`. */
const saidByCalls = globSync('{oauth*,signed-returns}.ts', { cwd: providers })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => {
    const text = readFileSync(path.join(providers, file), 'utf8')
    return [...text.matchAll(/new ProviderError\(\s*'\w+',\s*`([^`]+)`/g)].map(([, said = '']) => {
      let count = 0
      return said.replaceAll(/\$\{[^}]*\}/g, () => `<${++count}>`)
    })
  })

const others = (Object.keys(languages) as Language[]).filter((language) => language !== 'en')

test('each reason for which a consent fails has words in every language, with the same parts', () => {
  assert.ok(saidByCalls.length > 15)
  assert.deepEqual(
    [...new Set(saidByCalls)].filter((sentence) => !(sentence in consentReasons)),
    [],
  )
  const partsOf = (text: string) => (text.match(/<\d>/g) ?? []).sort()
  for (const [english, said] of Object.entries(consentReasons))
    for (const language of others) assert.deepEqual(partsOf(said[language as keyof typeof said]), partsOf(english), english)
})

test('each failure of a consent has a next step in every language', () => {
  for (const language of Object.keys(languages) as Language[])
    assert.deepEqual(
      consentErrors.filter(({ code }) => consentStrings[language].next[code] === undefined),
      [],
    )
})

test('a reason is said with its parts as they came, and one without words is left to the page', () => {
  assert.equal(consentReason('Zoho CRM refused: $&_invalid.', 'de'), 'Zoho CRM lehnte ab: $&_invalid.')
  assert.equal(consentReason('Missing required field: state', 'de'), null)
  assert.equal(consentReason('Missing required field: state', 'en'), 'Missing required field: state')
})
