import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { compileCondition, compileExpression, namesIn } from './compile.ts'
import type { Place } from './evaluation.ts'
import { type Schema, typeOfSchema } from './schema-types.ts'
import { anyType, instantType, nameOfType, recordOf, type TypeScope } from './types.ts'

const place: Place = { zone: 'Europe/Berlin', locale: 'en-GB', country: 'DE' }

const Contact = z.object({ id: z.uuid(), name: z.string().nullable(), email: z.string().nullable(), vip: z.boolean() })
const Data = z.object({
  amount_minor: z.int(),
  score: z.number().nullable(),
  state: z.enum(['open', 'won', 'lost']),
  contact: Contact.nullable(),
  tags: z.array(z.string()),
  answers: z.record(z.string(), z.string()),
  due_at: z.iso.datetime({ offset: true }).nullable(),
  owner: z.string().optional(),
  what: z.union([z.object({ kind: z.literal('deal'), value: z.number() }), z.object({ kind: z.literal('lead') })]),
  raw: z.unknown(),
})
const scope: TypeScope = {
  trigger: recordOf({ data: typeOfSchema(z.toJSONSchema(Data) as Schema), at: instantType }),
  now: instantType,
  body: anyType,
}
const values = {
  trigger: {
    at: '2026-11-27T10:00:00Z',
    data: {
      ...{
        amount_minor: 5_000,
        score: null,
        state: 'won',
        tags: ['vip', 'new'],
        answers: { size: 'L' },
        due_at: '2026-12-01T00:00:00Z',
      },
      contact: { id: '019a', name: 'Maya Ortiz', email: null, vip: true },
      what: { kind: 'deal', value: 7 },
    },
  },
  now: new Date('2026-11-27T12:00:00Z'),
  body: { a: { b: [1, 'x', null] }, '': 1 },
}

const outcomeOf = (text: string) => {
  const compiled = compileExpression(text, scope)
  assert.ok(compiled.ok, `${text}: ${JSON.stringify(compiled)}`)
  return compiled.evaluate(values, place)
}
const resultOf = (text: string): unknown => {
  const outcome = outcomeOf(text)
  assert.ok(outcome.ok, `${text}: ${JSON.stringify(outcome)}`)
  return outcome.value
}
const troubleOf = (text: string) => {
  const compiled = compileExpression(text, scope)
  assert.ok(!compiled.ok, `${text} is taken`)
  const [trouble] = compiled.troubles
  assert.ok(trouble)
  return trouble
}

test('a misspelt name is marked at the place where it stands, with the nearest name', () => {
  const text = "lower(trigger.data.contact.emial) == 'x'"
  const trouble = troubleOf(text)
  assert.equal(text.slice(trouble.from, trouble.to), 'emial')
  assert.equal(trouble.message, '`trigger.data.contact.emial` is not known.')
  assert.equal(trouble.hint, 'Did you mean `email`?')
  assert.equal(troubleOf('triger.data').hint, 'Did you mean `trigger`?')
  assert.equal(troubleOf("'a'.startsWith('a')").hint, 'Did you mean `starts_with`?')
  assert.equal(troubleOf("trigger.data.state == 'wno'").hint, 'Did you mean `won`?')
  assert.equal(troubleOf("trigger.data['amount_miner']").hint, 'Did you mean `amount_minor`?')
  assert.equal(troubleOf('trigger.data.xyzzy').hint?.startsWith('Known here: `amount_minor`, `score`'), true)
})

test('all troubles of an expression are reported at once, up to ten', () => {
  const compiled = compileExpression('a1 + b1 + c1', scope)
  assert.deepEqual(compiled.ok || compiled.troubles.map(({ from }) => from), [0, 5, 10])
  const many = compileExpression(Array.from({ length: 50 }, (_, at) => `x${at}`).join(' + '), scope)
  assert.equal(many.ok || many.troubles.length, 10)
})

test('a value that may be empty is refused where a value is needed, and taken behind a condition that asks for it', () => {
  const trouble = troubleOf('trigger.data.score > 3')
  assert.deepEqual([trouble.code, trouble.from, trouble.to], ['may_be_empty', 0, 18])
  assert.equal(trouble.hint, 'Write `default(trigger.data.score, 0)` for a value to use instead.')
  for (const text of [
    'has(trigger.data.score) && trigger.data.score > 3',
    'trigger.data.score != null && trigger.data.score > 3',
    'trigger.data.score == null || trigger.data.score > 3',
    '!(trigger.data.score == null) && trigger.data.score > 3',
    '!has(trigger.data.score) ? false : trigger.data.score > 3',
    'default(trigger.data.score, 0) > 3',
    "has(trigger.data.contact.email) && trigger.data.contact.email.contains('@')",
    'has(trigger.data.contact) && trigger.data.contact.vip',
    "trigger.data.owner == 'maya' && trigger.data.owner.size() == 4",
    'trigger.data.due_at != null && trigger.data.due_at < now + days(3)',
  ])
    assert.equal(compileCondition(text, scope).ok, true, text)
  for (const text of [
    'has(trigger.data.score) || trigger.data.score > 3',
    'trigger.data.score == null && trigger.data.score > 3',
    'has(trigger.data.contact) && lower(trigger.data.contact.email) == null',
    'trigger.data.owner.size() == 4',
    '[1].exists(score, score == 1) && trigger.data.score > 3',
  ])
    assert.equal(troubleOf(text).code, 'may_be_empty', text)
})

