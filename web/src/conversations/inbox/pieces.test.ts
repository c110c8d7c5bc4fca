import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTemplate } from '#shapes/whatsapp-templates.ts'
import { filled, repliesFor, shortcutAt, taken } from './canned.ts'
import { readInboxSearch } from './inbox-search.ts'
import { snoozeTimes } from './snoozing.ts'
import { labelOf, previewOf, proposedOf } from './templates.ts'

test('a shortcut counts where a word begins, and its reply takes its place and nothing else', () => {
  assert.equal(shortcutAt('/ho', 3), 'ho')
  assert.equal(shortcutAt('Hello /Ho', 9), 'ho')
  assert.equal(shortcutAt('9/10', 4), null)
  assert.equal(shortcutAt('https://x', 9), null)
  assert.equal(shortcutAt('/hours then', 11), null)
  assert.deepEqual(taken('Hello /ho and bye', 9, 'We open at 9'), { text: 'Hello We open at 9 and bye', caret: 18 })
  const reply = (shortcut: string, title: string) => ({
    id: shortcut,
    shortcut,
    title,
    body: '',
    created_by: null,
    created_at: '',
    updated_at: '',
  })
  const all = [reply('address', 'How to find us'), reply('hours', 'Opening hours'), reply('price', 'House prices')]
  assert.deepEqual(
    repliesFor('ho', all).map(({ shortcut }) => shortcut),
    ['hours', 'address', 'price'],
  )
})

test('a canned reply has the names filled in, and no gap where one is not known', () => {
  const body = 'Hello {first_name}, here is {me}.'
  assert.equal(filled(body, { name: 'Maya Ortiz', me: 'Grace' }), 'Hello Maya, here is Grace.')
  assert.equal(filled(body, { name: null, me: 'Grace' }), 'Hello, here is Grace.')
  assert.equal(filled('{name}', { name: '{me}', me: 'x' }), '{me}')
})

test('the preview of a template shows each value where WhatsApp puts it: header first, then text, then buttons', () => {
  const { parts } = readTemplate([
    { type: 'HEADER', text: 'Order {{1}}' },
    { type: 'BODY', text: '{{2}} on {{1}}, {{2}}' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://example.com/{{1}}' }] },
  ])
  assert.deepEqual(
    previewOf({ parts: [...parts] }, ['77', 'Monday', 'Maya', 'here']).map(({ text }) => text),
    ['Order 77', 'Maya on Monday, Maya', 'Track · https://example.com/here'],
  )
  assert.equal(previewOf({ parts: [{ part: 'body', text: 'Hi {{1}}' }] }, [''])[0]?.text, 'Hi {{1}}')
  assert.equal(labelOf({ name: 'image', of: 'header', kind: 'image' }, 0), 'Value 1 · Image URL (https)')
  assert.equal(labelOf({ name: 'customer_name', of: 'body', kind: 'text' }, 1), 'Value 2 · customer_name')
  assert.equal(labelOf({ name: '{{1}}', of: 'body', kind: 'text' }, 2), 'Value 3')
})

test('tomorrow morning is tomorrow, and Monday is never today', () => {
  const monday = new Date(2026, 10, 23, 22, 30)
  assert.deepEqual(snoozeTimes(monday).tomorrow, new Date(2026, 10, 24, 9))
  assert.deepEqual(snoozeTimes(monday).monday, new Date(2026, 10, 30, 9))
  assert.deepEqual(snoozeTimes(new Date(2026, 10, 22, 8)).monday, new Date(2026, 10, 23, 9))
})

test('a mistyped address is read as far as it makes sense', () => {
  assert.deepEqual(readInboxSearch({ view: 'mine', channel: 'fax', q: '' }), { view: 'mine' })
  assert.deepEqual(readInboxSearch({ view: 'all', channel: 'whatsapp', q: 'maya' }), { channel: 'whatsapp', q: 'maya' })
})

test('of a proposed template the one in the customer’s language is chosen, of those that can be sent', () => {
  const of = (language: string, status = 'APPROVED', unusable: string | null = null) => ({
    name: 'visit',
    language,
    status,
    unusable,
  })
  const all = [of('en'), of('pt_BR'), of('de', 'PENDING'), of('fr', 'APPROVED', 'CAROUSEL'), { ...of('es'), name: 'other' }]
  const chosen = (language: string, name = 'visit') => proposedOf(all, { name, language })?.language
  assert.equal(chosen('pt-BR'), 'pt_BR')
  assert.equal(chosen('pt'), 'pt_BR')
  assert.equal(chosen('en-GB'), 'en')
  for (const withoutOne of ['de', 'fr', 'it', '']) assert.equal(chosen(withoutOne), 'en', withoutOne)
  assert.equal(chosen('es', 'none'), undefined)
  assert.equal(proposedOf(all, null), undefined)
})
