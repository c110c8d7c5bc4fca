import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openDocuments, publicly } from '#test/support/documents.ts'
import { scriptNames } from '#test/support/script-names.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(async () => app?.stop())

const bare = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ')

test('in ten scripts, the words of a page are those that were set: for screen readers, and where they differ from the template', async () => {
  const body = '# {{NAME}}\n\nBetween {{NAME}} and us.\n\n- {{NAME}}\n\n| Who | What |\n|---|---|\n| {{NAME}} | {{PRICE}} |'
  const documents = await openDocuments(app, makeVault(Buffer.alloc(32, 7)), body)
  for (const [script, name] of Object.entries(scriptNames)) {
    const made = await documents.document({ title: name, replacements: { NAME: name, PRICE: '1.000 €' } })
    const token = await documents.tokenOf(made.id, 'client')
    const { body: shown } = await publicly(app, 'show-signing', { token })
    const { pages } = shown.signing as unknown as { pages: { text: string }[] }
    const text = bare(pages.map((page) => page.text).join('\n'))
    assert.equal(text.split(bare(name)).length - 1, 4, `${script}: ${text}`)
    assert.ok(text.includes(`Between ${bare(name)} and us.`), script)
    assert.ok(text.includes('1.000 €') && text.includes('Signatures'), `${script}: what stands beside it, and below`)
    assert.doesNotMatch(text.replaceAll('\n', ''), /\p{Cc}/u, `${script}: no code of a glyph`)
    const { changed_text: changes } = (await documents.shown(made.id)) as unknown as { changed_text: { is: string }[] }
    assert.ok(
      changes.some(({ is }) => is.includes(name)),
      script,
    )
  }
})

test('of several pages, each has the words that begin on it', async () => {
  const many = Array.from({ length: 60 }, (_, n) => `Paragraph ${n + 1}: {{NAME}} ${'and so on '.repeat(20)}.`).join('\n\n')
  const documents = await openDocuments(app, makeVault(Buffer.alloc(32, 7)), many)
  const made = await documents.document({ replacements: { NAME: scriptNames.Devanagari } })
  const token = await documents.tokenOf(made.id, 'client')
  const { pages } = (await publicly(app, 'show-signing', { token })).body.signing as unknown as { pages: { text: string }[] }
  assert.ok(pages.length > 2)
  const numbers = pages.map(({ text }) => [...text.matchAll(/Paragraph (\d+)/g)].map(([, n]) => Number(n)))
  assert.deepEqual(
    numbers.flat(),
    Array.from({ length: 60 }, (_, n) => n + 1),
    'each once, in order',
  )
  for (const each of numbers.slice(0, -1)) assert.ok(each.length > 5)
  for (const { text } of pages.filter(({ text }) => text.includes('Paragraph')))
    assert.ok(text.includes(scriptNames.Devanagari))
})

test('a line of dashes begins a page: what stands after it is on the next one', async () => {
  const documents = await openDocuments(
    app,
    makeVault(Buffer.alloc(32, 7)),
    'First part.\n\n---\n\nSecond part.\n\n---\n\nThird part.',
  )
  const made = await documents.document({ replacements: {} })
  const token = await documents.tokenOf(made.id, 'client')
  const { pages } = (await publicly(app, 'show-signing', { token })).body.signing as unknown as { pages: { text: string }[] }
  assert.deepEqual(
    pages.slice(0, 3).map(({ text }) => /(First|Second|Third) part/.exec(text)?.[1]),
    ['First', 'Second', 'Third'],
  )
})