test('a member of nothing is nothing, at any depth', () => {
  assert.equal(resultOf('body.x.y[3].z'), null)
  assert.equal(resultOf("body.a.b[1] == 'x'"), true)
  assert.equal(resultOf('body.a.b[7]'), null)
  assert.equal(resultOf('has(body.a.b[2])'), false)
  assert.equal(resultOf('trigger.data.owner'), null)
  assert.equal(resultOf("trigger.data.answers.colour == null && trigger.data.answers['size'] == 'L'"), true)
  assert.equal(resultOf("'size' in trigger.data.answers && !('x' in trigger.data.answers)"), true)
  assert.equal(resultOf('trigger.data.what.value'), 7)
})

test('types that do not go together are refused before anything runs', () => {
  for (const [text, code] of [
    ["'a' + 1", 'wrong_type'],
    ["trigger.data.amount_minor == 'x'", 'wrong_type'],
    ['trigger.data.amount_minor && true', 'wrong_type'],
    ['!trigger.data.amount_minor', 'wrong_type'],
    ['-trigger.data.state', 'wrong_type'],
    ['now + 3', 'wrong_type'],
    ["now > '2026-01-01'", 'wrong_type'],
    ['lower(3)', 'wrong_type'],
    ['sum(trigger.data.tags)', 'wrong_type'],
    ['trigger.data.tags.name', 'unknown_name'],
    ['trigger.data.state.name', 'unknown_name'],
    ["trigger.data.tags['a']", 'unknown_name'],
    ['trigger.data.tags[now]', 'wrong_type'],
    ['trigger.data.state.map(x, x)', 'wrong_type'],
    ['trigger.data.tags.filter(x, x)', 'wrong_type'],
    ["'vip' in trigger.data.state", 'wrong_type'],
    ['5 in trigger.data.tags', 'wrong_type'],
    ['round()', 'wrong_count'],
    ['round(1, 2, 3)', 'wrong_count'],
    ["date(now, 'Mars/Base')", 'wrong_argument'],
    ["format(now, 'QQQ')", 'wrong_argument'],
    ["instant('tomorrow')", 'wrong_argument'],
    ['exists(x)', 'unknown_function'],
  ])
    assert.equal(troubleOf(text as string).code, code, text)
})

test('a text that cannot be read is marked in plain words', () => {
  for (const [text, from, words] of [
    ['', 0, /empty/],
    ['a ==', 4, /ends too early/],
    ["'abc", 0, /quote is not closed/],
    ['now = 3', 4, /`=` is not expected/],
    ['a ?? b', 3, /default\(a, b\)/],
    ['now and true', 4, /&&/],
    ['if (true)', 0, /condition \? this : that/],
    ['[1, 2', 5, /ends too early/],
    ['“a”', 0, /straight quotes/],
    ['9007199254740993', 0, /too many digits/],
    ["b'x'", 0, /no bytes/],
    ['[1].map(1, 2)', 8, /name is missing/],
    ["{1: 'a'}", 1, /plain name/],
  ] as const) {
    const { from: at, message, hint } = troubleOf(text)
    assert.equal(at, from, text)
    assert.match(`${message} ${hint}`, words, text)
  }
})

test('a condition is true or false and nothing else', () => {
  assert.equal(compileCondition('trigger.data.amount_minor', scope).ok, false)
  assert.equal(compileCondition("trigger.data.owner == 'x'", scope).ok, true)
  const open = compileCondition('body.a', scope)
  assert.ok(open.ok)
  const outcome = open.evaluate(values, place)
  assert.equal(outcome.ok || outcome.trouble.code, 'wrong_type')
})

test('an expression names the paths that it reads', () => {
  const compiled = compileExpression(
    "trigger.data.amount_minor > 3 && trigger.data.tags.exists(tag, tag == body['a'].b[0]) && has(trigger.data.contact.email)",
    scope,
  )
  assert.ok(compiled.ok)
  assert.deepEqual(namesIn(compiled), [
    ['trigger', 'data', 'amount_minor'],
    ['trigger', 'data', 'tags'],
    ['body', 'a', 'b', '0'],
    ['trigger', 'data', 'contact', 'email'],
  ])
})

