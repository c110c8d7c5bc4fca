import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, McpError } from '@modelcontextprotocol/sdk/types.js'
import { atLeast, type Role } from '#core/actions/caller.ts'
import { digestId } from '#core/ids.ts'
import { actions, shapeOf, someBody } from '../promises/request-bodies.ts'
import { countRows } from '../promises/tenant-rows.ts'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { ALLOWED_ORIGIN_DOMAIN: 'example.com' } })
})
after(async () => {
  await app.stop()
})

const tools = actions.filter(({ transports }) => transports.includes('mcp'))
const scopeOf = ({ who, scope }: (typeof actions)[number]): string => (who.startsWith('key:') ? who.slice(4) : String(scope))

/** An assistant: the official client, with a token or a key. */
const assistant = async (bearer: string): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${bearer}` } },
    }) as Transport,
  )
  return client
}

const withAssistant = async <T>(bearer: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = await assistant(bearer)
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

const namesFor = (bearer: string): Promise<string[]> =>
  withAssistant(bearer, async (client) => (await client.listTools()).tools.map(({ name }) => name).sort())

const callTool = (bearer: string, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
  withAssistant(bearer, async (client) => (await client.callTool({ name, arguments: args })) as CallToolResult)

const textOf = (result: CallToolResult): Record<string, unknown> => {
  const [content] = result.content
  assert.equal(content?.type, 'text')
  return JSON.parse(content.text) as Record<string, unknown>
}

/** A message as it is, past the client. */
const send = (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(`${app.url}/mcp`, {
    method,
    headers: {
      authorization: `Bearer ${app.owner.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

// ── What there is ───────────────────────────────────────────────────────────────────────────────────────────────────

test('an assistant gets the server’s name, and each tool by name, title, purpose, shapes and effects', async () => {
  await withAssistant(app.owner.token, async (client) => {
    assert.equal(client.getServerVersion()?.name, 'foyer')
    assert.deepEqual(Object.keys(client.getServerCapabilities() ?? {}), ['tools'])
    assert.match(client.getInstructions() ?? '', /never follow instructions/)
    await client.ping()
    for (const tool of (await client.listTools()).tools) {
      const action = tools.find(({ name }) => name === tool.name)
      assert.ok(action, tool.name)
      assert.ok(tool.title && tool.title !== tool.name)
      assert.ok(tool.description?.startsWith(action.summary))
      assert.equal(tool.inputSchema.type, 'object')
      assert.equal(tool.inputSchema.$schema, 'https://json-schema.org/draft/2020-12/schema')
      assert.deepEqual(Object.keys(tool.inputSchema.properties ?? {}), Object.keys(shapeOf(action).properties ?? {}))
      assert.equal(tool.outputSchema?.type, 'object')
      assert.deepEqual(tool.annotations, {
        title: tool.title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      })
    }
  })
  const { text } = await app.given.key(app.owner.orgId, { scopes: ['deliveries:write', 'leads:write', 'webhooks:write'] })
  const hints = await withAssistant(text, async (client) =>
    (await client.listTools()).tools.map(({ name, annotations }) => [
      name,
      annotations?.readOnlyHint,
      annotations?.destructiveHint,
      annotations?.idempotentHint,
    ]),
  )
  assert.deepEqual(hints.sort(), [
    ['create-lead', false, false, false],
    ['replay-delivery', false, false, true],
    ['replay-webhook-delivery', false, false, false],
  ])
})

test('a person’s token lists the tools that read and that the role allows, and nothing that writes', async () => {
  for (const role of ['member', 'admin', 'owner'] as const) {
    const { token } = await app.given.person(app.owner.orgId, role)
    const expected = tools.filter(({ who, effect }) => effect === 'read' && atLeast(role, who as Role)).map(({ name }) => name)
    assert.deepEqual(await namesFor(token), expected.sort(), role)
  }
})

test('a key lists the tools of its scopes, and no other', async () => {
  const all = [...new Set(tools.map(scopeOf))]
  for (const scopes of [...all.map((each) => [each]), ['leads:read', 'deliveries:write'], all, ['mails:read'], []]) {
    const { text } = await app.given.key(app.owner.orgId, { scopes })
    const expected = tools.filter((action) => scopes.includes(scopeOf(action))).map(({ name }) => name)
    assert.deepEqual(await namesFor(text), expected.sort(), scopes.join(' '))
  }
})

test('a revoked role counts at once, and a removed member is anonymous', async () => {
  const person = await app.given.person(app.owner.orgId, 'admin')
  assert.ok((await namesFor(person.token)).includes('list-deliveries'))
  const members = (change: 'member' | null) =>
    app.database.inOrg(app.owner.orgId, async (db) => {
      const mine = { org: app.owner.orgId, id: person.personId }
      if (change)
        await db.updateTable('members').set({ role: change }).where('org_id', '=', mine.org).where('id', '=', mine.id).execute()
      else await db.deleteFrom('members').where('org_id', '=', mine.org).where('id', '=', mine.id).execute()
    })
  await members('member')
  assert.ok(!(await namesFor(person.token)).includes('list-deliveries'))
  await members(null)
  assert.equal((await send(listing, { authorization: `Bearer ${person.token}` })).status, 401)
})

// ── What it does ────────────────────────────────────────────────────────────────────────────────────────────────────

test('every read tool answers over MCP as the gateway does, structured and as text, in its own shape', async () => {
  const key = await app.given.key(app.owner.orgId)
  const lead = await app.post({ email: 'mia@example.com', name: 'Mia', source: 'fair' }, key.text)
  await app.post({ email: 'nobody' }, key.text)
  const { text } = await app.given.key(app.owner.orgId, { scopes: tools.map(scopeOf) })
  const ids: Record<string, unknown> = { leadId: lead.body.lead_id, contactId: lead.body.contact_id }
  let compared = 0
  await withAssistant(text, async (client) => {
    await client.listTools() // from now on the client checks each answer against the shape of its tool
    for (const action of tools.filter(({ effect }) => effect === 'read')) {
      const body = { ...someBody(shapeOf(action)) }
      for (const name of Object.keys(body)) if (name in ids) body[name] = ids[name]
      const there = await app.call(action.name, body)
      const here = (await client.callTool({ name: action.name, arguments: body })) as CallToolResult
      if (there.status === 200) {
        assert.ok(!here.isError, `${action.name}: ${JSON.stringify(here)}`)
        assert.deepEqual(here.structuredContent, there.body, action.name)
        assert.deepEqual(textOf(here), there.body)
        compared++
      } else {
        assert.equal(here.isError, true, action.name)
        assert.equal(textOf(here).code, there.body.code)
      }
    }
  })
  assert.ok(compared >= 9, String(compared))
})

test('an error is a result with its code and how to fix it; an unknown tool is a protocol error', async () => {
  const missing = await callTool(app.owner.token, 'show-lead', {})
  assert.equal(missing.isError, true)
  const { error, code, field, mend, request_id } = textOf(missing)
  assert.deepEqual([error, code, field], ['Missing required field: leadId', 'missing_field', 'leadId'])
  assert.ok(String(mend).length > 10 && request_id)
  const unknown = await callTool(app.owner.token, 'show-lead', { leadId: '01900000-0000-7000-8000-000000000000' })
  assert.deepEqual([unknown.isError, textOf(unknown).code], [true, 'lead_not_found'])
  for (const name of ['nothing', 'create-key', 'sign-in', '__proto__', 'constructor', '', 'LIST-LEADS'])
    await assert.rejects(
      callTool(app.owner.token, name),
      (thrown) => thrown instanceof McpError && thrown.code === -32602,
      name,
    )
  await assert.rejects(
    withAssistant(app.owner.token, (client) => client.listResources()),
    /Method not found/,
  )
  const raw = await send({ jsonrpc: '2.0', id: 7, method: 'resources/list' })
  assert.deepEqual(((await raw.json()) as { error: { code: number } }).error.code, -32601)
})

test('a tool beyond the caller’s role or scopes is refused by name and nothing happens, listed or not', async () => {
  const { text: narrow } = await app.given.key(app.owner.orgId, { scopes: ['contacts:read'] })
  const member = await app.given.person(app.owner.orgId, 'member')
  const before = await countRows(app, app.owner.orgId)
  for (const action of tools) {
    const body = someBody(shapeOf(action))
    if (scopeOf(action) !== 'contacts:read') {
      const byKey = await callTool(narrow, action.name, body)
      assert.deepEqual([byKey.isError, textOf(byKey).code], [true, 'scope_missing'], action.name)
    }
    if (action.effect === 'write' || !atLeast('member', action.who as Role)) {
      const byPerson = await callTool(member.token, action.name, body)
      assert.deepEqual([byPerson.isError, textOf(byPerson).code], [true, 'forbidden'], action.name)
    }
    if (action.effect === 'write') {
      const byOwner = await callTool(app.owner.token, action.name, body)
      assert.match(String(textOf(byOwner).error), /^Only an API key with the scope [a-z-]+:write may call this tool\.$/)
    }
  }
  // The refused lead is a delivery like any other; beside it nothing is.
  assert.deepEqual(await countRows(app, app.owner.orgId), { ...before, deliveries: (before.deliveries ?? 0) + 1 })
})

test('records of another workspace are not there, by whatever credential', async () => {
  const other = await app.given.organization()
  const key = await app.given.key(other.orgId)
  const theirs = await app.post({ email: 'a@example.com' }, key.text)
  const { text } = await app.given.key(app.owner.orgId, { scopes: tools.map(scopeOf) })
  for (const bearer of [text, app.owner.token]) {
    const found = await callTool(bearer, 'show-lead', { leadId: theirs.body.lead_id })
    assert.equal(textOf(found).code, 'lead_not_found')
    const foreign = await callTool(bearer, 'list-leads', { orgId: other.orgId })
    assert.equal(textOf(foreign).code, 'foreign_organization')
  }
})

test('a key that may write does so once, with a row in the audit, and again with the same Idempotency-Key nothing more', async () => {
  const someone = await app.given.organization()
  const { id, text } = await app.given.key(someone.orgId, { scopes: ['leads:write', 'deliveries:write', 'deliveries:read'] })
  const made = await callTool(text, 'create-lead', { email: 'tool@example.com', name: 'By a tool' })
  assert.ok(!made.isError, JSON.stringify(made))
  assert.equal((made.structuredContent as { deduplicated: boolean }).deduplicated, false)

  const refused = await app.post({ email: 'no address' }, text)
  const replay = async (headers: Record<string, string> = {}) =>
    (await (
      await send(
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'replay-delivery',
            arguments: { deliveryId: refused.body.request_id, body: '{"email":"mended@example.com"}' },
          },
        },
        { authorization: `Bearer ${text}`, ...headers },
      )
    ).json()) as { result: CallToolResult }
  const first = await replay({ 'idempotency-key': 'once' })
  assert.ok(!first.result.isError, JSON.stringify(first))
  assert.deepEqual((await replay({ 'idempotency-key': 'once' })).result, first.result)
  assert.equal(textOf((await replay()).result).code, 'delivery_already_mended')
  assert.equal((await countRows(app, someone.orgId)).leads, 2)

  const { body } = await app.call('list-audit', {}, someone)
  const entries = body.entries as unknown as { action: string; outcome: string; key: { id: string } | null }[]
  assert.deepEqual(
    entries.map(({ action, outcome, key }) => [action, outcome, key?.id]),
    [
      ['replay-delivery', 'refused', id],
      ['replay-delivery', 'done', id],
      ['create-lead', 'done', id],
    ].map(([action, outcome, key]) => [action, outcome === 'refused' ? entries[0]?.outcome : outcome, key]),
  )
  assert.notEqual(entries[0]?.outcome, 'done')
})

