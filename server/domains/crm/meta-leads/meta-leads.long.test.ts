import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Someone } from '#test/support/app.ts'
import {
  addMetaSource,
  connectMeta,
  type MetaSource,
  metaForms,
  metaPages,
  notificationOf,
  notify,
  startMeta,
} from '#test/support/meta.ts'
import { until } from '#test/support/until.ts'

let running: Awaited<ReturnType<typeof startMeta>>
let oldest: MetaSource
before(async () => {
  running = await startMeta()
})
after(() => running?.stop())

const sourceOf = async (
  { pageId = metaPages.alder, formIds = null }: { pageId?: string; formIds?: readonly string[] | null } = {},
  person: 'Ada' | 'Ben' = 'Ada',
): Promise<MetaSource & { who: Someone; connectionId: string }> => {
  // Times at Meta are whole seconds: leads of the test before are older than this source.
  await sleep(1_100)
  const who = await running.app.given.organization(undefined, { defaultCountry: 'DE' })
  const connectionId = await connectMeta(running.app, who, { person })
  const source = await addMetaSource(running.app, who, { connectionId, pageId, formIds })
  await source.untilShown('the page', ({ state, polled_at: at }) => state === 'working' && at !== null)
  return { ...source, who, connectionId }
}

const zoe = {
  full_name: 'Zoë Müller',
  email: 'zoe@example.com',
  phone_number: '0151 12345678',
  answer: ['kitchen', 'bathroom'],
}

test('a person fills in an ad’s form: Meta announces it, and the lead is here with its ids to the digit', async () => {
  const source = await sourceOf()
  oldest = source
  const shown = await source.show()
  assert.deepEqual([shown.is_announced, shown.forms.length], [true, 3])
  const id = await running.meta.fill(metaForms.kitchen, { ...zoe, mayCall: true })
  const [lead] = await until('the lead', async () => {
    const leads = await source.leads()
    return leads.length > 0 && leads
  })
  assert.deepEqual([lead?.external_id, lead?.source, lead?.via], [id, 'meta-ads', 'source'])
  assert.deepEqual([lead?.full_name, lead?.email, lead?.phone_e164], ['Zoë Müller', 'zoe@example.com', '+4915112345678'])
  const metadata = lead?.metadata as Record<string, unknown>
  assert.equal(metadata.form_id, metaForms.kitchen)
  assert.deepEqual(metadata.answers, { 'which_rooms?': ['kitchen', 'bathroom'] })
  assert.deepEqual(metadata.custom_disclaimer_responses, [{ checkbox_key: 'may_call', is_checked: '1' }])
  assert.equal(lead?.consent, null, 'a ticked box is a claim and no more')
  const counted = await source.show()
  assert.deepEqual([counted.announced, counted.found, counted.waiting], [1, 0, 0])
  assert.deepEqual(
    (await source.deliveries()).map(({ outcome }) => outcome),
    ['accepted'],
  )
})

test('a notification that never came is found by the poll, and counted', async () => {
  const source = await sourceOf()
  for (const n of [1, 2, 3]) await running.meta.fill(metaForms.bathroom, { email: `silent${n}@example.com`, isSilent: true })
  assert.equal((await source.poll()).status, 200)
  await source.untilShown('the found ones', ({ found }) => found === 3)
  assert.deepEqual(
    (await source.leads()).map(({ email }) => email).sort(),
    [1, 2, 3].map((n) => `silent${n}@example.com`),
  )
  const before = (await source.show()).polled_at
  await source.poll()
  await source.untilShown('another poll', ({ polled_at: at }) => at !== before)
  assert.equal((await source.leads()).length, 3, 'the window overlaps, and nothing comes twice')
})

