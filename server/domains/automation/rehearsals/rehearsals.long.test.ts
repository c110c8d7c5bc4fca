import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { until } from '#test/support/until.ts'
import { publish, runsOf } from '#test/support/workflows.ts'
import { Definition } from '../workflows/definition.ts'
import { rehearse } from './rehearse.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
})
after(() => app?.stop())

interface Rehearsal {
  readonly id: string
  readonly state: string
  readonly report: {
    readonly numbers: Record<string, unknown> & {
      readonly runs: number
      readonly people: number
      readonly effects: readonly object[]
      readonly guesses: Record<string, number>
    }
    readonly published: { readonly runs: number } | null
    readonly difference: Record<string, number>
  }
}
interface Person {
  readonly name: string | null
  readonly change: string
  readonly runs: readonly { readonly entries: readonly { readonly what: string; readonly input: { title?: string } }[] }[]
  readonly published_runs: readonly object[]
}

const task = (title: string, next: object = {}) => ({
  ...{ id: 'call', kind: 'action', action: 'add-task', next },
  input: { title, contactId: '{{ trigger.data.contact_id }}' },
})
const onLeads = (nodes: readonly { id: string }[], filter?: string, name = 'Welcome') => ({
  ...{ foyer_workflow: 1 as const, name, first: nodes[0]?.id ?? null, nodes },
  trigger: { kind: 'event', event: 'lead.received', ...(filter && { filter }) },
})

const ask = async <Body>(type: string, body: object, as: Someone, status = 200): Promise<Body> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  return answer.body as never
}