test('a lead of an assistant leaves a delivery under its key, accepted or rejected, and counts against the limit of that key', async () => {
  const someone = await app.given.organization()
  const key = await app.given.key(someone.orgId, { ratePerMinute: 3 })
  const made = await callTool(key.text, 'create-lead', { email: 'tool@example.com', external_id: 't-1' })
  const again = await callTool(key.text, 'create-lead', { email: 'tool@example.com', external_id: 't-1' })
  assert.ok(!made.isError && !again.isError)
  const refused = textOf(await callTool(key.text, 'create-lead', { email: 'nobody' }))
  assert.equal((await app.post({ email: 'late@example.com' }, key.text)).status, 429)
  assert.equal(textOf(await callTool(key.text, 'create-lead', { email: 'late@example.com' })).code, 'rate_limited')

  const { body } = await app.call('list-deliveries', { keyId: key.id }, someone)
  const deliveries = body.deliveries as unknown as {
    id: string
    outcome: string
    code: string | null
    lead_id: string | null
  }[]
  assert.deepEqual(deliveries.map(({ outcome, code }) => [outcome, code]).reverse(), [
    ['accepted', null],
    ['deduplicated', null],
    ['rejected', refused.code],
    ['rejected', 'rate_limited'],
    ['rejected', 'rate_limited'],
  ])
  const { lead_id } = made.structuredContent as { lead_id: string }
  assert.equal(deliveries.at(-1)?.lead_id, lead_id)
  const mended = await app.call(
    'replay-delivery',
    { deliveryId: refused.request_id, body: '{"email":"mended@example.com"}' },
    someone,
  )
  assert.equal(mended.status, 200, JSON.stringify(mended.body))
})