test('notifications that come doubled, shuffled and in one body make each lead once', async () => {
  const source = await sourceOf()
  await running.sandbox.turn('meta', { webhooks: { copies: 3, shuffle: true } })
  const ids = await Promise.all(
    Array.from({ length: 8 }, (_, n) => running.meta.fill(metaForms.kitchen, { email: `many${n}@example.com` })),
  )
  const all = ids.map((leadId) => ({ pageId: metaPages.alder, formId: metaForms.kitchen, leadId }))
  assert.equal((await notify(running.app.url, notificationOf(...all.toReversed(), ...all))).status, 200)
  await until('all of them', async () => (await source.leads()).length >= 8)
  await source.untilShown('the rest', ({ waiting }) => waiting === 0)
  await running.sandbox.turn('meta')
  // The last copies are held back for two seconds: they must change nothing, and not reach the source of the next test.
  await sleep(2_500)
  assert.deepEqual((await source.leads()).map((lead) => lead.external_id).sort(), [...ids].sort())
  assert.deepEqual([(await source.show()).announced, (await source.show()).found], [8, 0])
})

test('a forged notification is refused, one for an unknown page acknowledged, and nothing is made of either', async () => {
  const source = await sourceOf({}, 'Ada')
  const told = notificationOf({ pageId: metaPages.alder, formId: metaForms.kitchen, leadId: '1' })
  assert.equal((await notify(running.app.url, told, 'a guess')).status, 401)
  const unsigned = await fetch(`${running.app.url}/functions/v1/meta-leads`, { method: 'POST', body: JSON.stringify(told) })
  assert.equal(unsigned.status, 401)
  assert.equal((await notify(running.app.url, notificationOf({ pageId: '1', formId: '2', leadId: '3' }))).status, 200)
  await until('its trace', async () => (await oldest.deliveries()).some(({ outcome }) => outcome === 'ignored'))
  assert.equal(
    (
      await notify(running.app.url, {
        object: 'page',
        entry: [{ id: metaPages.alder, time: 1, changes: [{ field: 'feed', value: {} }] }],
      })
    ).status,
    200,
  )
  assert.equal((await notify(running.app.url, '{"object":"page"')).status, 200, 'what was signed is stored')
  assert.deepEqual([(await source.show()).announced, (await source.leads()).length], [0, 0])
})

test('an address that names no app by an id is that of the operator’s: a forgery is refused there, whatever it names', async () => {
  const told = JSON.stringify(notificationOf({ pageId: '1', formId: '2', leadId: '3' }))
  for (const named of ['%00', '1%002', '%F0%90', 'x'.repeat(5_000), "'", '%EF%BF%BF', '1&app=%00', '']) {
    const answer = await fetch(`${running.app.url}/functions/v1/meta-leads?app=${named}`, { method: 'POST', body: told })
    assert.equal(answer.status, 401, named.slice(0, 10))
  }
})

test('Meta asks whether the address is right: only its own token is answered', async () => {
  const check = (query: string) => fetch(`${running.app.url}/functions/v1/meta-leads?${query}`)
  const wrong = await check('hub.mode=subscribe&hub.verify_token=guess&hub.challenge=1158201444')
  assert.equal(wrong.status, 403)
  assert.equal((await check('hub.mode=subscribe&hub.challenge=1')).status, 403)
})

test('test leads are tests, whether Meta’s testing tool or the button here makes them', async () => {
  const source = await sourceOf()
  await running.meta.sendTest(metaForms.kitchen)
  await until('the first', async () => (await source.deliveries()).length === 1)
  const sent = await running.app.call('send-meta-test-lead', { leadSourceId: source.id, formId: metaForms.kitchen }, source.who)
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  await until('the second', async () => (await source.deliveries()).length === 2)
  const all = await source.deliveries()
  assert.deepEqual(new Set(all.map(({ outcome }) => outcome)), new Set(['test']))
  assert.deepEqual([(await source.leads()).length, (await source.show()).failed], [0, 0])
})

