import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consentWords, consentVersion as newest } from '#domains/business/documents/consent-words.ts'
import de from '#web/i18n/de/business/documents.ts'
import es from '#web/i18n/es/business/documents.ts'
import fr from '#web/i18n/fr/business/documents.ts'
import hi from '#web/i18n/hi/business/documents.ts'
import pt from '#web/i18n/pt/business/documents.ts'
import { consentVersion } from './consent-version.ts'
import { strings } from './strings.ts'

test('a member who signs in the app reads the words that the evidence then names, in each language', () => {
  const { readAndSign: en } = strings
  const read = Object.fromEntries(
    Object.entries({ de, es, fr, hi, pt }).map(([language, words]) => [
      language,
      words['business/documents/strings'].readAndSign,
    ]),
  )
  assert.deepEqual({ en, ...read }, consentWords[consentVersion])
  assert.equal(consentVersion, newest)
})
