import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addressBlock } from '#core/address-blocks.ts'
import { digestId } from '#core/ids.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { ask } from '../support/requests.ts'
import { postLead, type ServerProcess, startServerProcess } from './processes.ts'
import { leadsOf } from './tenant-rows.ts'

/** This one behind a proxy, one more process, and one more server. */
let app: TestApp
let second: ServerProcess
let third: TestApp

before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  ;[second, third] = await Promise.all([startServerProcess(app.target), startApp({ target: app.target })])
})
after(async () => {
  await second?.stop()
  await third?.stop()
  await app.stop()
})

const limitedKey = async (ratePerMinute: number) => {
  const { orgId } = await app.given.organization()
  return { orgId, ...(await app.given.key(orgId, { ratePerMinute })) }
}

test('of 60 calls at once to three servers, exactly the 5 of the limit pass', async () => {
  for (let round = 0; round < 5; round++) {
    const key = await limitedKey(5)
    const urls = [app.url, second.url, third.url]
    const begun = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => postLead(urls[n % 3] as string, key.text, { email: `l${n}@example.com` })),
    )
    assert.ok(performance.now() - begun < 11_000, 'too slow for what follows: a token is back every 12 s')
    assert.equal(answers.filter(({ status }) => status === 200).length, 5)
    assert.equal(answers.filter(({ status }) => status === 429).length, 55)
    assert.equal((await leadsOf(app, key.orgId)).length, 5)
  }
})

test('a limit survives a restart', async () => {
  const key = await limitedKey(5)
  const brief = await startApp({ target: app.target })
  for (let n = 0; n < 5; n++) assert.equal((await brief.post({ email: 'a@b.co' }, key.text)).status, 200)
  assert.equal((await brief.post({ email: 'a@b.co' }, key.text)).status, 429)
  await brief.stop()
  const again = await startApp({ target: app.target })
  try {
    assert.equal((await again.post({ email: 'a@b.co' }, key.text)).status, 429)
  } finally {
    await again.stop()
  }
})

test('Retry-After is exact: before it no call passes, after it one does', async () => {
  const key = await limitedKey(30) // one every two seconds
  const burst = await Promise.all(Array.from({ length: 40 }, () => app.post({ email: 'a@b.co' }, key.text)))
  assert.equal(burst.filter(({ status }) => status === 200).length, 30)
  const refused = await app.post({ email: 'a@b.co' }, key.text)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 2, String(seconds))
  await new Promise((done) => setTimeout(done, seconds * 1_000))
  const answers = []
  for (let n = 0; n < 3; n++) answers.push((await app.post({ email: 'a@b.co' }, key.text)).status)
  assert.deepEqual(answers, [200, 429, 429])
})

test('the remaining requests are counted down in the headers and never too high', async () => {
  const key = await limitedKey(10)
  const left: number[] = []
  for (let n = 0; n < 12; n++)
    left.push(
      Number(
        /;r=(\d+);/.exec((await (n % 2 ? app : third).post({ email: 'a@b.co' }, key.text)).headers.get('ratelimit') ?? '')?.[1],
      ),
    )
  assert.deepEqual(left, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0])
})

test('a generous limit is never exceeded, whatever is taken ahead', async () => {
  const key = await limitedKey(12_000) // 200 a second: taken from 100 ms ahead
  const begun = performance.now()
  let passed = 0
  let refused = 0
  await Promise.all(
    Array.from({ length: 32 }, async (_, worker) => {
      const url = [app.url, second.url, third.url][worker % 3] as string
      while (performance.now() - begun < 1_500) {
        const { status } = await postLead(`${url}`, key.text, {})
        if (status === 429) refused++
        else passed++
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  assert.ok(passed <= 12_000 + 200 * seconds + 1, `${passed} of ${passed + refused} passed in ${seconds} s`)
  assert.ok(passed > 100)
})

test('a key has its own limit, and the two of one workspace do not share it', async () => {
  const { orgId } = await app.given.organization()
  const [one, other] = [await app.given.key(orgId, { ratePerMinute: 1 }), await app.given.key(orgId, { ratePerMinute: 1 })]
  assert.equal((await app.post({ email: 'a@b.co' }, one.text)).status, 200)
  assert.equal((await app.post({ email: 'a@b.co' }, one.text)).status, 429)
  assert.equal((await app.post({ email: 'a@b.co' }, other.text)).status, 200)
})

test('of 60 requests at once to the address of a lead source at three servers, exactly the 5 of the limit are taken; the rest is kept', async () => {
  const someone = await app.given.organization()
  await app.database.inOrg(someone.orgId, (db) => db.updateTable('orgs').set({ key_rate_per_minute: 5 }).execute())
  const settings = { kind: 'webhook', mapping: { email: '/email' } }
  const made = await app.call('create-lead-source', { name: 'Burst', settings }, someone)
  const { id, url } = made.body.source as unknown as { id: string; url: string }
  const urls = [app.url, second.url, third.url].map((origin) => `${origin}${new URL(url).pathname}`)
  const begun = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      ask(urls[n % 3] as string, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `l${n}@example.com` }),
      }),
    ),
  )
  assert.ok(performance.now() - begun < 11_000, 'too slow for what follows: a token is back every 12 s')
  const refused = answers.filter(({ status }) => status === 429)
  assert.deepEqual([answers.filter(({ status }) => status === 200).length, refused.length], [5, 55])
  for (const { headers } of refused) assert.match(headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal((await leadsOf(app, someone.orgId)).length, 5)
  const shown = await app.call('show-lead-source', { leadSourceId: id }, someone)
  assert.equal((shown.body.source as unknown as { rejected: number }).rejected, 55)
})

