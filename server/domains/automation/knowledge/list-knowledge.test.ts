import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { putKnowledgeFile } from '#test/support/knowledge.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const save = async (input: object, as: Someone): Promise<void> => {
  const { status, body } = await app.call('save-knowledge', { text: 'We are open.', ...input }, as)
  assert.equal(status, 200, JSON.stringify(body))
}
const list = async (input: object, as: Someone): Promise<{ titles: string[]; next: string | null }> => {
  const { body } = await app.call('list-knowledge', input, as)
  const { sources, next_cursor } = body as unknown as { sources: { title: string }[]; next_cursor: string | null }
  return { titles: sources.map(({ title }) => title), next: next_cursor }
}

test('documents are listed with the last change first, page after page, for each member of the workspace', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  for (const title of ['One', 'Two', 'Three']) await save({ title }, owner)
  const first = await list({ limit: 2 }, member)
  assert.deepEqual(first.titles, ['Three', 'Two'])
  assert.deepEqual(await list({ limit: 2, cursor: first.next }, member), { titles: ['One'], next: null })
})

test('a document is found by a part of its title or of its file name, which is no pattern', async () => {
  const owner = await app.given.organization()
  await save({ title: 'Prices, 10 % off' }, owner)
  await save({ title: 'Öffnungszeiten' }, owner)
  const { body } = await putKnowledgeFile(app, owner, 'Terms_2026.md', 'Five years of guarantee.')
  await save({ title: 'Guarantee', text: undefined, file: (body.file as { id: string }).id }, owner)
  for (const [search, titles] of [
    ['prices', ['Prices, 10 % off']],
    ['öffnung', ['Öffnungszeiten']],
    ['0 %', ['Prices, 10 % off']],
    ['s_2', ['Guarantee']],
    ['%', ['Prices, 10 % off']],
    ['\\', []],
  ] as const)
    assert.deepEqual((await list({ search }, owner)).titles, titles, search)
})