test('the test button of Meta’s pages for developers is a test of the oldest source, for its lead does not exist', async () => {
  await running.meta.pressTest()
  const [trial] = await until('the trial', async () => {
    const found = (await oldest.deliveries()).filter(({ code }) => code === 'test_notification')
    return found.length > 0 && found
  })
  assert.deepEqual([trial?.outcome, trial?.lead_id], ['test', null])
  assert.deepEqual([(await oldest.show()).failed, (await oldest.show()).waiting], [0, 0])
})

test('a lead without an address or a number is refused and kept, and a replay reads what was fetched', async () => {
  const source = await sourceOf()
  await running.meta.fill(metaForms.kitchen, { full_name: 'Without', phone_number: 'call me' })
  const [refused] = await until('the delivery', async () => {
    const deliveries = await source.deliveries()
    return deliveries.length > 0 && deliveries
  })
  assert.deepEqual([refused?.outcome, refused?.code], ['rejected', 'phone_unreadable'])
  const shown = await running.app.call('show-delivery', { deliveryId: refused?.id ?? '' }, source.who)
  const { body } = shown.body.delivery as unknown as { body: { text: string } }
  const mended = body.text.replace('call me', '+4915112345679')
  const replayed = await running.app.call('replay-delivery', { deliveryId: refused?.id ?? '', body: mended }, source.who)
  assert.equal(replayed.status, 200, JSON.stringify(replayed.body))
  assert.equal((await running.app.call('show-lead', { leadId: String(replayed.body.lead_id) }, source.who)).status, 200)
})

test('only the chosen forms count, and settings that cannot work are refused', async () => {
  const source = await sourceOf({ formIds: [metaForms.bathroom] })
  await running.meta.fill(metaForms.kitchen, { email: 'other@example.com' })
  await running.meta.fill(metaForms.bathroom, { email: 'chosen@example.com' })
  await until('the chosen', async () => (await source.leads()).length === 1)
  const before = (await source.show()).polled_at
  await source.poll()
  await source.untilShown('a poll', ({ polled_at: at }) => at !== before)
  assert.deepEqual(
    (await source.leads()).map(({ email }) => email),
    ['chosen@example.com'],
  )

  const make = (settings: object) =>
    running.app.call(
      'create-lead-source',
      { name: 'Again', settings: { kind: 'meta', pageName: 'A', formIds: null, ...settings } },
      source.who,
    )
  const taken = await make({ connectionId: source.connectionId, pageId: metaPages.alder })
  assert.deepEqual([taken.status, taken.body.field], [400, 'settings.pageId'])
  const stranger = await make({ connectionId: '01980000-0000-7000-8000-000000000000', pageId: '5' })
  assert.deepEqual([stranger.status, stranger.body.field], [400, 'settings.connectionId'])
  const cedar = await make({ connectionId: source.connectionId, pageId: metaPages.cedar })
  const { id } = cedar.body.source as unknown as { id: string }
  await until('its trouble', async () => {
    const { body } = await running.app.call('show-meta-source', { leadSourceId: id }, source.who)
    return (body.page as unknown as { state: string }).state === 'trouble'
  })
})

test('pages and forms are listed, with the source that a page is already', async () => {
  const source = await sourceOf()
  const pages = await running.app.call('list-meta-pages', { connectionId: source.connectionId }, source.who)
  assert.deepEqual(pages.body.pages, [
    { id: metaPages.alder, name: 'Alder Interiors', can_advertise: true, lead_source_id: source.id },
    { id: metaPages.cedar, name: 'Cedar Gardens', can_advertise: false, lead_source_id: null },
  ])
  const forms = await running.app.call(
    'list-meta-forms',
    { connectionId: source.connectionId, pageId: metaPages.alder },
    source.who,
  )
  assert.deepEqual(
    (forms.body.forms as unknown as { id: string; status: string }[]).map(({ id, status }) => [id, status]),
    [
      [metaForms.kitchen, 'active'],
      [metaForms.bathroom, 'active'],
      [metaForms.old, 'archived'],
    ],
  )
})

