import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { until } from '../support/until.ts'
import { LifeModel, type ToldRun } from '../support/workflow-life-model.ts'
import { type Happening, type LifeCase, lives, nodesOf, type Token } from '../support/workflow-lives.ts'
import { givenContact, passTime, publish, start } from '../support/workflows.ts'

/** Of so many lives each. More by hand: `ROUNDS=200`. */
const rounds = Number(process.env.ROUNDS ?? 10)
const livesAtOnce = 12

let app: TestApp
let workers: { stop(): Promise<void> }[] = []
before(async () => {
  app = await startApp({ alone: true })
  workers = [await app.startWorker(), await app.startWorker()]
})
after(async () => {
  for (const worker of workers) await worker.stop()
  await app?.stop()
})

interface Workspace {
  readonly as: Someone
  readonly member: Someone
  readonly contact: string
}

interface RealRun extends ToldRun {
  readonly runId: string
  /** Of what is open, by its step. */
  readonly waits: ReadonlyMap<string, string>
}

type Deed = (model: LifeModel) => void

/** A run beside its model. */
interface Life {
  readonly given: LifeCase
  readonly name: string
  readonly runId: string
  model: LifeModel
  /** What has happened to it, for a model that begins anew. */
  deeds: Deed[]
  readonly told: string[]
  real: RealRun | null
  isOver: boolean
}

/** What a happening may come to; `isOver`: nothing more is compared. */
interface Expected {
  readonly oneOf: readonly (readonly Deed[])[]
  readonly isOver?: boolean
  /** It was cancelled while it went on: it did a part of this. */
  readonly atMost?: boolean
}

const begin = async ({ as, contact }: Workspace, given: LifeCase, name: string): Promise<Life> => {
  const input = ['life', 'contact'].map((each) => ({ name: each, label: each, type: 'text', required: true }))
  const n = { name: 'n', label: 'N', type: 'number', required: true }
  const { id } = await publish(app, as, {
    trigger: { kind: 'request', input: [...input, n] },
    ...(nodesOf(given.parts) as object),
  })
  const runId = await start(app, as, id, { life: name, contact, n: given.n })
  return { given, name, runId, model: new LifeModel(given), deeds: [], told: [], real: null, isOver: false }
}

const modelAfter = ({ given }: Life, deeds: readonly Deed[]): LifeModel => {
  const model = new LifeModel(given)
  for (const deed of deeds) deed(model)
  return model
}

/** Until all notes are read, and each run waits or has ended. */
const rest = ({ as }: Workspace): Promise<unknown> =>
  until('all runs rest', () =>
    app.database.inOrg(as.orgId, async (db) => {
      const { rows } = await sql`
        select from events e, directory.event_cursors c
        where e.org_id = ${as.orgId} and e.type = 'note.added' and c.reader = 'workflows' and (e.tx, e.id) > (c.tx, c.id)
        union all
        select from workflow_runs where org_id = ${as.orgId} and ended_at is null and (lease is not null or due_at <= now())`.execute(
        db,
      )
      return rows.length === 0
    }),
  )

const readRuns = ({ as }: Workspace): Promise<Map<string, RealRun>> =>
  app.database.inOrg(as.orgId, async (db) => {
    const { rows } = await sql<{
      id: string
      state: string
      steps: string[]
      cancelled: string[]
      tasks: string[]
      open: { id: string; key: string }[]
    }>`
      select r.id, r.state,
        array(select s.node || ' ' || s.path || ' ' || coalesce(s.outlet, '-') from workflow_steps s
          where s.org_id = r.org_id and s.run_id = r.id and s.state in ('done', 'failed')) as steps,
        array(select s.node || ' ' || s.path from workflow_steps s
          where s.org_id = r.org_id and s.run_id = r.id and s.state not in ('done', 'failed', 'waiting')) as cancelled,
        array(select split_part(t.title, ' ', 2) from tasks t
          where t.org_id = r.org_id and split_part(t.title, ' ', 1) = r.trigger -> 'input' ->> 'life') as tasks,
        (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'key', w.node || ' ' || w.path)), '[]') from workflow_waits w
          where w.org_id = r.org_id and w.run_id = r.id and w.state = 'open') as open
      from workflow_runs r where r.org_id = ${as.orgId}`.execute(db)
    return new Map(
      rows.map(({ id, state, steps, cancelled, tasks, open }) => [
        id,
        {
          ...{ runId: id, state, steps: steps.toSorted(), cancelled: cancelled.toSorted(), tasks: tasks.toSorted() },
          open: open.map(({ key }) => key).toSorted(),
          waits: new Map(open.map(({ id: wait, key }) => [key, wait])),
        },
      ]),
    )
  })

