import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AllowedTarget, readAllowedTarget } from '#shapes/networks.ts'
import { isPublicAddress } from './addresses.ts'
import { isAllowedByOperator, makeHttp, mayBeReached, NoAnswer, readUrl, refusedText } from './http.ts'

const allow = (...entries: string[]): AllowedTarget[] =>
  entries.map((entry) => readAllowedTarget(entry) ?? assert.fail(`${entry} is not an entry`))

let server: Server
let port: number
let seen: { path: string; headers: IncomingMessage['headers']; method: string }[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end('secret')
before(async () => {
  server = createServer((request, response) => {
    seen.push({ path: request.url ?? '', headers: request.headers, method: request.method ?? '' })
    request.resume().on('end', () => answer(request, response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const send = (http: ReturnType<typeof makeHttp>, url: string, more: object = {}) =>
  http.send({ method: 'GET', url, timeoutMs: 2_000, ...more })

const troubleOf = (promise: Promise<unknown>): Promise<NoAnswer> =>
  promise.then(
    () => assert.fail('an answer came'),
    (error: unknown) => (error instanceof NoAnswer ? error : assert.fail(String(error))),
  )

const hostile = [
  'http://127.0.0.1/',
  'http://127.8.9.1/',
  'http://127.1/',
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://2130706433/',
  'http://0/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.254/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.170.2/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://192.88.99.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fc00::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[5f00::1]/',
  'http://[100::1]/',
  'http://localhost/',
  'http://foo.localhost/',
  'http://localhost./',
  'http://127.0.0.1./',
  'http://127。0。0。1/',
  'http://１２７.0.0.1/',
  'http://example.com./',
  'http://user:pass@example.com/',
  'http://@example.com/',
  'http://example.com@127.0.0.1/',
  'http:\\\\user@example.com/',
  'https://example.com:8443/',
  'http://example.com:22/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  'gopher://127.0.0.1:25/',
  'data:text/plain,x',
  'http://',
  'no address',
]

test('every address that leads inwards is refused with one and the same text, whatever the reason', async () => {
  const http = makeHttp({ allowed: [], resolve: async () => ['93.184.215.14'] })
  for (const url of hostile) {
    const parsed = readUrl(url)
    assert.ok(!parsed || !mayBeReached(parsed, []), `${url} passes at once`)
    const trouble = await troubleOf(send(http, url))
    assert.deepEqual([trouble.reason, trouble.message], ['refused', refusedText], url)
  }
  await http.destroy()
})

test('addresses of the internet pass, whatever is next to them', () => {
  for (const address of [
    '8.8.8.8',
    '93.184.215.14',
    '172.32.0.1',
    '100.128.0.1',
    '11.0.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
    '2003::1',
  ])
    assert.equal(isPublicAddress(address), true, address)
  for (const url of [
    'https://example.com',
    'http://example.com:80/x?y',
    'https://example.com:443',
    'https://bücher.example/',
  ]) {
    const parsed = readUrl(url)
    assert.ok(parsed && mayBeReached(parsed, []), url)
  }
  assert.equal(readUrl(`https://example.com/${'x'.repeat(2_029)}`), null, 'longer than 2,048 characters')
  assert.ok(readUrl(`https://example.com/${'x'.repeat(2_028)}`))
})

test('a name that resolves to a private address or to none is not reached, and the error is the same for both', async () => {
  seen = []
  const names: Record<string, string[]> = {
    'inside.example': ['127.0.0.1'],
    'inside6.example': ['::1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'metadata.example': ['169.254.169.254'],
    'none.example': [],
  }
  const http = makeHttp({
    allowed: [],
    resolve: async (host) => names[host] ?? Promise.reject(Object.assign(new Error('nothing'), { code: 'ENOTFOUND' })),
  })
  for (const host of [...Object.keys(names), 'unknown.example'])
    for (const scheme of ['http', 'https']) {
      const trouble = await troubleOf(send(http, `${scheme}://${host}/`))
      assert.deepEqual([trouble.reason, trouble.message], ['refused', refusedText], host)
    }
  assert.deepEqual(seen, [])
  await http.destroy()
})

test('the connection goes to the address that was checked: a name is resolved once, and its next answer is not used', async () => {
  seen = []
  let asked = 0
  // First the allowed one, then a forbidden one: a second lookup would let nothing through.
  const http = makeHttp({
    allowed: allow(`127.0.0.1:${port}`),
    resolve: async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.9']),
  })
  const reply = await send(http, `http://rebinding.example:${port}/first`)
  assert.equal(reply.body.toString(), 'secret')
  assert.deepEqual([asked, seen[0]?.headers.host], [1, `rebinding.example:${port}`])
  await http.destroy()

  let turns = 0
  const strict = makeHttp({
    allowed: [{ host: null, block: null, port }],
    resolve: async () => (turns++ % 2 === 0 ? ['93.184.215.14'] : ['127.0.0.1']),
  })
  for (let round = 0; round < 4; round++)
    assert.equal((await troubleOf(send(strict, `http://rebinding.example:${port}/`, { timeoutMs: 200 }))).reason, 'refused')
  assert.equal(seen.length, 1)
  await strict.destroy()
})

test('of several addresses of a name only the allowed ones are tried', async () => {
  seen = []
  const http = makeHttp({
    allowed: allow(`127.0.0.1:${port}`),
    resolve: async () => ['127.0.0.2', '10.0.0.1', '127.0.0.1'],
  })
  assert.equal((await send(http, `http://several.example:${port}/`)).status, 200)
  await http.destroy()
})

test('an operator allows hosts, addresses and blocks, on every port or on one; all else stays refused', async () => {
  const cases: [string, string, boolean][] = [
    ['127.0.0.1', 'http://127.0.0.1:9999/', true],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080/', true],
    ['127.0.0.1:8080', 'http://127.0.0.1:8081/', false],
    ['127.0.0.0/8', 'http://localhost:4000/', true],
    ['10.0.0.0/8', 'http://10.200.0.1/', true],
    ['10.0.0.0/8', 'http://11.200.0.1:8080/', false],
    ['10.0.0.0/8', 'http://[::ffff:10.0.0.1]/', false],
    ['[fd00::/8]:8443', 'https://[fd12::1]:8443/', true],
    ['fd00::/8', 'https://[fd12::1]/', true],
    ['fd00::/8', 'https://[fe80::1]/', false],
    ['hooks.internal', 'http://hooks.internal:3000/', true],
    ['Hooks.Internal:3000', 'http://hooks.internal:3000/', true],
    ['hooks.internal', 'http://other.internal:3000/', false],
    ['hooks', 'http://hooks/', true],
    ['hooks.internal', 'http://hooks.internal.evil.example:3000/', false],
  ]
  for (const [entry, url, expected] of cases) {
    const parsed = readUrl(url) ?? assert.fail(url)
    assert.equal(isAllowedByOperator(parsed, allow(entry)), expected, `${entry} ${url}`)
    assert.equal(mayBeReached(parsed, allow(entry)), expected || false, `${entry} ${url}`)
  }
  for (const entry of [
    '',
    '10.0.0.0/33',
    '10.0.0',
    '127.1',
    '*',
    'http://x',
    'a b',
    '[::1',
    'host:99999',
    'host:0',
    '::1/129',
    '[hooks]',
    '999',
  ])
    assert.equal(readAllowedTarget(entry), null, entry)

  const http = makeHttp({ allowed: allow(`localhost:${port}`) })
  assert.equal((await send(http, `http://localhost:${port}/`)).status, 200)
  await troubleOf(send(http, `http://127.0.0.1:${port}/`))
  await http.destroy()
})

test('a redirect is an answer unless it is to be followed; followed, each hop is checked, and a way inwards ends there', async () => {
  seen = []
  const places: Record<string, string> = {
    '/in': 'http://169.254.169.254/latest/meta-data/',
    '/local': `http://127.0.0.2:${port}/secret`,
    '/odd': 'gopher://127.0.0.1/',
    '/loop': '/loop',
    '/there': `http://public.example:${port}/arrived`,
  }
  answer = (request, response) => {
    const location = places[request.url ?? '']
    if (location) response.writeHead(request.url === '/there' ? 302 : 307, { location }).end()
    else response.end('arrived')
  }
  const http = makeHttp({
    allowed: allow(`127.0.0.1:${port}`),
    resolve: async (host) => (host === 'public.example' ? ['127.0.0.1'] : []),
  })
  const here = `http://127.0.0.1:${port}`
  const plain = await send(http, `${here}/in`)
  assert.deepEqual([plain.status, plain.headers.location], [307, places['/in']])

  for (const path of ['/in', '/local', '/odd'])
    assert.equal((await troubleOf(send(http, here + path, { redirects: 5 }))).message, refusedText, path)
  const looped = await send(http, `${here}/loop`, { redirects: 3 })
  assert.equal(looped.status, 307, 'the last redirect is the answer')

  seen = []
  const arrived = await send(http, `${here}/there`, {
    method: 'POST',
    body: 'x',
    headers: { authorization: 'Bearer x', 'content-type': 'text/plain', 'x-other': 'kept' },
    redirects: 2,
  })
  assert.equal(arrived.body.toString(), 'arrived')
  assert.deepEqual(
    [seen[1]?.method, seen[1]?.headers.authorization, seen[1]?.headers['content-type'], seen[1]?.headers['x-other']],
    ['GET', undefined, undefined, 'kept'],
  )
  await http.destroy()
})

test('a silent receiver is named as one that ran out of time, and not before its time, whenever the request begins', async () => {
  const http = makeHttp({ allowed: allow('127.0.0.1') })
  answer = () => {}
  // A timer that counts in steps would take the last of them for a whole one.
  await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      await sleep(n * 50)
      const begun = performance.now()
      const { reason } = await troubleOf(send(http, `http://127.0.0.1:${port}/`, { timeoutMs: 900 }))
      const tookMs = Math.round(performance.now() - begun)
      assert.deepEqual([reason, tookMs < 895 ? `${tookMs} ms` : 'its time'], ['timed_out', 'its time'])
    }),
  )
  await http.destroy()
})

test('an answer ends at its time and at its size: a receiver that drips, floods or is silent delays no other', async () => {
  const http = makeHttp({ allowed: allow('127.0.0.1') })
  const here = `http://127.0.0.1:${port}/`

  answer = () => {}
  const begun = performance.now()
  const silent = await troubleOf(send(http, here, { timeoutMs: 300 }))
  assert.deepEqual([silent.reason, silent.message], ['timed_out', 'No response within 0.3 s.'])
  assert.ok(performance.now() - begun < 1_500)

  answer = (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  }
  const dripping = await send(http, here, { timeoutMs: 300 })
  assert.deepEqual([dripping.status, dripping.isCut], [200, true])

  answer = (_request, response) => {
    const flood = (): void => {
      while (response.write(Buffer.alloc(65_536, 'x')));
    }
    response.on('drain', flood)
    flood()
  }
  const flooding = await send(http, here, { maxBytes: 1_000 })
  assert.deepEqual([flooding.body.length, flooding.isCut], [1_000, true])

  answer = (_request, response) => void response.socket?.destroy()
  assert.equal((await troubleOf(send(http, here))).reason, 'failed')

  const stopping = new AbortController()
  answer = () => stopping.abort()
  assert.equal((await troubleOf(send(http, here, { signal: stopping.signal }))).reason, 'stopped')
  await http.destroy()
})
