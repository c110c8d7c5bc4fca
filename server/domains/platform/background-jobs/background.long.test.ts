import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import type { AnyAction } from '#core/actions/action.ts'
import { newId } from '#core/ids.ts'
import { inboundWebhook } from '#core/inbound/inbound-webhook.ts'
import { readInbox, readInboxJob, storeRequest } from '#core/inbound/webhook-events.ts'
import { type AnyJob, job } from '#core/jobs/job.ts'
import { catalogue } from '#domains/catalogue.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { until } from '#test/support/until.ts'
import { notifyDeadWork } from './tell-dead-work.ts'
import type { Decision, Work } from './work.ts'
import { notifyUnreadable } from './work-notices.ts'

/** What the job under test does; it stands under the name of one of the product's, whose queue is there. */
let act: (orgId: string) => Promise<void> = async () => {}
const done: string[] = []
const stumble = async (): Promise<never> => {
  throw new Error('could not reach ada@example.com with key fo_live_abcdefgh: "Maya Ortiz"')
}

const probe = inboundWebhook({
  name: 'probe',
  summary: 'A provider of the tests',
  path: '/gateway',
  methods: ['POST'],
  bodyLimitBytes: 10_000,
  matches: () => false,
  verify: async () => ({ orgId: '', connectionId: null }),
  data: z.object({ said: z.string() }),
  async read({ said }) {
    done.push(said)
  },
})

const jobs: readonly AnyJob[] = [
  job({
    name: 'import-upload',
    summary: 'Import a file',
    data: z.looseObject({ orgId: z.uuid() }),
    retry: { times: 0, delaySeconds: 1 },
    run: ({ orgId }) => act(orgId),
  }),
  notifyDeadWork,
  readInbox([probe], notifyUnreadable),
]

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ product: { actions: catalogue as readonly AnyAction[], inbound: [probe], jobs } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

/** A job whose tries are used up with its first. */
const put = async (orgId: string | null, { tries = 1, startAfter = '0 s', name = 'import-upload' } = {}): Promise<string> => {
  const id = newId()
  await app.database.pool.query(
    `insert into jobs.job (id, name, data, retry_limit, retry_delay, start_after, dead_letter)
     values ($1, $2, $3, $4, 3600, now() + $5::interval, 'dead-letters')`,
    [id, name, { ...(orgId && { orgId }), uploadId: id, note: 'Maya Ortiz' }, tries - 1, startAfter],
  )
  return id
}

interface List {
  readonly work: readonly Work[]
  readonly counts: Readonly<Record<Work['state'], number>>
  readonly decided: readonly Decision[]
  readonly next_cursor: string | null
}
const list = async (as: Someone, input: object = {}): Promise<List> =>
  (await app.call('list-background-work', input, as)).body as unknown as List
const first = (as: Someone, state: Work['state']) =>
  until(`work that is ${state}`, async () => (await list(as, { state })).work[0])
const noticesOf = async (as: Someone) =>
  (
    (await app.call('list-notices', {}, as)).body as unknown as {
      notices: { kind: string; subject_id: string; facts: Record<string, string> }[]
    }
  ).notices.filter(({ kind }) => kind === 'job_failed')

test('a dead job is listed with its reason, raises a notice, runs once however often it is replayed, and disappears once it is done', async () => {
  const owner = await app.given.organization()
  act = stumble
  const uploadId = await put(owner.orgId)
  const dead = await first(owner, 'dead')
  assert.deepEqual(
    { ...dead, id: '', created_at: '' },
    {
      id: '',
      kind: 'job',
      name: 'import-upload',
      summary: 'Import a file',
      state: 'dead',
      tries: 1,
      tries_left: 0,
      last_error: 'could not reach [address removed] with key fo_live_[removed]: “…”',
      created_at: '',
      next_try_at: null,
      event: null,
      holds_up: false,
      data_hint: { uploadId },
      about: [],
    },
  )
  const notice = await until('the notice', async () => (await noticesOf(owner))[0])
  assert.equal(notice.subject_id, dead.id)
  assert.equal(notice.facts.name, 'import-upload')
  assert.ok(!JSON.stringify(notice).includes('ada@'))

  let times = 0
  act = async () => void times++
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => app.call('replay-background-work', { workId: dead.id }, owner)),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404, 404, 404])
  await until('the end of it', async () => (await list(owner)).work.length === 0 && times > 0)
  assert.equal(times, 1)
  assert.deepEqual(await noticesOf(owner), [])
  const { decided, counts } = await list(owner)
  assert.deepEqual(
    decided.map(({ decision, summary, person }) => [decision, summary, person?.id]),
    [['replayed', 'Import a file', owner.personId]],
  )
  assert.deepEqual(counts, { waiting: 0, running: 0, held: 0, dead: 0, failed: 0 })
})