// ── What happens to a run ───────────────────────────────────────────────────────────────────────────────────────────

const write = async ({ as, contact }: Workspace, { name }: Life, token: Token): Promise<void> => {
  const { status, body } = await app.call('add-note', { kind: 'contact', recordId: contact, body: `${name} ${token}` }, as)
  assert.equal(status, 200, JSON.stringify(body))
}

const resume = (as: Someone, { runId, real }: Life, key: string, choice?: string) =>
  app.call('resume-workflow', { runId, stepId: real?.waits.get(key), ...(choice !== undefined && { choice }) }, as)

const cancel = async ({ as }: Workspace, { runId }: Life): Promise<void> => {
  assert.equal((await app.call('cancel-run', { runId }, as)).status, 200)
}

const chosen = (keys: readonly string[], at: number): string | undefined => keys[at % Math.max(1, keys.length)]

const writeTwo = async (workspace: Workspace, life: Life, [one, other]: readonly [Token, Token]): Promise<Expected> => {
  const first = modelAfter(life, [...life.deeds, (model) => model.note(one)])
  await write(workspace, life, one)
  // Whether the second came before what the first led to was begun, only the clock says.
  if (first.hasBegun || first.hearing(other) > 1) return { oneOf: [[(model) => model.note(one)]] }
  await write(workspace, life, other)
  return { oneOf: [[(model) => model.note(one), (model) => model.note(other)]] }
}

/** The same answer again is no other, and another one comes too late. */
const answer = async ({ as }: Workspace, life: Life, key: string, choice: 'yes' | 'no'): Promise<Expected> => {
  const other = choice === 'yes' ? 'no' : 'yes'
  const stati: number[] = []
  for (const each of [choice, choice, other]) stati.push((await resume(as, life, key, each)).status)
  assert.deepEqual(stati, [200, 200, 409])
  return { oneOf: [[(model) => model.answer(key, choice)]] }
}

const quarrel = async ({ as, member }: Workspace, life: Life, key: string): Promise<Expected> => {
  const answers = await Promise.all([resume(as, life, key, 'yes'), resume(member, life, key, 'no')])
  const stati = answers.map(({ status }) => status)
  assert.deepEqual(stati.toSorted(), [200, 409])
  return { oneOf: [[(model) => model.answer(key, stati[0] === 200 ? 'yes' : 'no')]] }
}

const race = async (workspace: Workspace, life: Life, token: Token): Promise<Expected> => {
  const minutes = life.model.untilNext
  await Promise.all([write(workspace, life, token), passTime(app, workspace.as, life.runId, minutes * 60)])
  const note: Deed = (model) => model.note(token)
  const pass: Deed = (model) => model.pass(minutes)
  // Where the time led to a step outside, whether the note came after that was begun, only the clock says.
  const unheard = modelAfter(life, [...life.deeds, pass]).hasBegun ? [[pass]] : []
  // What was opened by the note may have seen the time pass, or not.
  return { oneOf: [[note], [note, pass], [pass, note], ...unheard], isOver: true }
}

const lateNote = async (workspace: Workspace, life: Life, token: Token): Promise<Expected> => {
  await Promise.all([write(workspace, life, token), cancel(workspace, life)])
  return { oneOf: [[(model) => model.note(token)]], isOver: true, atMost: true }
}

