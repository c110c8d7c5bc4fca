import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { metaForms } from '#test/support/meta.ts'
import { startMetaJobs } from '#test/support/meta-jobs.ts'

let running: Awaited<ReturnType<typeof startMetaJobs>>
before(async () => {
  running = await startMetaJobs()
})
after(() => running?.stop())
beforeEach(() => running.sandbox.turn('meta'))

const minuteMs = 60_000
const hourMs = 3_600_000
const refuseBathroom = { kind: 'no_permission', only: `/${metaForms.bathroom}/leads` }

test('a form that Meta refuses keeps no other from being read, and its leads come once it can be read again', async () => {
  const source = await running.joined()
  await running.fillSilently(metaForms.bathroom, 'refused@example.com')
  await running.fillSilently(metaForms.kitchen, 'behind@example.com')
  await running.sandbox.turn('meta', refuseBathroom)
  await running.poll(source)
  assert.deepEqual(await running.emailsOf(source), ['behind@example.com'])
  const shown = await source.show()
  assert.match(
    shown.reason ?? '',
    /^Leads of the form “Bathroom offer” cannot be read\. Meta reports that a permission is missing/,
  )
  assert.deepEqual(
    shown.forms.map(({ name, reason }) => [name, reason !== null]),
    [
      ['Bathroom offer', true],
      ['Kitchen offer', false],
      ['Old form', false],
    ],
  )
  assert.ok(shown.polled_at, 'every form was asked for')
  assert.equal(await running.due(source, 10 * minuteMs, 'anything'), false, 'what is refused is not asked for more often')

  await running.sandbox.turn('meta')
  await running.poll(source, 16 * minuteMs)
  assert.deepEqual(await running.emailsOf(source), ['behind@example.com', 'refused@example.com'])
  assert.equal((await source.show()).reason, null)
})

test('a pass that breaks off at the same form again and again keeps none behind it from its turn', async () => {
  const source = await running.joined()
  await running.fillSilently(metaForms.bathroom, 'limited@example.com')
  await running.fillSilently(metaForms.kitchen, 'next@example.com')
  await running.sandbox.turn('meta', { kind: 'no_budget', only: `/${metaForms.bathroom}/leads` })
  await running.poll(source)
  assert.deepEqual(await running.emailsOf(source), [])
  await running.poll(source, hourMs)
  assert.deepEqual(await running.emailsOf(source), ['next@example.com'])
})

test('leads that are too many at once for Meta are asked for in smaller parts', async () => {
  const source = await running.joined()
  const emails = Array.from({ length: 12 }, (_, n) => `part${String(n).padStart(2, '0')}@example.com`)
  for (const email of emails) await running.fillSilently(metaForms.kitchen, email)
  await running.sandbox.turn('meta', { kind: 'too_much', only: '/leads' })
  await running.poll(source)
  assert.deepEqual(await running.emailsOf(source), emails)
  assert.equal((await source.show()).reason, null)
})

test('a lead whose form does not list its tests is a lead, and says so', async () => {
  const source = await running.joined()
  for (const kind of ['no_permission', 'not_yet']) {
    await running.sandbox.turn('meta', { kind, only: '/test_leads' })
    const leadId = await running.announced(source, { email: `${kind}@example.com`, isOrganic: true })
    await running.fetchAll(source)
    const [kept] = await running.app.database.inOrg(source.who.orgId, (db) =>
      db.selectFrom('meta_leads').selectAll().where('source_id', '=', source.id).where('lead_id', '=', leadId).execute(),
    )
    assert.equal(kept?.state, 'taken', kind)
    assert.match(kept.reason ?? '', /^Meta does not say whether it is a test\./)
  }
  await running.fillSilently(metaForms.kitchen, 'polled@example.com', { isOrganic: true })
  await running.poll(source)
  assert.deepEqual(await running.emailsOf(source), ['no_permission@example.com', 'not_yet@example.com', 'polled@example.com'])
  assert.deepEqual([(await source.show()).waiting, (await source.show()).reason], [0, null])
})