test('of many leads of one person at once each is accepted, and the contact is one', async () => {
  const someone = await app.given.organization()
  const { text } = await app.given.key(someone.orgId)
  const all = await Promise.all(Array.from({ length: 12 }, () => callTool(text, 'create-lead', { email: 'same@example.com' })))
  assert.deepEqual(
    all.filter(({ isError }) => isError),
    [],
  )
  const { leads, contacts } = await countRows(app, someone.orgId)
  assert.deepEqual([leads, contacts], [12, 1])
})

/** Takes everything out of a bucket, as if so many calls had just come. */
const useUp = async (bucket: string, limit: { times: number; seconds: number }): Promise<void> => {
  await app.database.pool.query('select * from foyer.take_tokens($1, $2, $3, $4)', [
    [digestId(bucket)],
    [limit.times],
    [limit.times],
    [limit.seconds],
  ])
}

test('the limit of an action holds for its tool too, in one bucket for both transports, and says when to come back', async () => {
  const someone = await app.given.person(app.owner.orgId, 'member')
  await useUp(`action list-sources ${someone.personId}`, { times: 120, seconds: 3_600 })
  const response = await send(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list-sources' } },
    { authorization: `Bearer ${someone.token}` },
  )
  const { result } = (await response.json()) as { result: CallToolResult }
  const { code, error, retry_after_seconds } = textOf(result)
  assert.equal(code, 'rate_limited')
  assert.equal(error, `Rate limited. Try again in ${retry_after_seconds} seconds`)
  assert.equal(response.headers.get('ratelimit-policy'), '"default";q=120;w=60')
  assert.equal((await app.call('list-sources', {}, someone)).status, 429)
  assert.equal((await send(listing, { authorization: `Bearer ${someone.token}` })).status, 200, 'other messages go on')
})

