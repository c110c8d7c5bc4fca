import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newId } from '#core/ids.ts'
import { connectionOptions } from '#db/connect.ts'
import { Definition } from '#domains/automation/workflows/definition.ts'
import type { Given } from './candidates/ready.ts'

/** What the parts of this bench have in common. */
export interface Measuring {
  readonly quick: boolean
  readonly rounds: number
  readonly seconds: number
  readonly say: (step: string) => void
}

export const shown = (count: number): string => count.toLocaleString('en')

/** A connection that sees all workspaces. */
export const openClient = async ({ target }: Given): Promise<pg.Client> => {
  const client = new pg.Client(connectionOptions(target, { application: 'bench', role: null }))
  client.on('error', () => {})
  await client.connect()
  await client.query('set row_security = off')
  return client
}

const byRequest = {
  kind: 'request',
  input: [
    { name: 'n', label: 'N', type: 'number', required: true },
    { name: 'until', label: 'Until', type: 'text' },
  ],
}

/** Five steps that compute: they set values, ask a condition and choose among cases. */
export const fiveSteps = {
  trigger: byRequest,
  nodes: [
    { id: 'first', kind: 'set', values: { total: '{{ trigger.input.n + 1 }}' }, next: { done: 'is_large' } },
    { id: 'is_large', kind: 'condition', when: 'vars.total > 0', next: { yes: 'second', no: 'second' } },
    { id: 'second', kind: 'set', values: { label: 'run {{ trigger.input.n }}' }, next: { done: 'kind' } },
    {
      ...{ id: 'kind', kind: 'switch', cases: [{ id: 'none', when: "vars.label == 'none'" }] },
      next: { none: 'third', otherwise: 'third' },
    },
    { id: 'third', kind: 'set', values: { done: '{{ steps.second.label }}' } },
  ],
}

/** Starts with each lead, unless the filter says no. */
export const withLeads = (filter?: string) => ({
  trigger: { kind: 'event', event: 'lead.received', ...(filter !== undefined && { filter }) },
  nodes: [{ id: 'first', kind: 'set', values: { source: '{{ trigger.data.source }}' } }],
})

/** Waits as it is said, then has one more step. */
export const thatWaits = (what: object) => ({
  trigger: byRequest,
  nodes: [
    { id: 'pause', kind: 'wait', for: what, next: { done: 'after' } },
    { id: 'after', kind: 'set', values: { gone_on: true } },
  ],
})

/** Publishes a workflow past the editor, as versions stand in the database. Answers its id. */
export const publishWorkflow = async (
  client: pg.Client,
  orgId: string,
  written: { readonly trigger: object; readonly nodes: readonly object[] },
): Promise<string> => {
  const first = (written.nodes[0] as { id: string }).id
  const { name, trigger, ...rest } = Definition.parse({ foyer_workflow: 1, name: 'Bench', first, ...written })
  const definition = { name, trigger, ...rest }
  const id = newId()
  await client.query(
    `insert into foyer.workflows (org_id, id, name, published_version, last_version, trigger_kind) values ($1, $2, $3, 1, 1, $4)`,
    [orgId, id, name, trigger.kind],
  )
  await client.query(
    `insert into foyer.workflow_versions (org_id, workflow_id, version, definition, trigger_kind, trigger_event, role, publisher_id)
     values ($1, $2, 1, $3, $4, $5, $6, $7)`,
    [
      ...[orgId, id, JSON.stringify(definition), trigger.kind, trigger.kind === 'event' ? trigger.event : null],
      ...[definition.settings.role, newId()],
    ],
  )
  return id
}

/** Queues runs that are due now, in one statement; each has a number. */
export const queueRuns = async (client: pg.Client, orgId: string, workflowId: string, count: number): Promise<void> => {
  await client.query(
    `with g as materialized (select n, uuidv7() as id from generate_series(1, $3::int) n)
     insert into foyer.workflow_runs (org_id, id, workflow_id, version, trigger, root_id, bytes, due_at)
     select $1, id, $2, 1, jsonb_build_object('kind', 'request', 'at', now(), 'input', jsonb_build_object('n', n), 'subject', null), id, 100, now() from g`,
    [orgId, workflowId, count],
  )
}

const patienceMs = 600_000

/** Until no run is due, and the reactions to what was have read it. */
export const untilQuiet = async (client: pg.Client): Promise<void> => {
  for (const begun = performance.now(); performance.now() - begun < patienceMs; await sleep(100)) {
    const { rows } = await client.query<{ busy: boolean }>(
      `select exists (select from foyer.workflow_runs where due_at < now() + interval '20 seconds')
         or exists (select from directory.event_cursors c where c.reader in ('workflows', 'search')
           and exists (select from foyer.events e where (e.tx, e.id) > (c.tx, c.id))) as busy`,
    )
    if (!rows[0]?.busy) return
  }
  throw new Error('the worker did not catch up')
}

/** How many runs of a workspace have ended within a stretch, by the clock of the database. */
export const endedWithin = async (client: pg.Client, orgId: string, since: Date, until: Date): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from foyer.workflow_runs where org_id = $1 and ended_at >= $2 and ended_at < $3`,
    [orgId, since, until],
  )
  return rows[0]?.n ?? 0
}

/** Until the worker follows events: a reaction begins with what happens after its first look. */
export const untilFollowed = async (client: pg.Client): Promise<void> => {
  for (const begun = performance.now(); performance.now() - begun < patienceMs; await sleep(100)) {
    const { rowCount } = await client.query(`select from directory.event_cursors where reader = 'workflows'`)
    if (rowCount === 1) return
  }
  throw new Error('the worker does not follow events')
}