test('a lead that was fetched is not given up for a list of tests that never came', async () => {
  const source = await running.joined()
  await running.sandbox.turn('meta', { kind: 'html', only: '/test_leads' })
  await running.announced(source, { email: 'whole@example.com', isOrganic: true })
  await running.fetchAll(source)
  assert.deepEqual([(await source.show()).waiting, (await source.leads()).length], [1, 0])
  await running.fetchAll(source, 72 * hourMs + minuteMs)
  assert.deepEqual([(await source.show()).failed, await running.emailsOf(source)], [0, ['whole@example.com']])
})

test('one failure of the list of tests makes no test a lead, behind passes that broke off either', async () => {
  const source = await running.joined()
  // Longer than any list of tests is waited for, no form is asked.
  await running.sandbox.turn('meta', { kind: 'no_permission', only: '/leadgen_forms' })
  await running.poll(source)
  await running.poll(source, 3 * hourMs)
  await running.meta.sendTest(metaForms.kitchen)
  await running.fillSilently(metaForms.kitchen, 'organic@example.com', { isOrganic: true })
  await running.sandbox.turn('meta', { kind: 'html', only: '/test_leads', times: 1 })
  await running.poll(source, 4 * hourMs)
  assert.deepEqual(await running.emailsOf(source), [])
  await running.poll(source, 5 * hourMs)
  assert.deepEqual(await running.emailsOf(source), ['organic@example.com'])
})

test('a lead that was polled waits an hour for a list of tests that does not come', async () => {
  const source = await running.joined()
  await running.fillSilently(metaForms.kitchen, 'an-hour@example.com', { isOrganic: true })
  await running.sandbox.turn('meta', { kind: 'html', only: '/test_leads' })
  for (const minutes of [0, 16, 32, 48]) await running.poll(source, minutes * minuteMs)
  assert.deepEqual(await running.emailsOf(source), [])
  await running.poll(source, 64 * minuteMs)
  assert.deepEqual(await running.emailsOf(source), ['an-hour@example.com'])
})

test('an entry at Meta that is no lead is kept as rejected, once however often it is listed, and can be replayed', async () => {
  const source = await running.joined()
  await running.fillSilently(metaForms.kitchen, 'beside@example.com')
  await running.sandbox.turn('meta', { kind: 'odd_entry', only: `/${metaForms.kitchen}/leads` })
  await running.poll(source)
  await running.poll(source, 30 * minuteMs)
  const odd = (await source.deliveries()).filter(({ code }) => code === 'meta_lead_unreadable')
  assert.deepEqual(
    odd.map(({ outcome }) => outcome),
    ['rejected'],
  )
  assert.deepEqual([await running.emailsOf(source), (await source.show()).found], [['beside@example.com'], 1])
  const replayed = await running.app.call('replay-delivery', { deliveryId: odd[0]?.id ?? '' }, source.who)
  assert.equal(replayed.status, 200, JSON.stringify(replayed.body))
  assert.deepEqual(await running.emailsOf(source), ['beside@example.com', 'odd@example.com'])
})

test('while Meta answers 429 the page rests, and then each lead is there once, announced or not', async () => {
  const source = await running.joined()
  const emails = Array.from({ length: 12 }, (_, n) => `flood${String(n).padStart(2, '0')}@example.com`)
  for (const email of emails.slice(0, 8)) await running.announced(source, { email, isSilent: true })
  for (const email of emails.slice(8)) await running.fillSilently(metaForms.kitchen, email)
  await running.sandbox.turn('meta', { kind: 'rate_limited', times: 16 })
  let runs = 0
  for (let aheadMs = 0; aheadMs < 3 * hourMs && (await source.leads()).length < emails.length; aheadMs += minuteMs)
    if (await running.due(source, aheadMs, 'anything')) {
      runs += 1
      await running.fetchAll(source, aheadMs)
      await running.poll(source, aheadMs)
    }
  assert.deepEqual(await running.emailsOf(source), emails)
  assert.deepEqual([(await source.show()).announced, (await source.show()).found], [8, 4])
  assert.ok(runs > 1 && runs < 6, `${runs} runs`)
})
