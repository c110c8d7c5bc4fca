import assert from 'node:assert/strict'
import net from 'node:net'
import os from 'node:os'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { asOwner } from '../support/database.ts'
import { until } from '../support/until.ts'
import { bodyIn, type RawAnswer, speak, statusesIn } from './raw.ts'

let app: TestApp
let member: Someone
before(async () => {
  app = await startApp()
  member = await app.given.person(app.owner.orgId, 'member')
})
after(() => app.stop())

/** A head that promises a megabyte, and as much of it as is given. */
const promising = (line: string, headers: readonly string[] = [], beginning = ''): string =>
  [
    `${line} HTTP/1.1`,
    'Host: foyer.test',
    'Content-Type: application/json',
    'Content-Length: 1000000',
    ...headers,
    '',
    beginning,
  ].join('\r\n')

const answeredAtOnce = (answer: RawAnswer, status: number, code: string, what: string): void => {
  assert.deepEqual([statusesIn(answer.text), answer.closed], [[status], true], `${what}: ${answer.text}`)
  assert.equal(bodyIn(answer.text).code, code, what)
  assert.ok((answer.firstByteMs ?? Number.NaN) < 1_500, `${what}: answered after ${answer.firstByteMs} ms`)
}

// ── Before the body ─────────────────────────────────────────────────────────────────────────────────────────────────

test('where nothing is, or not by this method, the answer does not wait for a body, whatever the method', async () => {
  const cases: [line: string, status: number, code: string][] = [
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].flatMap((method): [string, number, string][] => [
      [`${method} /nothing`, 404, 'not_found'],
      [`${method} /healthz`, 404, 'not_found'],
      [`${method} /docs`, 404, 'not_found'],
      [`${method} /v1/leads/x`, 404, 'not_found'],
    ]),
    ...['PUT', 'PATCH', 'DELETE'].map((method): [string, number, string] => [`${method} /gateway`, 405, 'method_not_allowed']),
    ['POST /uploads/x/content', 404, 'not_found'],
    ['POST /functions/v1/nope', 404, 'not_found'],
    ['POST /functions/v1/', 404, 'not_found'],
    ['PUT /uploads/01900000-0000-7000-8000-000000000000/content', 401, 'not_signed_in'],
    ['PUT /template-files?name=x.pdf', 401, 'not_signed_in'],
    ['PUT /knowledge-files?name=x.pdf', 401, 'not_signed_in'],
    ['PUT /record-files?name=x.pdf', 401, 'not_signed_in'],
    ['POST /mcp', 401, 'not_signed_in'],
    ['PUT /mcp', 405, 'method_not_allowed'],
    ['POST /v1/leads', 401, 'key_invalid'],
  ]
  const answers = await Promise.all(cases.map(([line]) => speak(app.url, [promising(line)], { waitMs: 5_000 })))
  for (const [n, [line, status, code]] of cases.entries()) answeredAtOnce(answers[n] as RawAnswer, status, code, line)
})

test('a GET that promises a body is answered, and its connection ends, body or none', async () => {
  const paths = ['/healthz', '/gateway', '/docs', '/openapi.json', '/live', '/chat/events', '/nothing', '/pay/x', '/metrics']
  const answers = await Promise.all(
    paths.flatMap((path) =>
      ['GET', 'HEAD'].map(async (method) => ({
        path: `${method} ${path}`,
        answer: await speak(app.url, [promising(`${method} ${path}`), ...'x'.repeat(50)], { waitMs: 8_000, betweenMs: 100 }),
      })),
    ),
  )
  for (const { path, answer } of answers) {
    assert.equal(statusesIn(answer.text).length, 1, `${path}: ${answer.text.slice(0, 200)}`)
    assert.ok(answer.closed && answer.endedMs < 7_500, `${path}: open after ${answer.endedMs} ms`)
  }
})

