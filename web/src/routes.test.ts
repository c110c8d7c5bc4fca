import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isRead, startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const records: readonly [address: string, list: string][] = [
  ['/leads/$', '/leads'],
  ['/contacts/$', '/contacts'],
  ['/companies/$', '/companies'],
  ['/deals/$', '/deals'],
  ['/inbox/$', '/inbox'],
  ['/uploads/$', '/uploads'],
  ['/invoices/$', '/invoices'],
  ['/invoices/$/edit', '/invoices'],
  ['/documents/$', '/documents'],
  ['/settings/templates/$', '/settings/templates'],
  ['/settings/keys/$', '/settings/keys'],
  ['/settings/deliveries/$', '/settings/deliveries'],
  ['/settings/connections/$', '/settings/connections'],
  ['/settings/webhooks/$', '/settings/webhooks'],
  ['/settings/webhooks/$/$', '/settings/webhooks'],
  ['/settings/website-chat/$', '/settings/website-chat'],
]

test('an address with a truncated or mistyped id says that the record does not exist, and links to the list', async () => {
  const { page, errors, close } = await pages.open('/leads')
  for (const [address, list] of records) {
    const mangled = address.replaceAll('$', '019abcde-0000-7000-8000-00000')
    await page.evaluate((to) => history.pushState({}, '', to), mangled)
    await page
      .getByRole('main')
      .getByText(/no such (?!page)|does not exist|(?<!page) not found/i)
      .first()
      .waitFor()
    await page.getByRole('main').locator(`a[href^="${list}"]`).locator('visible=true').first().waitFor()
    assert.equal(await page.getByText('Invalid').count(), 0, mangled)
  }
  assert.deepEqual(errors, [])
  await close()
})

test('an address with a mistyped filter shows the list without it; a text too long to search for is cut', async () => {
  const { page, errors, go, close } = await pages.open('/leads')
  for (const [address, kept] of [
    ['/leads?range=ever&from=never', ''],
    ['/invoices?state=ever', ''],
    ['/documents?status=ever', ''],
    // An order may be by a field of the workspace's own, which the address alone does not know: the list passes over it.
    ['/deals?view=list&who=anyone&pipeline=1&order=cheapest', '?view=list&order=cheapest'],
    ['/tasks?who=anyone', ''],
    ['/inbox?view=ever&channel=fax&locale=en', '?locale=en'],
    ['/settings/activity?outcome=maybe&person=1', ''],
    [`/contacts?q=${'x'.repeat(300)}`, `?q=${'x'.repeat(200)}`],
  ] as const) {
    await go(address)
    await isRead(page)
    assert.equal(new URL(page.url()).search, kept, address)
    assert.equal(await page.getByRole('main').getByRole('alert').count(), 0, address)
  }
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})
