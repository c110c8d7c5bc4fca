import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { contractFile, openContract, withoutContracts } from '#test/support/contracts.ts'
import { metaForms, metaPages, playedMeta } from '#test/support/meta.ts'
import { startSandbox } from '#test/support/sandbox.ts'
import { metaLeadAds } from './port.ts'

interface Example {
  readonly operation: string
  readonly note: string
  readonly request: { readonly path?: Readonly<Record<string, string>>; readonly body?: unknown }
  readonly response: { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
}

const examples = (): readonly Example[] => contractFile<readonly Example[]>('meta-lead-ads/examples.json')
const client = { id: 'contract-app', secret: 'contract-secret' }

/** The vendor’s code over what one example answers. */
const answering = ({ response }: Example) => {
  const http: ProviderHttp = {
    send: async ({ url }) => ({
      ...{ status: response.status, body: Buffer.from(JSON.stringify(response.body)), isCut: false, url },
      headers: Object.fromEntries(Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
    }),
  }
  const base = 'https://graph.example'
  return metaLeadAds.open({
    base,
    pageBase: base,
    mode: 'live',
    token: 'EAAtestPageToken',
    client,
    http,
    now: () => new Date(),
  })
}

const exampleOf = (operation: string, note: string): Example => {
  const found = examples().find((each) => each.operation === operation && each.note.startsWith(note))
  assert.ok(found, `${operation}: ${note}`)
  return found
}

test('Meta’s examples are read as the contract means them, errors by their codes', { skip: withoutContracts }, async () => {
  const get = 'GET /{version}/{leadgen_id}'
  const lead = await answering(exampleOf(get, 'a lead of an ad')).lead('1122334455667788')
  assert.deepEqual(
    [lead.createdAt.toISOString(), lead.hasAd, lead.formId],
    ['2026-11-22T09:30:00.000Z', true, '998877665544332'],
  )
  const organic = await answering(exampleOf(get, 'organic')).lead('1122334455667789')
  assert.equal(organic.hasAd, false)
  const leads = 'GET /{version}/{form_id}/leads'
  const wish = { after: new Date(0), cursor: null }
  const first = await answering(exampleOf(leads, 'poll, first page')).leads('998877665544332', wish)
  assert.deepEqual([first.leads.length, first.next], [2, 'QVFIb'], 'the address of the next page, with its token, goes nowhere')
  assert.equal((await answering(exampleOf(leads, 'poll, last page')).leads('998877665544332', wish)).next, null)
  assert.deepEqual((await answering(exampleOf(leads, 'no leads')).leads('1', wish)).leads, [])
  const [page] = await answering(exampleOf('GET /{version}/me/accounts', 'pages')).pages()
  assert.deepEqual([page?.id, page?.token?.reveal()], ['106540352242922', 'EAAtestPageToken'])
  const forms = await answering(exampleOf('GET /{version}/{page_id}/leadgen_forms', 'forms')).forms('106540352242922')
  assert.deepEqual(
    forms.map(({ status, leads: count }) => [status, count]),
    [
      ['active', 42],
      ['archived', 0],
    ],
  )

  const kinds = {
    unknown: ['refused', 'gone'],
    'the app demands': ['refused', '100'],
    'token dead': ['dead', '190'],
    'permission missing': ['credentials', '10'],
    'limit of the app': ['busy', '4'],
    'limit of the page': ['busy', '32'],
    'custom limit': ['busy', '613'],
  } as const
  for (const [note, [kind, code]] of Object.entries(kinds)) {
    const failed = await answering(exampleOf(get, note))
      .lead('1122334455667788')
      .catch((error: unknown) => error)
    assert.ok(failed instanceof ProviderError, note)
    assert.deepEqual([failed.kind, failed.code], [kind, code], note)
    assert.doesNotMatch(failed.message, /\d{6}|EAA/, 'no id and no token in its words')
  }
  const limited = await answering(exampleOf(leads, 'limit of leads'))
    .leads('1', wish)
    .catch((error: unknown) => error)
  assert.ok(limited instanceof ProviderError)
  assert.deepEqual([limited.kind, limited.code, limited.retryAfterMs], ['busy', '80005', 17 * 60_000])
})

test('notifications are proven by the vectors of the contract, and read to the digit', { skip: withoutContracts }, async () => {
  const { formServices: _other, ...vectors } = contractFile<Record<string, never>>('signature-vectors.json') as unknown as {
    formServices: unknown
    metaLeadgen: {
      secret: string
      body: string
      signature: string
      appsecretProof: { accessToken: string; proof: string }
      rejects: { why: string; body: string; signature: string }[]
    }
  }
  const { secret, body, signature, appsecretProof, rejects } = vectors.metaLeadgen
  const isSigned = (text: string, by: string): boolean =>
    metaLeadAds.isSigned({ headers: { 'x-hub-signature-256': by }, body: Buffer.from(text) }, secret)
  assert.ok(isSigned(body, signature))
  for (const refused of rejects) assert.ok(!isSigned(refused.body, refused.signature), refused.why)
  const asked: string[] = []
  const http: ProviderHttp = {
    send: async ({ url }) => {
      asked.push(url)
      throw new ProviderError('unreachable', 'asked')
    },
  }
  const base = 'https://graph.example'
  const token = appsecretProof.accessToken
  const ads = metaLeadAds.open({
    base,
    pageBase: base,
    mode: 'live',
    token,
    client: { id: '1', secret },
    http,
    now: () => new Date(),
  })
  await assert.rejects(ads.lead('1'))
  const [url = ''] = asked
  assert.equal(new URL(url).searchParams.get('appsecret_proof'), appsecretProof.proof)
  assert.ok(!url.includes(token), 'the token is in no address')

  const news = examples()
    .filter(({ operation }) => operation === 'POST /meta-leads/webhooks')
    .map((each) => metaLeadAds.parseWebhook(Buffer.from(JSON.stringify(each.request.body))))
  assert.deepEqual(
    news.map((each) => [each?.leads.length, each?.others, each?.unread]),
    [
      [1, 0, []],
      [3, 0, []],
      [1, 0, []],
      [0, 1, []],
    ],
  )
  assert.ok(news[2]?.leads.every(metaLeadAds.isTrial), 'the trial of the developer pages')
  const wide =
    '{"object":"page","entry":[{"id":1,"time":1,"changes":[{"field":"leadgen","value":{"leadgen_id":9007199254740993,"form_id":9223372036854775807,"page_id":9007199254740995,"created_time":1}}]}]}'
  const [lead] = metaLeadAds.parseWebhook(Buffer.from(wide))?.leads ?? []
  assert.deepEqual([lead?.leadId, lead?.formId, lead?.pageId], ['9007199254740993', '9223372036854775807', '9007199254740995'])
})

test('every request to Meta, and every answer of its simulator, match the contract', { skip: withoutContracts }, async () => {
  const contract = openContract('meta-lead-ads/openapi.json')
  const sandbox = await startSandbox()
  const base = `${sandbox.address}/sandbox/meta`
  const loopback = readAllowedTarget('127.0.0.1')
  const way = makeHttp({ allowed: loopback ? [loopback] : [] })
  const met = new Set<string>()
  const find = (path: string): string => {
    const [, , first = '', second] = path.split('/')
    if (first === 'me') return '/{version}/me/accounts'
    if (second === undefined) return '/{version}/{leadgen_id}'
    const names = { subscriptions: 'app_id', subscribed_apps: 'page_id', leadgen_forms: 'page_id' } as Record<string, string>
    return `/{version}/{${names[second] ?? 'form_id'}}/${second}`
  }
  const http: ProviderHttp = {
    async send(request) {
      const answer = await way.send({ ...request, maxBytes: 1_048_576, redirects: 0 })
      const url = new URL(request.url)
      const where = [find(url.pathname.replace('/sandbox/meta', '')), request.method.toLowerCase()] as const
      met.add(`${where[1]} ${where[0]}`)
      const form = request.body ? Object.fromEntries(new URLSearchParams(String(request.body))) : undefined
      const wrong = [
        ...contract.query(where, Object.fromEntries(url.searchParams)),
        ...(form ? contract.request(where, 'application/x-www-form-urlencoded', form) : []),
        ...contract.answer(where, answer.status, JSON.parse(String(answer.body))),
      ]
      assert.deepEqual(wrong, [], `${where[1]} ${where[0]}`)
      return answer
    },
  }
  const open = (token: string) =>
    metaLeadAds.open({ base, pageBase: base, mode: 'sandbox', token, client, http, now: () => new Date() })

  const person = open(await tokenOf(base))
  const pages = await person.pages()
  assert.deepEqual(
    pages.map(({ name, token }) => [name, token !== null]),
    [
      ['Alder Interiors', true],
      ['Cedar Gardens', false],
    ],
  )
  const page = open(pages[0]?.token?.reveal() ?? '')
  assert.equal((await page.forms(metaPages.alder)).length, 3)
  await page.follow(metaPages.alder)
  assert.equal(await page.isFollowed(metaPages.alder), true)
  await page.unfollow(metaPages.alder)
  await assert.rejects(page.announceAt('http://127.0.0.1:9/functions/v1/meta-leads', 'token'), /2200/)
  const played = playedMeta(sandbox.address)
  for (let n = 0; n < 130; n++) await played.fill(metaForms.kitchen, { email: `n${n}@example.com`, mayCall: n % 2 === 0 })
  const wish = { after: new Date(0), cursor: null }
  const first = await page.leads(metaForms.kitchen, wish)
  const second = await page.leads(metaForms.kitchen, { ...wish, cursor: first.next })
  assert.deepEqual([first.leads.length, second.leads.length, second.next], [100, 30, null])
  const [newest] = first.leads
  assert.equal((await page.lead(newest?.id ?? '')).id, newest?.id)
  const [one, other] = [await page.makeTestLead(metaForms.kitchen), await page.makeTestLead(metaForms.kitchen)]
  assert.deepEqual([one === other, await page.testLeads(metaForms.kitchen)], [false, [other]])
  for (const kind of ['token_dead', 'no_permission', 'app_limit', 'no_budget', 'not_yet', 'rate_limited', 'error_503']) {
    await sandbox.turn('meta', { kind })
    await assert.rejects(page.lead(newest?.id ?? ''), ProviderError, kind)
  }
  await sandbox.turn('meta')
  await assert.rejects(page.lead('444444444444'), ({ code }: ProviderError) => code === 'gone')
  assert.equal(met.size, 11, [...met].join(', '))
  await way.destroy()
  await sandbox.stop()
})

/** A short token of a person who allowed all pages, as the consent gives it. */
const tokenOf = async (base: string): Promise<string> => {
  const redirect = 'https://foyer.example/functions/v1/integration-callback'
  const form = new URLSearchParams({ client_id: client.id, redirect_uri: redirect, response_type: 'code', answer: 'allow' })
  form.set('person', '10201234567890123')
  for (const page of Object.values(metaPages)) form.append('pages[]', page)
  const decided = await fetch(`${base}/v26.0/dialog/oauth`, { method: 'POST', body: form, redirect: 'manual' })
  const code = new URL(decided.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const sent = new URLSearchParams({ client_id: client.id, client_secret: client.secret, redirect_uri: redirect, code })
  const given = (await (await fetch(`${base}/v26.0/oauth/access_token?${sent}`)).json()) as { access_token: string }
  return given.access_token
}