test('a type is what the schema of a catalogue shape says', () => {
  const typeOf = (text: string): string => {
    const compiled = compileExpression(text, scope)
    assert.ok(compiled.ok, text)
    return nameOfType(compiled.type)
  }
  assert.equal(typeOf('trigger.data.contact.email'), 'text or empty')
  assert.equal(typeOf('trigger.data.due_at'), 'an instant or empty')
  assert.equal(typeOf('trigger.data.tags'), 'a list of text')
  assert.equal(typeOf('trigger.data.raw.x'), 'anything')
  assert.equal(typeOf('trigger.data.what.value'), 'a number or empty')
  assert.equal(typeOf('now - trigger.at'), 'a duration')
  const Tree: z.ZodType = z.object({ name: z.string(), children: z.lazy(() => z.array(Tree)) })
  const tree = { tree: typeOfSchema(z.toJSONSchema(Tree) as Schema) }
  const deep = compileExpression("tree.children.exists(a, a.children.exists(b, b.name == 'x'))", tree)
  assert.equal(deep.ok, true)
  const named = typeOfSchema(
    { $ref: '#/components/schemas/Deal' },
    { Deal: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  )
  assert.equal(compileExpression('deal.idd', { deal: named }).ok, false)
  assert.equal(compileExpression('deal.id', { deal: named }).ok, true)
})

test('data that is not as its schema promised ends the evaluation with what is wrong, and where', () => {
  const compiled = compileExpression('1 + trigger.data.amount_minor * 2', scope)
  assert.ok(compiled.ok)
  for (const amount of ['5', null, [], {}, true, undefined]) {
    const outcome = compiled.evaluate({ trigger: { data: { amount_minor: amount } } }, place)
    assert.ok(!outcome.ok)
    assert.deepEqual([outcome.trouble.from, outcome.trouble.to], [4, 33], String(amount))
  }
  assert.equal(compiled.evaluate({ trigger: 'x' }, place).ok, false)
  assert.equal(compiled.evaluate({}, place).ok, false)
})

test('a division by zero and a number that is too large are said, not computed with', () => {
  for (const [text, code] of [
    ['1 / (trigger.data.amount_minor - 5000)', 'division_by_zero'],
    ['1 % 0', 'division_by_zero'],
    ['1e308 * 10', 'overflow'],
    ['[1e308, 1e308].sum()', 'overflow'],
    ['days(1e9)', 'overflow'],
    ['now + days(99999) * 1', 'wrong_type'],
  ] as const) {
    const compiled = compileExpression(text, scope)
    if (!compiled.ok) {
      assert.equal(compiled.troubles[0]?.code, code, text)
      continue
    }
    const outcome = compiled.evaluate(values, place)
    assert.equal(outcome.ok || outcome.trouble.code, code, text)
  }
})

// ── Arithmetic beside a plain oracle ────────────────────────────────────────────────────────────────────────────────

interface Term {
  readonly text: string
  readonly value: number
}
const numbers = { a: 7, b: 2.5, c: -3, d: 0 }
const { term } = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.integer({ min: 0, max: 1_000_000 }).map((value): Term => ({ text: String(value), value })),
    fc
      .double({ min: 0, max: 1e6, noNaN: true })
      .filter((value) => !String(value).includes('e'))
      .map((value): Term => ({ text: String(value), value })),
    fc
      .constantFrom(...(Object.keys(numbers) as (keyof typeof numbers)[]))
      .map((name): Term => ({ text: `x.${name}`, value: numbers[name] })),
    fc.tuple(tie('term'), fc.constantFrom('+', '-', '*', '/', '%'), tie('term')).map(
      ([left, operator, right]): Term => ({
        text: `(${left.text} ${operator} ${right.text})`,
        value: computed(left.value, operator, right.value),
      }),
    ),
    tie('term').map(({ text, value }): Term => ({ text: `(-${text})`, value: -value })),
  ),
}))
const computed = (a: number, operator: string, b: number): number => {
  if ((operator === '/' || operator === '%') && b === 0) return Number.NaN
  return operator === '+' ? a + b : operator === '-' ? a - b : operator === '*' ? a * b : operator === '/' ? a / b : a % b
}

test('arithmetic gives what numbers give, whole and broken ones mixed, or says why not', () => {
  const x = typeOfSchema({
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'number' }, c: { type: 'integer' }, d: { type: 'integer' } },
    required: ['a', 'b', 'c', 'd'],
  })
  fc.assert(
    fc.property(term, ({ text, value }) => {
      const compiled = compileExpression(text, { x })
      if (!compiled.ok) return assert.match(compiled.troubles[0]?.code ?? '', /^too_/)
      const outcome = compiled.evaluate({ x: numbers }, place)
      if (Number.isFinite(value)) assert.deepEqual(outcome, { ok: true, value }, text)
      else assert.ok(!outcome.ok && ['division_by_zero', 'overflow'].includes(outcome.trouble.code), text)
    }),
    { numRuns: 2_000 },
  )
})