test('a job that dies again is dead again, and raises a new notice', async () => {
  const owner = await app.given.organization()
  act = stumble
  await put(owner.orgId)
  const dead = await first(owner, 'dead')
  await app.call('replay-background-work', { workId: dead.id }, owner)
  // The replayed one has all tries of its job; here they are taken from it.
  await until('the next try', async () => {
    await app.database.pool.query(
      `update jobs.job set retry_limit = retry_count, start_after = now() where state = 'retry' and data ->> 'orgId' = $1`,
      [owner.orgId],
    )
    return (await list(owner)).counts.dead === 1
  })
  const again = await first(owner, 'dead')
  assert.notEqual(again.id, dead.id)
  await until('the notice', async () => (await noticesOf(owner)).some(({ subject_id }) => subject_id === again.id))
})

test('a failed job shows its next attempt, can be retried at once, and is discarded with a reason that stays', async () => {
  const owner = await app.given.organization()
  act = stumble
  await put(owner.orgId, { tries: 3 })
  const failed = async (tries: number) =>
    until(`try ${tries}`, async () => (await list(owner)).work.find((work) => work.tries === tries && work.state === 'waiting'))
  const waiting = await failed(1)
  assert.equal(waiting.tries_left, 2)
  assert.match(waiting.last_error ?? '', /^could not reach/)
  assert.ok(Date.parse(waiting.next_try_at ?? '') > Date.now() + 60_000)
  assert.equal((await app.call('replay-background-work', { workId: waiting.id }, owner)).status, 200)
  await failed(2)

  const nameless = await app.call('drop-background-work', { workId: waiting.id, reason: ' ' }, owner)
  assert.equal(nameless.status, 400)
  const reason = 'The file was imported by hand.'
  assert.equal((await app.call('drop-background-work', { workId: waiting.id, reason }, owner)).status, 200)
  assert.equal((await app.call('show-background-work', { workId: waiting.id }, owner)).body.code, 'work_not_found')
  const { work, decided } = await list(owner)
  assert.deepEqual(work, [])
  assert.deepEqual([decided[0]?.decision, decided[0]?.reason], ['dropped', reason])
  const audit = JSON.stringify((await app.call('list-audit', {}, owner)).body)
  assert.ok(audit.includes('drop-background-work') && audit.includes(waiting.id))
})

test('running, untried and unknown work cannot be decided about', async () => {
  const owner = await app.given.organization()
  const untried = await put(owner.orgId, { startAfter: '1 h' })
  assert.equal((await app.call('drop-background-work', { workId: untried, reason: 'x' }, owner)).body.code, 'work_not_stopped')
  let release: () => void = () => {}
  act = () => new Promise<void>((resolve) => (release = resolve))
  const running = await put(owner.orgId)
  const one = await first(owner, 'running')
  assert.equal(one.id, running)
  for (const type of ['replay-background-work', 'drop-background-work'])
    assert.equal((await app.call(type, { workId: running, reason: 'x' }, owner)).body.code, 'work_under_way')
  release()

  const unknown = newId()
  await app.database.pool.query(
    `insert into jobs.job (id, name, data, source_name) values ($1, 'dead-letters', $2, 'of-old')`,
    [unknown, { orgId: owner.orgId }],
  )
  assert.equal((await app.call('replay-background-work', { workId: unknown }, owner)).body.code, 'work_unknown')
  assert.equal((await app.call('drop-background-work', { workId: unknown, reason: 'x' }, owner)).status, 200)
})