test('one address sends ten a minute to a form, at three servers together and after a restart, and its neighbours are heard all the same', async () => {
  const someone = await app.given.organization()
  await app.database.inOrg(someone.orgId, (db) => db.updateTable('orgs').set({ key_rate_per_minute: 40 }).execute())
  const site = 'https://www.example.com'
  const settings = { kind: 'form', fields: [{ kind: 'email', name: 'email', required: true }], origins: [site] }
  const made = await app.call('create-lead-source', { name: 'Contact form', settings }, someone)
  const { pathname } = new URL((made.body.source as unknown as { url: string }).url)
  let [sent, taken] = [0, 0]
  const post = async (url: string, forwarded?: string): Promise<number> => {
    const { status } = await ask(url + pathname, {
      method: 'POST',
      headers: {
        ...{ origin: site, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
      },
      body: new URLSearchParams({ email: `visitor${sent++}@example.com` }).toString(),
    })
    if (status === 200) taken++
    else assert.equal(status, 429)
    return status
  }
  const passedOf = async (posts: readonly Promise<number>[]): Promise<number> =>
    (await Promise.all(posts)).filter((status) => status === 200).length
  const servers = [app.url, second.url, third.url]
  const begun = performance.now()
  // The second and the third trust no proxy: whomever they are told of, it is 127.0.0.1 that sends.
  const claimed = (n: number): string | undefined => (n % 3 === 0 ? undefined : `198.51.100.${n}`)
  const first = await passedOf(Array.from({ length: 60 }, (_, n) => post(servers[n % 3] as string, claimed(n))))
  /** One is back every six seconds. */
  const most = (): number => 10 + Math.floor((performance.now() - begun) / 6_000)
  assert.ok(first >= 10 && first <= most(), `${first} passed, ${most()} at the most`)
  const again = await startApp({ target: app.target })
  try {
    const rest = await passedOf(Array.from({ length: 12 }, () => post(again.url)))
    assert.ok(first + rest <= most(), `${rest} passed after the restart, ${most()} in all at the most`)
  } finally {
    await again.stop()
  }

  // What was turned away has used up nothing of the form’s own limit. A /64 is one visitor, however it is written.
  const block = (n: number): string => (n % 2 === 0 ? `2001:db8:0:7::${n.toString(16)}` : `2001:0DB8:0:7:${n}:0:0:1`)
  assert.equal(await passedOf(Array.from({ length: 12 }, (_, n) => post(app.url, block(n)))), 10)
  assert.equal(await post(app.url, '2001:db8:0:8::1'), 200)
  assert.equal(await post(app.url, '198.51.100.1, 203.0.113.5'), 200)
  assert.equal((await leadsOf(app, someone.orgId)).length, taken)
})

// ── Who is one caller ───────────────────────────────────────────────────────────────────────────────────────────────

/** Calls an action that anybody may call, 30 times in 60 s, through what says it is a proxy. */
const knock = async (url: string, forwarded?: string): Promise<number> =>
  (
    await fetch(`${url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
      body: '{"type":"check-link","token":"x"}',
    })
  ).status

/** How many of 33 calls pass. */
const passing = async (url: string, forwarded: (n: number) => string | undefined): Promise<number> => {
  let passed = 0
  for (let n = 0; n < 33; n++) if ((await knock(url, forwarded(n))) === 200) passed++
  return passed
}

test('public calls are limited by address, across servers: an IPv6 /64 is one caller, its neighbour another', async () => {
  assert.equal(await passing(app.url, (n) => `2001:db8:0:1::${n.toString(16)}`), 30)
  assert.equal(await knock(app.url, '2001:0DB8:0000:0001:ffff:0:0:1'), 429)
  assert.equal(await knock(app.url, '2001:db8:0:2::1'), 200)
  assert.equal(await passing(app.url, () => '203.0.113.7'), 30)
  assert.equal(await knock(app.url, '203.0.113.8'), 200)
})

test('X-Forwarded-For is believed from configured proxies only, and only its last untrusted entry', async () => {
  assert.equal(await passing(app.url, (n) => `198.51.100.${n}, 203.0.113.99`), 30)
  // The third server trusts nobody: whatever is claimed, it is 127.0.0.1 that calls.
  assert.equal(await passing(third.url, (n) => `198.51.100.${n}`), 30)
  assert.equal(await knock(third.url), 429)
})

test('a block of addresses is named the same however it is written', () => {
  const same: [string, string][] = [
    ['2001:db8::1', '2001:db8:0:0:ffff:ffff:ffff:ffff'],
    ['2001:DB8::1', '2001:0db8:0000:0000::2'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::2'],
  ]
  for (const [one, other] of same) assert.equal(addressBlock(one), addressBlock(other))
  assert.notEqual(addressBlock('2001:db8:0:1::1'), addressBlock('2001:db8:0:2::1'))
  assert.notEqual(addressBlock('192.0.2.1'), addressBlock('192.0.2.2'))
})

test('an action called by a person is limited by person and action, with the words of the specification', async () => {
  const [one, other] = [await app.given.person(app.owner.orgId, 'admin'), await app.given.person(app.owner.orgId, 'admin')]
  const make = (as: typeof one) => app.call('create-key', { name: 'x', scopes: ['leads:write'] }, as)
  const answers = []
  for (let n = 0; n < 21; n++) answers.push(await make(one))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(20).fill(200), 429],
  )
  const refused = answers[20]
  const seconds = refused?.headers.get('retry-after')
  assert.equal(refused?.body.error, `Rate limited. Try again in ${seconds} seconds`)
  assert.equal(refused?.headers.get('ratelimit-policy'), '"default";q=20;w=60')
  assert.equal((await make(other)).status, 200)
  assert.equal((await app.call('list-keys', {}, one)).status, 200)
})

test('buckets taken together by two servers in opposite orders never wait for each other', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => digestId(`deadlock ${n}`)).sort()
  const take = (order: string[]) =>
    app.database.pool.query('select * from foyer.take_tokens($1, $2, $3, $4)', [
      order,
      order.map(() => 1),
      order.map(() => 1_000),
      order.map(() => 86_400),
    ])
  for (let round = 0; round < 20; round++)
    await Promise.all([take(ids), take(ids.toReversed()), take(ids.toSorted(() => Math.random() - 0.5))])
  const { rows } = await take(ids)
  assert.deepEqual(new Set(rows.map((row: { remaining: number }) => row.remaining)), new Set([939]))
})

// ── What takes much of a processor ──────────────────────────────────────────────────────────────────────────────────

test('a hundred sign-ins at once for invented addresses delay no other user: they wait in a bounded queue of their own', async () => {
  const key = await limitedKey(1_000_000)
  const someone = await app.given.organization()
  let judged = 0
  const attack = Array.from({ length: 100 }, async (_, n) => {
    const answer = await ask(`${app.url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${n}.1` },
      body: JSON.stringify({ type: 'sign-in', email: `invented${n}@example.com`, password: 'whatever it may be' }),
    })
    if (answer.status === 401) judged++
    return answer
  })
  await new Promise((done) => setTimeout(done, 30))
  const others = await Promise.all([
    ...Array.from({ length: 20 }, () => app.call('list-members', {}, someone)),
    ...Array.from({ length: 20 }, (_, n) => app.post({ email: `flood${n}@example.com` }, key.text)),
    app.call('update-profile', { name: 'Ida' }, someone),
  ])
  const before = judged
  for (const { status, body } of others) assert.equal(status, 200, JSON.stringify(body))
  assert.ok(before < 40, `${before} strangers were looked at first`)

  const answers = await Promise.all(attack)
  const refused = answers.filter(({ status }) => status === 429)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401, 429]))
  assert.ok(refused.length >= 30 && refused.length < 60, `${refused.length} refused`)
  for (const { headers } of refused) assert.equal(headers.get('retry-after'), '2')
})

test('one address that tries much leaves the line to others', async () => {
  const tryFrom = (address: string, n: number) =>
    ask(`${app.url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ type: 'sign-in', email: `busy${n}@example.com`, password: 'whatever it may be' }),
    })
  let judged = 0
  const flood = Array.from({ length: 25 }, async (_, n) => {
    const { status } = await tryFrom('198.19.0.1', n)
    if (status === 401) judged++
    return status
  })
  await new Promise((done) => setTimeout(done, 20))
  assert.equal((await tryFrom('198.19.0.2', 99)).status, 401)
  const before = judged
  const statuses = await Promise.all(flood)
  assert.ok(before <= 4, `${before} of the other one first`)
  assert.ok(statuses.filter((status) => status === 429).length >= 10, statuses.join())
})
