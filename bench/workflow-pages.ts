import { execFileSync } from 'node:child_process'
import { newId } from '#core/ids.ts'
import type { Given } from './candidates/ready.ts'
import type { Row } from './figures.ts'
import { timesOfCalls } from './gateway-calls.ts'
import { startCandidate, startWorker } from './processes.ts'
import { type Store, withoutIndexes } from './store.ts'
import { fiveSteps, type Measuring, openClient, publishWorkflow, shown } from './workflows-given.ts'

const mostMs = 50
const workflows = 10
const stepsOfRun = 5
/** Of the longest run: as many as one may have. */
const mostSteps = 1_000
const chunk = 200_000
/** Of a hundred calls the p99 would be the second slowest: what else the machine did just then. A member may make no more of some of them in a minute. */
const often = { calls: 400, warmUpCalls: 40, callsOfMember: 40 }

/** Pages of runs in a workspace with very many steps. */
export const workflowPagesRow = async (
  store: Store,
  small: Given,
  { quick, say }: Pick<Measuring, 'quick' | 'say'>,
): Promise<Row> => {
  const steps = quick ? 1_000_000 : 10_000_000
  const given = await store.copy(small, 'bench_workflow_pages')
  say(`storing ${shown(steps)} steps`)
  const stored = await fillSteps(given, steps, say)
  const server = await startCandidate('foyer', given)
  const worker = await startWorker(given)
  try {
    const { worst, words } = await timesOfCalls(store, { given, port: server.port }, pagesOf(stored), often)
    return {
      what: `p99 of pages of runs with ${shown(steps)} steps stored, server and worker running, from call to answer`,
      must: `≤ ${mostMs} ms each`,
      found: words,
      kept: worst <= mostMs,
    }
  } finally {
    await worker.stop()
    await server.stop()
    await store.drop(given)
  }
}

interface Stored {
  readonly workflowId: string
  readonly subjectId: string
  readonly middleId: string
  readonly longestId: string
}

const pagesOf = ({ workflowId, subjectId, middleId, longestId }: Stored): Record<string, object> => {
  const list = { type: 'list-runs', limit: 50 }
  return {
    'runs, newest first': list,
    'from their middle': { ...list, cursor: middleId },
    'of a workflow': { ...list, workflowId },
    'of a contact': { ...list, subjectId },
    'those that need a person, one in 10,000': { ...list, states: ['paused', 'failed'] },
    'those of a workflow': { ...list, workflowId, states: ['paused', 'failed'] },
    'cancelled: none': { ...list, states: ['cancelled'] },
    'those that ended well, from the middle': { ...list, states: ['completed'], cursor: middleId },
    'a run of five steps': { type: 'show-run', runId: middleId },
    'a run of 1,000 steps': { type: 'show-run', runId: longestId },
    workflows: { type: 'list-workflows' },
  }
}

/** Runs of five steps over ninety days, of which one in 10,000 failed or is paused, and one of very many steps. */
const fillSteps = async (given: Given, steps: number, say: (step: string) => void): Promise<Stored> => {
  const client = await openClient(given)
  const { orgId } = given
  const runs = steps / stepsOfRun
  try {
    const ids: string[] = []
    while (ids.length < workflows) ids.push(await publishWorkflow(client, orgId, fiveSteps))
    await withoutIndexes(client, ['workflow_runs', 'workflow_steps'], async () => {
      for (let from = 1; from <= runs; from += chunk) {
        await client.query(runsOf(orgId, ids, { from, to: Math.min(runs, from + chunk - 1), runs }))
        say(`${shown(Math.min(runs, from + chunk - 1) * stepsOfRun)} steps`)
      }
    })
    const middle = await client.query<{ id: string; subject_id: string }>(
      'select id, subject_id from foyer.workflow_runs where org_id = $1 order by id offset $2 limit 1',
      [orgId, Math.floor(runs / 2)],
    )
    const longestId = newId()
    await client.query(
      `insert into foyer.workflow_runs (org_id, id, workflow_id, version, state, trigger, root_id, step_count, started_at, ended_at)
       values ($1, $2, $3, 1, 'completed', '{"kind": "request"}', $2, $4, now(), now())`,
      [orgId, longestId, ids[0], mostSteps],
    )
    await client.query(
      `insert into foyer.workflow_steps (org_id, run_id, node, path, place, kind, state, outlet, output, ended_at)
       select $1, $2, 'first', '/loop.' || n, n, 'set', 'done', 'done', jsonb_build_object('total', n), now() from generate_series(1, $3::int) n`,
      [orgId, longestId, mostSteps],
    )
    await client.query('vacuum analyze foyer.workflow_runs, foyer.workflow_steps, foyer.workflows, foyer.workflow_versions')
    // What that left is written before anything is timed.
    await client.query('checkpoint')
    execFileSync('sync')
    const { id: middleId = '', subject_id: subjectId = '' } = middle.rows[0] ?? {}
    return { workflowId: ids[0] ?? '', subjectId, middleId, longestId }
  } finally {
    await client.end()
  }
}

const runsOf = (
  orgId: string,
  workflowIds: readonly string[],
  { from, to, runs }: { readonly from: number; readonly to: number; readonly runs: number },
): string => `
  with g as materialized (
    select n, uuidv7(age) as id, now() + age as at, ('{${workflowIds.join(',')}}'::uuid[])[1 + n % ${workflowIds.length}] as workflow,
      overlay(overlay(md5('contact' || n % 40000) placing '4' from 13) placing '8' from 17)::uuid as subject, case when n % 20000 = 0 then 'paused' when n % 20000 = 10000 then 'failed' else 'completed' end as state
    from generate_series(${from}, ${to}) n, lateral (select make_interval(secs => (n - ${runs} - 1) * 7776000.0 / ${runs}) as age) a),
  r as (insert into foyer.workflow_runs (org_id, id, workflow_id, version, state, trigger, root_id, subject_kind, subject_id, start_key, event_id, step_count,
      progress, fence, created_at, started_at, ended_at)
    select '${orgId}', id, workflow, 1, state, jsonb_build_object('kind', 'event', 'type', 'lead.received', 'data', jsonb_build_object('n', n)), id, 'contact',
      subject, 'event:' || id, id, ${stepsOfRun}, '{"threads": [], "frames": {}, "vars": {}}', 1, at, at, case when state <> 'paused' then at end from g)
  insert into foyer.workflow_steps (org_id, run_id, node, path, place, kind, state, outlet, output, started_at, ended_at)
  select '${orgId}', g.id, s.node, '', s.place, s.kind, 'done', 'done', jsonb_build_object('total', g.n), g.at, g.at
  from g, (values ('first', 1, 'set'), ('is_large', 2, 'condition'), ('second', 3, 'set'), ('kind', 4, 'switch'), ('third', 5, 'set')) s (node, place, kind)`
