import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { addConnection } from '#domains/connections/connections/lifecycle.ts'
import { connected } from '#domains/connections/connections/moments.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { json, loseWorker, type Receiver, startReceiver } from '#test/support/receivers.ts'
import { until } from '#test/support/until.ts'
import { publish, type ShownRun, showRun, start, untilRun } from '#test/support/workflows.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await receiver?.stop()
})

const request = { kind: 'request', input: [{ name: 'topic', label: 'Topic', type: 'text' }], open_to: 'member' }
const ends = [
  { id: 'good', kind: 'stop', reason: 'Good: {{ steps.ask.body.id }}' },
  { id: 'bad', kind: 'stop', reason: 'Bad: {{ steps.ask.error.code }}' },
]
const asking = (as: Someone, path: string, more: object = {}) =>
  publish(app, as, {
    trigger: request,
    nodes: [
      {
        ...{ id: 'ask', kind: 'http', method: 'POST', url: `${receiver.origin}${path}`, next: { done: 'good', error: 'bad' } },
        ...{ body: { topic: '{{ trigger.input.topic }}' }, on_error: { tries: 3, delay_seconds: 1 }, ...more },
      },
      ...ends,
    ],
  })
const ran = async (as: Someone, path: string, more: object = {}, ...states: string[]): Promise<ShownRun> => {
  const { id } = await asking(as, path, more)
  return untilRun(
    app,
    as,
    await start(app, as, id, { topic: 'Tiles' }),
    ...(states.length ? states : ['completed', 'failed', 'paused']),
  )
}
const keysAt = (path: string) => receiver.receivedAt(path).map(({ headers }) => headers['idempotency-key'])

test('a request leaves once with its key and its trace, and the run goes on with what was answered', async () => {
  const as = await app.given.organization()
  receiver.at('/orders', (response) =>
    json(response, 201, { id: 7, text: 'a\u0000b' }, { 'x-request-id': 'r1', 'set-cookie': 'a=b' }),
  )
  const { run, steps } = await ran(as, '/orders')
  assert.equal(run.reason, 'Good: 7', JSON.stringify(steps))
  const [received, ...others] = receiver.receivedAt('/orders')
  assert.equal(others.length, 0)
  assert.deepEqual([received?.method, received?.body], ['POST', '{"topic":"Tiles"}'])
  assert.equal(received?.headers['idempotency-key'], `wf:${run.id}:ask:`)
  assert.match(String(received?.headers.traceparent), new RegExp(`^00-${run.id.replaceAll('-', '')}-[0-9a-f]{16}-01$`))
  const headers = { 'content-type': 'application/json', 'x-request-id': 'r1' }
  assert.deepEqual(steps[0]?.output, { status: 201, headers, body: { id: 7, text: 'ab' } })
  assert.equal(steps[0]?.effect?.state, 'done')
})

test('a receiver that refuses a request is not asked again, a busy one later, and one that fails only where a repeat does no harm', async () => {
  const as = await app.given.organization()
  receiver.at('/wrong', (response) => json(response, 422, { error: 'topic' }))
  assert.equal((await ran(as, '/wrong')).run.reason, 'Bad: http_422')
  assert.equal(receiver.receivedAt('/wrong').length, 1)
  receiver.at('/busy', (response, _request, times) =>
    times === 1 ? json(response, 429, {}, { 'retry-after': '2' }) : json(response, 200, { id: 8 }),
  )
  const begun = performance.now()
  assert.equal((await ran(as, '/busy')).run.reason, 'Good: 8')
  assert.ok(performance.now() - begun >= 1_900)
  assert.equal(new Set(keysAt('/busy')).size, 1)
  receiver.at('/broken', (response) => json(response, 500, {}))
  assert.equal((await ran(as, '/broken')).run.reason, 'Bad: http_500')
  assert.equal(receiver.receivedAt('/broken').length, 1)
  assert.equal((await ran(as, '/broken', { method: 'PUT' })).run.reason, 'Bad: http_500')
  assert.equal(receiver.receivedAt('/broken').length, 1 + 3)
})

