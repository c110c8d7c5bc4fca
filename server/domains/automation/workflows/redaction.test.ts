import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { publish, start, untilRun } from '#test/support/workflows.ts'
import { masked, redacted, withoutMarked } from './redaction.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ alone: true, env: { SANDBOX: 'on', OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

/** A receiver that answers what it was sent, with a token of its own. */
const openEcho = async () => {
  const got: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      got.push(`${request.url} ${body}`)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ said: body, access_token: 'tok-0123456789', n: 7 }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as { port: number }).port, got, close: () => server.close() }
}

/** What the tables of runs hold, as text. */
const storedOf = async (table: string, columns: string, runId: string): Promise<string> => {
  const owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
  try {
    const { rows } = await owner.query<{ kept: string }>(
      `select string_agg(concat_ws(' ', ${columns}), chr(10)) as kept from ${table} where run_id = $1`,
      [runId],
    )
    return rows[0]?.kept ?? ''
  } finally {
    await owner.end()
  }
}

const fields = (hidden: boolean) => [{ name: 'code', label: 'Code', type: 'text', required: true, ...(hidden && { hidden }) }]
const send = (port: number, more: object = {}) => ({
  ...{ id: 'send', kind: 'http', method: 'POST', url: `http://127.0.0.1:${port}/x?api_key=abc12345&page=2` },
  ...{ body: { text: 'Code {{ trigger.input.code }}', password: 'hunter22', page: '2' }, next: { done: 'keep' }, ...more },
})
const keep = {
  id: 'keep',
  kind: 'set',
  values: { token_seen: '{{ steps.send.body.access_token }}', told: '{{ steps.send.body.said }}' },
}

test('the input of a step is stored without its secrets, its output is shown without them, and later steps still have them', async () => {
  const { port, got, close } = await openEcho()
  try {
    const as = await app.given.organization()
    const { id } = await publish(app, as, {
      trigger: { kind: 'request', input: fields(true), open_to: 'member' },
      nodes: [send(port), keep],
    })
    const runId = await start(app, as, id, { code: 'open-sesame' })
    const shown = await untilRun(app, as, runId, 'completed', 'failed')
    assert.equal(shown.run.state, 'completed', JSON.stringify(shown.run))
    assert.match(got[0] ?? '', /api_key=abc12345.*Code open-sesame.*hunter22/)
    const inputs = await storedOf('workflow_steps', 'input::text, error::text', runId)
    for (const secret of ['open-sesame', 'hunter22', 'abc12345']) assert.ok(!inputs.includes(secret), `${secret} in ${inputs}`)
    assert.match(inputs, /page=2/)
    assert.ok(!(await storedOf('workflow_effects', 'proof::text', runId)).includes('abc12345'))
    const { trigger, steps } = shown as unknown as { trigger: unknown; steps: unknown }
    const text = JSON.stringify({ trigger, steps })
    for (const secret of ['open-sesame', 'abc12345', 'tok-0123456789']) assert.ok(!text.includes(secret), secret)
    assert.match(await storedOf('workflow_steps', 'output::text', runId), /tok-0123456789/)
  } finally {
    close()
  }
})

test('of a step that is marked as hidden nothing of what it took is stored, and nothing of what it gave is shown', async () => {
  const { port, close } = await openEcho()
  try {
    const as = await app.given.organization()
    const { id } = await publish(app, as, {
      trigger: { kind: 'request', input: fields(false), open_to: 'member' },
      nodes: [send(port, { hidden: true, next: {} })],
    })
    const runId = await start(app, as, id, { code: 'in-the-open' })
    const [step] = (await untilRun(app, as, runId, 'completed')).steps
    const { input, output } = step as unknown as { input: unknown; output: unknown }
    assert.deepEqual([input, output], [masked, masked])
    assert.equal(await storedOf('workflow_steps', 'input::text', runId), `"${masked}"`)
  } finally {
    close()
  }
})

test('where a workflow shows its values to admins alone, a member sees the course of a run without them', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const { id } = await publish(app, owner, {
    trigger: { kind: 'request', open_to: 'member' },
    nodes: [{ id: 'pay', kind: 'set', values: { salary: 4_200 } }],
    settings: { values_for: 'admin' },
  })
  const runId = await start(app, owner, id)
  await untilRun(app, owner, runId, 'completed')
  const seenBy = async (as: typeof owner) => (await app.call('show-run', { runId }, as)).body as Record<string, unknown>
  const [all, less] = [await seenBy(owner), await seenBy(member)]
  assert.match(JSON.stringify(all.steps), /4200/)
  assert.deepEqual([all.values_hidden, less.values_hidden], [false, true])
  assert.ok(!JSON.stringify(less.steps).includes('4200'))
  assert.equal((less.steps as { state: string }[])[0]?.state, 'done')
  assert.equal(less.trigger, null)
  const trial = await app.call('try-workflow-step', { workflowId: id, node: 'pay', version: 1 }, member)
  assert.equal((trial.body.trial as unknown as { run_id: string | null }).run_id, null)
})

test('members that are named or marked as secret, and what looks like a key, are masked; the rest stays to the letter', () => {
  const kept = { title: 'Call Maya', page: 2, tokens: 41, url: 'https://example.com/a?page=2&sort=key', key: 'budget' }
  assert.deepEqual(redacted(kept), kept)
  assert.deepEqual(redacted({ apiKey: 'x', headers: { Authorization: 'Bearer abcdefgh12' }, list: [{ refresh_token: 'y' }] }), {
    ...{ apiKey: masked, headers: { Authorization: masked } },
    list: [{ refresh_token: masked }],
  })
  assert.equal(redacted('curl -H "Authorization: Bearer abcdefgh12"'), `curl -H "Authorization: Bearer ${masked}"`)
  assert.equal(
    redacted('https://me:pw@example.com/?access_token=abc&x=1'),
    `https://${masked}@example.com/?access_token=${masked}&x=1`,
  )
  assert.equal(redacted('PIN 1234, and 12', ['1234', '12']), `PIN ${masked}, and 12`)
  assert.equal(redacted(12, ['12']), masked)
  const schema = {
    type: 'object',
    properties: { pin: { type: 'string', writeOnly: true }, list: { items: { $ref: '#/$defs/a' } } },
  }
  const shape = { ...schema, $defs: { a: { properties: { pass: { format: 'password' } } } } } as never
  assert.deepEqual(withoutMarked({ pin: '1', other: 2, list: [{ pass: 'x', y: 1 }] }, shape), {
    ...{ pin: masked, other: 2, list: [{ pass: masked, y: 1 }] },
  })
})

test('a text that is made to be slow is read in time', () => {
  const began = performance.now()
  for (const piece of ['https://', 'a:', '?', '&token', 'bearer ', 'eyJ', '@', '-'])
    redacted(piece.repeat(200_000 / piece.length))
  assert.ok(performance.now() - began < 2_000)
})
