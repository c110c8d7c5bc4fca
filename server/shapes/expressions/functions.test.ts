import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileExpression } from './compile.ts'
import type { Place } from './evaluation.ts'
import { functionEntries, functionGroups, listForms } from './functions.ts'
import { implementations } from './implementations.ts'
import { signatures } from './signatures.ts'
import { instantType, listOf, numberType, orNull, type TypeScope, textType } from './types.ts'

const place: Place = { zone: 'Europe/Berlin', locale: 'en-GB', country: 'DE' }

const resultOf = (text: string, scope: TypeScope = {}, values: Record<string, unknown> = {}, at = place): unknown => {
  const compiled = compileExpression(text, scope)
  assert.ok(compiled.ok, `${text}: ${JSON.stringify(compiled)}`)
  const outcome = compiled.evaluate(values, at)
  assert.ok(outcome.ok, `${text}: ${JSON.stringify(outcome)}`)
  return outcome.value
}
const failureOf = (text: string, scope: TypeScope = {}, values: Record<string, unknown> = {}) => {
  const compiled = compileExpression(text, scope)
  assert.ok(compiled.ok, `${text}: ${JSON.stringify(compiled)}`)
  const outcome = compiled.evaluate(values, place)
  assert.ok(!outcome.ok, `${text}: ${JSON.stringify(outcome)}`)
  return outcome.trouble
}

test('each example of the table gives what the table says', () => {
  for (const { example, gives } of [...functionGroups.flatMap(({ functions }) => functions), ...listForms])
    assert.deepEqual(resultOf(example), gives, example)
})

test('the table, the signatures and what runs are of the same functions', () => {
  const names = [...functionEntries.keys()].sort()
  assert.deepEqual([...implementations.keys()].sort(), names)
  assert.deepEqual([...signatures.keys()].sort(), names)
  assert.equal(names.length, functionGroups.flatMap(({ functions }) => functions).length, 'a name stands twice')
})

test('a function is called before its value or behind it', () => {
  assert.equal(resultOf("upper('a')"), resultOf("'a'.upper()"))
  assert.equal(resultOf("'a b'.split(' ').map(x, x.upper()).join('-')"), 'A-B')
})

test('days keep the time on the wall clock where clocks are changed, hours do not', () => {
  assert.equal(resultOf("instant('2026-03-28T09:00:00+01:00') + days(1)"), '2026-03-29T07:00:00.000Z')
  assert.equal(resultOf("instant('2026-03-28T09:00:00+01:00') + hours(24)"), '2026-03-29T08:00:00.000Z')
  assert.equal(resultOf("instant('2026-10-26T09:00:00+01:00') - days(2)"), '2026-10-24T07:00:00.000Z')
  // 02:30 does not exist on that day: the first instant after the gap.
  assert.equal(resultOf("instant('2026-03-28T02:30:00+01:00') + days(1)"), '2026-03-29T01:00:00.000Z')
  assert.equal(resultOf("instant('2026-11-27T10:00:00Z') - instant('2026-11-26T10:00:00Z') == days(1)"), true)
})

test('an instant equals another text of the same instant', () => {
  const scope = { at: instantType }
  assert.equal(resultOf("at == instant('2026-11-27T11:00:00+01:00')", scope, { at: '2026-11-27T10:00:00Z' }), true)
  assert.equal(resultOf('at in [at]', scope, { at: '2026-11-27T10:00:00Z' }), true)
  assert.equal(resultOf("max(at, instant('2020-01-01')) == at", scope, { at: '2026-11-27T10:00:00Z' }), true)
  const times = { times: listOf(instantType), ...scope }
  const moments = { times: ['2026-11-27T11:00:00.000+01:00'], at: '2026-11-27T10:00:00Z' }
  assert.equal(resultOf('at in times && times == [at + hours(0)] && at == times[0]', times, moments), true)
  assert.equal(resultOf("at == instant('2026-11-27')", scope, { at: 'yesterday' }), false)
  assert.equal(resultOf("round((instant('2026-11-30') - instant('2026-11-27')) / days(1))"), 3)
  assert.equal(failureOf("at > instant('2026-01-01')", scope, { at: 'yesterday' }).code, 'wrong_type')
})