test('each workspace sees its own, admins only, and records of no workspace are on no page', async () => {
  const [owner, other] = [await app.given.organization(), await app.given.organization()]
  act = stumble
  await put(null)
  await put(owner.orgId)
  const dead = await first(owner, 'dead')
  assert.deepEqual((await list(other)).work, [])
  for (const type of ['show-background-work', 'replay-background-work', 'drop-background-work'])
    assert.equal((await app.call(type, { workId: dead.id, reason: 'x' }, other)).status, 404)
  const member = await app.given.person(owner.orgId, 'member')
  for (const type of ['list-background-work', 'show-background-work', 'replay-background-work', 'drop-background-work'])
    assert.equal((await app.call(type, { workId: dead.id, reason: 'x' }, member)).status, 403)
  assert.equal((await list(owner)).work.length, 1)
})

const ask = (text: string) => asOwner(app.target, (owner) => owner.query(text))

/** While `work` runs, no contact can be indexed. */
const withoutIndex = async <T>(work: () => Promise<T>): Promise<T> => {
  await ask(`create function foyer.refuse() returns trigger language plpgsql as $$ begin
      raise exception 'the index refuses ada@example.com'; end $$;
    create trigger refuse before insert or update on foyer.search_index
      for each row when (new.kind = 'contact') execute function foyer.refuse()`)
  try {
    return await work()
  } finally {
    await ask('drop function foyer.refuse cascade')
  }
}

/** Two contacts, one after the other, whose words cannot be indexed; all attempts at the first are used up. */
const failEvents = (owner: Someone): Promise<Work> =>
  withoutIndex(async () => {
    for (const name of ['Maya', 'Jonas'])
      await app.call('create-deal', { name: 'Oven', client: { name, email: `${name}@example.com` } }, owner)
    const waiting = await until('the first attempt', async () => (await list(owner)).work.find(({ kind }) => kind === 'event'))
    assert.deepEqual([waiting.name, waiting.event, waiting.holds_up], ['search', 'contact.changed', true])
    assert.equal(waiting.tries + waiting.tries_left, 9)
    await until('all attempts', async () => {
      await app.database.inOrg(owner.orgId, (db) =>
        db
          .updateTable('reaction_failures')
          .set({ next_try_at: new Date(0), tries: 8 })
          .where('org_id', '=', owner.orgId)
          .where('state', '=', 'retrying')
          .execute(),
      )
      return (await list(owner)).counts.dead === 2
    })
    return first(owner, 'dead')
  })

const wordsOf = async ({ orgId }: Someone): Promise<number> =>
  (
    await app.database.inOrg(orgId, (db) =>
      db.selectFrom('search_index').select('id').where('org_id', '=', orgId).where('kind', '=', 'contact').execute(),
    )
  ).length

test('an event that a reaction failed at is listed with its record, raises a notice, and is processed once however often it is retried', async () => {
  const owner = await app.given.organization()
  const dead = await failEvents(owner)
  assert.deepEqual(
    [dead.kind, dead.name, dead.event, dead.state, dead.tries, dead.tries_left, dead.holds_up],
    ['event', 'search', 'contact.changed', 'dead', 9, 0, false],
  )
  assert.equal(dead.last_error, 'the index refuses [address removed]')
  assert.deepEqual(
    dead.about.map(({ kind, name }) => [kind, name]),
    [['contact', 'Jonas']],
  )
  assert.equal(dead.summary, 'Update the search index')
  await app.database.pool.query(`insert into jobs.job (name, data) values ('tell-dead-work', '{}')`)
  const notice = await until('the notice', async () =>
    (await noticesOf(owner)).find(({ subject_id: subject }) => subject === dead.id),
  )
  assert.equal(notice.facts.name, 'search')

  const answers = await Promise.all(
    Array.from({ length: 4 }, () => app.call('replay-background-work', { workId: dead.id }, owner)),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404, 404])
  await until('its end', async () => !(await list(owner)).work.some(({ id }) => id === dead.id))
  assert.equal(await wordsOf(owner), 1)
  assert.ok(!(await noticesOf(owner)).some(({ subject_id: subject }) => subject === dead.id))
  assert.equal((await app.call('show-background-work', { workId: dead.id }, owner)).status, 404)
})

