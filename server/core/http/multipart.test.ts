import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileInForm } from './multipart.ts'

const formOf = async (add: (form: FormData) => void): Promise<{ body: Buffer; type: string }> => {
  const form = new FormData()
  add(form)
  const sent = new Response(form)
  return { type: sent.headers.get('content-type') ?? '', body: Buffer.from(await sent.arrayBuffer()) }
}

test('the file of a form is found to the byte, behind other fields, empty or with delimiters of another form in it', async () => {
  const contents = [
    Buffer.alloc(0),
    Buffer.from('%PDF-1.7\r\n\r\n--x\r\n--\r\n'),
    Buffer.from([0, 13, 10, 45, 45, 255, 13, 10]),
  ]
  for (const content of contents) {
    const { body, type } = await formOf((form) => {
      form.append('lang', 'de')
      form.append('file', new Blob([new Uint8Array(content)]), 'Vertrag "1".pdf')
      form.append('more', 'x')
    })
    assert.deepEqual(fileInForm(body, type), content)
  }
})

test('a form without a file, one that was cut off, and what is no form have none', async () => {
  const { body, type } = await formOf((form) => form.append('file', 'no file'))
  assert.equal(fileInForm(body, type), null)
  const whole = await formOf((form) => form.append('file', new Blob(['content']), 'a.pdf'))
  for (let length = 0; length < whole.body.length - 8; length++)
    assert.equal(fileInForm(whole.body.subarray(0, length), whole.type), null, String(length))
  assert.equal(fileInForm(whole.body, 'application/pdf'), null)
  assert.equal(fileInForm(whole.body, 'multipart/form-data'), null)
  assert.equal(fileInForm(whole.body, 'multipart/form-data; boundary=other'), null)
})
