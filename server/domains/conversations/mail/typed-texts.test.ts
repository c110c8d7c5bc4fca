import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlOf } from './typed-texts.ts'

test('a text that was typed has its paragraphs and lines in HTML, and nothing of it is markup', () => {
  assert.equal(
    htmlOf('Hello Jo,\r\n\r\nten <b>&\n"noon"\n \n\n  Maya \n'),
    '<p>Hello Jo,</p>\n<p>ten &lt;b&gt;&amp;<br>&quot;noon&quot;</p>\n<p>  Maya</p>',
  )
  assert.equal(htmlOf(' '), '<p></p>')
})
