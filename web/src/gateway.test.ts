import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

test('two clicks before the first answer make one change, and one after it another', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const made = await app.call('create-contact', { name: 'Grace Okafor', email: 'grace@harbourlight.example' }, as)
  const { id: contactId } = made.body.contact as unknown as { id: string }
  const { page, close } = await pages.open(`/contacts/${contactId}`, { as })
  const notes = async (): Promise<number> => {
    const { body } = await app.call('list-notes', { kind: 'contact', recordId: contactId }, as)
    return (body.notes as unknown as unknown[]).length
  }
  let asked = 0
  // The answer waits until both have come.
  await page.route('**/gateway', async (route) => {
    if (route.request().postDataJSON().type === 'add-note') {
      asked++
      await new Promise((done) => setTimeout(done, 500))
    }
    await route.continue()
  })
  const note = page.getByRole('textbox', { name: 'Note' })
  const add = page.getByRole('button', { name: 'Add note' })
  await note.fill('Called back')
  await add.dblclick()
  await until('the note', async () => (await notes()) > 0)
  assert.equal(asked, 1)
  await until('an empty field', async () => (await note.inputValue()) === '')
  await note.fill('Called back')
  await add.click()
  await until('the other note', async () => (await notes()) > 1)
  assert.deepEqual([asked, await notes()], [2, 2])
  await close()
})

test('a change whose answer takes 100 seconds is waited for, and not sent again', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const made = await app.call('create-contact', { name: 'Grace Okafor', email: 'grace@harbourlight.example' }, as)
  const { id: contactId } = made.body.contact as unknown as { id: string }
  const { page, context, go, close } = await pages.open(`/contacts/${contactId}`, { as })
  // The clock of a page stays: its context is not used again.
  await context.clock.install()
  await go(`/contacts/${contactId}`)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/gateway', async (route) => {
    if (route.request().postDataJSON().type === 'add-note') {
      asked++
      await answered
    }
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Note' }).fill('Called back')
  await page.getByRole('button', { name: 'Add note' }).click()
  await until('the note is sent', async () => asked > 0)
  await page.clock.fastForward(100_000)
  await page.evaluate('new Promise((done) => requestAnimationFrame(done))')
  assert.deepEqual([asked, await page.getByRole('alert').count()], [1, 0])
  answer()
  await until('the note', async () => {
    const { body } = await app.call('list-notes', { kind: 'contact', recordId: contactId }, as)
    return (body.notes as unknown as unknown[]).length > 0
  })
  assert.equal(asked, 1)
  await close()
})
