import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Given } from './candidates/ready.ts'
import { median, p99Of, type Row } from './figures.ts'
import { callGateway } from './gateway-calls.ts'
import { type Candidate, startCandidate, startProcess } from './processes.ts'
import { type Store, withoutIndexes } from './store.ts'
import { type Measuring, openClient, publishWorkflow, shown, thatWaits } from './workflows-given.ts'

/** A workspace may have 100,000 runs under way. */
const workspaces = 20

/** What a worker costs that has nothing to do while many runs wait, and how soon it goes on with one of them. */
export const workflowWaitRows = async (store: Store, small: Given, measuring: Measuring): Promise<Row[]> => {
  const { quick, say } = measuring
  const runs = quick ? 200_000 : 1_000_000
  const [calm, full] = [await store.copy(small, 'bench_waits_none'), await store.copy(small, 'bench_waits')]
  say(`storing ${shown(runs)} runs that wait`)
  await fillWaits(store, full, runs)
  try {
    return [await idleRow(store, { calm, full, runs }, measuring), await delayRow(store, { full, runs }, measuring)]
  } finally {
    for (const given of [calm, full]) await store.drop(given)
  }
}

const longest = { amount: 30, unit: 'days' }
const forDays = { kind: 'duration', duration: longest }

/** Half of them wait for a time, half for an event; none is due within a day. */
const fillWaits = async (store: Store, given: Given, runs: number): Promise<void> => {
  const client = await openClient(given)
  const each = runs / workspaces / 2
  try {
    const filled: [string, string, 'time' | 'event'][] = []
    for (let n = 0; n < workspaces; n++) {
      const { orgId } = n === 0 ? given : await store.workspace(given)
      const forTime = thatWaits(forDays)
      const forEvent = thatWaits({ kind: 'event', event: 'invoice.changed', about: 'run.id', at_most: longest })
      filled.push([orgId, await publishWorkflow(client, orgId, forTime), 'time'])
      filled.push([orgId, await publishWorkflow(client, orgId, forEvent), 'event'])
    }
    await withoutIndexes(client, ['workflow_runs', 'workflow_steps', 'workflow_waits'], async () => {
      for (const [orgId, workflowId, kind] of filled) await client.query(waitsOf(orgId, workflowId, kind, each))
    })
    await client.query(
      'vacuum analyze foyer.workflow_runs, foyer.workflow_steps, foyer.workflow_waits, foyer.workflows, foyer.workflow_versions',
    )
  } finally {
    await client.end()
  }
}

const waitsOf = (orgId: string, workflowId: string, kind: 'time' | 'event', count: number): string => `
  with g as materialized (
    select n, uuidv7(make_interval(secs => -n)) as run, uuidv7() as wait, now() + interval '1 day' + random() * interval '29 days' as due
    from generate_series(1, ${count}) n),
  r as (insert into foyer.workflow_runs (org_id, id, workflow_id, version, state, trigger, root_id, progress, due_at, started_at, fence)
    select '${orgId}', run, '${workflowId}', 1, 'waiting', jsonb_build_object('kind', 'request', 'at', now(), 'input', jsonb_build_object('n', n)), run,
      jsonb_build_object('threads', jsonb_build_array(jsonb_build_object('path', '', 'node', 'pause', 'state', 'waiting', 'wait', wait, 'dueAt', due)),
        'frames', '{}'::jsonb, 'vars', '{}'::jsonb), due, now(), 1 from g),
  s as (insert into foyer.workflow_steps (org_id, run_id, node, path, place, kind, state)
    select '${orgId}', run, 'pause', '', 1, 'wait', 'waiting' from g)
  insert into foyer.workflow_waits (org_id, id, run_id, workflow_id, node, path, kind, due_at, event_type, since, about)
  select '${orgId}', wait, run, '${workflowId}', 'pause', '', '${kind}', due,
    ${kind === 'event' ? `'invoice.changed', now(), uuidv7()::text` : 'null, null, null'} from g`

// ── A worker that has nothing to do ─────────────────────────────────────────────────────────────────────────────────

interface Idle {
  readonly statements: number
  /** Milliseconds of processor a second: of its own, and of its connections. */
  readonly worker: number
  readonly database: number
}

