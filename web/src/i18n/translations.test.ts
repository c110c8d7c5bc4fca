import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { foyer } from '#domains/catalogue.ts'
import { englishCatalogues, translatedCatalogues, type Word } from '#test/support/catalogues.ts'
import { type LocaleName, locales } from './locale.ts'
import { serverCatalogue } from './server-messages.ts'

const web = path.join(import.meta.dirname, '..')
const english = englishCatalogues(web)
const languages = Object.keys(locales).filter((name) => name !== 'en' && name !== 'pseudo') as LocaleName[]

test('the name of each catalogue is its file, and its constant where the file has several', () => {
  assert.ok(english.size > 150)
  for (const [name, { file, constant }] of english) {
    const base = file.replace(/\.tsx?$/, '')
    assert.ok(name === base || name === `${base}#${constant}`, `${name} stands in ${file} as ${constant}`)
  }
})

for (const language of languages) {
  const own = translatedCatalogues(web, language)

  test(`${language}: no word is missing, and none is left of what English has no more`, () => {
    const faults = [...english].flatMap(([name, { words }]) => {
      const mine = own.get(name)?.words ?? new Map<string, Word>()
      const missing = [...words.keys()].filter((key) => !mine.has(key)).map((key) => `missing: ${name} › ${key}`)
      const old = [...mine.keys()].filter((key) => !words.has(key)).map((key) => `not in English: ${name} › ${key}`)
      return [...missing, ...old]
    })
    const others = [...own.keys()].filter((name) => !english.has(name) && name !== serverCatalogue)
    faults.push(...others.map((name) => `unknown catalogue: ${name}`))
    assert.deepEqual(faults, [])
  })

  test(`${language}: a sentence says everything that the English one does`, () => {
    const faults = [...english].flatMap(([name, { words }]) =>
      [...words].flatMap(([key, word]) => {
        const mine = own.get(name)?.words.get(key)
        if (!mine) return []
        if (mine.parameters?.length !== word.parameters?.length) return [`${name} › ${key}: (${mine.parameters ?? 'a text'})`]
        return word.used
          .filter((at) => !mine.used.includes(at))
          .map((at) => `${name} › ${key} does not say ${word.parameters?.[at]}`)
      }),
    )
    assert.deepEqual(faults, [])
  })

  test(`${language}: each message of the server's errors is translated`, () => {
    const messages = new Set([...foyer.errors.values()].map(({ message }) => message))
    const mine = own.get(serverCatalogue)?.words ?? new Map<string, Word>()
    assert.deepEqual(
      [...messages].filter((message) => !mine.has(message)),
      [],
    )
    assert.deepEqual(
      [...mine.keys()].filter((message) => !messages.has(message)),
      [],
    )
  })

  test(`${language}: sentences are translated, each file holds its room's, and words come with formats alone`, () => {
    for (const [name, { file }] of own) {
      const room = file.slice(`i18n/${language}/`.length).replace(/\.ts$/, '')
      assert.ok(name.startsWith(`${room}/`), `${name} stands in ${file}`)
    }
    // A sentence of three words is the same in no two of these languages, but for names.
    const same = [...english].flatMap(([name, { words }]) =>
      [...words].flatMap(([key, { text }]) =>
        text !== null && /\p{Ll}+ \p{Ll}+ \p{Ll}+/u.test(text) && own.get(name)?.words.get(key)?.text === text
          ? [`${name} › ${key}: ${text}`]
          : [],
      ),
    )
    assert.deepEqual(same, [])
  })
}
