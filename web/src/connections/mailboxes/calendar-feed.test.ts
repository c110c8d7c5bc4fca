import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

test('a member makes a calendar feed, whose address is shown once, renews it after a question, and ends it', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, go, keeps, close } = await pages.open('/settings/mailboxes', { as: owner })
  const address = page.getByRole('region', { name: 'Address of the feed' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const answers = async (url: string) => (await fetch(pages.app.url + new URL(url).pathname)).status
  await button('Make a feed').click()
  const first = String(await address.textContent())
  assert.equal(await answers(first), 200)
  await keeps('the mailboxes with a new feed')
  await go('/settings/mailboxes')
  await page.getByText('Its address was shown once').waitFor()
  assert.equal(await address.count(), 0)

  await button('Renew').click()
  await page.getByRole('dialog').getByText('get no meetings any more').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await answers(first), 200)
  await button('Renew').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renew' }).click()
  const second = String(await address.textContent())
  assert.deepEqual([await answers(first), await answers(second)], [404, 200])

  await button('End').click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await button('Make a feed').waitFor()
  assert.equal(await answers(second), 404)
  assert.deepEqual(errors, [])
  await close()
})