const idleRow = async (
  store: Store,
  { calm, full, runs }: { readonly calm: Given; readonly full: Given; readonly runs: number },
  { quick, rounds, say }: Measuring,
): Promise<Row> => {
  const seconds = quick ? 15 : 60
  const starts: { calm: number[]; full: number[] } = { calm: [], full: [] }
  const idle: { calm: Idle[]; full: Idle[] } = { calm: [], full: [] }
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const workers: Partial<Record<'calm' | 'full', Candidate>> = {}
    try {
      for (const side of round % 2 === 0 ? (['calm', 'full'] as const) : (['full', 'calm'] as const)) {
        const begun = performance.now()
        workers[side] = await startProcess('counted-worker', side === 'full' ? full : calm)
        starts[side].push(performance.now() - begun)
      }
      if (round > 0 && quick) continue
      // What is compiled, asked and made up for at the start is in neither; both rest through the same seconds.
      for (const worker of Object.values(workers)) await untilAtRest(worker)
      const [none, many] = await Promise.all([
        restOf(store, calm, workers.calm as Candidate, seconds),
        restOf(store, full, workers.full as Candidate, seconds),
      ])
      idle.calm.push(none)
      idle.full.push(many)
      say(`idle: ${wordsOf(many)}; with none ${wordsOf(none)}`)
    } finally {
      await Promise.all(Object.values(workers).map((worker) => worker.stop()))
    }
  }
  const over = (of: (rest: Idle) => number): number => median(idle.full.map(of)) / median(idle.calm.map(of))
  const statements = over((rest) => rest.statements)
  const processor = over((rest) => rest.worker + rest.database)
  const start = median(starts.full) / median(starts.calm)
  return {
    what: `a worker with ${shown(runs)} waiting runs of ${workspaces} workspaces ÷ one with none: statements and processor of itself and its connections without work, and its start`,
    must: '≤ 1.2 each',
    found: `statements **${statements.toFixed(2)}**, processor **${processor.toFixed(2)}**, start **${start.toFixed(2)}**; ${wordsOf(middleOf(idle.full))} ÷ ${wordsOf(middleOf(idle.calm))}; ${(median(starts.full) / 1_000).toFixed(1)} ÷ ${(median(starts.calm) / 1_000).toFixed(1)} s`,
    kept: statements <= 1.2 && processor <= 1.2 && start <= 1.2,
  }
}

/** Until a worker asks for little: it begins with what was left to it. */
const untilAtRest = async ({ port }: Candidate): Promise<void> => {
  const asked = async (): Promise<number> =>
    ((await (await fetch(`http://127.0.0.1:${port}/`)).json()) as { statements: number }).statements
  await sleep(10_000)
  for (let tries = 0; tries < 40; tries++) {
    const before = await asked()
    await sleep(3_000)
    if ((await asked()) - before < 60) return
  }
  throw new Error('a worker with nothing to do did not rest')
}

const middleOf = (all: readonly Idle[]): Idle => ({
  statements: median(all.map(({ statements }) => statements)),
  worker: median(all.map(({ worker }) => worker)),
  database: median(all.map(({ database }) => database)),
})

const wordsOf = ({ statements, worker, database }: Idle): string =>
  `${statements.toFixed(1)} statements and ${worker.toFixed(1)} + ${database.toFixed(1)} ms of processor a second`

const restOf = async (store: Store, given: Given, worker: Candidate, seconds: number): Promise<Idle> => {
  const look = async () => {
    const answer = await fetch(`http://127.0.0.1:${worker.port}/`)
    const own = (await answer.json()) as { statements: number; cpuSeconds: number }
    return { ...own, backendMs: await backendMs(store, given) }
  }
  const before = await look()
  await sleep(seconds * 1_000)
  const after = await look()
  return {
    statements: (after.statements - before.statements) / seconds,
    worker: ((after.cpuSeconds - before.cpuSeconds) * 1_000) / seconds,
    database: (after.backendMs - before.backendMs) / seconds,
  }
}

/** Milliseconds of processor that the connections of the worker had: to the nanosecond, where ticks of 10 ms say nothing of what rests. */
const backendMs = async (store: Store, given: Given): Promise<number> => {
  const { rows } = await store.query(
    given,
    `select pid from pg_stat_activity where datname = current_database() and application_name like 'foyer work%'`,
  )
  return (rows as { pid: number }[]).reduce((sum, { pid }) => {
    const [onProcessor] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return sum + Number(onProcessor) / 1e6
  }, 0)
}

// ── How soon a run goes on ──────────────────────────────────────────────────────────────────────────────────────────

const mostMs = 500
const waitSeconds = 3
const everyMs = 100

