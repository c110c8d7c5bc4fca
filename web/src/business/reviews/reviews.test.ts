import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { connectReviews, openReviews } from '#test/support/reviews.ts'
import { until } from '#test/support/until.ts'

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

test('an owner connects Google, reads what customers wrote, replies to a bad review, and customers see the reply', async () => {
  const { owner, business, accountId, locationId, sync } = await openReviews(pages.app)
  const potsdam = await business.location(accountId, 'Nordlicht, Potsdam')
  await business.write(locationId, 5, 'Quick reply, fair price.\n\nThe kitchen looks wonderful.', { reviewer: 'Tariq Mensah' })
  await business.write(locationId, 4, '', { reviewer: '' })
  await business.write(potsdam, 5, 'Sehr gut!', { reviewer: 'Jürgen' })
  const staff = await pages.open('/reviews', { as: owner })
  const { page } = staff
  await page.getByText('See your Google reviews here').waitFor()
  await staff.keeps('reviews that are not connected')
  await page.getByRole('button', { name: 'Connect Google reviews' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Reviews', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Tariq Mensah' }).waitFor()
  await page.getByText('The same as Google').waitFor()

  const bad = await business.write(locationId, 1, '<img src=x onerror="alert(1)"> They came two hours late.', {
    reviewer: '<b>Lena</b> Hartmann-With-A-Very-Long-Name-That-Does-Not-Break',
  })
  await page.getByRole('button', { name: 'Sync now' }).click()
  await page.getByText('1 new, 0 edited, 0 removed').waitFor()
  await page.getByText('They came two hours late.').waitFor()
  await staff.keeps('the list of reviews')
  await page.getByRole('button', { name: 'Locations' }).click()
  await page.getByRole('dialog').getByText('Nordlicht, Potsdam').waitFor()
  await staff.keeps('the locations')
  await page.getByRole('dialog').getByRole('switch', { name: 'Nordlicht, Potsdam' }).click()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: '1 star 1' }).click()
  await page.getByRole('link', { name: /Lena/ }).click()
  await page.getByRole('heading', { name: /Lena/, level: 1 }).waitFor()
  const field = page.getByRole('textbox', { name: 'Your reply' })
  await field.fill('ä'.repeat(2_049))
  await page.getByText('Too long by 2 bytes').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Send reply' }).isDisabled())
  await field.fill('We are sorry that we were late. Please call us: we want to put it right.')
  await staff.keeps('a reply that is written')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await page.getByText('Replied', { exact: true }).waitFor()
  assert.match((await business.replyAt(locationId, bad)) ?? '', /put it right/)

  await business.edit(bad, 3, 'They called after all.')
  await sync()
  await page.getByText('They called after all.').waitFor()
  await page.getByRole('heading', { name: 'Earlier versions' }).waitFor()
  await staff.keeps('a review with a reply and versions')
  await page.getByRole('button', { name: 'Edit reply' }).click()
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Thank you for your patience.')
  await page.getByRole('button', { name: 'Save reply' }).click()
  await until('the edited reply', async () => (await business.replyAt(locationId, bad)) === 'Thank you for your patience.')
  await page.getByText('Thank you for your patience.').waitFor()
  await page.getByRole('button', { name: 'Remove reply' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove reply' }).click()
  await until('the removal', async () => (await business.replyAt(locationId, bad)) === null)
  await page.getByRole('button', { name: 'Send reply' }).waitFor()
  assert.deepEqual(staff.errors, [])
})

test('a member sees why a reply was rejected and what is no longer at Google, and an admin why nothing is read', async () => {
  const { owner, business, locationId, sync, list, call } = await openReviews(pages.app)
  const kept = await business.write(locationId, 2, 'Bad.', { reviewer: 'Lena' })
  const gone = await business.write(locationId, 4, 'Good.', { reviewer: 'Jo' })
  await connectReviews(pages.app, owner)
  await sync()
  await business.behave({ replies: 'PENDING' })
  const reviewId = (await list({ stars: [2] }))[0]?.id ?? ''
  await call('reply-review', { reviewId, text: 'Call 030 1234567.' })
  const staff = await pages.open(`/reviews/${reviewId}`, { as: owner })
  const { page } = staff
  await page.getByText('Pending at Google').waitFor()
  await business.decide(kept, 'reject')
  await business.remove(gone)
  await sync()
  await page.getByText(/CONTACT_INFORMATION/).waitFor()
  await staff.keeps('a rejected reply')
  await sync()
  await staff.follow('/reviews?show=gone')
  await page.getByRole('link', { name: 'Jo', exact: true }).click()
  await page.getByText('This review is no longer at Google').waitFor()
  await staff.keeps('a review that is gone')
  await business.behave({ refusal: 'quotaZero' })
  await pages.app.call('sync-google-reviews', {}, owner)
  await staff.follow('/reviews')
  await page.getByText(/has not approved this program/).waitFor()
  await staff.keeps('a sync that stopped')
  assert.deepEqual(staff.errors, [])
})
