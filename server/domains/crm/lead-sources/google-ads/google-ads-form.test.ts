import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { newId } from '#core/ids.ts'
import { statementOf } from '#domains/crm/request-log/recorded-deliveries.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let source: { id: string; url: string; secret: string }
before(async () => {
  app = await startApp()
  source = await make('Google Ads')
})
after(() => app.stop())

const make = async (name: string): Promise<typeof source> => {
  const answer = await app.call('create-lead-source', { name, settings: { kind: 'google_ads' } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.source as unknown as typeof source
}

/** As Google posts it: bare 64-bit numbers, which JSON.stringify of a double would change. */
const bodyOf = (leadId: string, more = '', key = source.secret): string =>
  `{"lead_id":"${leadId}","user_column_data":[{"column_name":"User Email","string_value":"zoe.${leadId.toLowerCase().slice(0, 20)}@example.com","column_id":"EMAIL"},{"string_value":"Zoë Müller","column_id":"FULL_NAME"},{"string_value":"Kitchen","column_id":"SERVICE"}],"api_version":"1.0","form_id":9223372036854775807,"campaign_id":23729418209,"adgroup_id":0,"google_key":"${key}"${more}}`

const post = async (body: string, url = source.url) => {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const text = await answer.text()
  return { status: answer.status, text, id: answer.headers.get('x-request-id') ?? '' }
}

const delivery = async (id: string) => {
  await until('the delivery', async () => (await app.call('show-delivery', { deliveryId: id })).status === 200)
  return (await app.call('show-delivery', { deliveryId: id })).body.delivery as unknown as {
    outcome: string
    status: number
    code: string | null
    mend: string | null
    lead_id: string | null
    source: { name: string; kind: string } | null
    body: { text: string } | null
  }
}
const leadOf = (id: string) =>
  app.database.inOrg(app.owner.orgId, (db) =>
    db.selectFrom('leads').selectAll().where('org_id', '=', app.owner.orgId).where('id', '=', id).executeTakeFirst(),
  )

test('a lead of Google Ads is a lead with its ids to the digit, and its repeat is none', async () => {
  const first = await post(bodyOf('L1'))
  assert.deepEqual([first.status, first.text], [200, '{}'])
  const seen = await delivery(first.id)
  assert.deepEqual([seen.outcome, seen.source?.name, seen.source?.kind], ['accepted', 'Google Ads', 'google_ads'])
  const lead = await leadOf(first.id)
  assert.deepEqual([lead?.external_id, lead?.source, lead?.via, lead?.full_name], ['L1', 'google-ads', 'source', 'Zoë Müller'])
  assert.deepEqual(lead?.metadata, {
    form_id: '9223372036854775807',
    campaign_id: '23729418209',
    answers: { SERVICE: 'Kitchen' },
  })
  assert.ok(!lead?.received?.includes(source.secret), 'the key is kept nowhere')

  const repeat = await post(bodyOf('L1'))
  assert.deepEqual([repeat.status, repeat.text], [200, '{}'])
  assert.deepEqual([(await delivery(repeat.id)).outcome, (await delivery(repeat.id)).lead_id], ['deduplicated', first.id])
})

test('ids keep each digit, whether they are written as texts, whole numbers or with an exponent', async () => {
  const ids = ['9223372036854775807', '9223372036854775806', '9.223372036854775807e18', '9.223372036854775806e18', '12345']
  for (const id of ids) {
    const body = bodyOf('D1')
      .replace('"lead_id":"D1"', `"lead_id":${id}`)
      .replace('"form_id":9223372036854775807', `"form_id":${id}`)
    const sent = await post(body)
    assert.deepEqual([sent.status, sent.text], [200, '{}'], id)
    const lead = await leadOf(sent.id)
    // As doubles the first four are one id.
    assert.deepEqual([lead?.external_id, (lead?.metadata as { form_id?: string } | undefined)?.form_id], [id, id])
    assert.ok(lead?.received?.includes(`"lead_id":${id},`), 'to the letter')
  }
})

test('a test lead of Google is a delivery and no lead', async () => {
  const sent = await post(bodyOf('TeSter-1', ',"is_test":true'))
  assert.deepEqual([sent.status, sent.text], [200, '{}'])
  const seen = await delivery(sent.id)
  assert.deepEqual([seen.outcome, seen.code, seen.lead_id], ['test', 'test_lead', null])
  assert.equal(await leadOf(sent.id), undefined)
})

test('a wrong or missing key is refused, recorded, and can be replayed by an admin who vouches for it', async () => {
  const forged = await post(bodyOf('L2', '', 'a guess of a stranger'))
  assert.equal(forged.status, 401)
  const seen = await delivery(forged.id)
  assert.deepEqual([seen.outcome, seen.code], ['rejected', 'lead_source_unproven'])
  assert.ok(seen.body && !seen.body.text.includes('a guess of a stranger'))
  assert.equal((await post('{"lead_id":"L3","user_column_data":[]}')).status, 401)

  const replayed = await app.call('replay-delivery', { deliveryId: forged.id })
  assert.equal(replayed.status, 200, JSON.stringify(replayed.body))
  assert.equal((await leadOf(String(replayed.body.lead_id)))?.external_id, 'L2')
})

test('a key is found whatever the case of its name, and a long id stands as its digest with the whole beside it', async () => {
  const long = 'x'.repeat(300)
  const sent = await post(bodyOf(long).replace('google_key', 'Google_key'))
  assert.equal(sent.status, 200)
  const lead = await leadOf(sent.id)
  assert.match(lead?.external_id ?? '', /^[0-9a-f]{64}$/)
  assert.deepEqual((lead?.metadata as { lead_id?: string } | undefined)?.lead_id, long)
})

test('a lead without address and number is refused and kept, with the field to blame', async () => {
  const sent = await post(
    `{"lead_id":"L5","user_column_data":[{"column_id":"CITY","string_value":"Berlin"}],"google_key":"${source.secret}"}`,
  )
  assert.equal(sent.status, 400)
  assert.deepEqual([(await delivery(sent.id)).outcome, (await delivery(sent.id)).code], ['rejected', 'contact_missing'])
})

test('an advertiser reads why a post is refused, and an admin what to do about it, on the page of the request and in the list', async () => {
  const own = await make('Wrong posts')
  const lead = (id: string, columns: string, key = own.secret): string =>
    `{"lead_id":"${id}","user_column_data":[${columns}],"google_key":"${key}"}`
  const column = (id: string, value: string): string => `{"column_id":"${id}","string_value":"${value}"}`
  const posts: readonly (readonly [body: string, status: number, code: string, fix: RegExp])[] = [
    [lead('X1', column('EMAIL', 'a@example.com'), 'a guess'), 401, 'lead_source_unproven', /Copy the key .* accept it here/],
    [`{"user_column_data":[],"google_key":"${own.secret}"}`, 400, 'bad_request', /download it from Google Ads/],
    ['lead_id=X2', 400, 'body_not_json', /download it from Google Ads/],
    [lead('X3', column('CITY', 'Berlin')), 400, 'contact_missing', /Add the question/],
    [lead('X4', column('EMAIL', 'a@')), 400, 'email_malformed', /Correct the address in the body here/],
    [lead('X5', column('CITY', 'x'.repeat(66_000))), 413, 'body_too_large', /download it from Google Ads/],
  ]
  for (const [body, status, code, fix] of posts) {
    const sent = await post(body, own.url)
    const said = JSON.parse(sent.text) as { message: string; code: string }
    assert.deepEqual([sent.status, said.code], [status, code])
    assert.match(said.message, /\p{L}{3}/u, 'Google shows it to who sends test data')
    const seen = await delivery(sent.id)
    assert.deepEqual([seen.outcome, seen.code], ['rejected', code])
    assert.match(seen.mend ?? '', fix, code)
  }
  const filter = { conditions: [{ field: 'sender', op: 'is', value: own.id }] }
  const listed = await app.call('list-records', { kind: 'delivery', filter, columns: ['code', 'fix', 'sender'] })
  const rows = listed.body.records as unknown as { id: string; values: { code: string; fix: string } }[]
  assert.equal(rows.length, posts.length, JSON.stringify(listed.body))
  for (const { id, values } of rows) assert.equal(values.fix, (await delivery(id)).mend, values.code)
})

test('an admin corrects the body of a rejected request, or pastes one that was lost, and it is a lead', async () => {
  const own = await make('Corrected')
  const sent = await post(
    `{"lead_id":"C1","user_column_data":[{"column_id":"CITY","string_value":"Berlin"}],"google_key":"${own.secret}"}`,
    own.url,
  )
  const seen = await delivery(sent.id)
  const text = seen.body?.text.replace('[', '[{"column_id":"EMAIL","string_value":"zoe@example.com"},')
  const accepted = await app.call('replay-delivery', { deliveryId: sent.id, body: text })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  const lead = await leadOf(String(accepted.body.lead_id))
  assert.deepEqual([lead?.email, lead?.external_id, lead?.source], ['zoe@example.com', 'C1', 'corrected'])
  // Of what could not be read nothing is kept: pasted, it is a lead all the same.
  const cut = await post('{"lead_id":', own.url)
  assert.equal((await delivery(cut.id)).body, null)
  const pasted = await app.call('replay-delivery', { deliveryId: cut.id, body: bodyOf('C2', '', '…') })
  assert.equal((await leadOf(String(pasted.body.lead_id)))?.external_id, 'C2')
})

test('a source that an admin switches off refuses within a second, and what came meanwhile is replayed', async () => {
  const own = await make('For a while')
  const body = (id: string): string => bodyOf(id, '', own.secret)
  assert.equal((await post(body('W1'), own.url)).status, 200)
  assert.equal((await app.call('update-lead-source', { leadSourceId: own.id, isOn: false })).status, 200)
  const switchedAt = performance.now()
  await until('the refusal', async () => (await post(body('W2'), own.url)).status === 403)
  assert.ok(performance.now() - switchedAt < 1_000, 'within a second')
  const last = await post(body('W3'), own.url)
  assert.equal((await delivery(last.id)).code, 'lead_source_off')
  assert.equal((await app.call('replay-delivery', { deliveryId: last.id })).status, 200)
  const trial = await post(bodyOf('W-test', ',"is_test":true', own.secret), own.url)
  assert.deepEqual([trial.status, (await delivery(trial.id)).outcome], [200, 'test'])
  assert.equal((await app.call('replay-deliveries', { leadSourceId: own.id })).body.left, 0)
  assert.equal((await delivery(trial.id)).lead_id, null, 'a test makes no lead, whenever it came')
  assert.equal((await app.call('update-lead-source', { leadSourceId: own.id, isOn: true })).status, 200)
  await until('the switch', async () => (await post(body('W4'), own.url)).status === 200)
})

test('a test lead that was refused is no lead of a bulk replay', async () => {
  const own = await make('Refused tests')
  // Sources that were off kept tests so.
  const deliveryId = newId()
  const { text, values } = statementOf({
    ...{ orgId: app.owner.orgId, keyId: own.id, deliveryId, status: 403, outcome: 'rejected', code: 'lead_source_off' },
    ...{ message: 'The source is off.', body: bodyOf('W6', ',"is_test":true', '…') },
  })
  await app.database.inOrg(app.owner.orgId, (db) => db.executeQuery(CompiledQuery.raw(text, values)))
  const replayed = await app.call('replay-deliveries', { leadSourceId: own.id })
  assert.deepEqual(replayed.body, { accepted: 0, rejected: 1, left: 1, next_cursor: null })
  assert.equal((await delivery(deliveryId)).lead_id, null)
})

test('the key, the id and the address of a source open neither the lead API nor an action, nor another source', async () => {
  const [own, other] = [await make('Own'), await make('Other')]
  for (const secret of [own.secret, own.id, own.url.slice(own.url.lastIndexOf('/') + 1)]) {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const answers = await Promise.all([
      fetch(`${app.url}/v1/leads`, { method: 'POST', headers, body: '{"email":"zoe@example.com"}' }),
      fetch(`${app.url}/gateway`, { method: 'POST', headers, body: '{"type":"list-leads"}' }),
      fetch(`${app.url}/gateway`, { method: 'POST', headers, body: '{"type":"list-lead-sources"}' }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 401, 401],
    )
  }
  assert.equal((await post(bodyOf('O1', '', own.secret), other.url)).status, 401)
  assert.equal((await post(bodyOf('O1', '', own.secret), own.url)).status, 200)
})

test('an address of no source, of another kind, or of another method is refused', async () => {
  assert.equal((await post('{}', source.url.slice(0, -3))).status, 404)
  assert.equal((await post('{}', `${source.url.slice(0, -22)}${'A'.repeat(22)}`)).status, 404)
  assert.equal((await fetch(source.url)).status, 405)
})