const happen = async (workspace: Workspace, life: Life, happening: Happening): Promise<Expected> => {
  const { model } = life
  const nothing: Expected = { oneOf: [[]] }
  switch (happening.kind) {
    case 'note':
      await write(workspace, life, happening.token)
      return { oneOf: [[(on) => on.note(happening.token)]] }
    case 'notes':
      return writeTwo(workspace, life, happening.tokens)
    case 'answer':
    case 'quarrel': {
      const key = chosen(model.openOf(['ask']), happening.at)
      if (key === undefined) return nothing
      return happening.kind === 'answer' ? answer(workspace, life, key, happening.choice) : quarrel(workspace, life, key)
    }
    case 'end': {
      const key = chosen(model.openOf(['wait', 'hear']), happening.at)
      if (key === undefined) return nothing
      assert.equal((await resume(workspace.as, life, key)).status, 200)
      return { oneOf: [[(on) => on.answer(key, 'done')]] }
    }
    case 'time': {
      const minutes = model.untilNext
      await passTime(app, workspace.as, life.runId, minutes * 60)
      return { oneOf: [[(on) => on.pass(minutes)]] }
    }
    case 'race':
      return model.hearing(happening.token) === 1 && model.told.open.length === 1
        ? race(workspace, life, happening.token)
        : nothing
    case 'cancel':
      await cancel(workspace, life)
      return { oneOf: [[(on) => on.cancel()]], isOver: true }
    case 'late_note':
      return lateNote(workspace, life, happening.token)
  }
}

// ── Both beside each other ──────────────────────────────────────────────────────────────────────────────────────────

const toldOf = ({ state, steps, cancelled, open, tasks }: ToldRun): ToldRun => ({ state, steps, cancelled, open, tasks })

/** Each of one is one of the other's. */
const isPartOf = (some: readonly string[], all: readonly string[]): boolean => {
  const left = [...all]
  return some.every((each) => left.includes(each) && left.splice(left.indexOf(each), 1))
}

const compare = (life: Life, { oneOf, isOver, atMost }: Expected): void => {
  const real = toldOf(life.real as RealRun)
  const models = oneOf.map((deeds) => ({ deeds, model: modelAfter(life, [...life.deeds, ...deeds]) }))
  const [first] = models as [(typeof models)[number]]
  if (models.some(({ model }) => model.isOpenToChance)) {
    life.isOver = true
    return
  }
  const said = `${life.told.join(', ')}\n${JSON.stringify(life.given)}`
  if (atMost && real.state === 'cancelled') {
    assert.deepEqual(real.open, [], said)
    assert.ok(isPartOf(real.steps, first.model.told.steps) && isPartOf(real.tasks, first.model.told.tasks), said)
  } else {
    const same = models.find(({ model }) => JSON.stringify(model.told) === JSON.stringify(real)) ?? first
    assert.deepEqual(real, same.model.told, said)
    life.model = same.model
    life.deeds.push(...same.deeds)
  }
  life.isOver = isOver === true || life.model.hasEnded
}

const mostSteps = 40

const live = async (workspace: Workspace, all: readonly Life[]): Promise<void> => {
  for (let nth = 0; nth <= mostSteps; nth++) {
    const expected = new Map<Life, Expected>()
    for (const life of all) {
      if (life.isOver) continue
      const happening: Happening | null =
        nth === 0 ? null : nth === mostSteps ? { kind: 'cancel' } : (life.given.happenings[nth - 1] ?? { kind: 'time' })
      if (happening) life.told.push(JSON.stringify(happening))
      expected.set(life, happening ? await happen(workspace, life, happening) : { oneOf: [[]] })
    }
    if (expected.size === 0) return
    await rest(workspace)
    const real = await readRuns(workspace)
    for (const [life, each] of expected) {
      life.real = real.get(life.runId) ?? null
      compare(life, each)
    }
  }
}

test('runs do what a small model of them says, whatever notes, answers, times and cancels come, again and at once', {
  timeout: Math.max(240_000, rounds * 60_000),
}, async (t) => {
  const seen = { lives: 0, compared: 0, toTheEnd: 0, tasks: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(lives, { minLength: livesAtOnce, maxLength: livesAtOnce }), async (cases) => {
      const as = await app.given.organization()
      const workspace = { as, member: await app.given.person(as.orgId, 'member'), contact: await givenContact(app, as) }
      const all: Life[] = []
      for (const [n, given] of cases.entries()) all.push(await begin(workspace, given, `life${n}`))
      await live(workspace, all)
      for (const { model, deeds } of all) {
        seen.lives++
        seen.compared += deeds.length
        if (model.hasEnded) seen.toTheEnd++
        seen.tasks += model.told.tasks.length
      }
    }),
    { numRuns: rounds, endOnFailure: true },
  )
  t.diagnostic(JSON.stringify(seen))
  assert.ok(seen.toTheEnd > seen.lives / 2, JSON.stringify(seen))
  assert.ok(seen.tasks > 0)
})
