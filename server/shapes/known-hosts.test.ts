import assert from 'node:assert/strict'
import test from 'node:test'
import { knownBase, knownHost } from './known-hosts.ts'

const known = ['api.vendor.example', '*.crm.example']

test('a host that is listed, or lies below a listed one, is answered in small letters', () => {
  assert.equal(knownHost('api.vendor.example', known), 'api.vendor.example')
  assert.equal(knownHost('Studio.CRM.example', known), 'studio.crm.example')
  assert.equal(knownHost('studio--test.eu.crm.example', known), 'studio--test.eu.crm.example')
  assert.equal(knownBase('https://studio.crm.example/', known), 'https://studio.crm.example')
})

const strange = [
  ...['', '.', '..', 'crm.example', '.crm.example', 'x..crm.example', 'crm.example.evil.example', 'evilcrm.example'],
  ...['169.254.169.254', '127.1', '0x7f.1', '2852039166', '[::1]', '::ffff:169.254.169.254', 'localhost'],
  ...['studio.crm.example.', 'studio.crm.example:443', 'studio.crm.example/', 'user@studio.crm.example'],
  ...['https://studio.crm.example', 'studio.crm.example?x', 'studio.crm.example#x', 'studio.crm.example\\@evil.example'],
  ...[
    'studio.crm.example\n',
    ' studio.crm.example',
    'stu dio.crm.example',
    'stud\u0131o.crm.example',
    'studio\u3002crm.example',
  ],
  ...[
    '\u0455tudio.crm.example',
    'xn--tudio-9wf.crm.example',
    'studio.crm.ex\u0430mple',
    '-studio.crm.example',
    'studio-.crm.example',
  ],
  ...[`${'a'.repeat(64)}.crm.example`, `${'a.'.repeat(130)}crm.example`],
]
for (const text of strange)
  test(`${JSON.stringify(text.slice(0, 40))} is no host of the vendor`, () => {
    assert.equal(knownHost(text, known), null)
    assert.equal(
      knownBase(`https://${text}`, known.includes(text) ? [] : known),
      text === 'studio.crm.example/' ? 'https://studio.crm.example' : null,
    )
  })

test('an address with another scheme, a user, a port, a path or a query is refused', () => {
  const host = 'studio.crm.example'
  for (const text of [
    `http://${host}`,
    `//${host}`,
    `https://u:p@${host}`,
    `https://${host}:8443`,
    `https://${host}/x`,
    `https://${host}?x`,
    `https://${host}//`,
    `javascript:https://${host}`,
    `https:\\\\${host}`,
    `https://${host}\n`,
  ])
    assert.equal(knownBase(text, known), null, text)
})
