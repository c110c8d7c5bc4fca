import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openGoogleDocs } from '#test/support/google-docs.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
})
after(() => app?.stop())

const ok = <Body>({ status, body }: { status: number; body: unknown }): Body => {
  assert.equal(status, 200, JSON.stringify(body))
  return body as Body
}

test('a document is made of a Google Doc: its values in one pass, signatures on a page at its end, and no copy is left', async () => {
  const docs = await openGoogleDocs(app)
  const { owner } = docs
  const fileId = await docs.write('Agreement', 'header: For {{CLIENT_NAME}}\n# Agreement\nBetween {{**CLIENT**_NAME}} and us.\n| Price | {{ price }} |\ntab: More\n{{PRICE}} again.')
  const { template } = ok<{ template: { id: string; placeholders: { key: string }[]; google_file_id: string; body: string } }>(
    await app.call('create-template', { name: 'Agreement', kind: 'google', googleFileId: `https://docs.google.com/document/d/${fileId}/edit?tab=t.0` }, owner),
  )
  assert.equal(template.google_file_id, fileId)
  assert.deepEqual(template.placeholders.map(({ key }) => key), ['CLIENT_NAME', 'PRICE'])
  const made = await docs.generate(template.id, { CLIENT_NAME: 'Ευκλείδης {{PRICE}}', PRICE: '1.000 € $& {{CLIENT_NAME}}\nsecond line' })
  const { document } = ok<{ document: { id: string; status: string } }>(made)
  const shown = await docs.shown(document.id)
  assert.deepEqual(shown.changed_text, [])
  throw new Error(JSON.stringify([shown, await docs.textOf(document.id), await docs.copies()], null, 1))
})
