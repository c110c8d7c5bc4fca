import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { faultOfValues, fillParts, readTemplate } from './whatsapp-templates.ts'

const body = (text: string) => ({ type: 'BODY', text })
const buttons = (...all: object[]) => ({ type: 'BUTTONS', buttons: all })

test('values are counted header first, then the text, then the buttons, each once', () => {
  const { values } = readTemplate([
    buttons({ type: 'QUICK_REPLY', text: 'No' }, { type: 'URL', text: 'Open', url: 'https://example.com/{{1}}' }),
    body('{{2}} and {{1}}, {{2}}'),
    { type: 'header', format: 'text', text: 'For {{1}}' },
  ])
  assert.deepEqual(
    values.map(({ of, name, index }) => [of, name, index]),
    [
      ['header', '{{1}}', null],
      ['body', '{{1}}', null],
      ['body', '{{2}}', null],
      ['button', '{{1}}', 1],
    ],
  )
})

test('a login code is one value, in the text and in its button, as it was made and as it is listed', () => {
  const listed = { type: 'URL', text: 'Copy code', url: 'https://www.whatsapp.com/otp/code/?code=otp{{1}}' }
  for (const form of [
    readTemplate([body('*{{1}}* is your code.'), buttons(listed)]),
    readTemplate([{ type: 'BODY', add_security_recommendation: true }, buttons({ type: 'OTP', otp_type: 'COPY_CODE' })]),
  ]) {
    assert.deepEqual(
      form.values.map(({ of }) => of),
      ['body'],
    )
    assert.deepEqual(form.fixed, [{ index: 0, kind: 'otp' }])
    assert.match(fillParts(form.parts, ['42'])[0]?.text ?? '', /42/)
  }
})

test('a template that cannot be filled is an error that names the part', () => {
  const told: [object, RegExp][] = [
    [{ type: 'CAROUSEL', cards: [] }, /CAROUSEL/],
    [{ type: 'LIMITED_TIME_OFFER' }, /LIMITED_TIME_OFFER/],
    [{ type: 'HEADER', format: 'PRODUCT' }, /PRODUCT/],
    [buttons({ type: 'CATALOG', text: 'See all' }), /CATALOG/],
    [buttons({ type: 'MPM', text: 'See some' }), /MPM/],
    [buttons({ type: 'NEVER_SEEN' }), /NEVER_SEEN/],
  ]
  for (const [component, words] of told) assert.match(readTemplate([body('Hi'), component]).unusable ?? '', words)
  assert.equal(readTemplate([body('Hi'), buttons({ type: 'FLOW', text: 'Fill in' })]).unusable, null)
})

test('every value is shown as it was given, also one that looks like a place', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '{{1}}', '{{2}}', '$&', 'x y'), { minLength: 1, maxLength: 5 }), (values) => {
      const form = readTemplate([body(values.map((_, at) => `<{{name_${at}}}>`).join(''))])
      assert.equal(faultOfValues(form, values), null)
      assert.equal(fillParts(form.parts, values)[0]?.text, values.map((value) => `<${value}>`).join(''))
    }),
  )
})
