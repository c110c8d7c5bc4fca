import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const records: readonly [in_: string, said: string, list: string][] = [
  ['/leads/$', 'No such lead.', '/leads'],
  ['/contacts/$', 'No such contact.', '/contacts'],
  ['/companies/$', 'No such company.', '/companies'],
  ['/deals/$', 'No such deal.', '/deals'],
  ['/inbox/$', 'There is no such conversation.', '/inbox'],
  ['/uploads/$', 'No such file.', '/uploads'],
  ['/invoices/$', 'No such invoice.', '/invoices'],
  ['/invoices/$/edit', 'No such invoice.', '/invoices'],
  ['/settings/keys/$', 'No such API key.', '/settings/keys'],
  ['/settings/deliveries/$', 'No such delivery.', '/settings/deliveries'],
  ['/settings/connections/$', 'There is no such connection.', '/settings/connections'],
  ['/settings/webhooks/$', 'There is no such webhook.', '/settings/webhooks'],
  ['/settings/webhooks/$/$', 'No such delivery.', '/settings/webhooks'],
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
