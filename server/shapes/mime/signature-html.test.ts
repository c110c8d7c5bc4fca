import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hostileMails } from '#test/support/hostile-mails.ts'
import { signatureHtml } from './signature-html.ts'

test('a signature keeps lines, links, lists, tables, a logo, colours', () => {
  const html =
    '<p>Mira &amp; Co<br><b style="color: #b04b26; font-size: 14px">Sales</b></p><a href="https://example.com/?a=1&amp;b=2">example.com</a><img src="https://example.com/logo.png" alt="Logo" width="120"><table><tbody><tr><td>x</td></tr></tbody></table>'
  assert.equal(signatureHtml(html), html)
  assert.equal(signatureHtml(signatureHtml(html)), html)
})

test('a signature runs nothing, loads nothing and covers no page; open elements are closed, stray ends dropped', () => {
  const made = signatureHtml(hostileMails('http://canary.example').join('\n'))
  assert.doesNotMatch(
    made,
    /script|onerror|onload|canary\.example\/(?!ping)|position|url\(|<form|<svg|<style|javascript:|data:/i,
  )
  assert.equal(signatureHtml('<a href="&#106;avascript:alert(1)">x</a>'), '<a>x</a>')
  assert.equal(signatureHtml('<a href="java\nscript:alert(1)">x</a>'), '<a>x</a>')
  assert.equal(signatureHtml('<div><b>x</i></blockquote>'), '<div><b>x</b></div>')
  assert.equal(signatureHtml('</div></td>x'), 'x')
  assert.equal(signatureHtml('a < b > c <'), 'a &lt; b &gt; c &lt;')
  assert.equal(signatureHtml('<script>alert(1)'), '')
  assert.equal(
    signatureHtml('<p style="background: url(x); color: red; width: expression(1)">x</p>'),
    '<p style="color: red">x</p>',
  )
})

const known =
  /<\/?(?:a|img|br|hr|p|div|span|b|strong|i|em|u|s|small|ul|ol|li|table|tbody|tr|td|th)(?: (?:href|src|alt|width|height|colspan|valign|style)="[^"<>]*")*>/g

test('of any text at all every tag in the signature is a known one, and cleaning it again changes nothing', () => {
  const piece = fc.constantFrom(
    ...[
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      '<a',
      ' href=',
      'https://x',
      '<script',
      '</',
      '<!--',
      '-->',
      'style',
      ' onload=',
      '&#60;',
      '`',
      'b>',
      '<p>',
      '\n',
      '\0',
    ],
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (parts) => {
      const made = signatureHtml(parts.join(''))
      const rest = made.replace(known, '')
      return !rest.includes('<') && signatureHtml(made) === made
    }),
    { numRuns: 2_000 },
  )
})

test('10,000 characters that aim at a slow pattern take under 200 ms', () => {
  for (const each of ['<a "', "<a '", '<a x=', '<!--', '<script', '<a href="', '<'.repeat(4)]) {
    const begun = performance.now()
    signatureHtml(each.repeat(10_000 / each.length))
    assert.ok(performance.now() - begun < 200, each)
  }
})
