import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  auth as accountAuth,
  mybusinessaccountmanagement as makeAccounts,
  type mybusinessaccountmanagement_v1,
} from '@googleapis/mybusinessaccountmanagement'
import {
  auth as locationAuth,
  mybusinessbusinessinformation as makeLocations,
  type mybusinessbusinessinformation_v1,
} from '@googleapis/mybusinessbusinessinformation'
import { type Answer, makeHttp } from '#core/outbound/http.ts'
import type { ProviderRequest } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { consentAt } from '#test/support/consent.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { openBusiness } from '#test/support/reviews.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { googleBusiness } from './business.ts'

const loopback = readAllowedTarget('127.0.0.1')
const http = makeHttp({ allowed: loopback ? [loopback] : [] })
const scope = 'https://www.googleapis.com/auth/business.manage'
let box: TestSandbox
let business: ReturnType<typeof openBusiness>
let token: string
let accounts: mybusinessaccountmanagement_v1.Mybusinessaccountmanagement
let locations: mybusinessbusinessinformation_v1.Mybusinessbusinessinformation

const tokenWith = async (scopes: string): Promise<string> => {
  const app = { client_id: 'test.apps.googleusercontent.com', redirect_uri: `${box.address}/back` }
  const wish = new URLSearchParams({ ...app, response_type: 'code', scope: `openid email ${scopes}`, state: 's' })
  const code = (await consentAt(`${box.address}/o/oauth2/v2/auth?${wish}`)).searchParams.get('code') ?? ''
  const form = { ...app, client_secret: 'GOCSPX-test', grant_type: 'authorization_code', code }
  const given = await fetch(`${box.address}/token`, { method: 'POST', body: new URLSearchParams(form) })
  return ((await given.json()) as { access_token: string }).access_token
}
/** Google’s own clients, as they are published: told nothing but another address. */
const clientsWith = (accessToken: string) => {
  const [ofAccounts, ofLocations] = [new accountAuth.OAuth2(), new locationAuth.OAuth2()]
  for (const own of [ofAccounts, ofLocations]) own.setCredentials({ access_token: accessToken })
  const how = { rootUrl: `${box.address}/`, retry: false } as const
  return {
    accounts: makeAccounts({ version: 'v1', auth: ofAccounts, ...how }),
    locations: makeLocations({ version: 'v1', auth: ofLocations, ...how }),
  }
}
/** What our side asked, and what the sandbox answered. */
const exchanged: { readonly request: ProviderRequest; readonly answer: Answer }[] = []
const ours = (accessToken = token) =>
  googleBusiness({
    ...{ base: box.address, now: () => new Date(), accessToken: async () => accessToken },
    http: {
      async send(request) {
        const answer = await http.send({ ...request, maxBytes: request.maxBytes ?? 1_048_576, redirects: 0 })
        exchanged.push({ request, answer })
        return answer
      },
    },
  })
const faultOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  return `${error.kind} ${error.code ?? ''}`
}
const statusOf = async (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (thrown: { response?: { status: number } }) => thrown.response?.status ?? 0,
  )

before(async () => {
  box = await startSandbox()
  business = openBusiness(box.address)
  token = await tokenWith(scope)
  ;({ accounts, locations } = clientsWith(token))
})
after(() => box?.stop())
beforeEach(async () => {
  await business.turn()
  await business.empty()
})

