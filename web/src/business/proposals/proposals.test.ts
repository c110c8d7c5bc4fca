import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'
import { openProposals } from '#test/support/proposals.ts'
import { ask } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachments: readonly { readonly name: string }[]
}
/** The newest email to an address with these words in its subject. */
const mailTo = (address: string, subject: RegExp): Promise<Mail> =>
  until(`an email ${subject} to ${address}`, async () => {
    const mails = (await ask(`${pages.app.url}/sandbox/mail`)).body as unknown as Mail[]
    return mails.find((mail) => mail.to.includes(address) && subject.test(mail.subject))
  })

/** In the colours and the width that it has. */
const isReadable = async (page: Page, what: string): Promise<void> => {
  assert.deepEqual(await faultsOf(page), [], what)
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${what} is too wide`)
}
const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let n = 0; n < 60; n++) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`the tab key does not reach ${selector}`)
}

test('a proposal is written and sent, its client ticks an option and accepts by keys alone on a phone, and gets the deposit invoice with its payment link', async () => {
  const email = 'maya@cash.example'
  const { owner, dealId } = await openProposals(pages.app, { name: 'Maya Rao', email })
  const staff = await pages.open('/proposals', { as: owner })
  const { page } = staff
  await page.getByText('No proposals yet').waitFor()
  await staff.keeps('no proposals')
  await staff.follow(`/proposals/new?deal=${dealId}`)
  await page.getByRole('textbox', { name: 'Title' }).fill('A new roof')
  const section = page.getByRole('group', { name: 'Section 1' })
  await section.getByLabel('Heading').fill('What we do')
  await section
    .getByRole('textbox', { name: 'Text' })
    .fill('We build **it** in June.\n\n# Steps\n\n| Step | Week |\n|---|---:|\n| Frame | 1 |\n\n<img src=x onerror=alert(1)>')
  const first = page.getByRole('group', { name: 'Line 1' })
  await first.getByLabel('Description').fill('Roof')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Enter a price').first().waitFor()
  await first.getByLabel('Unit price').fill('1,000.00')
  await first.getByLabel('Tax').fill('19')
  await page.getByRole('button', { name: 'Add line' }).click()
  const second = page.getByRole('group', { name: 'Line 2' })
  await second.getByLabel('Description').fill('Gutters')
  await second.getByLabel('Unit price').fill('200')
  await second.getByLabel('Option').check()
  await page.getByLabel('Deposit invoice').selectOption({ label: 'A part of what is accepted' })
  await page.getByLabel('Send it at once').check()
  await page.getByText('An invoice for 30% of what is accepted is sent to the client.').waitFor()
  await staff.keeps('a proposal that is written')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('heading', { name: 'A new roof', level: 1 }).waitFor()
  await page.getByText('Draft', { exact: true }).first().waitFor()
  // Staff read it as the client will, and nothing in it is HTML.
  await page.getByRole('cell', { name: 'Frame' }).waitFor()
  await page.getByRole('heading', { name: 'Steps', level: 4 }).waitFor()
  assert.equal(await page.locator('strong', { hasText: /^it$/ }).count(), 1)
  await page.getByText('<img src=x onerror=alert(1)>').waitFor()
  assert.equal(await page.getByText('**').count(), 0)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'What we do' }).waitFor()
  await staff.keeps('the preview')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Not viewed yet.').waitFor()
  await staff.keeps('a proposal that was sent')

  const link = /(http\S+\/proposal\/\S+)/.exec((await mailTo(email, /sent you a proposal/)).text)?.[1] ?? ''
  const client = await pages.open(new URL(link).pathname, { as: null, width: 360, scheme: 'dark' })
  const { page: offer } = client
  // By its own name this browser is one without a person in front of it.
  await offer.setExtraHTTPHeaders({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' })
  assert.equal(await offer.locator('[data-sum="total"]').first().innerText(), '€1,190.00')
  await isReadable(offer, 'the open proposal')
  const told = offer.waitForRequest(/\/viewed$/)
  await tabTo(offer, 'input[type="checkbox"]')
  await offer.keyboard.press('Space')
  await told
  assert.equal(await offer.locator('[data-sum="total"]').first().innerText(), '€1,428.00')
  await tabTo(offer, 'button.main')
  await offer.keyboard.press('Enter')
  await offer.getByText('Enter your name.').first().waitFor()
  assert.equal(await offer.locator('input[type="checkbox"]').isChecked(), true, 'what was ticked stays')
  await isReadable(offer, 'a proposal without a name')
  await tabTo(offer, '#name')
  await offer.keyboard.type('Maya Rao 김')
  await offer.keyboard.press('Enter')
  await offer.getByRole('heading', { name: 'Accepted' }).waitFor()
  assert.equal(await offer.locator('[data-sum="total"]').innerText(), '€1,428.00')
  await isReadable(offer, 'the accepted proposal')
  assert.deepEqual(
    client.errors.filter((error) => !error.includes('400')),
    [],
  )

  // Both sides have what was accepted; the client an invoice for 30 % of it, which can be paid.
  assert.equal((await mailTo(email, /^Accepted: A new roof/)).attachments.length, 1)
  assert.match((await mailTo(owner.email, /accepted/)).text, /€1,428\.00/)
  const invoice = await mailTo(email, /^Invoice INV-0001/)
  assert.match(invoice.text, /€428\.40/)
  const pay = /(http\S+\/pay\/\S+)/.exec(invoice.text)?.[1] ?? ''
  await offer.goto(pay)
  await offer.getByText('€428.40').first().waitFor()

  // By the live line, without a reload.
  await page.getByText('Maya Rao 김').first().waitFor()
  await page.getByText(/Viewed once/).waitFor()
  await staff.keeps('an accepted proposal')
  const made = await pages.app.call(
    'create-template',
    { name: 'Contract', kind: 'text', body: '{{PRICE}}\n\n{{SCOPE}}' },
    owner,
  )
  assert.equal(made.status, 200)
  await page.getByRole('button', { name: 'Make contract' }).click()
  const contract = page.getByRole('dialog')
  await contract.getByLabel('Scope').waitFor()
  assert.deepEqual(
    [await contract.getByLabel('Price').inputValue(), await contract.getByLabel('Scope').inputValue()],
    ['€1,428.00', 'Roof: €1,000.00\nGutters: €200.00'],
    'what was accepted is offered for the values of the contract',
  )
  await staff.go(`/deals/${dealId}`)
  await page.getByText('Proposal accepted by Maya Rao 김').waitFor()
  await page.getByText(/Viewed once/).waitFor()
  assert.deepEqual(staff.errors, [])
  await client.close()
  await staff.close()
})
