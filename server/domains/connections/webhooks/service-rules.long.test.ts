import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { holdRestored } from '#cli/hold-restored.ts'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { consentAt } from '#test/support/consent.ts'
import { connectService } from '#test/support/services.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app.stop()
})

interface Rule {
  readonly id: string
  readonly as: Someone
  readonly connectionId: string
}
interface Delivery {
  readonly id: string
  readonly state: string
  readonly tries: number
  readonly last_error: string | null
}
interface Deed {
  readonly path: string
  readonly body: Record<string, unknown>
}

/** What each service is told where its task is tried. */
const answers: Readonly<Record<string, object>> = {
  slack: { asked: { channel: '#leads' } },
  notion: { asked: { database: '0123456789abcdef0123456789abcdef', column: 'Name' } },
  airtable: {
    asked: { base: 'appABC123456', table: 'Leads / new' },
    columns: [
      { name: 'Name', value: '{{name}}' },
      { name: 'Mail', value: '{{email}}' },
    ],
  },
  asana: { asked: { project: '1201234567890' } },
  linear: { asked: { team: '01980000-0000-7000-8000-000000000000' } },
  github: { asked: { owner: 'foyer', repository: 'leads' } },
  atlassian: { asked: { project: 'LEAD', kind: 'Task' } },
}

const save = (as: Someone, connectionId: string, more: object = {}) =>
  app.call('save-service-rule', { connectionId, eventTypes: ['lead.received'], ...more }, as)
const ruleAt = async (provider: string, more: object = {}): Promise<Rule> => {
  const as = await app.given.organization()
  const connectionId = await connectService(app, as, provider)
  const made = await save(as, connectionId, { ...answers[provider], ...more })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return { id: (made.body.webhook as unknown as { id: string }).id, as, connectionId }
}
const receiveLead = async ({ as }: Rule, lead: object = {}): Promise<void> => {
  const key = await app.given.key(as.orgId)
  const posted = await app.post(
    { email: 'maya@example.com', name: 'Maya Okafor', source: 'Site', external_id: newId(), ...lead },
    key.text,
  )
  assert.equal(posted.status, 200)
}
const deliveriesOf = async ({ id, as }: Rule): Promise<Delivery[]> =>
  (await app.call('list-webhook-deliveries', { webhookId: id }, as)).body.deliveries as unknown as Delivery[]
const ended = (rule: Rule, state: string): Promise<Delivery> =>
  until(`a delivery is ${state}`, async () => (await deliveriesOf(rule)).find((each) => each.state === state))
const deedsAt = async (provider: string): Promise<Deed[]> =>
  ((await (await fetch(`${app.url}/sandbox/${provider}/done`)).json()) as { deeds: Deed[] }).deeds