test('Google’s own clients page through accounts and locations of the sandbox, and see what it lets them', async () => {
  assert.deepEqual((await accounts.accounts.list()).data, {}, 'no account is an empty object')
  const own = await business.account('Nordlicht')
  for (let n = 0; n < 21; n++) await business.account(`Group ${n}`, { type: 'LOCATION_GROUP' })
  const first = (await accounts.accounts.list({ pageSize: 50 })).data
  assert.equal(first.accounts?.length, 20, 'twenty a page at the most')
  const { data: second } = await accounts.accounts.list({ pageToken: first.nextPageToken ?? '' })
  assert.deepEqual([second.accounts?.length, second.nextPageToken], [2, undefined])
  const parent = `accounts/${own}`
  assert.deepEqual((await locations.accounts.locations.list({ parent, readMask: 'name' })).data, {})
  for (let n = 0; n < 101; n++) await business.location(own, `Location ${n}`)
  const page = (await locations.accounts.locations.list({ parent, readMask: 'name,title,metadata', pageSize: 100 })).data
  assert.deepEqual([page.locations?.length, page.locations?.[0]?.metadata?.hasVoiceOfMerchant], [100, true])
  assert.equal((await locations.accounts.locations.list({ parent, readMask: 'name' })).data.locations?.length, 10)
  assert.equal(await statusOf(locations.accounts.locations.list({ parent })), 400, 'a mask is required')
  assert.equal(await statusOf(locations.accounts.locations.list({ parent, readMask: 'nmae' })), 400)
  assert.equal(await statusOf(locations.accounts.locations.list({ parent: 'accounts/1', readMask: 'name' })), 404)
  const others = clientsWith(await tokenWith('https://www.googleapis.com/auth/gmail.modify'))
  assert.equal(await statusOf(others.accounts.accounts.list()), 403)
  assert.equal((await ours().locations()).length, 101)
})

test('our side reads every page of reviews, whatever is missing of one, and names what Google refuses', async () => {
  const own = await business.account()
  const locationId = await business.location(own, 'Berlin')
  const place = { accountId: own, locationId }
  assert.deepEqual(await ours().page(place, null), {
    ...{ reviews: [], unreadable: [], unnamed: 0, average: null, total: 0, next: null },
  })
  await business.write(locationId, 5, 'Great.', { count: '60' })
  const bad = await business.write(locationId, 1, '', { reviewer: '', pictures: '2' })
  await business.write(locationId, 0, 'Without stars.')
  const first = await ours().page(place, null)
  const second = await ours().page(place, first.next)
  assert.deepEqual([first.reviews.length, second.reviews.length, first.total, second.next], [50, 12, 62, null])
  const all = [...first.reviews, ...second.reviews]
  const { stars, text, reviewer, pictures, reply } = all.find(({ reviewId }) => reviewId === bad) ?? assert.fail()
  assert.deepEqual([stars, text, reviewer, pictures, reply], [1, null, null, 2, null])
  assert.equal(all.find((each) => each.text === 'Without stars.')?.stars, null)
  assert.equal(await faultOf(ours().page(place, 'no-such-page')), 'refused page_not_there')
  assert.equal(await faultOf(ours().page({ ...place, accountId: '1' }, null)), 'refused location_not_there')
  await business.verify(locationId)
  assert.equal(await faultOf(ours().page(place, null)), 'refused location_denied')
  assert.equal(await faultOf(ours('dead').page(place, null)), 'credentials UNAUTHENTICATED')
  const mail = await tokenWith('https://www.googleapis.com/auth/gmail.modify')
  assert.match(await faultOf(ours(mail).locations()), /^credentials /)
  for (const [refusal, fault] of [
    ['quotaZero', 'busy quota_zero'],
    ['serviceDisabled', 'busy quota_zero'],
    ['rateLimited', 'busy RESOURCE_EXHAUSTED'],
    ['backendError', 'broken UNAVAILABLE'],
  ] as const) {
    await business.behave({ refusal })
    assert.equal(await faultOf(ours().locations()), fault)
  }
})