test('redirects are not followed, and an answer of more than 1 MiB is refused without asking again', async () => {
  const as = await app.given.organization()
  receiver.at('/old', (response) => void response.writeHead(307, { location: `${receiver.origin}/new` }).end())
  assert.equal((await ran(as, '/old')).run.reason, 'Bad: http_307')
  assert.equal(receiver.receivedAt('/new').length, 0)
  receiver.at('/large', (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(1_048_577)))
  const { run, steps } = await ran(as, '/large')
  assert.equal(run.reason, 'Bad: answer_too_large')
  assert.deepEqual([receiver.receivedAt('/large').length, steps[0]?.effect?.state], [1, 'done'])
})

test('nothing leaves to a private address, and a host that is away is tried again', async () => {
  const as = await app.given.organization()
  const away = await ran(as, '', { url: 'http://10.1.2.3/x' })
  assert.equal(away.run.reason, 'Bad: address_refused')
  const refused = await ran(as, '', { url: 'http://127.0.0.1:1/x', on_error: { tries: 2, delay_seconds: 1 } })
  assert.equal(refused.run.reason, 'Bad: no_answer', 'a refused connection never left')
})

/** It does what it is asked for, and says nothing. */
const actsAndDrops = (path: string, upTo = 1): Set<unknown> => {
  const done = new Set<unknown>()
  receiver.at(path, (response, { headers }, times) => {
    done.add(headers['idempotency-key'])
    if (times <= upTo) response.socket?.destroy()
    else json(response, 200, { id: times })
  })
  return done
}

test('a receiver that acts and drops the answer leaves the run before a person, who says that it happened', async () => {
  const as = await app.given.organization()
  actsAndDrops('/drops')
  const { run, steps } = await ran(as, '/drops')
  assert.deepEqual(
    [run.state, run.reason_code, steps[0]?.state, steps[0]?.effect?.state],
    ['paused', 'uncertain', 'uncertain', 'uncertain'],
  )
  assert.equal((await app.call('resume-run', { runId: run.id }, as)).body.code, 'effect_uncertain')
  const decided = { runId: run.id, outcome: 'happened', output: { id: 77 }, reason: 'It is in their list' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => app.call('settle-effect', decided, as)))
  assert.deepEqual(
    answers.map(({ body }) => body.code ?? 'done').filter((code) => code === 'done'),
    ['done'],
  )
  const after = await untilRun(app, as, run.id, 'completed', 'failed')
  assert.equal(after.run.reason, 'Good: 77')
  assert.equal(receiver.receivedAt('/drops').length, 1)
})

test('where a person says that it did not happen, it is done anew under a key of its own', async () => {
  const as = await app.given.organization()
  const done = actsAndDrops('/anew', 2)
  const { run } = await ran(as, '/anew')
  const undone = { runId: run.id, node: 'ask', outcome: 'did_not_happen', reason: 'Their list is empty' }
  assert.equal((await app.call('settle-effect', undone, as)).status, 200)
  await until('it is uncertain again', async () => (await showRun(app, as, run.id)).run.state === 'paused')
  assert.equal((await app.call('settle-effect', undone, as)).status, 200)
  const after = await untilRun(app, as, run.id, 'completed', 'failed')
  assert.equal(after.run.reason, 'Good: 3')
  const key = `wf:${run.id}:ask:`
  assert.deepEqual([...done], [key, `${key}~1`, `${key}~2`])
  assert.equal((await app.call('settle-effect', undone, as)).body.code, 'run_ended')
})

test('a receiver that takes keys is asked again with the same one', async () => {
  const as = await app.given.organization()
  const done = actsAndDrops('/keys')
  const { run } = await ran(as, '/keys', { takes_keys: true })
  assert.equal(run.reason, 'Good: 2')
  assert.deepEqual([...done], [`wf:${run.id}:ask:`])
})