test('a caller without permission, unknown or over the limit gets the error while the body is still arriving', async () => {
  const asMember = `Authorization: Bearer ${member.token}`
  const cases: [beginning: string, headers: string[], status: number, code: string][] = [
    ['{"type":"create-key","name":"', [asMember], 403, 'forbidden'],
    ['{"name":{"type":"list-leads"},"n":[1,{"type":"x"}],"a":"\\"","type" : "create-key", "x":"', [asMember], 403, 'forbidden'],
    ['{"type":"list-leads","search":"', [], 401, 'not_signed_in'],
    ['{"type":"list-leads","search":"', ['Authorization: Bearer nonsense'], 401, 'not_signed_in'],
    ['{"type":"get-token","x":"', [], 401, 'not_signed_in'],
  ]
  const answers = await Promise.all(
    cases.map(([beginning, headers]) => speak(app.url, [promising('POST /gateway', headers, beginning)], { waitMs: 5_000 })),
  )
  for (const [n, [beginning, , status, code]] of cases.entries())
    answeredAtOnce(answers[n] as RawAnswer, status, code, beginning)

  // In pieces, and longer than what is read at all: 401 and 403 come before 413.
  const slowly = await speak(app.url, [promising('POST /gateway', [asMember]), '{"ty', 'pe":"create', '-key","x', '":"'], {
    waitMs: 5_000,
    betweenMs: 60,
  })
  assert.equal(bodyIn(slowly.text).code, 'forbidden')
  const long = promising('POST /gateway', [asMember], '{"type":"create-key","x":"').replace('1000000', '100000000')
  answeredAtOnce(await speak(app.url, [long], { waitMs: 5_000 }), 403, 'forbidden', 'too long')
  // However long the check takes: here it waits for a lock.
  const checkedLate = await asOwner(app.target, async (owner) => {
    await owner.query('begin; lock table foyer.members in access exclusive mode')
    const speaking = speak(app.url, [long], { waitMs: 5_000 })
    await sleep(500)
    await owner.query('rollback')
    return speaking
  })
  answeredAtOnce(checkedLate, 403, 'forbidden', 'too long, checked late')
  const longAndAllowed = promising('POST /gateway', [asMember], '{"type":"list-leads","x":"').replace('1000000', '100000000')
  answeredAtOnce(await speak(app.url, [longAndAllowed], { waitMs: 5_000 }), 413, 'body_too_large', 'too long and allowed')

  // At an address of its own an action is known without a body.
  const ofItsOwn = await speak(app.url, [promising('POST /functions/v1/read-web-chat')], { waitMs: 5_000 })
  answeredAtOnce(ofItsOwn, 401, 'not_signed_in', 'an address of its own')

  // Somebody who was a member when their token was made.
  const left = await app.given.person(app.owner.orgId, 'member')
  assert.equal((await app.call('remove-member', { userId: left.personId })).status, 200)
  const gone = await speak(
    app.url,
    [promising('POST /gateway', [`Authorization: Bearer ${left.token}`], '{"type":"list-leads","x":"')],
    { waitMs: 5_000 },
  )
  answeredAtOnce(gone, 401, 'not_signed_in', 'a member no more')

  // Ten times in five minutes: the next is allowed after half a minute, and not while this test asks.
  let tries = 0
  while ((await app.call('change-password', {}, app.owner)).status !== 429) assert.ok(++tries < 1_000)
  const often = await speak(
    app.url,
    [promising('POST /gateway', [`Authorization: Bearer ${app.owner.token}`], '{"type":"change-password","x":"')],
    { waitMs: 5_000 },
  )
  answeredAtOnce(often, 429, 'rate_limited', 'too often')
  assert.match(often.text, /\r\nRetry-After: \d/)
})

test('a slow body is one call: it takes from its limit once, and is answered when it is whole', async () => {
  const someone = await app.given.organization()
  const body = JSON.stringify({ type: 'list-sources', x: 'x'.repeat(50) })
  const head = promising('POST /gateway', [`Authorization: Bearer ${someone.token}`]).replace('1000000', String(body.length))
  const { text } = await speak(app.url, [head, body.slice(0, 30), body.slice(30)], {
    betweenMs: 200,
    until: (so) => so.includes('"sources"'),
  })
  assert.deepEqual(statusesIn(text), [200], text)
  const [, left] = /\r\nRateLimit: "default";r=(\d+)/.exec(text) ?? []
  const [, most] = /\r\nRateLimit-Policy: "default";q=(\d+)/.exec(text) ?? []
  assert.equal(Number(left), Number(most) - 1)
})

// ── How many ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Connections that say what they are given, and nothing more. */
const open = async (url: string, count: number, say = ''): Promise<net.Socket[]> => {
  const { hostname, port } = new URL(url)
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = net.connect(Number(port), hostname)
      socket.on('error', () => {})
      await new Promise((done) => socket.once('connect', done))
      if (say) socket.write(say)
      return socket
    }),
  )
}
/** Says it, and waits for the beginning of the answer. */
const answered = (socket: net.Socket, say: string): Promise<Buffer> =>
  new Promise((resolve) => {
    socket.once('data', resolve)
    socket.write(say)
  })
const health = async (url: string): Promise<number> =>
  (await fetch(`${url}/healthz`, { headers: { connection: 'close' } })).status
const warnings = (of: TestApp, words: string): number => of.logged().split(words).length - 1

test('idle connections make room for new ones, and the log says so, once', async () => {
  const small = await startApp({ target: app.target, env: { MAX_CONNECTIONS: '60' } })
  try {
    const begun = performance.now()
    const idle: net.Socket[] = []
    await until('idle ones make room', async () => {
      idle.push(...(await open(small.url, 100)))
      await sleep(1_200)
      return (await health(small.url).catch(() => 0)) === 200 && warnings(small, 'idle ones were closed') > 0
    })
    const said = warnings(small, 'idle ones were closed')
    assert.ok(said <= 1 + (performance.now() - begun) / 10_000, `said ${said} times`)
    for (const socket of idle) socket.destroy()
  } finally {
    await small.stop()
  }
})