test('a reply is put, replaced, judged and removed; its limit is in bytes, and so many a minute', async () => {
  const own = await business.account()
  const locationId = await business.location(own, 'Berlin')
  const place = { accountId: own, locationId }
  const id = await business.write(locationId, 2, 'Bad.')
  for (const [replies, standing] of [
    ['PENDING', 'pending'],
    ['REJECTED', 'rejected'],
    ['none', 'published'],
    ['APPROVED', 'published'],
  ] as const) {
    await business.behave({ replies })
    const put = await ours().putReply(place, id, 'Sorry.')
    assert.deepEqual(
      [put.text, put.standing, put.violation],
      ['Sorry.', standing, replies === 'REJECTED' ? 'CONTACT_INFORMATION' : null],
    )
  }
  assert.match(await faultOf(ours().putReply(place, id, `${'ä'.repeat(2_048)}a`)), /^refused /)
  await ours().putReply(place, id, 'ä'.repeat(2_048))
  await ours().removeReply(place, id)
  await ours().removeReply(place, id)
  assert.equal(await business.replyAt(locationId, id), null)
  assert.equal(await faultOf(ours().putReply(place, 'gone', 'Sorry.')), 'refused review_not_there')
  await business.behave({ editsAMinute: '1' })
  assert.equal(await faultOf(ours().putReply(place, id, 'Sorry.')), 'busy RESOURCE_EXHAUSTED')
})

test('our side understands the state of a reply however Google spells it', async () => {
  const { replyOf } = await import('./business-reviews.ts')
  const standing = (reviewReplyState: unknown, policyViolation?: unknown) => {
    const { standing: found, violation } = replyOf({ comment: 'Hi', reviewReplyState, policyViolation })
    return [found, violation]
  }
  assert.deepEqual(standing(undefined), ['published', null])
  assert.deepEqual(standing('REVIEW_REPLY_STATE_UNSPECIFIED'), ['published', null])
  assert.deepEqual(standing('pendingReview'), ['pending', null])
  assert.deepEqual(standing('REPLY_REJECTED', { policy: { name: 'SPAM' } }), ['rejected', 'SPAM'])
  assert.deepEqual(standing(undefined, 'HATE_SPEECH'), ['rejected', 'HATE_SPEECH'])
  assert.deepEqual(standing('A_WORD_OF_LATER'), ['unknown', null])
  assert.deepEqual(standing(7, []), ['published', null])
})

test('our requests and the answers of the sandbox keep to Google’s contract', { skip: withoutContracts }, async () => {
  const own = await business.account()
  const locationId = await business.location(own, 'Berlin')
  const place = { accountId: own, locationId }
  const id = await business.write(locationId, 2, 'Bad.', { pictures: '1' })
  await business.behave({ replies: 'REJECTED' })
  exchanged.length = 0
  await ours().locations()
  await ours().page(place, null)
  await ours().putReply(place, id, 'Sorry.')
  await ours().page(place, null)
  await ours().removeReply(place, id)
  await ours().removeReply(place, id)
  const reviews = '/v4/accounts/{accountId}/locations/{locationId}/reviews'
  const calls = [
    ['accounts', '/v1/accounts', 'get', 200],
    ['locations', '/v1/accounts/{accountsId}/locations', 'get', 200],
    ['reviews', reviews, 'get', 200],
    ['reviews', `${reviews}/{reviewId}/reply`, 'put', 200],
    ['reviews', reviews, 'get', 200],
    ['reviews', `${reviews}/{reviewId}/reply`, 'delete', 200],
    ['reviews', `${reviews}/{reviewId}/reply`, 'delete', 404],
  ] as const
  assert.equal(exchanged.length, calls.length)
  for (const [index, [api, path, method, status]] of calls.entries()) {
    const { request, answer } = exchanged[index] ?? assert.fail()
    const contract = openContract(`google-business-profile/${api}.openapi.json`)
    assert.deepEqual([request.method.toLowerCase(), answer.status], [method, status], path)
    const where = [path, method] as const
    assert.deepEqual(contract.query(where, Object.fromEntries(new URL(request.url).searchParams)), [], path)
    if (request.body) assert.deepEqual(contract.request(where, 'application/json', JSON.parse(String(request.body))), [], path)
    assert.deepEqual(contract.answer(where, answer.status, JSON.parse(String(answer.body))), [], path)
  }
})