const turn = (provider: string, dial: object) =>
  fetch(`${app.url}/sandbox/faults/${provider}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })

for (const provider of Object.keys(answers))
  test(`${provider} hears of a received lead once, and the delivery says so`, async () => {
    const rule = await ruleAt(provider)
    const before = (await deedsAt(provider)).length
    await receiveLead(rule)
    const { id } = await ended(rule, 'delivered')
    const deeds = await deedsAt(provider)
    assert.equal(deeds.length, before + 1)
    assert.match(JSON.stringify(deeds[0]?.body), /Maya Okafor/)
    const { body } = await app.call('show-webhook-delivery', { webhookDeliveryId: id }, rule.as)
    const [attempt, ...others] = (
      body.delivery as unknown as { attempts: { response_body: string; request_headers: object }[] }
    ).attempts
    assert.deepEqual([others.length, attempt?.request_headers], [0, {}])
    assert.match(attempt?.response_body ?? '', /^deed_/)
  })

test('a lead that a stranger wrote mentions no person in Slack, and is not read as a template', async () => {
  const rule = await ruleAt('slack', { text: 'Lead {{name}} {{ email }}{{company}}' })
  await receiveLead(rule, { name: '<!channel> {{email}} & co' })
  await ended(rule, 'delivered')
  assert.equal((await deedsAt('slack'))[0]?.body.text, 'Lead &lt;!channel&gt; {{email}} &amp; co maya@example.com')
})

test('columns of a table are filled by name, and its name may have a slash in it', async () => {
  const rule = await ruleAt('airtable')
  await receiveLead(rule)
  await ended(rule, 'delivered')
  const [deed] = await deedsAt('airtable')
  assert.deepEqual(deed, {
    ...deed,
    path: '/v0/appABC123456/Leads%20%2F%20new',
    body: { fields: { Name: 'Maya Okafor', Mail: 'maya@example.com' }, typecast: true },
  })
})

test('a row in Google Sheets takes a permission of its own, which is asked for when it is wanted', async () => {
  const as = await app.given.organization()
  const connect = async (more: object): Promise<string> => {
    const wanted = { provider: 'google', orgId: as.orgId, userId: as.personId, ...more }
    const begun = await app.call('integration-init-oauth', wanted, as)
    const back = await consentAt(String(begun.body.authorizeUrl))
    const done = await app.call('integration-callback', Object.fromEntries(back.searchParams), as)
    return (done.body.connection as unknown as { id: string }).id
  }
  const connectionId = await connect({})
  const wanted = {
    asked: { spreadsheet: '1AbCdEfGhIjKlMnOpQrStUv', tab: 'New leads' },
    columns: [
      { name: 'Name', value: '{{name}}' },
      { name: 'From', value: '=IMPORTXML("{{source}}")' },
    ],
  }
  assert.equal((await save(as, connectionId, wanted)).body.code, 'task_not_allowed')
  assert.equal(await connect({ wants: ['task'] }), connectionId)
  const made = await save(as, connectionId, wanted)
  const rule = { id: (made.body.webhook as unknown as { id: string }).id, as, connectionId }
  await receiveLead(rule)
  await ended(rule, 'delivered')
  const { rows } = (await (await fetch(`${app.url}/sandbox/google/sheets`)).json()) as {
    rows: { tab: string; values: string[] }[]
  }
  assert.deepEqual([rows[0]?.tab, rows[0]?.values], ['New leads', ['Maya Okafor', '=IMPORTXML("site")']])
})

test('a task that may have been done is not done again automatically: it fails visibly, and a person replays it', async () => {
  const rule = await ruleAt('slack')
  const before = (await deedsAt('slack')).length
  await turn('slack', { kind: 'lost', only: 'chat.postMessage' })
  await receiveLead(rule)
  const failed = await ended(rule, 'failed')
  await turn('slack', { kind: 'none' })
  assert.match(failed.last_error ?? '', /not known whether this was done/)
  // It was, and Foyer did not hear of it.
  assert.equal((await deedsAt('slack')).length, before + 1)
  await app.call('replay-webhook-delivery', { webhookDeliveryId: failed.id }, rule.as)
  await ended(rule, 'delivered')
  assert.equal((await deedsAt('slack')).length, before + 2)
})

test('a delivery whose worker died over it is not sent again', async () => {
  const rule = await ruleAt('slack')
  await worker.stop()
  await receiveLead(rule)
  const before = (await deedsAt('slack')).length
  // As a worker leaves it that was killed while it waited for Slack.
  await app.database.inOrg(rule.as.orgId, (db) =>
    db
      .insertInto('webhook_deliveries')
      .values({
        ...{ org_id: rule.as.orgId, id: newId(), endpoint_id: rule.id, event_id: newId(), type: 'foyer.test', tries: 1 },
        ...{ body: '{"type":"foyer.test","data":{}}', lease: newId(), leased_until: new Date(Date.now() - 1_000) },
      })
      .execute(),
  )
  worker = await app.startWorker()
  const failed = await ended(rule, 'failed')
  assert.match(failed.last_error ?? '', /not known whether this was done/)
  await ended(rule, 'delivered')
  assert.equal((await deedsAt('slack')).length, before + 1)
})

test('a service that did nothing for certain is asked again, as late as it wants; one that refuses is not', async () => {
  const busy = await ruleAt('notion')
  await turn('notion', { kind: 'rate_limited', only: '/v1/pages' })
  await receiveLead(busy)
  const waiting = await until('it was tried', async () => (await deliveriesOf(busy)).find(({ tries }) => tries === 1))
  await until('the try was recorded', async () => (await deliveriesOf(busy)).find(({ last_error }) => last_error !== null))
  assert.equal(waiting.state, 'waiting')
  await turn('notion', { kind: 'none' })
  const before = (await deedsAt('notion')).length
  await ended(busy, 'delivered')
  assert.equal((await deedsAt('notion')).length, before + 1)

  const wrong = await ruleAt('slack', { asked: { channel: 'gone' } })
  await receiveLead(wrong)
  const failed = await ended(wrong, 'failed')
  assert.deepEqual([failed.tries, failed.last_error], [1, 'Slack refused: not_found.'])
})

test('a token that ended is renewed, and the task is done once', async () => {
  const rule = await ruleAt('airtable')
  const consents = (await (await fetch(`${app.url}/sandbox/airtable/consents`)).json()) as { consents: { id: string }[] }
  await fetch(`${app.url}/sandbox/airtable/consents/${consents.consents[0]?.id}/expire`, { method: 'POST' })
  const before = (await deedsAt('airtable')).length
  await receiveLead(rule)
  await ended(rule, 'delivered')
  assert.equal((await deedsAt('airtable')).length, before + 1)
})

test('a rule is changed, turned off, tested and removed, and is no webhook with an address or a secret', async () => {
  const rule = await ruleAt('slack')
  const changed = await save(rule.as, rule.connectionId, { webhookId: rule.id, asked: { channel: '#sales' }, text: 'Hello' })
  assert.deepEqual((changed.body.webhook as unknown as { service: object }).service, {
    ...{
      connection_id: rule.connectionId,
      provider: 'slack',
      title: 'Slack',
      task: 'post-message',
      task_title: 'Post a message',
    },
    ...{ asked: { channel: '#sales' }, text: 'Hello', columns: [] },
  })
  const tested = await app.call('test-webhook', { webhookId: rule.id }, rule.as)
  assert.equal(tested.status, 200)
  await ended(rule, 'delivered')
  assert.deepEqual((await deedsAt('slack'))[0]?.body.channel, '#sales')
  const update = (more: object) => app.call('update-webhook', { webhookId: rule.id, ...more }, rule.as)
  assert.equal((await update({ url: 'https://attacker.example' })).body.code, 'webhook_of_service')
  assert.equal((await app.call('roll-webhook-secret', { webhookId: rule.id }, rule.as)).body.code, 'webhook_of_service')
  assert.equal((await update({ state: 'disabled' })).status, 200)
  assert.equal((await app.call('remove-webhook', { webhookId: rule.id }, rule.as)).status, 200)
  assert.deepEqual((await app.call('list-webhooks', {}, rule.as)).body.webhooks, [])
})

test('a rule that cannot be is refused with the field that is wrong', async () => {
  const as = await app.given.organization()
  const [slack, zoom] = [await connectService(app, as, 'slack'), await connectService(app, as, 'zoom')]
  const stranger = await ruleAt('slack')
  const wrong: readonly (readonly [object, string, string?])[] = [
    [{ connectionId: zoom, asked: {} }, 'service_does_nothing'],
    [{ connectionId: slack, asked: { channel: '#leads' }, text: '{{name}}{{nothing}}' }, 'template_name_unknown', 'text'],
    [{ connectionId: slack, asked: { channel: '#leads' }, text: '{{constructor.name}}' }, 'template_name_unknown', 'text'],
    [{ connectionId: slack, asked: {} }, 'missing_field', 'asked.channel'],
    [{ connectionId: slack, asked: { channel: '#a b' } }, 'task_answer_invalid', 'asked.channel'],
    [{ connectionId: slack, asked: { channel: '#a' }, eventTypes: [] }, 'missing_field', 'eventTypes'],
    [{ connectionId: slack, asked: { channel: '#a' }, eventTypes: ['no.event'] }, 'bad_request', 'eventTypes.0'],
    [{ connectionId: stranger.connectionId, asked: { channel: '#a' } }, 'connection_not_found'],
    [{ connectionId: slack, webhookId: stranger.id, asked: { channel: '#a' } }, 'webhook_not_found'],
    [{ connectionId: slack, asked: { channel: '#a' }, text: 'x'.repeat(2_001) }, 'bad_request', 'text'],
  ]
  for (const [input, code, field] of wrong) {
    const { body } = await app.call('save-service-rule', { eventTypes: ['lead.received'], ...input }, as)
    assert.deepEqual([body.code, body.field], [code, field], JSON.stringify(input))
  }
  const member = await app.given.person(as.orgId, 'member')
  assert.equal((await save(member, slack, answers.slack)).status, 403)
})

test('the task of a rule is held after a restore, and done once when an owner releases it', async (t) => {
  const copy = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  const as = copy.owner
  const connectionId = await connectService(copy, as, 'slack')
  const wanted = { connectionId, eventTypes: ['lead.received'], asked: { channel: '#leads' } }
  assert.equal((await copy.call('save-service-rule', wanted, as)).status, 200)
  const key = await copy.given.key(as.orgId)
  await copy.post({ email: 'held@example.com', name: 'Held Okafor' }, key.text)
  // What is restored has no open transaction before it; here another test may have one.
  await until('the log can be read', async () => {
    const { rows } = await copy.database.pool.query(`select from foyer.reactions_behind('{webhooks}')`)
    return rows.length === 1
  })
  const now = new Date()
  await holdRestored(copy.target, { stateOf: new Date(now.getTime() - 7 * 86_400_000), now, released: [] })
  const its = await copy.startWorker()
  t.after(async () => {
    await its.stop()
    await copy.stop()
  })
  const done = async (): Promise<readonly string[]> => {
    const { deeds } = (await (await fetch(`${copy.url}/sandbox/slack/done`)).json()) as { deeds: Deed[] }
    return deeds.map(({ body }) => String(body.text))
  }
  const held = async () => (await copy.call('list-held-work', {}, as)).body.held as unknown as { kind: string; count: number }[]
  // A lead of now shows that the rule is at work, and what is older waits all the same.
  await copy.post({ email: 'fresh@example.com', name: 'Fresh Okafor' }, key.text)
  await until('the fresh one', async () => (await done()).some((text) => text.includes('Fresh Okafor')))
  assert.deepEqual(
    (await held()).filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]),
    [['webhooks', 1]],
  )
  assert.equal((await done()).length, 1)
  const released = await copy.call('release-held-work', { kinds: ['webhooks'] }, as)
  assert.deepEqual(released.body.released, [{ kind: 'webhooks', count: 1 }])
  await until('the held one', async () => (await done()).some((text) => text.includes('Held Okafor')))
  await copy.call('release-held-work', { kinds: ['webhooks'] }, as)
  await new Promise((over) => setTimeout(over, 1_500))
  assert.equal((await done()).length, 2, 'each once')
  assert.deepEqual(
    (await held()).filter(({ count }) => count > 0),
    [],
  )
})
