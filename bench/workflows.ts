import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Given } from './candidates/ready.ts'
import { perSecond, type Row, ratio } from './figures.ts'
import type { LoadReport } from './load.ts'
import { pgbenchVersion, runScript } from './pgbench.ts'
import { type Candidate, startCandidate, startWorker } from './processes.ts'
import type { Store } from './store.ts'
import { workflowBurstRow, workflowSlowBurstRow } from './workflow-bursts.ts'
import { workflowWaitRows } from './workflow-waits.ts'
import {
  endedWithin,
  fiveSteps,
  type Measuring,
  openClient,
  publishWorkflow,
  queueRuns,
  untilQuiet,
  withLeads,
} from './workflows-given.ts'

interface WithLeads extends Measuring {
  readonly sendLeads: (server: Candidate, given: Given) => Promise<LoadReport>
}

/** Runs of workflows beside bare rows and DBOS; what they cost the intake; what many that wait, start or are stored cost. */
export const workflowRows = async (store: Store, small: Given, measuring: WithLeads): Promise<Row[]> => [
  ...(await runRows(store, small, measuring)),
  await filterRow(store, small, measuring),
  ...(await workflowWaitRows(store, small, measuring)),
  await workflowBurstRow(store, small, measuring),
  await workflowSlowBurstRow(store, small, measuring),
]

// ── Runs of five steps ──────────────────────────────────────────────────────────────────────────────────────────────

/** As many as are kept due: two claims of a worker, and what is queued while it works on them. */
const backlog = 6_000
const inFlights = [16, 64, 256]

const runRows = async (store: Store, small: Given, { rounds, seconds, say }: Measuring): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_workflows')
  await store.query(given, 'create database bench_dbos')
  const client = await openClient(given)
  const workflowId = await publishWorkflow(client, given.orgId, fiveSteps)
  const dbos = await startCandidate('dbos', { ...given, target: { ...given.target, database: 'bench_dbos' } })
  const worker = await startWorker(given)
  const ours = (ms: number): Promise<number> => measureRuns(client, given, workflowId, ms)
  const theirs = (inFlight: number, ms: number): Promise<number> => measureDbos(dbos, inFlight, ms)
  const hasPgbench = pgbenchVersion() !== null
  const figures = { foyer: [] as number[], pgbench: [] as number[], dbos: [] as number[] }
  try {
    await ours(2_000)
    const best = await bestInFlight(theirs, say)
    const written = { name: 'runs', text: statements(given.orgId, workflowId), clients: 16 }
    for (let round = 0; round < rounds; round++) {
      figures.foyer.push(await ours(seconds * 1_000))
      if (hasPgbench) figures.pgbench.push(await runScript(store, given, { ...written, seconds }))
      figures.dbos.push(await theirs(best, seconds * 1_000))
      say(
        `round ${round + 1}  runs/s: ${Object.entries(figures)
          .map(([name, all]) => `${name} ${Math.round(all.at(-1) ?? 0)}`)
          .join(', ')}`,
      )
    }
    return [besidePgbench(figures), besideDbos(figures, best)]
  } finally {
    await worker.stop()
    await dbos.stop()
    await client.end()
    await store.drop(given)
  }
}

/** Runs that end a second, while as many are queued behind them as are due. */
const measureRuns = async (client: pg.Client, { orgId }: Given, workflowId: string, ms: number): Promise<number> => {
  const fill = async (): Promise<void> => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from (select from foyer.workflow_runs where org_id = $1 and due_at is not null limit ${backlog}) r`,
      [orgId],
    )
    const due = rows[0]?.n ?? 0
    if (due < backlog / 2) await queueRuns(client, orgId, workflowId, backlog - due)
  }
  await fill()
  // Until it has begun: a worker that was told nothing looks every five seconds.
  const known = new Date()
  while ((await endedWithin(client, orgId, known, new Date(Date.now() + 60_000))) === 0) await sleep(20)
  await fill()
  const since = new Date()
  const begun = performance.now()
  while (performance.now() - begun < ms) {
    await sleep(50)
    await fill()
  }
  const until = new Date()
  const ended = await endedWithin(client, orgId, since, until)
  await untilQuiet(client)
  return (ended * 1_000) / (until.getTime() - since.getTime())
}

const measureDbos = async ({ port }: Candidate, inFlight: number, ms: number): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}/?runs=${inFlight}&ms=${ms}`)
  if (answer.status !== 200) throw new Error(await answer.text())
  return ((await answer.json()) as { perSecond: number }).perSecond
}

/** How many at a time are fastest here. The first go is the warm-up. */
const bestInFlight = async (
  measure: (inFlight: number, ms: number) => Promise<number>,
  say: (step: string) => void,
): Promise<number> => {
  await measure(64, 2_000)
  const rates: [number, number][] = []
  for (const inFlight of inFlights) rates.push([inFlight, await measure(inFlight, 1_500)])
  say(`DBOS: ${rates.map(([inFlight, rate]) => `${Math.round(rate)}/s with ${inFlight} under way`).join(', ')}`)
  return rates.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 64
}