test('an event that is discarded is never processed, its reason stays, and another workspace cannot decide about it', async () => {
  const [owner, other] = [await app.given.organization(), await app.given.organization()]
  const dead = await failEvents(owner)
  for (const type of ['replay-background-work', 'drop-background-work'])
    assert.equal((await app.call(type, { workId: dead.id, reason: 'x' }, other)).status, 404)
  const reason = 'He asked not to be found.'
  assert.equal((await app.call('drop-background-work', { workId: dead.id, reason }, owner)).status, 200)
  assert.equal((await app.call('replay-background-work', { workId: dead.id }, owner)).body.code, 'work_not_found')
  const { work, decided } = await list(owner)
  assert.ok(!work.some(({ id }) => id === dead.id))
  assert.deepEqual([decided[0]?.decision, decided[0]?.name, decided[0]?.reason], ['dropped', 'search', reason])
  const [left] = work
  await app.call('replay-background-work', { workId: left?.id ?? '' }, owner)
  await until('the other one', async () => (await list(owner)).work.length === 0)
  assert.equal(await wordsOf(owner), 1)
})

const receive = (as: Someone, body: string): Promise<string | null> =>
  app.database.inOrg(as.orgId, (db) =>
    storeRequest(
      db,
      probe,
      { method: 'POST', url: '/', headers: {}, body: Buffer.from(body) },
      { orgId: as.orgId, connectionId: null, key: 'one' },
    ),
  )

test('a request that could not be read is listed, raises a notice, and is read once it can be', async () => {
  const owner = await app.given.organization()
  const inboxId = await receive(owner, '{"says":"nothing that this hook reads"}')
  const order = { ...readInboxJob, data: { orgId: owner.orgId, inboxId } }
  await app.database.pool.query(`insert into jobs.job (name, data) values ($1, $2)`, [order.name, order.data])
  const failed = await first(owner, 'failed')
  assert.deepEqual(
    [failed.id, failed.kind, failed.name, failed.data_hint],
    [inboxId, 'inbox', 'probe', { inboxId }],
    'it stands there by the name of its hook',
  )
  assert.match(failed.last_error ?? '', /^said: /)
  assert.equal((await noticesOf(owner))[0]?.subject_id, inboxId)

  // As if a later version understood it.
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('inbox')
      .set({ body: Buffer.from('{"said":"now it does"}') })
      .where('id', '=', inboxId)
      .execute(),
  )
  const answers = await Promise.all([1, 2].map(() => app.call('replay-background-work', { workId: inboxId }, owner)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404])
  await until('the end of it', async () => (await list(owner)).work.length === 0)
  assert.deepEqual(done, ['now it does'])
  assert.deepEqual(await noticesOf(owner), [])
})

test('a discarded request is no longer listed, and a repeat of it by the provider is still known as one', async () => {
  const owner = await app.given.organization()
  const body = '{"says":"never"}'
  const inboxId = await receive(owner, body)
  await app.database.pool.query(`insert into jobs.job (name, data) values ('read-inbox', $1)`, [
    { orgId: owner.orgId, inboxId },
  ])
  await first(owner, 'failed')
  await app.call('drop-background-work', { workId: inboxId, reason: 'A test of theirs' }, owner)
  assert.deepEqual((await list(owner)).work, [])
  assert.equal(await receive(owner, body), null)
})

test('the list is paged without a gap or a repeat, newest first', async () => {
  const owner = await app.given.organization()
  const ids = []
  for (let n = 0; n < 7; n++) ids.push(await put(owner.orgId, { startAfter: '1 h' }))
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: List = await list(owner, { limit: 3, ...(cursor && { cursor }) })
    seen.push(...page.work.map(({ id }) => id))
    cursor = page.next_cursor
  }
  assert.deepEqual(seen, ids.toReversed())
  assert.equal((await list(owner)).counts.waiting, 7)
})
