import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

test('on a slow network the list of a field comes while the button is held down: the press counts all the same', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, close } = await pages.open('/settings/workspace', { as: owner })
  const comes = Promise.withResolvers<void>()
  await page.route(/choices-library/, async (route) => {
    await comes.promise
    await route.continue()
  })
  const field = page.getByRole('combobox', { name: 'Default country' })
  const box = await field.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  comes.resolve()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('choices-library')),
  )
  await page.waitForTimeout(100)
  await page.mouse.up()
  await page.getByRole('option', { name: 'Portugal' }).click()
  assert.equal(await field.inputValue(), 'Portugal')
  assert.deepEqual(errors, [])
  await close()
})