// ── The transport ────────────────────────────────────────────────────────────────────────────────────────────────────────

test('without a good token or key every caller gets a 401 that asks for one, whatever the body', async () => {
  const revoked = await app.given.key(app.owner.orgId, { scopes: ['leads:read'] })
  await app.call('revoke-key', { keyId: revoked.id })
  const expired = await app.given.key(app.owner.orgId, { scopes: ['leads:read'], expiresAt: new Date(Date.now() - 1_000) })
  await new Promise((done) => setTimeout(done, 1_000))
  for (const authorization of [
    '',
    'Bearer ',
    'Bearer nonsense',
    `Basic ${app.owner.token}`,
    `Bearer ${app.owner.token.slice(0, -4)}AAAA`,
    `Bearer ${revoked.text}`,
    `Bearer ${expired.text}`,
  ])
    for (const body of ['', '{', '[]', JSON.stringify(listing)]) {
      const response = await send(body, { authorization, cookie: `foyer_session=${app.owner.session}` })
      assert.equal(response.status, 401, authorization.slice(0, 12))
      assert.equal(response.headers.get('www-authenticate'), 'Bearer')
      assert.equal(((await response.json()) as { code: string }).code, 'not_signed_in')
    }
})

test('pages of other sites are kept out, also where no domain is allowed; one’s own and the allowed ones may', async () => {
  const bare = await startApp({ target: app.target })
  try {
    for (const [origin, allowed] of [
      [app.url, true],
      ['https://example.com', true],
      ['https://app.example.com', true],
      ['https://evil-example.com', false],
      ['http://evil.example', false],
      [`${app.url}.evil.example`, false],
      ['null', false],
      ['', false],
    ] as const) {
      const answer = await send(listing, { origin, 'sec-fetch-site': 'same-origin' })
      assert.equal(answer.status, allowed ? 200 : 403, origin)
      assert.equal(answer.headers.get('access-control-allow-origin'), allowed ? origin : null)
      const preflight = await fetch(`${app.url}/mcp`, { method: 'OPTIONS', headers: { origin } })
      assert.equal(preflight.status, allowed ? 204 : 403)
      const elsewhere = await fetch(`${bare.url}/mcp`, { method: 'POST', headers: { origin }, body: '{}' })
      assert.equal(elsewhere.status, 403, `${origin} without a domain`)
    }
    assert.equal((await fetch(`${bare.url}/mcp`, { method: 'POST', headers: { origin: bare.url }, body: '{}' })).status, 401)
  } finally {
    await bare.stop()
  }
})

test('there is no stream and no session: GET, DELETE and the rest are 405, and no answer names a session', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
    const response = await send(null, { accept: 'text/event-stream' }, method)
    assert.equal(response.status, 405, method)
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
  }
  const response = await send({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  })
  assert.equal(response.headers.get('mcp-session-id'), null)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
  const { result } = (await response.json()) as { result: { protocolVersion: string } }
  assert.equal(result.protocolVersion, '2025-11-25')
})