test('a page without leads has no calls to spend: that is nothing to fetch, and no trouble', async () => {
  const source = await sourceOf({ pageId: metaPages.birch }, 'Ben')
  assert.deepEqual([(await source.show()).state, (await source.show()).reason], ['working', null])
  await running.meta.fill(metaForms.birch, { email: 'first@example.com', isSilent: true })
  await source.poll()
  await until('the lead', async () => (await source.leads()).length === 1)
})

test('a source that is off fetches nothing, and what came meanwhile comes once it is on', async () => {
  const source = await sourceOf()
  assert.equal((await running.app.call('update-lead-source', { leadSourceId: source.id, isOn: false }, source.who)).status, 200)
  await running.meta.fill(metaForms.kitchen, { email: 'meanwhile@example.com' })
  assert.equal((await source.poll()).status, 409)
  assert.equal((await source.leads()).length, 0)
  assert.equal((await running.app.call('update-lead-source', { leadSourceId: source.id, isOn: true }, source.who)).status, 200)
  await until('the lead', async () => (await source.leads()).length === 1)
})

test('nothing that Meta answers is in a log, a reason, a notice or the list of calls: no token, no name, no answer', async () => {
  const source = await sourceOf()
  const canaries: string[] = []
  const canary = (): string => {
    // Letters alone: with many digits it would be a number by which a lead can be reached.
    const text = `canary${Array.from(randomBytes(10), (byte) => String.fromCharCode(97 + (byte % 26))).join('')}`
    canaries.push(text)
    return text
  }
  const person = (): object => ({ full_name: canary(), email: `${canary()}@example.com`, answer: [canary(), canary()] })
  await running.meta.fill(metaForms.kitchen, { ...person(), isOrganic: true })
  for (const more of [{}, { phone_number: canary(), email: '' }]) {
    await running.meta.fill(metaForms.kitchen, { ...person(), ...more })
    await running.meta.fill(metaForms.bathroom, { ...person(), ...more, isSilent: true })
  }
  await source.untilShown('those that were announced', ({ announced, waiting }) => announced === 3 && waiting === 0)
  for (const kind of ['odd_entry', 'too_much', 'no_permission', 'ok_error_body', 'none']) {
    await running.sandbox.turn('meta', { kind, only: '/leads' })
    const before = (await source.show()).polled_at
    assert.equal((await source.poll()).status, 200)
    await source.untilShown('a poll', ({ polled_at: at }) => at !== before)
  }
  await running.sandbox.turn('meta')
  assert.deepEqual(
    [(await source.leads()).length, (await source.deliveries()).filter(({ outcome }) => outcome === 'rejected').length],
    [3, 3],
  )
  const asked = await Promise.all([
    running.app.call('list-provider-calls', { connectionId: source.connectionId, limit: 100 }, source.who),
    running.app.call('list-deliveries', { keyId: source.id, limit: 100 }, source.who),
    running.app.call('list-notices', {}, source.who),
    running.app.call('show-meta-source', { leadSourceId: source.id }, source.who),
  ])
  for (const { status } of asked) assert.equal(status, 200)
  // The request log shows admins the beginning of what came, and nothing of it beside that.
  const withoutExcerpts = (_name: string, value: unknown) =>
    typeof value === 'object' && value !== null && 'excerpt' in value ? { ...value, excerpt: null } : value
  const texts = [running.app.logged(), ...asked.map(({ body }) => JSON.stringify(body, withoutExcerpts))]
  for (const text of texts) {
    assert.doesNotMatch(text, /EAAMeta|access_token=|appsecret_proof/)
    for (const secret of [...canaries, 'odd@example.com', 'Autumn, video'])
      assert.ok(
        !text.includes(secret),
        `${secret} in ${text.slice(Math.max(0, text.indexOf(secret) - 300), text.indexOf(secret) + 50)}`,
      )
  }
})
