import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { Prospects } from '#ports/prospects.ts'
import { ProviderError, type ProviderErrorKind } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { contractFile, openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { readApolloNumbers } from './late-numbers.ts'
import { apolloProspects } from './prospects.ts'

let box: TestSandbox
const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
before(async () => {
  box = await startSandbox()
})
after(async () => {
  await box?.stop()
  await way.destroy()
})

const direct: ProviderHttp = { send: (request) => way.send({ ...request, redirects: 0 }) }
const open = (http: ProviderHttp = direct, apiKey = 'test-master-key', now = () => new Date()): Prospects => {
  const base = `${box.address}/sandbox/apollo`
  return apolloProspects({ base, pageBase: base, credentials: { apiKey }, mode: 'live', http, now })
}
const nothing = { titles: [], locations: [], domains: [], keywords: null }

/** An answer of the vendor’s, as it is. */
const answering = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): ProviderHttp => ({
  send: async ({ url }) => ({
    ...{ status, headers, isCut: false, url },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  }),
})
const refusal = async (work: Promise<unknown>): Promise<ProviderError> => {
  const error = await work.then(
    () => assert.fail('it was answered'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  return error
}

test('every request to Apollo, and every answer of its simulator, match the published contract', {
  skip: withoutContracts,
}, async () => {
  const contract = openContract('apollo/openapi.json')
  const [seen, wrong] = [new Set<string>(), [] as string[]]
  const http: ProviderHttp = {
    async send(request) {
      const answer = await direct.send(request)
      const url = new URL(request.url)
      const where = [url.pathname.replace('/sandbox/apollo', ''), request.method.toLowerCase()] as const
      const body = (answer.headers['content-type'] ?? '').includes('json')
        ? JSON.parse(String(answer.body))
        : String(answer.body)
      const said = [
        ...contract.query(where, Object.fromEntries(url.searchParams)),
        ...(request.body && where[0] !== '/usage_stats/credit_usage_stats'
          ? contract.request(where, 'application/json', JSON.parse(String(request.body)))
          : []),
        ...(typeof body === 'string' ? [] : contract.answer(where, answer.status, body)),
      ]
      wrong.push(...said.map((each) => `${where.join(' ')} ${answer.status}: ${each}`))
      seen.add(`${where[1]} ${where[0]} ${answer.status}`)
      return answer
    },
  }
  const apollo = open(http)
  await apollo.test()
  const { people } = await apollo.search({ titles: ['owner'], locations: ['Germany'], domains: [], keywords: 'tiles' }, 1)
  await apollo.search({ ...nothing, domains: ['northside-tiles.example'] }, 1)
  await apollo.enrich(
    people.slice(0, 10).map(({ id }) => id),
    { mobilesTo: null },
  )
  await apollo.enrich(['64a7ffffffffffffffffffff'], { mobilesTo: 'https://a.example/numbers' })
  await apollo.allowance()
  await box.turn('apollo', { kind: 'no_credits', only: 'bulk_match' })
  await refusal(apollo.enrich(['64a700000000000000000000'], { mobilesTo: null }))
  await box.turn('apollo', { kind: 'hour_limit' })
  await refusal(apollo.search(nothing, 1))
  await box.turn('apollo')
  await refusal(open(http, 'a-plain-key').search(nothing, 1))
  await refusal(open(http, 'a-wrong-key').search(nothing, 1))
  assert.deepEqual(wrong, [])
  for (const each of ['post /people/bulk_match 422', 'post /mixed_people/api_search 429', 'post /mixed_people/api_search 403'])
    assert.ok(seen.has(each), each)
})

test('the vendor’s own sample answers are read', { skip: withoutContracts }, async () => {
  const examples =
    contractFile<
      { operation: string; note?: string; response: { status: number; body: unknown; headers?: Record<string, string> } }[]
    >('apollo/examples.json')
  const found = (operation: string, status: number) =>
    examples.filter((each) => each.operation === operation && each.response.status === status).map(({ response }) => response)
  for (const { status, body, headers } of found('POST /mixed_people/api_search', 200)) {
    const { people, total } = await open(answering(status, body, headers)).search(nothing, 1)
    assert.ok(total > 0)
    assert.match(people[0]?.name ?? '', /\*\*\*/)
    assert.equal(typeof people[0]?.hasEmail, 'boolean')
  }
  for (const { status, body } of found('POST /people/bulk_match', 200)) {
    const { people, credits } = await open(answering(status, body)).enrich(['1', '2'], { mobilesTo: null })
    assert.deepEqual([people[0]?.email, people[0]?.name, people[1], credits], ['zoe@example.test', 'Zoë Müller', null, 1])
  }
  for (const { body } of found('POST /usage_stats/credit_usage_stats', 200))
    assert.deepEqual(await open(answering(200, body)).allowance(), {
      credits: { left: 7_500, limit: 10_000 },
      mobiles: { left: 0, limit: 1_000 },
    })
})

test('each refusal has its kind, and after a call that costs nothing is certain that no answer says', async () => {
  const ask = (http: ProviderHttp) => refusal(open(http).enrich(['1'], { mobilesTo: null }))
  const search = (http: ProviderHttp) => refusal(open(http).search(nothing, 1))
  const cases: readonly [ProviderHttp, ProviderErrorKind, ProviderErrorKind][] = [
    [answering(401, 'Invalid access credentials.'), 'credentials', 'credentials'],
    [answering(403, { error: 'no', error_code: 'API_INACCESSIBLE' }), 'credentials', 'credentials'],
    [answering(429, { message: 'too many' }, { 'retry-after': '12' }), 'busy', 'busy'],
    [answering(422, { error: 'Invalid value' }), 'refused', 'refused'],
    [answering(500, '<html>'), 'uncertain', 'broken'],
    [answering(200, '<html>'), 'uncertain', 'broken'],
    [answering(200, {}), 'uncertain', 'broken'],
  ]
  for (const [http, ofEnrichment, ofSearch] of cases)
    assert.deepEqual([(await ask(http)).kind, (await search(http)).kind], [ofEnrichment, ofSearch])
  for (const status of [402, 403, 422]) {
    const { kind, code } = await ask(answering(status, { error: 'You have insufficient credits' }))
    assert.deepEqual([kind, code], ['refused', 'out_of_credits'])
  }
})

test('a limit is waited for as long as the vendor says; an empty window is none, and a used-up one counts where it says nothing', async () => {
  const waitOf = async (headers: Readonly<Record<string, string>>) =>
    (await refusal(open(answering(429, { message: 'x' }, headers)).search(nothing, 1))).retryAfterMs
  assert.equal(await waitOf({ 'retry-after': '1740', 'x-hourly-requests-left': '0' }), 1_740_000)
  assert.equal(await waitOf({ 'x-hourly-requests-left': '0', 'x-24-hour-requests-left': '' }), 3_600_000)
  assert.equal(await waitOf({ 'x-minute-requests-left': '' }), 60_000)
})

test('odd people are read without a fall: no company, no name, numbers of a switchboard, a locked address', async () => {
  const odd = [
    { id: '1', first_name: null, last_name: null, name: null, email: 'email_not_unlocked@domain.com', organization: null },
    {
      id: '2',
      first_name: '  A\n\u0000B\ud800 ',
      email: 'a@b.example',
      phone_numbers: [{ type: 'work_hq', sanitized_number: '+4930' }],
    },
    { id: '3', name: 'x'.repeat(9_000), phone_numbers: 'none', contact: { phone_numbers: [{ raw_number: ' +49 151 1 ' }] } },
    null,
    { id: 5 },
  ]
  const { people } = await open(answering(200, { matches: odd, credits_consumed: 2.5 })).enrich(['1', '2', '3', '4', '5'], {
    mobilesTo: null,
  })
  assert.deepEqual([people[0]?.email, people[0]?.name], [null, null])
  assert.deepEqual([people[1]?.name, people[1]?.phone], ['A B', null])
  assert.deepEqual([people[2]?.name?.length, people[2]?.phone, people[3], people[4]], [255, '+49 151 1', null, null])
  const short = await refusal(open(answering(200, { matches: [] })).enrich(['1'], { mobilesTo: null }))
  assert.equal(short.kind, 'uncertain')
})

test('a search reads who says little of themselves, and leaves out who has no id', async () => {
  const found = { total_entries: 3, people: [{ id: '1' }, { first_name: 'No', last_name_obfuscated: 'I***d' }, 'x'] }
  const { people, total } = await open(answering(200, found)).search(nothing, 1)
  assert.deepEqual(people, [{ id: '1', name: null, title: null, company: null, hasEmail: false }])
  assert.equal(total, 3)
})

test('numbers that come late are read for the people that they name; anything else is none', () => {
  const told = { people: [{ id: '1', phone_numbers: [{ sanitized_number: '+1' }] }, { id: '2', phone_numbers: null }, null] }
  assert.deepEqual(readApolloNumbers(told), [
    { id: '1', phone: '+1' },
    { id: '2', phone: null },
  ])
  for (const other of [null, {}, [], 'x', { people: 'x' }, { people: [{}] }]) assert.equal(readApolloNumbers(other), null)
})

test('the simulator counts what a team has left, and limits it by the minute', async () => {
  const apollo = open(direct, 'a-team-of-its-own')
  const ids = (await apollo.search({ ...nothing, titles: ['Owner'] }, 1)).people.slice(0, 4).map(({ id }) => id)
  const { credits } = await apollo.enrich(ids, { mobilesTo: null })
  const left = await apollo.allowance()
  assert.deepEqual(left?.credits, { left: 1_000 - (credits ?? 0), limit: 1_000 })
  let refused: ProviderError | null = null
  for (let n = 0; n < 201 && !refused; n++)
    await apollo.search({ ...nothing, keywords: 'none such' }, 1).catch((error: ProviderError) => {
      refused = error
    })
  assert.equal((refused as ProviderError | null)?.kind, 'busy')
  assert.ok(((refused as ProviderError | null)?.retryAfterMs ?? 0) <= 60_000)
})
