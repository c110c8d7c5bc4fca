import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectCanva } from '#test/support/canva.ts'
import { openDeal } from '#test/support/documents.ts'
import { startPages } from '#test/support/page.ts'
import { readPages } from './pages-typed.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' }, alone: true })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

/** So many pictures stand, each loaded from our own server. */
const picturesStand = async (page: Page, least: number): Promise<void> => {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('main img')].filter((each) => (each as HTMLImageElement).naturalWidth > 0).length >= wanted,
    least,
  )
  const hosts = await page.evaluate(() =>
    [...document.querySelectorAll('main img')].map((each) => new URL((each as HTMLImageElement).src).origin),
  )
  assert.deepEqual(new Set(hosts), new Set([new URL(page.url()).origin]))
}

test('page numbers are typed as on a printer', () => {
  assert.deepEqual(readPages(''), [])
  assert.deepEqual(readPages('3, 1, 5-7,6'), [1, 3, 5, 6, 7])
  for (const typed of ['0', 'a', '5-3', '1-9999', '1;2', '-2']) assert.equal(readPages(typed), null, typed)
})

test('an admin connects Canva from the empty page, a design is linked to a deal, exported, and its file downloaded', async () => {
  const { owner } = pages.app
  const dealId = await openDeal(pages.app, owner, { name: 'Maya Rao', email: 'maya@designs.example' })
  const staff = await pages.open('/designs', { as: owner })
  const { page } = staff
  await page.getByRole('heading', { name: 'Connect Canva' }).waitFor()
  await staff.keeps('designs without an account')
  await staff.follow(`/deals/${dealId}`)
  assert.equal(await page.getByRole('heading', { name: 'Designs', exact: true }).count(), 0)
  await staff.follow('/designs')
  await page.getByRole('button', { name: 'Connect Canva' }).click()
  await page.getByRole('button', { name: 'Connect app' }).click()
  const list = page.getByRole('list', { name: 'Designs' })
  await list.getByRole('heading', { name: 'Spring offer' }).waitFor()
  await picturesStand(page, 3)
  await staff.keeps('designs in Canva')

  await page.getByRole('button', { name: 'Create design' }).click()
  const creating = page.getByRole('dialog')
  await creating.getByLabel('Title').fill('Kitchen brochure')
  await staff.keeps('a design that is created')
  await creating.getByRole('button', { name: 'Create design' }).click()
  await list.getByRole('heading', { name: 'Kitchen brochure' }).waitFor()

  await page.getByRole('button', { name: 'Fill a template' }).click()
  const filling = page.getByRole('dialog')
  await filling.getByLabel('client').fill('Maya Rao')
  await staff.keeps('a template that is filled')
  await filling.getByLabel('Title').fill('Offer for Maya')
  await filling.getByRole('button', { name: 'Create from template' }).click()
  await filling.waitFor({ state: 'hidden' })

  await staff.follow(`/deals/${dealId}`)
  await page.getByRole('button', { name: 'Link design' }).click()
  const choosing = page.getByRole('dialog')
  await choosing.getByRole('button', { name: 'Link Spring offer' }).waitFor()
  await staff.keeps('a design that is chosen for a deal')
  await choosing.getByRole('button', { name: 'Link Spring offer' }).click()
  const ofDeal = page.getByRole('list', { name: 'Designs' })
  await ofDeal.getByRole('heading', { name: 'Spring offer' }).waitFor()
  await picturesStand(page, 1)
  await ofDeal.getByRole('button', { name: 'Export: Spring offer' }).click()
  const exporting = page.getByRole('dialog')
  await exporting.getByLabel('Pages').fill('2-1')
  await exporting.getByRole('button', { name: 'Export' }).click()
  await exporting.getByText('Enter page numbers such as 1, 3-5.').waitFor()
  await exporting.getByLabel('Pages').fill('1-2')
  await staff.keeps('an export that is ordered')
  await exporting.getByRole('button', { name: 'Export' }).click()
  // By the live line, without a reload.
  const link = ofDeal.getByRole('link', { name: /^Spring offer\.pdf/ })
  await link.waitFor()
  await staff.keeps('designs of a deal')
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  assert.equal(download.suggestedFilename(), 'Spring_offer.pdf')
  assert.equal(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )

  await staff.follow('/designs?show=used')
  await list.getByRole('heading', { name: 'Offer for Maya' }).waitFor()
  await list.getByRole('link', { name: 'Roof' }).waitFor()
  await staff.keeps('designs that are used here')
  const own = list.getByRole('listitem').filter({ hasText: 'Offer for Maya' })
  await own.getByRole('button', { name: 'Link: Offer for Maya' }).click()
  const linking = page.getByRole('dialog')
  await linking.getByText('A contact').click()
  await linking.getByRole('textbox', { name: 'Contact' }).fill('maya@')
  await linking.getByRole('button', { name: /Maya Rao/ }).click()
  await staff.keeps('a design that is linked')
  await linking.getByRole('button', { name: 'Link', exact: true }).click()
  await own.getByRole('link', { name: 'Maya Rao' }).click()
  await page.getByRole('heading', { name: 'Maya Rao', level: 1 }).waitFor()
  await ofDeal.getByRole('heading', { name: 'Offer for Maya' }).waitFor()
  await ofDeal.getByRole('button', { name: 'Unlink: Offer for Maya' }).click()
  await page.getByText('No designs yet.').waitFor()
  assert.deepEqual(staff.errors, [])
  await staff.close()
})

test('a failed export says what to do, on a phone too, and a member reads that an admin connects Canva', async () => {
  const owner = await pages.app.given.organization('Birch')
  const member = await pages.app.given.person(owner.orgId, 'member')
  const staff = await pages.open('/designs', { as: member, width: 360, scheme: 'dark' })
  const { page } = staff
  await page.getByText('Ask an admin to connect Canva.').waitFor()
  await staff.keeps('designs for a member without an account')
  await connectCanva(pages.app, owner, 'birch@')
  const list = page.getByRole('list', { name: 'Designs' })
  await list.getByRole('heading', { name: 'Price list' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Fill a template' }).count(), 0, 'the plan has no autofill')
  await fetch(`${pages.app.url}/sandbox/faults/canva`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'license_required', only: 'POST /v1/exports' }),
  })
  await page.getByRole('button', { name: 'Export: Price list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await page.getByRole('link', { name: 'Used here' }).click()
  await list.getByText(/premium elements that are not paid for/).waitFor()
  await staff.keeps('an export that failed')
  assert.deepEqual(staff.errors, [])
  await staff.close()
})