const delayRow = async (
  store: Store,
  { full, runs }: { readonly full: Given; readonly runs: number },
  { quick, say }: Measuring,
): Promise<Row> => {
  const count = quick ? 80 : 400
  const client = await openClient(full)
  const server = await startCandidate('foyer', full)
  const worker = await startProcess('worker', full)
  try {
    const resumed = await resumeDelays(store, { client, given: full, port: server.port }, count)
    say(`resumed: p99 ${p99Of(resumed).toFixed(0)} ms`)
    const due = await dueDelays(store, { client, given: full, port: server.port }, count)
    say(`due: p99 ${p99Of(due).toFixed(0)} ms`)
    const [ofResume, ofTime] = [p99Of(resumed), p99Of(due)]
    return {
      what: `from the call of resume-workflow, or the instant at which a wait is over, to the next step, p99 of ${count} each, with ${shown(runs)} runs that wait`,
      must: `≤ ${mostMs} ms`,
      found: `resumed **${ofResume.toFixed(0)} ms** (median ${median(resumed).toFixed(0)}), due **${ofTime.toFixed(0)} ms** (median ${median(due).toFixed(0)})`,
      kept: ofResume <= mostMs && ofTime <= mostMs,
    }
  } finally {
    await worker.stop()
    await server.stop()
    await client.end()
  }
}

interface Calling {
  readonly client: pg.Client
  readonly given: Given
  readonly port: number
}

/** Calls of one member are limited: each token has so many. */
const callsOfMember = 40

const tokens = (store: Store, given: Given) => {
  let calls = 0
  let token = ''
  return async (): Promise<string> => {
    if (calls++ % callsOfMember === 0) token = await store.token(given, 'owner')
    return token
  }
}

/** When the step behind the wait began, by run. */
const begunAfter = async (client: pg.Client, orgId: string, runIds: readonly string[]): Promise<Map<string, number>> => {
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await client.query<{ run_id: string; at: Date }>(
      `select run_id, ended_at as at from foyer.workflow_steps where org_id = $1 and run_id = any ($2) and node = 'after' and ended_at is not null`,
      [orgId, runIds],
    )
    if (rows.length === runIds.length) return new Map(rows.map(({ run_id, at }) => [run_id, at.getTime()]))
    await sleep(100)
  }
  throw new Error('runs did not go on')
}

const startsOf = async (store: Store, { client, given, port }: Calling, what: object, count: number): Promise<string[]> => {
  const workflowId = await publishWorkflow(client, given.orgId, thatWaits(what))
  const tokenOf = tokens(store, given)
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const token = await tokenOf()
    const begun = performance.now()
    const input = { n, until: new Date(Date.now() + waitSeconds * 1_000).toISOString() }
    const { runId } = await callGateway(port, token, { type: 'execute-workflow', workflowId, input })
    ids.push(String(runId))
    await sleep(Math.max(0, everyMs - (performance.now() - begun)))
  }
  return ids
}

const resumeDelays = async (store: Store, calling: Calling, count: number): Promise<number[]> => {
  const { client, given, port } = calling
  const ids = await startsOf(store, calling, forDays, count)
  await waiting(client, given.orgId, ids)
  const tokenOf = tokens(store, given)
  const calledAt = new Map<string, number>()
  for (const runId of ids) {
    const token = await tokenOf()
    const begun = performance.now()
    calledAt.set(runId, Date.now())
    await callGateway(port, token, { type: 'resume-workflow', runId })
    await sleep(Math.max(0, everyMs - (performance.now() - begun)))
  }
  const begun = await begunAfter(client, given.orgId, ids)
  return ids.map((id) => (begun.get(id) as number) - (calledAt.get(id) as number))
}

const waiting = async (client: pg.Client, orgId: string, ids: readonly string[]): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from foyer.workflow_waits where org_id = $1 and run_id = any ($2)`,
      [orgId, ids],
    )
    if (rows[0]?.n === ids.length) return
    await sleep(100)
  }
  throw new Error('runs did not begin to wait')
}

const dueDelays = async (store: Store, calling: Calling, count: number): Promise<number[]> => {
  const { client, given } = calling
  const ids = await startsOf(store, calling, { kind: 'until', at: 'trigger.input.until' }, count)
  const begun = await begunAfter(client, given.orgId, ids)
  const { rows } = await client.query<{ run_id: string; due_at: Date }>(
    'select run_id, due_at from foyer.workflow_waits where org_id = $1 and run_id = any ($2)',
    [given.orgId, ids],
  )
  return rows.map(({ run_id, due_at }) => (begun.get(run_id) as number) - due_at.getTime())
}