test('a time is written in the language and the zone of the workspace', () => {
  const at = "instant('2026-11-27T09:05:07Z')"
  const berlin: Place = { zone: 'Europe/Berlin', locale: 'de-DE', country: 'DE' }
  assert.equal(
    resultOf(`format(${at}, "EEEE, d. MMMM yyyy 'um' HH:mm 'Uhr'")`, {}, {}, berlin),
    'Freitag, 27. November 2026 um 10:05 Uhr',
  )
  assert.equal(resultOf(`format(${at}, 'h:mm a', 'America/New_York')`, {}, {}, { ...berlin, locale: 'en-US' }), '4:05 AM')
  assert.equal(resultOf(`format(${at}, 'dd.MM.yy HH:mm:ss')`), '27.11.26 10:05:07')
  assert.equal(resultOf(`format(${at}, 'day')`), 'Friday, 27 November 2026')
  assert.equal(resultOf(`hour(${at}, 'Asia/Kolkata')`), 14)
  assert.equal(resultOf(`day_of_week(${at})`), 'fri')
})

test('a number is rounded by its digits, away from zero at a half', () => {
  for (const [text, result] of [
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005, 2)', 1.01],
    ['round(1e21)', 1e21],
    ['round(0.0000001, 3)', 0],
    ['round(-0.4)', 0],
    ['round(12345.678, 1)', 12345.7],
  ] as const)
    assert.equal(resultOf(text), result, text)
  assert.equal(failureOf('round(1.5, 20)').code, 'wrong_argument')
})

test('money has as many digits as its currency', () => {
  assert.equal(resultOf("money(1234, 'JPY')"), 'JP¥1,234')
  assert.equal(String(resultOf("money(1234, 'KWD')")).replaceAll(/\s/g, ' '), 'KWD 1.234')
  assert.equal(failureOf("money(12.5, 'EUR')").code, 'wrong_argument')
  assert.equal(failureOf('money(100, code)', { code: textType }, { code: 'euros' }).code, 'wrong_argument')
})

test('a first name is found without titles, and none where there is none', () => {
  const scope = { name: orNull(textType) }
  for (const [name, first] of [
    ['Maya Ortiz', 'Maya'],
    ['Prof. Dr. Maya Ortiz', 'Maya'],
    ['Ortiz, Maya', 'Maya'],
    ['Maya Ortiz, PhD', 'Maya'],
    ['  ', null],
    ['Dr.', null],
    ['maya@example.com', null],
    [null, null],
    ['李 小龙', '李'],
  ] as const)
    assert.equal(resultOf('first_name(name)', scope, { name }), first, String(name))
})

test('a value to use instead is used for null and for text without a letter, not for zero', () => {
  const scope = { name: orNull(textType), count: orNull(numberType) }
  assert.equal(resultOf("default(first_name(name), 'there')", scope, { name: ' ' }), 'there')
  assert.equal(resultOf("default(name, 'there')", scope, { name: '' }), 'there')
  assert.equal(resultOf('default(count, 5)', scope, { count: 0 }), 0)
  assert.equal(resultOf('default(count, 5)', scope, {}), 5)
})

test('a pattern is read by RE2 only, and stands in quotes', () => {
  assert.equal(resultOf("'a.b'.matches('^a\\\\.b$')"), true)
  for (const text of [
    "'a'.matches('(')",
    "'a'.matches('(?=a)')",
    "'aa'.matches('(a)\\\\1')",
    "'a'.matches('a' + 'b')",
    "'a'.matches('(a{1000}){1000}')",
  ]) {
    const compiled = compileExpression(text, {})
    assert.ok(!compiled.ok, text)
    assert.equal(compiled.troubles[0]?.code, 'wrong_argument', text)
  }
})
