import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Given } from './candidates/ready.ts'
import { median, p99Of, type Row } from './figures.ts'
import { leadBody } from './load.ts'
import { startCandidate, startWorker } from './processes.ts'
import type { Store } from './store.ts'
import {
  fiveSteps,
  type Measuring,
  openClient,
  publishWorkflow,
  queueRuns,
  shown,
  untilFollowed,
  untilQuiet,
  withLeads,
} from './workflows-given.ts'

const everyMs = 200
/** How long a slow receiver takes. */
const slowMs = 5_000
/** Runs that one statement of the burst starts. */
const chunk = 5_000

/** How long an event of one workspace takes to the first step of its run, alone and while another workspace starts very many. */
export const workflowBurstRow = async (store: Store, small: Given, { quick, rounds, say }: Measuring): Promise<Row> => {
  const given = await store.copy(small, 'bench_workflow_bursts')
  const other = await store.workspace(given)
  const client = await openClient(given)
  const events = await publishWorkflow(client, given.orgId, withLeads())
  const busy = await publishWorkflow(client, other.orgId, fiveSteps)
  const server = await startCandidate('foyer', given)
  const worker = await startWorker(given)
  const starts = quick ? 20_000 : 100_000
  const samples = quick ? 50 : 100
  let next = 90_000_000
  const measure = async (isOver: (count: number) => boolean): Promise<number[]> => {
    const delays = await firstSteps(client, { given, port: server.port, workflowId: events }, { from: next, isOver })
    next += delays.length
    return delays
  }
  const [alone, during]: [number[], number[]] = [[], []]
  try {
    await untilFollowed(client)
    await measure((count) => count === samples)
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      await untilQuiet(client)
      alone.push(...(await measure((count) => count === samples)))
      let isWorking = true
      // What comes behind the burst counts for neither.
      const burst = startMany(given, { orgId: other.orgId, workflowId: busy }, starts).finally(() => {
        isWorking = false
      })
      const [found] = await Promise.all([measure((count) => count > 0 && !isWorking), burst])
      during.push(...found)
      say(`first step: alone ${p99Of(alone).toFixed(0)} ms, during ${p99Of(during).toFixed(0)} ms`)
    }
    return rowOf(
      `from an event to the first step of its run while another workspace starts ${shown(starts)}: p99 of ${shown(during.length)} ÷ p99 alone`,
      { alone, during },
    )
  } finally {
    await worker.stop()
    await server.stop()
    await client.end()
    await store.drop(given)
  }
}

/** The same while thousands of steps of two other workspaces wait for a receiver that takes seconds. */
export const workflowSlowBurstRow = async (store: Store, small: Given, { quick, say }: Measuring): Promise<Row> => {
  const given = await store.copy(small, 'bench_workflow_slow_bursts')
  const others = [await store.workspace(given), await store.workspace(given)]
  const client = await openClient(given)
  const receiver = createServer((_, response) => void setTimeout(() => response.end('{}'), slowMs))
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const { port } = receiver.address() as AddressInfo
  const ask = { id: 'first', kind: 'http', method: 'POST', url: `http://127.0.0.1:${port}/`, body: 'x' }
  const events = await publishWorkflow(client, given.orgId, withLeads())
  const server = await startCandidate('foyer', given)
  const worker = await startWorker(given)
  const starts = quick ? 1_000 : 5_000
  const samples = quick ? 25 : 100
  let next = 91_000_000
  const measure = async (): Promise<number[]> => {
    const where = { given, port: server.port, workflowId: events }
    const delays = await firstSteps(client, where, { from: next, isOver: (count) => count === samples })
    next += delays.length
    return delays
  }
  try {
    await untilFollowed(client)
    await measure()
    const alone = await measure()
    for (const { orgId } of others)
      await queueRuns(
        client,
        orgId,
        await publishWorkflow(client, orgId, { trigger: { kind: 'request' }, nodes: [ask] }),
        starts,
      )
    await sleep(slowMs)
    const during = await measure()
    say(`first step: alone ${p99Of(alone).toFixed(0)} ms, beside slow steps ${p99Of(during).toFixed(0)} ms`)
    return rowOf(
      `from an event to the first step of its run while ${shown(starts)} slow requests each of two other workspaces wait: p99 of ${samples} ÷ p99 alone`,
      { alone, during },
    )
  } finally {
    await worker.stop()
    await server.stop()
    await client.end()
    receiver.closeAllConnections()
    receiver.close()
    await store.drop(given)
  }
}

const rowOf = (what: string, { alone, during }: Readonly<Record<'alone' | 'during', readonly number[]>>): Row => {
  const [baseline, found] = [p99Of(alone), p99Of(during)]
  return {
    ...{ what, must: '≤ 1.5' },
    found: `**${(found / baseline).toFixed(2)}**, ${found.toFixed(0)} ÷ ${baseline.toFixed(0)} ms; p50 ${median(during).toFixed(0)} ÷ ${median(alone).toFixed(0)} ms`,
    kept: found <= 1.5 * baseline,
  }
}

/** Queues runs, and comes back when the last of them was taken up. */
const startMany = async (
  given: Given,
  { orgId, workflowId }: { readonly orgId: string; readonly workflowId: string },
  count: number,
): Promise<void> => {
  const client = await openClient(given)
  try {
    for (let n = 0; n < count; n += chunk) await queueRuns(client, orgId, workflowId, Math.min(chunk, count - n))
    const isDue = async (): Promise<boolean> => {
      const { rowCount } = await client.query(
        'select from foyer.workflow_runs where org_id = $1 and due_at is not null limit 1',
        [orgId],
      )
      return rowCount === 1
    }
    while (await isDue()) await sleep(50)
  } finally {
    await client.end()
  }
}

/** Posts leads, and reads when the first step of each one's run had ended. Milliseconds from when it was sent. */
const firstSteps = async (
  client: pg.Client,
  { given, port, workflowId }: { readonly given: Given; readonly port: number; readonly workflowId: string },
  { from, isOver }: { readonly from: number; readonly isOver: (count: number) => boolean },
): Promise<number[]> => {
  const sentAt = new Map<string, number>()
  for (let n = from; !isOver(sentAt.size); n++) {
    const begun = performance.now()
    const at = Date.now()
    const answer = await fetch(`http://127.0.0.1:${port}/v1/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${given.key}` },
      body: leadBody(n),
    })
    const body = (await answer.json()) as { lead_id: string }
    if (answer.status !== 200) throw new Error(JSON.stringify(body))
    sentAt.set(body.lead_id, at)
    await sleep(Math.max(0, everyMs - (performance.now() - begun)))
  }
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await client.query<{ lead: string; at: Date }>(
      `select r.subject_id as lead, s.ended_at as at from foyer.workflow_runs r
       join foyer.workflow_steps s on s.org_id = r.org_id and s.run_id = r.id and s.node = 'first'
       where r.org_id = $1 and r.workflow_id = $2 and r.subject_id = any ($3)`,
      [given.orgId, workflowId, [...sentAt.keys()]],
    )
    if (rows.length === sentAt.size) return rows.map(({ lead, at }) => at.getTime() - (sentAt.get(lead) as number))
    await sleep(100)
  }
  throw new Error('events started no runs')
}