const giveLeads = async (as: Someone, leads: readonly { name: string; source?: string }[]): Promise<void> => {
  const key = await app.given.key(as.orgId, { ratePerMinute: 10_000 })
  const answers = await Promise.all(
    leads.map(({ name, source = 'web' }) =>
      app.post({ name, source, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com` }, key.text),
    ),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
}

const given = async (definition: object) => {
  const as = await app.given.organization()
  const made = await ask<{ workflow: { id: string }; draft: { id: string; revision: number } }>(
    'create-workflow',
    { name: 'Welcome', definition },
    as,
  )
  return { as, workflowId: made.workflow.id, draft: made.draft }
}

const rehearsed = async (as: Someone, input: object): Promise<{ rehearsal: Rehearsal; people: Person[] }> => {
  const { rehearsal } = await ask<{ rehearsal: Rehearsal }>('rehearse-workflow', input, as)
  let shown: { rehearsal: Rehearsal; people: Person[] } | undefined
  await until('the rehearsal is over', async () => {
    shown = await ask('show-rehearsal', { rehearsalId: rehearsal.id, limit: 100 }, as)
    return !['waiting', 'running'].includes(shown?.rehearsal.state ?? '')
  })
  assert.equal(shown?.rehearsal.state, 'done', JSON.stringify(shown?.rehearsal))
  return shown as never
}

/** A digest of each table that there is, as who sees all of them. */
const tableDigests = async (): Promise<Record<string, string>> => {
  const owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('foyer', 'directory') order by 1`,
    )
    const digests: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await owner.query<{ digest: string }>(
        `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest from ${name} t`,
      )
      digests[name] = rows[0]?.digest ?? ''
    }
    return digests
  } finally {
    await owner.end()
  }
}

test('a rehearsal writes nothing in any table, and sends nothing', async () => {
  let requests = 0
  const receiver = createServer((_, response) => {
    requests += 1
    response.end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const { port } = receiver.address() as { port: number }
  const as = await app.given.organization()
  await giveLeads(as, [{ name: 'Maya One' }, { name: 'Nils Two', source: 'fair' }])
  const written = onLeads([
    {
      id: 'look',
      kind: 'action',
      action: 'show-contact',
      input: { contactId: '{{ trigger.data.contact_id }}' },
      next: { done: 'call' },
    },
    task('Call {{ steps.look.contact.full_name }}', { done: 'send' }),
    { id: 'send', kind: 'http', method: 'POST', url: `http://127.0.0.1:${port}/x`, body: 'hello', next: { done: 'score' } },
    {
      ...{ id: 'score', kind: 'ai', prompt: 'Score it', next: { done: 'approve' } },
      answer: [{ name: 'score', type: 'whole' }],
    },
    {
      ...{ id: 'approve', kind: 'person', to: { kind: 'role', role: 'admin' }, heading: 'Score {{ steps.score.score }}' },
      next: { done: 'rest' },
    },
    { id: 'rest', kind: 'wait', for: { kind: 'duration', duration: { amount: 9, unit: 'days' } }, next: { done: 'end' } },
    { id: 'end', kind: 'stop', reason: 'Over' },
  ] as never)
  const job = await openJobContext(app, { SANDBOX: 'on' })
  const slugs = Object.keys((await (await fetch(`${app.url}/sandbox/faults`)).json()) as object)
  const dial = (slug: string, method: string, body?: object) =>
    fetch(`${app.url}/sandbox/faults/${slug}`, {
      ...{ method, headers: { 'content-type': 'application/json' } },
      ...(body && { body: JSON.stringify(body) }),
    }).then(async (answer) => (await answer.json()) as { hits: number })
  try {
    // A dial that answers every request counts every request.
    for (const slug of slugs) await dial(slug, 'PUT', { kind: 'error_500', share: 1 })
    const before = await tableDigests()
    const { report, people } = await rehearse(job.context, as.orgId, {
      ...{ workflow_id: as.orgId, draft_id: as.orgId, version: null, definition: Definition.parse(written) as never },
      ...{ from_at: new Date(Date.now() - 86_400_000), to_at: new Date(), choices: {}, asked_by: as.personId },
    })
    assert.deepEqual(await tableDigests(), before)
    assert.equal(requests, 0)
    for (const slug of slugs) assert.equal((await dial(slug, 'GET')).hits, 0, slug)
    assert.deepEqual([report.numbers.runs, report.numbers.completed], [2, 2])
    assert.deepEqual(report.numbers.guesses, {
      ...{ real: 0, example: 6, today: 2, chosen: 2, unknown_future: 0, starts_of_today: 0 },
    })
    assert.deepEqual(
      people.map(({ runs }) => Object(runs[0]?.entries.find(({ kind }) => kind === 'action')?.input).title).sort(),
      ['Call Maya One', 'Call Nils Two'],
    )
  } finally {
    for (const slug of slugs) await dial(slug, 'DELETE')
    await job.close()
    receiver.close()
  }
})

test('a draft is rehearsed beside the published version, person by person', async () => {
  const worker = await app.startWorker()
  try {
    const { as, workflowId, draft } = await given(
      onLeads([task("Call {{ default(trigger.data.name, '') }}")], "trigger.data.source == 'web'"),
    )
    await giveLeads(as, [{ name: 'Maya' }, { name: 'Nils' }, { name: 'Olga', source: 'fair' }])
    const first = await rehearsed(as, { workflowId, draftId: draft.id })
    assert.deepEqual([first.rehearsal.report.numbers.runs, first.rehearsal.report.numbers.declined_by_filter], [2, 1])
    assert.equal(first.rehearsal.report.published, null)
    assert.deepEqual(first.rehearsal.report.difference, { more: 2, less: 0, other: 0, same: 0, people_more: 2 })
    await ask(
      'publish-workflow',
      { workflowId, draftId: draft.id, revision: draft.revision, rehearsalId: first.rehearsal.id },
      as,
    )
    const shown = await ask<{ published: { rehearsal: { id: string; runs: number } } }>('show-workflow', { workflowId }, as)
    assert.deepEqual([shown.published.rehearsal.id, shown.published.rehearsal.runs], [first.rehearsal.id, 2])

    const definition = onLeads([
      task("{{ trigger.data.name == 'Maya' ? 'Ring' : 'Call' }} {{ default(trigger.data.name, '') }}"),
    ])
    const saved = await ask<{ draft: { id: string } }>('save-workflow-draft', { workflowId, revision: 0, definition }, as)
    const second = await rehearsed(as, { workflowId, draftId: saved.draft.id })
    assert.deepEqual(second.rehearsal.report.difference, { more: 1, less: 0, other: 1, same: 1, people_more: 1 })
    assert.deepEqual(
      second.people.map(({ name, change, runs }) => [name, change, runs[0]?.entries[0]?.input.title]),
      [
        ['Olga', 'more', 'Call Olga'],
        ['Maya', 'other', 'Ring Maya'],
        ['Nils', 'same', 'Call Nils'],
      ],
    )
    const { rehearsals } = await ask<{ rehearsals: Rehearsal[] }>('list-rehearsals', { workflowId, limit: 10 }, as)
    assert.deepEqual(
      rehearsals.map(({ id }) => id),
      [second.rehearsal.id, first.rehearsal.id],
    )
    assert.deepEqual(await runsOf(app, as, workflowId), [])
  } finally {
    await worker.stop()
  }
})

test('publishing asks a second time where the rehearsal of this very draft reached more than 100 people more', async () => {
  const worker = await app.startWorker()
  try {
    const { as, workflowId, draft } = await given(onLeads([task("Call {{ default(trigger.data.name, '') }}")]))
    await giveLeads(
      as,
      Array.from({ length: 101 }, (_, n) => ({ name: `Person ${n}` })),
    )
    const { rehearsal } = await rehearsed(as, { workflowId, draftId: draft.id })
    assert.equal(rehearsal.report.difference.people_more, 101)
    const publishing = { workflowId, draftId: draft.id, revision: draft.revision }
    const refused = await ask<{ code: string; people: number }>('publish-workflow', publishing, as, 409)
    assert.deepEqual([refused.code, refused.people], ['many_people', 101])
    const another = await ask<{ code: string }>('publish-workflow', { ...publishing, rehearsalId: workflowId }, as, 409)
    assert.equal(another.code, 'rehearsal_of_another')
    await ask('publish-workflow', { ...publishing, rehearsalId: rehearsal.id, confirm: true }, as)
  } finally {
    await worker.stop()
  }
})

test('a rehearsal that cannot be asked for says why', async () => {
  const { as, workflowId, draft } = await given(onLeads([task('')], 'trigger.data.nothing_of_this =='))
  const code = async (body: object, status: number): Promise<string> =>
    (await ask<{ code: string }>('rehearse-workflow', body, as, status)).code
  assert.equal(await code({ workflowId: as.orgId }, 404), 'workflow_not_found')
  assert.equal(await code({ workflowId }, 409), 'workflow_not_published')
  assert.equal(await code({ workflowId, draftId: workflowId }, 404), 'draft_not_found')
  assert.equal(await code({ workflowId, draftId: draft.id }, 400), 'workflow_has_troubles')
  const [from, to] = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z']
  assert.equal(await code({ workflowId, draftId: draft.id, from, to }, 400), 'bad_request')
  const refused = await ask<{ code: string }>('show-rehearsal', { rehearsalId: workflowId, limit: 5 }, as, 404)
  assert.equal(refused.code, 'rehearsal_not_found')
})

test('of several rehearsals of a workspace one is played at a time, and all come to an end; a sixth is refused', async () => {
  const as = await app.given.organization()
  const { id: workflowId } = await publish(app, as, onLeads([task('Call')]))
  for (let n = 0; n < 5; n++) await ask('rehearse-workflow', { workflowId }, as)
  const refused = await ask<{ code: string }>('rehearse-workflow', { workflowId }, as, 429)
  assert.equal(refused.code, 'too_many_rehearsals')
  const worker = await app.startWorker()
  try {
    await until('all five are done', async () => {
      const { rehearsals } = await ask<{ rehearsals: Rehearsal[] }>('list-rehearsals', { workflowId, limit: 10 }, as)
      return rehearsals.every(({ state }) => state === 'done')
    })
  } finally {
    await worker.stop()
  }
})
