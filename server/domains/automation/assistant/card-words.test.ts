import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { catalogue } from '#domains/catalogue.ts'
import { type Language, languages } from '#shapes/languages.ts'
import { cardWords } from './card-words.ts'

interface Schema {
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}

const writes = catalogue.filter(({ transports, effect }) => transports.includes('assistant') && effect === 'write')
/** What the app fills in, or is shown in other words. */
const unseen = new Set(['clientMessageId', 'only', 'undoSeconds', 'trackingId', 'draftId', 'files', 'was'])
const fields = new Set<string>()
const choices = new Set<string>()
const look = (schema: Schema, field: string): void => {
  for (const choice of schema.enum ?? [])
    if (typeof choice === 'string' && !unseen.has(field)) choices.add(`${field}.${choice}`)
  for (const each of schema.anyOf ?? []) look(each, field)
  if (schema.items) look(schema.items, field)
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (!unseen.has(name)) fields.add(name)
    look(inner, name)
  }
}
for (const { input } of writes) look(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema, '')

test('each field and each choice of what the assistant may write has a word, and each such action a title', () => {
  const { fields: known, choices: words, titles } = cardWords('en')
  const choicesKnown = Object.entries(words).flatMap(([field, of]) => Object.keys(of).map((choice) => `${field}.${choice}`))
  assert.deepEqual([...fields].filter((field) => !(field in known)).toSorted(), [])
  assert.deepEqual([...choices].filter((choice) => !choicesKnown.includes(choice)).toSorted(), [])
  const titled = new Set(Object.keys(titles).map((key) => key.split('.')[0]))
  assert.deepEqual(
    writes.map(({ name }) => name).filter((name) => !titled.has(name)),
    [],
  )
})

test('the titles and sentences of cards are those of each language', () => {
  const english = cardWords('en')
  for (const language of (Object.keys(languages) as Language[]).filter((each) => each !== 'en')) {
    const own = cardWords(language)
    for (const [key, title] of Object.entries(english.titles))
      assert.notEqual((own.titles as Readonly<Record<string, string>>)[key], title, `${language} ${key}`)
    assert.match(own.leaves.email('a@b.example', false), /a@b\.example/)
    assert.match(own.leaves.whatsapp('+491', false), /\+491/)
    assert.notEqual(own.leaves.web_chat('', true), own.leaves.web_chat('', false))
  }
})