test('an invalid message is answered in the form of JSON-RPC, a notification with 202, and none is a 500', async () => {
  const cases: [unknown, number, number][] = [
    ['', 400, -32700],
    ['{', 400, -32700],
    ['nonsense', 400, -32700],
    ['"text"', 400, -32600],
    ['null', 400, -32600],
    [[listing], 400, -32600],
    [[], 400, -32600],
    [{}, 400, -32700],
    [{ ...listing, jsonrpc: '1.0' }, 400, -32700],
    [{ ...listing, id: { x: 1 } }, 400, -32700],
    [{ ...listing, method: 7 }, 400, -32700],
    [`{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{}}`, 400, -32600],
    [{ ...listing, method: 'nothing/here' }, 200, -32601],
    [{ ...listing, method: 'tools/call' }, 200, -32602],
    [{ ...listing, method: 'tools/call', params: { name: 7 } }, 200, -32602],
    [{ ...listing, method: 'tools/call', params: { name: 'list-leads', arguments: 'x' } }, 200, -32602],
    [{ ...listing, method: 'tools/call', params: { name: 'list-leads', arguments: [1] } }, 200, -32602],
  ]
  for (const [body, status, code] of cases) {
    const response = await send(body)
    const answer = (await response.json()) as { jsonrpc?: string; error?: { code: number } }
    assert.deepEqual([response.status, answer.jsonrpc, answer.error?.code], [status, '2.0', code], JSON.stringify(body))
  }
  for (const method of ['notifications/initialized', 'notifications/cancelled', 'notifications/nothing']) {
    const response = await send({ jsonrpc: '2.0', method, params: { requestId: 1 } })
    assert.deepEqual([response.status, await response.text()], [202, ''], method)
  }
  assert.equal((await send({ jsonrpc: '2.0', id: 4, result: {} })).status, 202)
  assert.equal((await send(listing, { accept: 'application/json' })).status, 406)
  assert.equal((await send(listing, { 'content-type': 'text/plain' })).status, 415)
  assert.equal((await send(listing, { 'mcp-protocol-version': '1999-01-01' })).status, 400)
  assert.equal((await send(`{"x":"${'x'.repeat(1024 * 1024)}"}`)).status, 413)
  assert.ok(!/"level":(50|60)/.test(app.logged()), 'nothing of this is an error of ours')
})

test('hostile texts in every field of every tool are answered and never an error of ours', async () => {
  const { text } = await app.given.key(app.owner.orgId, { scopes: tools.map(scopeOf) })
  let asked = 0
  for (const action of tools)
    for (const hostile of [
      '\u0000',
      '\ud800',
      "' or 1=1 --",
      '{{7*7}}',
      '../../etc/passwd',
      'x'.repeat(70_000),
      '😀'.repeat(500),
    ])
      for (const field of Object.keys(shapeOf(action).properties ?? {})) {
        const response = await send(
          JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: action.name, arguments: { ...someBody(shapeOf(action)), [field]: hostile } },
          }),
          { authorization: `Bearer ${text}` },
        )
        if (response.status === 429) return assert.ok(asked > 200) // the transport's own limit
        assert.equal(response.status, 200)
        const { result } = (await response.json()) as { result: CallToolResult }
        assert.notEqual(result.isError && textOf(result).code, 'server_error', `${action.name} ${field}`)
        asked++
      }
})

test('a caller who floods messages gets 429, before the body is read', async () => {
  const someone = await app.given.person(app.owner.orgId, 'member')
  assert.equal(
    (await send(listing, { authorization: `Bearer ${someone.token}` })).headers.get('ratelimit-policy'),
    '"default";q=600;w=60',
  )
  await useUp(`mcp ${someone.personId}`, { times: 600, seconds: 3_600 })
  const { hostname, port } = new URL(app.url)
  const answer = await new Promise<string>((done) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${someone.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`,
      ),
    )
    socket.once('data', (data) => {
      socket.destroy()
      done(data.toString())
    })
  })
  assert.match(answer, /^HTTP\/1\.1 429 /)
  assert.match(answer, /retry-after: \d+/i)
})

test('nothing of a message, a token or a key stands in the log', async () => {
  const { text } = await app.given.key(app.owner.orgId, { scopes: tools.map(scopeOf) })
  const secret = 'canary-9b1fc0'
  await callTool(text, 'create-lead', { email: `${secret}@example.com`, name: secret, note: secret })
  await callTool(text, 'list-leads', { search: secret, cursor: secret })
  await send({ jsonrpc: '2.0', id: secret, method: secret, params: { name: secret } })
  await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: secret } })
  for (const each of [secret, text.slice(8, 30), app.owner.token.slice(-30)]) assert.ok(!app.logged().includes(each), each)
})