test('a worker that dies between sending and storing leaves no second request', async () => {
  const as = await app.given.organization()
  receiver.at('/dies', async (response, { headers }) => {
    await loseWorker(app, as.orgId, String(headers['idempotency-key']).split(':')[1] ?? '')
    json(response, 200, { id: 1 })
  })
  const { run } = await ran(as, '/dies')
  assert.deepEqual([run.state, run.reason_code], ['paused', 'uncertain'])
  assert.equal(receiver.receivedAt('/dies').length, 1)
})

test('a worker that dies before anything left leaves no doubt: the next one sends it', async () => {
  const as = await app.given.organization()
  const { id } = await asking(as, '/before')
  await worker.stop()
  const runId = await start(app, as, id, { topic: 'Tiles' })
  const progress = { threads: [{ path: '', node: 'ask', state: 'running' }], frames: {}, vars: {} }
  await app.database.inOrg(as.orgId, async (db) => {
    await db
      .updateTable('workflow_runs')
      .set({ progress: JSON.stringify(progress) })
      .where('id', '=', runId)
      .execute()
    const effect = {
      org_id: as.orgId,
      run_id: runId,
      workflow_id: id,
      node: 'ask',
      path: '',
      what: 'POST request',
      state: 'begun',
    }
    await db
      .insertInto('workflow_effects')
      .values({ ...effect, key: `wf:${runId}:ask:` })
      .execute()
  })
  worker = await app.startWorker()
  const { run } = await untilRun(app, as, runId, 'completed', 'failed', 'paused')
  assert.equal(run.state, 'completed', String(run.reason))
  assert.equal(receiver.receivedAt('/before').length, 1)
})

test('a replay uses what was done: nothing leaves a second time', async () => {
  const as = await app.given.organization()
  receiver.at('/replayed', (response, _request, times) => json(response, 200, { id: times }))
  const { run } = await ran(as, '/replayed')
  const again = newId()
  await app.database.inOrg(as.orgId, async (db) => {
    const { workflow_id, version, trigger } = await db
      .selectFrom('workflow_runs')
      .selectAll()
      .where('id', '=', run.id)
      .executeTakeFirstOrThrow()
    const row = { org_id: as.orgId, id: again, workflow_id, version, root_id: run.id, replay_of: run.id, due_at: new Date() }
    await db
      .insertInto('workflow_runs')
      .values({ ...row, trigger: JSON.stringify(trigger) })
      .execute()
  })
  const replayed = await untilRun(app, as, again, 'completed', 'failed', 'paused')
  assert.equal(replayed.run.reason, 'Good: 1')
  assert.equal(receiver.receivedAt('/replayed').length, 1)
})

test('a credential goes to its own origin and nowhere else, and is in no run and no log', async () => {
  const as = await app.given.organization()
  const value = `Bearer ${newId()}`
  const saved = await app.call('save-http-credential', { name: 'Stock', origin: receiver.origin, value }, as)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { id: connection } = saved.body.credential as unknown as { id: string }
  receiver.at('/secret', (response, { headers }) => json(response, 200, { id: 1, echo: headers.authorization }))
  const { run } = await ran(as, '/secret', { connection })
  assert.equal(run.reason, 'Good: 1')
  assert.equal(receiver.receivedAt('/secret')[0]?.headers.authorization, value)
  const other = await startReceiver()
  const stranger = await ran(as, '', { connection, url: `${other.origin}/secret` })
  assert.equal(stranger.run.reason, 'Bad: credentials_elsewhere')
  assert.equal(other.receivedAt('/secret').length, 0)
  await other.stop()
  const moved = { credentialId: connection, name: 'Stock', origin: 'https://example.com' }
  assert.equal((await app.call('save-http-credential', moved, as)).body.code, 'credential_header_invalid')
  const told = JSON.stringify([
    (await app.call('show-run', { runId: run.id }, as)).body,
    (await app.call('list-http-credentials', {}, as)).body,
    app.logged(),
  ])
  assert.ok(!told.includes(value.slice('Bearer '.length)))
  assert.equal((await app.call('remove-http-credential', { credentialId: connection }, as)).status, 200)
  const away = await ran(as, '/secret', { connection })
  assert.deepEqual([away.run.state, away.run.reason_code], ['paused', 'http_not_connected'])
  assert.equal((await app.call('resume-run', { runId: away.run.id }, as)).status, 200)
  await until('it is paused again', async () => (await showRun(app, as, away.run.id)).run.state === 'paused')
})