/**
 * The rows of a run and of its five steps as they stand at its end, all columns that we write, and nothing else: nothing is claimed, computed
 * or announced. Seven statements between BEGIN and COMMIT.
 */
const statements = (orgId: string, workflowId: string): string => {
  const step = (node: string, place: number, kind: string, outlet: string, output: string): string =>
    `insert into workflow_steps (org_id, run_id, node, path, place, kind, state, outlet, tries, input, output, error, cost_micros, ended_at) values ('${orgId}', :run_id, '${node}', '', ${place}, '${kind}', 'done', '${outlet}', 0, null, ${output}, null, null, clock_timestamp());`
  return `
\\set n random(1, 1000000)
begin;
insert into workflow_runs (org_id, id, workflow_id, version, state, reason_code, reason, start_key, event_id, person_id, key_id, subject_kind, subject_id, trigger, root_id, parent_id, replay_of, depth, causes, progress, concurrency_key, step_count, bytes, due_at, lease, fence, deaths, started_at, ended_at) select '${orgId}', g.id, '${workflowId}', 1, 'completed', null, null, null, null, null, null, null, null, jsonb_build_object('kind', 'request', 'at', now(), 'input', jsonb_build_object('n', :n::int), 'subject', null), g.id, null, null, 0, '[]', '{"threads": [], "frames": {}, "vars": {}}', null, 5, 0, null, null, 1, 0, now(), now() from (select uuidv7() as id offset 0) g returning id as run_id \\gset
${step('first', 1, 'set', 'done', `jsonb_build_object('total', :n::int + 1)`)}
${step('is_large', 2, 'condition', 'yes', 'null')}
${step('second', 3, 'set', 'done', `jsonb_build_object('label', 'run ' || :n::int)`)}
${step('kind', 4, 'switch', 'otherwise', 'null')}
${step('third', 5, 'set', 'done', `jsonb_build_object('done', 'run ' || :n::int)`)}
commit;
`
}

interface RunFigures {
  readonly foyer: readonly number[]
  readonly pgbench: readonly number[]
  readonly dbos: readonly number[]
}

const besidePgbench = ({ foyer, pgbench }: RunFigures): Row => {
  const what =
    'runs of five computing steps ended a second ÷ `pgbench` writing a run and its five steps, one transaction a run, prepared, 16 clients'
  if (pgbench.length === 0) return { what, must: '≥ 1', found: 'not measured: `pgbench` is not installed here', kept: null }
  const found = ratio(foyer, pgbench)
  return {
    ...{ what, must: '≥ 1' },
    found: `${found.words}, ${perSecond(foyer)} ÷ ${perSecond(pgbench)}`,
    kept: found.median >= 1,
  }
}

const besideDbos = ({ foyer, dbos }: RunFigures, inFlight: number): Row => {
  const found = ratio(foyer, dbos)
  return {
    what: `÷ workflows of five steps of DBOS 5.3.0 on the same server, ${inFlight} under way`,
    must: '≥ 4',
    found: `${found.words}, ${perSecond(foyer)} ÷ ${perSecond(dbos)}`,
    kept: found.median >= 4,
  }
}

// ── What filters cost the intake ────────────────────────────────────────────────────────────────────────────────────

const published = 10

const filterRow = async (store: Store, small: Given, { rounds, say, sendLeads }: WithLeads): Promise<Row> => {
  const sides = []
  for (const name of ['none', 'ten']) {
    const given = await store.copy(small, `bench_filters_${name}`)
    const client = await openClient(given)
    if (name === 'ten')
      for (let n = 0; n < published; n++)
        await publishWorkflow(
          client,
          given.orgId,
          withLeads(`trigger.data.source == 'partner-${n}' && size(trigger.data.email) > 3`),
        )
    sides.push({ name, given, client, server: await startCandidate('foyer', given), worker: await startWorker(given) })
  }
  const rates: Record<string, number[]> = { none: [], ten: [] }
  try {
    for (const { server, given, client } of sides) {
      await sendLeads(server, given)
      await untilQuiet(client)
    }
    for (let round = 0; round < rounds; round++)
      for (const { name, given, client, server } of round % 2 === 0 ? sides : sides.toReversed()) {
        const { perSecond: rate } = await sendLeads(server, given)
        rates[name]?.push(rate)
        const begun = performance.now()
        await untilQuiet(client)
        say(
          `${name === 'ten' ? 'ten workflows' : 'no workflow  '} ${Math.round(rate)} leads/s, read ${((performance.now() - begun) / 1_000).toFixed(1)} s later`,
        )
      }
    const started = await sides[1]?.client.query('select from foyer.workflow_runs limit 1')
    if (started?.rowCount) throw new Error('a filter said yes')
    const [ten = [], none = []] = [rates.ten, rates.none]
    const found = ratio(ten, none)
    return {
      what: 'leads a second with ten published workflows whose filters say no ÷ with none, server and worker',
      must: '≥ 0.9',
      found: `${found.words}, ${perSecond(ten)} ÷ ${perSecond(none)}`,
      kept: found.median >= 0.9,
    }
  } finally {
    for (const { given, client, server, worker } of sides) {
      await worker.stop()
      await server.stop()
      await client.end()
      await store.drop(given)
    }
  }
}
