import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ownerWithGemini } from '#test/support/ai.ts'
import { makeTextPdf } from '#test/support/knowledge.ts'
import { startPages } from '#test/support/page.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let vendors: TestSandbox
let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  vendors = await startSandbox()
  pages = await startPages({ env: { GEMINI_API_BASE: vendors.address } })
})
after(async () => {
  await pages?.stop()
  await vendors?.stop()
})

/** What the model answers next: sentences, each with the numbers of the passages that it rests on. */
const says = async (...sentences: readonly (readonly [text: string, sources: readonly number[]])[]): Promise<void> => {
  const json = { answered: sentences.length > 0, sentences: sentences.map(([text, sources]) => ({ text, sources })) }
  const response = await fetch(`${vendors.address}/sandbox/gemini/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json }),
  })
  assert.equal(response.status, 201)
}
const modelCalls = async (): Promise<number> =>
  ((await (await fetch(`${vendors.address}/sandbox/gemini/api/talks`)).json()) as object[]).length

test('an admin writes a document, uploads one, finds the passage that answers a question, and removes it', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, keeps, errors, close } = await pages.open('/settings/knowledge', { as: owner })
  await page.getByText('No documents yet').waitFor()
  await keeps('Knowledge without documents')

  await page.getByRole('button', { name: 'Write' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a title.').waitFor()
  await page.getByLabel('Title').fill('Opening hours')
  await page
    .getByLabel('Text')
    .fill('The office is open Monday to Friday from 8 am to 5 pm.\n\n## Holidays\n\nClosed in the last week of December.')
  await keeps('Writing a document')
  await page.getByRole('button', { name: 'Save' }).click()
  const documents = page.getByRole('list', { name: 'Documents' })
  await documents.getByText('Opening hours').first().waitFor()
  await documents.getByText('Written here · English').waitFor()

  await page.getByRole('button', { name: 'Upload' }).click()
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'photo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('89504e470d0a1a0a', 'hex') })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The file is called .pdf, but is a PNG picture.').waitFor()
  const buffer = await makeTextPdf(['Guarantee', 'For our work we give a guarantee of five years.'])
  await page.getByLabel('File').setInputFiles({ name: 'Terms.pdf', mimeType: 'application/pdf', buffer })
  await page.getByLabel('Title').fill('Our terms')
  await page.getByRole('button', { name: 'Save' }).click()
  await documents.getByText('Terms.pdf · English').waitFor()
  await keeps('Knowledge with documents')

  await page.getByRole('searchbox', { name: 'Search documents' }).fill('How long is the warranty, I mean the guarantee?')
  const found = page.getByRole('list', { name: 'Passages found' })
  await found.getByText('guarantee of five years').waitFor()
  await keeps('Passages that answer a question')
  await page.getByRole('button', { name: 'Clear search' }).click()

  await page.getByRole('button', { name: 'Edit Opening hours' }).click()
  await page.getByLabel('Text').fill('The office is open on Saturdays, too.')
  await page.getByRole('button', { name: 'Save' }).click()
  await documents.getByText('7 words').waitFor()

  await page.getByRole('button', { name: 'Remove Our terms' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await documents.getByText('Terms.pdf').waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('guarantee')
  await page.getByText('No document says anything about this').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a member reads and searches documents, and changes none', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const member = await pages.app.given.person(owner.orgId, 'member')
  await pages.app.call('save-knowledge', { title: 'Opening hours', text: 'We are open on Saturdays.' }, owner)
  const { page, errors, close } = await pages.open('/settings/knowledge', { as: member })
  await page.getByRole('list', { name: 'Documents' }).getByText('Opening hours').waitFor()
  for (const name of ['Write', 'Upload', 'Edit', 'Remove'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('saturday')
  await page.getByText('We are open on Saturdays.').waitFor()
  await page.getByRole('link', { name: 'Opening hours' }).click()
  await page.getByText('The answer was taken from here').waitFor()
  await page.getByRole('heading', { name: 'Opening hours' }).waitFor()
  await page.getByText('We are open on Saturdays.').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a document is read from the passage that an answer named, and from its beginning; one that was shortened or removed says so', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const chapter = (n: number) => `# Chapter ${n}\n\n${`Rule ${n} is kept by all who work here. `.repeat(40)}`
  const text = Array.from({ length: 40 }, (_, n) => chapter(n + 1)).join('\n\n')
  const saved = await pages.app.call('save-knowledge', { title: 'House rules', text }, owner)
  const { id } = saved.body.source as unknown as { id: string }
  const { page, keeps, errors, close } = await pages.open(`/settings/knowledge/${id}?passage=60`, { as: owner })
  const named = page.getByText('The answer was taken from here')
  await named.waitFor()
  assert.ok(await named.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight))
  await keeps('A document at the passage that was named')
  assert.equal(await page.getByRole('heading', { name: 'Chapter 1', exact: true }).count(), 0)
  await page.getByRole('link', { name: 'Read from the beginning' }).click()
  await page.getByRole('heading', { name: 'Chapter 1', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('heading', { name: 'Chapter 40', exact: true }).waitFor()
  assert.equal(
    (await pages.app.call('save-knowledge', { knowledgeId: id, title: 'House rules', text: 'Be kind.' }, owner)).status,
    200,
  )
  await page.goto(`${pages.app.url}/settings/knowledge/${id}?passage=60`)
  await page.getByText('There is no such passage any more').waitFor()
  await page.getByRole('link', { name: 'Read from the beginning' }).click()
  await page.getByText('Be kind.').waitFor()
  assert.equal((await pages.app.call('remove-knowledge', { knowledgeId: id }, owner)).status, 200)
  await page.getByText('The document could not be loaded').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a question is answered in sentences that lead to their passages; where the documents say nothing, the page says what to add', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const text = '# Weekends\n\nOn Saturdays the office is open from 10 to 14.'
  assert.equal((await pages.app.call('save-knowledge', { title: 'Opening hours', text }, owner)).status, 200)
  const { page, keeps, errors, close } = await pages.open('/settings/knowledge', { as: owner })
  const box = page.getByRole('searchbox', { name: 'Search documents' })
  const button = page.getByRole('button', { name: 'Answer' })
  const answer = page.getByRole('region', { name: 'Answer' })
  await box.waitFor()
  assert.ok(await button.isDisabled())

  // One word is looked for, and asks nothing.
  await box.fill('saturday')
  await box.press('Enter')
  await page.getByRole('list', { name: 'Passages found' }).getByText('open from 10 to 14').waitFor()
  assert.equal(await answer.count(), 0)

  await says(['Yes, on Saturdays from 10 to 14.', [1]], ['Nothing rests on this.', []])
  await vendors.turn('gemini', { latencyMs: 1_500 })
  await box.fill('Is the office open on Saturdays?')
  await box.press('Enter')
  await answer.getByText('Reading the passages found…').waitFor()
  await keeps('An answer that is being written')
  await answer.getByText('Yes, on Saturdays from 10 to 14.').waitFor()
  await vendors.turn('gemini')
  assert.equal(await answer.getByText('Nothing rests on this.').count(), 0)
  await answer.getByText('Written by AI').waitFor()
  await keeps('An answer with its passage')
  const asked = await modelCalls()

  await box.fill('Who won the football championship?')
  await button.click()
  await answer.getByText('No document says anything about this').waitFor()
  await answer.getByText('No AI model was asked').waitFor()
  await keeps('No answer')
  assert.equal(await modelCalls(), asked)

  await says()
  await box.fill('How large is the office?')
  await button.click()
  await answer.getByText('The passages found do not answer this').waitFor()
  assert.equal(await answer.getByText('No AI model was asked').count(), 0)
  await answer.getByRole('button', { name: 'Add a document that says it' }).click()
  await page.getByLabel('Title').fill('Premises')
  await page.getByLabel('Text').fill('The office has 80 square metres.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('list', { name: 'Passages found' }).getByText('80 square metres').waitFor()
  assert.equal(await answer.count(), 0)

  await says(['Yes, from 10 to 14.', [1]])
  await box.fill('Is the office open on Saturdays?')
  await button.click()
  await answer.getByRole('link', { name: 'Opening hours › Weekends' }).click()
  await page.getByText('The answer was taken from here').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a budget that is used up is said with the way to it, and a member who may not write asks an admin', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const member = await pages.app.given.person(owner.orgId, 'member')
  assert.equal(
    (await pages.app.call('save-knowledge', { title: 'Hours', text: 'We are open on Saturdays.' }, owner)).status,
    200,
  )
  const budget = { scope: 'feature', id: 'knowledge', period: 'day', limitNano: 0 }
  assert.equal((await pages.app.call('set-ai-budget', budget, owner)).status, 200)
  const { page, keeps, errors, close } = await pages.open('/settings/knowledge', { as: member })
  const box = page.getByRole('searchbox', { name: 'Search documents' })
  const answer = page.getByRole('region', { name: 'Answer' })
  await box.fill('Are you open on Saturdays?')
  await box.press('Enter')
  await answer.getByText('The question was not answered').waitFor()
  await answer.getByText('budget').first().waitFor()
  await answer.getByRole('link', { name: 'See the budgets in Settings → AI' }).waitFor()
  await keeps('A question that the budget does not cover')
  await box.fill('Who won the championship?')
  await box.press('Enter')
  await answer.getByText('Ask an admin to add a document that says it.').waitFor()
  assert.equal(await answer.getByRole('button').count(), 0)
  assert.deepEqual(errors, [])
  await close()
})