test('a consent’s token goes to no host but those of its service, and a simulated one is sent nowhere', async () => {
  const as = await app.given.organization()
  const connectionOf = (mode: 'live' | 'sandbox') =>
    app.database.inOrg(as.orgId, async (db) => {
      const id = newId()
      const secrets = openVault(
        readConfig({ FOYER_KEY: Buffer.alloc(32, 7).toString('base64'), FOYER_DATA: app.dataDir, PORT: '0' }),
      )
      const connecting = { vault: secrets, within: foyer.within, enqueue: async () => {} }
      const [provider, kind] = [mode === 'live' ? 'slack' : 'notion', 'oauth'] as const
      const credentials = { accessToken: `token-${id}` }
      const wanted = { orgId: as.orgId, id, provider, kind, mode, account: 'Us', credentials, personId: as.personId }
      assert.ok(await addConnection(db, connecting, wanted))
      return id
    })
  const live = await ran(as, '/token', { connection: await connectionOf('live') })
  assert.equal(live.run.reason, 'Bad: credentials_elsewhere')
  const simulated = await ran(as, '/token', { connection: await connectionOf('sandbox') })
  assert.equal(simulated.run.reason, 'Bad: connection_is_simulated')
  assert.equal(receiver.receivedAt('/token').length, 0)
})

test('a new connection lets the runs go on that are paused for one', async () => {
  const as = await app.given.organization()
  const connection = newId()
  const { run } = await ran(as, '/later', { connection })
  assert.equal(run.reason_code, 'http_not_connected')
  const { body } = await app.call('save-http-credential', { name: 'Later', origin: receiver.origin, value: 'Bearer later' }, as)
  const { id: credentialId } = body.credential as unknown as { id: string }
  await app.database.inOrg(as.orgId, async (db) => {
    const definition = sql<string>`jsonb_set(definition, '{nodes,0,connection}', to_jsonb(${credentialId}::text))`
    await db.updateTable('workflow_versions').set({ definition }).where('org_id', '=', as.orgId).execute()
  })
  await worker.stop()
  worker = await app.startWorker()
  await app.database.inOrg(as.orgId, (db) =>
    foyer.within(db, as.orgId, connected, {
      ...{ connectionId: newId(), provider: 'slack', credentials: {}, enqueue: async () => {} },
    }),
  )
  await untilRun(app, as, run.id, 'completed', 'failed')
  assert.equal(receiver.receivedAt('/later').length, 1)
})

test('a run whose credential is not accepted any more rests, says which one it is, and goes on when that is saved anew', async () => {
  const as = await app.given.organization()
  let status = 401
  receiver.at('/guarded', (response) => json(response, status, { id: 1 }))
  const given = { name: 'Stock system', origin: receiver.origin, value: 'Bearer old' }
  const { id: connection } = (await app.call('save-http-credential', given, as)).body.credential as unknown as { id: string }
  const { run } = await ran(as, '/guarded', { connection })
  assert.deepEqual([run.state, run.reason_code], ['paused', 'http_not_connected'])
  assert.match(run.reason ?? '', /401.*“Stock system”/)
  status = 200
  await app.call('save-http-credential', { ...given, credentialId: connection, value: 'Bearer new' }, as)
  assert.equal((await untilRun(app, as, run.id, 'completed')).run.reason, 'Good: 1')

  status = 403
  assert.equal((await ran(as, '/guarded', { connection })).run.reason, 'Bad: http_403', 'a step with a way for errors takes it')
  assert.equal((await ran(as, '/guarded', { connection, next: { done: 'good' } })).run.state, 'paused')
  assert.equal(
    (await ran(as, '/guarded', { next: { done: 'good' } })).run.state,
    'failed',
    'without a credential nothing is waited for',
  )
})

