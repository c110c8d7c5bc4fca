import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { compileValue } from './compile-value.ts'
import type { Place } from './evaluation.ts'
import { type Schema, typeOfSchema } from './schema-types.ts'
import { anyType, instantType, listOf, numberType, orNull, recordOf, type TypeScope, textType } from './types.ts'

const place: Place = { zone: 'Europe/Berlin', locale: 'en-GB', country: 'DE' }
const scope: TypeScope = {
  email: textType,
  name: orNull(textType),
  count: numberType,
  at: instantType,
  tags: listOf(textType),
  word: { kind: 'text', words: ['low', 'odd'] },
  contact: recordOf({ name: textType }),
  body: anyType,
}
const values = {
  email: 'maya@example.com',
  name: null,
  count: 3,
  at: '2026-11-27T10:00:00Z',
  tags: ['a', 'b'],
  word: 'low',
  contact: { name: 'Maya' },
}

const SendMail = z.object({
  to: z.array(z.email()).min(1),
  subject: z.string(),
  body: z.string().optional(),
  due_at: z.iso.datetime().optional(),
  owner: z.string().nullable().optional(),
  priority: z.enum(['low', 'high']).default('low'),
  retries: z.int().optional(),
  target: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('deal'), deal: z.uuid() }),
      z.object({ kind: z.literal('lead'), lead: z.uuid() }),
    ])
    .optional(),
})
const expected = typeOfSchema(z.toJSONSchema(SendMail, { io: 'input' }) as Schema)

const resultOf = (json: unknown, wanted = expected): unknown => {
  const compiled = compileValue(json, scope, wanted)
  assert.ok(compiled.ok, JSON.stringify(compiled))
  const outcome = compiled.evaluate(values, place)
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome.value
}
const troublesOf = (json: unknown, wanted = expected) => {
  const compiled = compileValue(json, scope, wanted)
  assert.ok(!compiled.ok, `${JSON.stringify(json)} is taken`)
  return compiled.troubles.map(({ code, path, hint }) => ({ code, path: path?.join('.'), hint }))
}

test('the input of an action is filled in and keeps its types', () => {
  assert.deepEqual(
    resultOf({ to: ['{{ email }}'], subject: 'Hello {{ name }}', retries: '{{ count + 1 }}', due_at: '{{ at + days(1) }}' }),
    {
      to: ['maya@example.com'],
      subject: 'Hello ',
      retries: 4,
      due_at: '2026-11-28T10:00:00.000Z',
    },
  )
})

test('where text is expected, an expression gives text as people mean it', () => {
  assert.deepEqual(resultOf({ to: ['{{ email }}'], subject: '{{ at }}', body: '{{ tags }}' }), {
    to: ['maya@example.com'],
    subject: 'Friday, 27 November 2026, 11:00',
    body: 'a, b',
  })
  assert.equal(resultOf('{{ count }}', textType), '3')
  assert.equal(resultOf('{{ count }}', anyType), 3)
})

test('an empty value is left out where its member may be missing, sent where it may be null, and refused where it is required', () => {
  assert.deepEqual(resultOf({ to: ['{{ email }}'], subject: 'x', body: '{{ name }}', owner: '{{ name }}' }), {
    to: ['maya@example.com'],
    subject: 'x',
    owner: null,
  })
  assert.deepEqual(
    troublesOf({ to: ['{{ email }}'], subject: '{{ name }}' }).map(({ code, path }) => [code, path]),
    [['may_be_empty', 'subject']],
  )
  assert.deepEqual(
    troublesOf({ to: ['{{ name }}'], subject: 'x' }).map(({ code, path }) => [code, path]),
    [['may_be_empty', 'to.0']],
  )
})

test('input that an action would refuse is marked with the way to the member', () => {
  for (const [json, code, path] of [
    [{ subject: 'x' }, 'missing', 'to'],
    [{ to: ['a'], subject: 'x', sbuject: 'y' }, 'unknown_name', 'sbuject'],
    [{ to: '{{ email }}', subject: 'x' }, 'wrong_type', 'to'],
    [{ to: ['a'], subject: '{{ contact }}' }, 'wrong_type', 'subject'],
    [{ to: ['a'], subject: 'x', retries: 'about {{ count }}' }, 'wrong_type', 'retries'],
    [{ to: ['a'], subject: 'x', retries: 'three' }, 'wrong_type', 'retries'],
    [{ to: ['a'], subject: 'x', priority: 'hihg' }, 'unknown_word', 'priority'],
    [{ to: ['a'], subject: 'x', due_at: 'tomorrow' }, 'wrong_type', 'due_at'],
    [{ to: ['a'], subject: 'x', due_at: '{{ email }}' }, 'wrong_type', 'due_at'],
    [{ to: ['a'], subject: 5 }, 'wrong_type', 'subject'],
    [{ to: ['a'], subject: 'x', target: { kind: 'deal', lead: 'x' } }, 'unknown_name', 'target.lead'],
    [{ to: ['a'], subject: 'x', target: { kind: 'deal' } }, 'missing', 'target.deal'],
    [{ to: ['a'], subject: '{{ cuont }}' }, 'unknown_name', 'subject'],
    [[], 'wrong_type', ''],
    ['{{ count }}', 'wrong_type', ''],
  ] as const)
    assert.ok(
      troublesOf(json).some((trouble) => trouble.code === code && trouble.path === path),
      `${JSON.stringify(json)}: ${JSON.stringify(troublesOf(json))}`,
    )
  assert.equal(troublesOf({ to: ['a'], subject: 'x', sbuject: 'y' })[0]?.hint, 'Did you mean `subject`?')
})

test('words that overlap with those expected may be given, others not', () => {
  assert.equal((resultOf({ to: ['a'], subject: 'x', priority: '{{ word }}' }) as { priority: string }).priority, 'low')
  assert.equal(troublesOf({ to: ['a'], subject: 'x', priority: "{{ 'odd' }}" })[0]?.code, 'wrong_type')
})

test('a failure names the text in which it happened', () => {
  const compiled = compileValue({ a: { b: ['x', '{{ 1 / (count - 3) }}'] } }, scope)
  assert.ok(compiled.ok)
  const outcome = compiled.evaluate(values, place)
  assert.deepEqual(outcome.ok || [outcome.trouble.code, outcome.trouble.path], ['division_by_zero', ['a', 'b', 1]])
})

test('names of members are data: none reaches a prototype', () => {
  const json = JSON.parse('{"__proto__": {"polluted": "{{ email }}"}, "constructor": "{{ count }}"}')
  const value = resultOf(json, anyType) as Record<string, unknown>
  assert.deepEqual(Object.keys(value), ['__proto__', 'constructor'])
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('the words of a stranger are text in HTML, alone or among others', () => {
  const html = typeOfSchema({
    type: 'object',
    properties: { body: { type: 'string', contentMediaType: 'text/html' } },
    required: ['body'],
  })
  const filled = (body: string): unknown => {
    const compiled = compileValue({ body }, { name: { kind: 'text' } }, html)
    assert.ok(compiled.ok)
    const outcome = compiled.evaluate({ name: '<img src=x onerror=alert(1)> & "Co"\nLine' }, place)
    return outcome.ok ? (outcome.value as { body: string }).body : outcome.trouble
  }
  const text = '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot;<br>Line'
  assert.equal(filled('<p>Hello {{ name }}</p>'), `<p>Hello ${text}</p>`)
  assert.equal(filled('{{ name }}'), text)
})