test('where every connection is busy, the next caller gets 503 at once, and the log says so', async () => {
  const small = await startApp({ target: app.target, env: { MAX_CONNECTIONS: '60' } })
  try {
    const busy = await open(small.url, 70, promising('POST /gateway'))
    await until('one more is turned away', async () => {
      const { text } = await speak(small.url, ['GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'], { waitMs: 2_000 })
      if (statusesIn(text)[0] !== 503) return false
      assert.equal(bodyIn(text).code, 'too_many_connections')
      return /Retry-After: 5/.test(text)
    })
    assert.equal(warnings(small, 'new ones are rejected'), 1)
    for (const socket of busy) socket.destroy()
    await until('there is room again', async () => (await health(small.url).catch(() => 0)) === 200)
  } finally {
    await small.stop()
  }
})

const [ownAddress] = Object.values(os.networkInterfaces())
  .flat()
  .flatMap((each) => (each && each.family === 'IPv4' && !each.internal ? [each.address] : []))

test('one address has its share of connections, however many others connect', {
  skip: ownAddress === undefined && 'this machine has no address but its loopback',
}, async () => {
  const small = await startApp({ target: app.target, env: { HOST: '0.0.0.0', MAX_CONNECTIONS_PER_ADDRESS: '20' } })
  const theirs = small.url.replace('127.0.0.1', ownAddress as string)
  try {
    const busy = await open(theirs, 25, promising('POST /gateway'))
    await until('their next one is turned away', async () => {
      const { text } = await speak(theirs, ['GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'], { waitMs: 2_000 })
      return statusesIn(text)[0] === 503 && bodyIn(text).code === 'too_many_connections'
    })
    assert.equal(await health(small.url), 200, 'another address')
    for (const socket of busy) socket.destroy()
    const idle = await open(theirs, 100)
    await until('their idle ones make room', async () => (await health(theirs).catch(() => 0)) === 200)
    assert.ok(warnings(small, 'too many connections of one address') >= 1)
    for (const socket of idle) socket.destroy()
  } finally {
    await small.stop()
  }
})

test('behind a trusted proxy each client has its share of requests in flight, and the proxy is never locked out', async () => {
  const small = await startApp({
    target: app.target,
    env: { TRUSTED_PROXIES: '127.0.0.1', MAX_CONNECTIONS_PER_ADDRESS: '10' },
  })
  const from = (address: string): string => `X-Forwarded-For: ${address}`
  const asked = async (address: string): Promise<number> =>
    (await fetch(`${small.url}/healthz`, { headers: { 'x-forwarded-for': address } })).status
  try {
    const busy = await open(small.url, 10, promising('POST /gateway', [from('203.0.113.7')]))
    await until('their next one is refused', async () => (await asked('203.0.113.7')) === 503)
    for (let n = 0; n < 30; n++) assert.equal(await asked(`198.51.100.${n}`), 200)
    assert.equal(warnings(small, 'requests of one client behind a proxy'), 1)
    for (const socket of busy) socket.destroy()
    await until('they may again', async () => (await asked('203.0.113.7')) === 200)
  } finally {
    await small.stop()
  }
})

test('a member has so many live pages, and one that is closed makes place for the next', async () => {
  // The tokens are those of the other's address.
  const small = await startApp({ target: app.target, env: { MAX_STREAMS_PER_MEMBER: '4', PUBLIC_URL: app.url } })
  const line = (someone: Someone): string => `GET /live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${someone.token}\r\n\r\n`
  const next = async (someone: Someone): Promise<number | undefined> =>
    statusesIn(
      (await speak(small.url, [line(someone)], { waitMs: 15_000, until: (text) => text.includes('\r\n\r\n') })).text,
    )[0]
  try {
    const streams = await open(small.url, 4)
    const [first, ...rest] = streams
    // All four stand before anybody asks for a fifth, or that one takes the place of a slow fourth.
    await Promise.all(streams.map((socket) => answered(socket, line(member))))
    assert.equal(await next(member), 429)
    assert.equal(await next(app.owner), 200, 'another member')
    first?.destroy()
    await until('there is place', async () => (await next(member)) === 200)
    assert.equal(warnings(small, 'too many live streams'), 1)
    for (const socket of rest) socket.destroy()
  } finally {
    await small.stop()
  }
})

test('large bodies of one client are in memory up to a bound; beyond it they are refused, and small ones go on', async () => {
  const beginning = `{"x":"${'x'.repeat(900_000)}`
  const sockets = await open(app.url, 60)
  const answers: string[] = []
  for (const socket of sockets) {
    socket.on('data', (piece: Buffer) => answers.push(piece.toString('latin1')))
    socket.write(promising('POST /gateway', [], beginning))
  }
  await until('some are refused', async () => answers.filter((text) => text.includes('too_much_at_once')).length >= 20)
  assert.ok(answers.every((text) => text.startsWith('HTTP/1.1 503 ')))
  assert.equal((await app.call('list-sources', {}, member)).status, 200)
  for (const socket of sockets) socket.destroy()
  const body = JSON.stringify({ type: 'list-sources', x: 'x'.repeat(900_000) })
  await until('there is room again', async () => {
    const answer = await fetch(`${app.url}/gateway`, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      body,
    })
    return answer.status === 200
  })
})