test('a limit of a step holds over all runs: one more waits for its turn', async () => {
  const as = await app.given.organization()
  const { id } = await asking(as, '/limited', { limit: { times: 2, seconds: 4 } })
  const begun = performance.now()
  const runs = await Promise.all(Array.from({ length: 4 }, () => start(app, as, id, { topic: 'Tiles' })))
  for (const runId of runs) await untilRun(app, as, runId, 'completed', 'failed')
  assert.ok(performance.now() - begun > 2_900, `${performance.now() - begun} ms`)
  assert.equal(receiver.receivedAt('/limited').length, 4)
})

test('the check of a workflow names what cannot be sent', async () => {
  const node = (more: object) => ({ id: 'ask', kind: 'http', method: 'POST', url: 'https://example.com/x', ...more })
  const fieldsOf = async (more: object): Promise<string[]> => {
    const definition = { foyer_workflow: 1, name: 'X', trigger: request, first: 'ask', nodes: [node(more)] }
    const { body } = await app.call('check-workflow', { definition })
    return (body.troubles as unknown as { field: string; level: string }[])
      .filter(({ level }) => level === 'error')
      .map(({ field }) => field)
  }
  assert.deepEqual(await fieldsOf({}), [])
  assert.deepEqual(await fieldsOf({ url: 'https://192.168.1.1/x/{{ run.id }}' }), ['url'])
  assert.deepEqual(await fieldsOf({ headers: { Authorization: 'Bearer x', 'X-Api-Key': 'y', Host: 'z' } }), [
    'headers.Authorization',
    'headers.X-Api-Key',
    'headers.Host',
  ])
  assert.deepEqual(await fieldsOf({ connection: newId() }), ['connection'])
  for (const url of [
    'http://example.com/x',
    'http://127.0.0.2/x',
    'http://{{ run.id }}.example.com/x',
    'http://a:b@127.0.0.1/x',
  ])
    assert.ok((await fieldsOf({ url })).includes('url'), url)
})

test('a step to a host that the operator allows is published as an owner does it, without TLS too, and leaves', async () => {
  const as = await app.given.organization()
  receiver.at('/in-the-house', (response) => json(response, 200, { id: 9 }))
  const definition = {
    ...{ foyer_workflow: 1, name: 'Stock', trigger: request, first: 'ask' },
    nodes: [
      {
        ...{ id: 'ask', kind: 'http', method: 'POST', url: `${receiver.origin}/in-the-house` },
        next: { done: 'good', error: 'bad' },
      },
      ...ends,
    ],
  }
  const made = (await app.call('create-workflow', { name: 'Stock', definition }, as)).body as unknown as {
    workflow: { id: string }
    draft: { id: string; revision: number }
  }
  const { id: draftId, revision } = made.draft
  const wanted = { workflowId: made.workflow.id, draftId, revision, note: 'First' }
  const published = await app.call('publish-workflow', wanted, as)
  assert.equal(published.status, 200, JSON.stringify(published.body))
  const shown = await untilRun(app, as, await start(app, as, made.workflow.id, { topic: 'Tiles' }), 'completed', 'failed')
  assert.equal(shown.run.reason, 'Good: 9')
})

test('an address that a value makes goes out without TLS nowhere but to what the operator allows', async () => {
  const as = await app.given.organization()
  const { steps } = await ran(as, '/', { url: "{{ 'http://example.com' }}/x", on_error: { tries: 1, delay_seconds: 1 } })
  assert.deepEqual([steps[0]?.error?.code, /TLS/.test(steps[0]?.error?.message ?? '')], ['address_refused', true])
})
