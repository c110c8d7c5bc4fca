import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const records: readonly [in_: string, said: string, list: string][] = [
  ['/leads/$', 'The lead does not exist.', '/leads'],
  ['/contacts/$', 'The contact does not exist.', '/contacts'],
  ['/companies/$', 'The company does not exist.', '/companies'],
  ['/deals/$', 'The deal does not exist.', '/deals'],
  ['/inbox/$', 'There is no such conversation.', '/inbox'],
  ['/uploads/$', 'The file does not exist.', '/uploads'],
  ['/invoices/$', 'The invoice does not exist.', '/invoices'],
  ['/invoices/$/edit', 'The invoice does not exist.', '/invoices'],
  ['/settings/keys/$', 'The API key does not exist.', '/settings/keys'],
  ['/settings/deliveries/$', 'The request does not exist.', '/settings/deliveries'],
  ['/settings/connections/$', 'There is no such connection.', '/settings/connections'],
  ['/settings/webhooks/$', 'There is no such webhook.', '/settings/webhooks'],
  ['/settings/webhooks/$/$', 'The delivery does not exist.', '/settings/webhooks'],
  ['/settings/website-chat/$', 'There is no such chat.', '/settings/website-chat'],
]

test('an address whose id is cut short or mistyped says that the record is not there, and leads back to all of them', async () => {
  const { page, errors, close } = await pages.open('/leads')
  for (const [address, said, list] of records) {
    const mangled = address.replaceAll('$', '019abcde-0000-7000-8000-00000')
    await page.evaluate((to) => history.pushState({}, '', to), mangled)
    await page.getByRole('main').getByText(said).waitFor()
    await page.getByRole('main').locator(`a[href^="${list}"]`).locator('visible=true').first().waitFor()
    assert.equal(await page.getByText('Invalid').count(), 0, mangled)
  }
  assert.deepEqual(errors, [])
  await close()
})
