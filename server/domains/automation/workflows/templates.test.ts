import assert from 'node:assert/strict'
import { test } from 'node:test'
import '#domains/catalogue.ts'
import { workflowActions } from '#core/actions/workflow-actions.ts'
import { type Language, languages } from '#shapes/languages.ts'
import { Definition } from './definition.ts'
import { readDraft } from './draft-definitions.ts'
import { knownCatalogue } from './known-catalogue.ts'
import { fillTemplate } from './template-answers.ts'
import { workflowTemplatesIn } from './templates.ts'
import { findTroubles } from './troubles.ts'

const known = {
  ...knownCatalogue(),
  workflows: new Map(),
  people: new Set<string>(),
  connections: new Set<string>(),
  allowed: null,
  self: null,
}

const spoken = Object.keys(languages) as Language[]

test('each template is whole in each language with what it takes without being asked, and a mailbox', () => {
  for (const language of spoken) {
    const templates = workflowTemplatesIn(language)
    assert.equal(templates.length, 5)
    for (const { id } of templates) {
      const filled = { ...fillTemplate(id, { mailbox: 'team@example.com' }, language), name: id }
      assert.ok(Definition.safeParse(filled).success, `${language} ${id}`)
      const draft = readDraft(filled)
      for (const { action } of draft.nodes) assert.ok(typeof action !== 'string' || workflowActions().has(action), `${action}`)
      assert.deepEqual(findTroubles(draft, known), [], `${language} ${id}`)
    }
  }
})

test('workflows of templates speak each language, with the same values in their texts', () => {
  for (const { id } of workflowTemplatesIn('en')) {
    const english = textsOf(fillTemplate(id, { mailbox: 'team@example.com' }))
    for (const language of spoken.filter((each) => each !== 'en')) {
      const own = textsOf(fillTemplate(id, { mailbox: 'team@example.com' }, language))
      assert.deepEqual([...own.keys()], [...english.keys()], `${language} ${id}`)
      for (const [place, text] of own) {
        const words = english.get(place) ?? ''
        assert.deepEqual(pathsIn(text), pathsIn(words), `${language} ${id} ${place}`)
        if (/\p{Ll}+ \p{Ll}+/u.test(words.replaceAll(/\{\{.*?\}\}/g, '')))
          assert.notEqual(text, words, `${language} ${id} ${place}`)
      }
    }
  }
})

/** All that is read by people: not ids, expressions and choices of the definition. */
const spokenMembers = new Set(['title', 'description', 'reason', 'text', 'subject', 'heading', 'label', 'about', 'prompt'])
const textsOf = (value: unknown, at = ''): Map<string, string> =>
  new Map(
    Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([name, member]) => {
      const place = `${at}.${name}`
      // What a model is told of a lead is no text of ours.
      if (place.endsWith('.input.title') && typeof member === 'string' && /^\{\{[^}]*\}\}$/.test(member)) return []
      if (typeof member === 'object' && member !== null) return [...textsOf(member, place)]
      return typeof member === 'string' && spokenMembers.has(name) ? [[place, member] as const] : []
    }),
  )
/** What a text reads of the run. */
const pathsIn = (text: string): string[] => [...new Set(text.match(/\b(?:trigger|steps)(?:\.\w+)+/g) ?? [])].sort()

test('a template asks for what it cannot know, names what is missing, and takes no number for a text', () => {
  assert.throws(() => fillTemplate('welcome_lead', {}), { field: 'answers.mailbox' })
  assert.throws(() => fillTemplate('chase_invoice', { mailbox: 'team@example.com', days: 'seven' }), { field: 'answers.days' })
  assert.throws(() => fillTemplate('nothing', {}), { code: 'workflow_template_not_found' })
})

test('an answer stands in its place as it is, and is not read as an expression', () => {
  const filled = fillTemplate('chase_invoice', { mailbox: 'team@example.com', days: 3 })
  assert.deepEqual((filled.nodes as { for?: { at_most: unknown } }[])[0]?.for?.at_most, { amount: 3, unit: 'days' })
  const written = fillTemplate('welcome_lead', { mailbox: 'team@example.com', text: 'Pay {{ run.id }} [[subject]]' })
  const text = (written.nodes as { input: { text: string } }[])[0]?.input.text
  assert.ok(text?.endsWith('\n\nPay {{ run.id }} [[subject]]'), 'its writer may use expressions, as in the editor')
})
