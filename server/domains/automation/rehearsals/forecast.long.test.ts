import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { until } from '#test/support/until.ts'
import { passTime, publish } from '#test/support/workflows.ts'
import { Definition } from '../workflows/definition.ts'
import { rehearse } from './rehearse.ts'
import type { PlayOutcome } from './stage.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let job: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
  worker = await app.startWorker()
  job = await openJobContext(app, { SANDBOX: 'on' })
})
after(async () => {
  await job?.close()
  await worker?.stop()
  await app.stop()
})

type Segment =
  | { readonly kind: 'task' | 'refused' | 'set' | 'stop' | 'day' }
  | { readonly kind: 'wait'; readonly isAbout: boolean; readonly source: string }
  | { readonly kind: 'if'; readonly source: string; readonly inner: readonly Segment[] }
  | { readonly kind: 'loop'; readonly items: number; readonly inner: readonly Segment[] }
  | {
      readonly kind: 'branches'
      readonly forAll: boolean
      readonly left: readonly Segment[]
      readonly right: readonly Segment[]
    }

const sources = ['web', 'fair', 'call']
const { segments } = fc.letrec<{ segments: Segment[]; segment: Segment }>((tie) => ({
  segments: fc.array(tie('segment'), { minLength: 1, maxLength: 3, depthIdentifier: 'graph' }),
  segment: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'graph' },
    fc.record({ kind: fc.constantFrom('task' as const, 'task' as const, 'set' as const, 'day' as const) }),
    fc.record({ kind: fc.constantFrom('refused' as const, 'stop' as const, 'task' as const) }),
    fc.record({ kind: fc.constant('wait' as const), isAbout: fc.boolean(), source: fc.constantFrom(...sources) }),
    fc.record({ kind: fc.constant('if' as const), source: fc.constantFrom(...sources), inner: tie('segments') }),
    fc.record({ kind: fc.constant('loop' as const), items: fc.integer({ min: 0, max: 3 }), inner: tie('segments') }),
    fc.record({
      ...{ kind: fc.constant('branches' as const), forAll: fc.boolean(), left: tie('segments'), right: tie('segments') },
    }),
  ),
}))

/** A graph of such parts, each behind the other. */
const graphOf = (parts: readonly Segment[]): object[] => {
  const nodes: object[] = []
  const lay = (list: readonly Segment[], next: string | undefined): string | undefined => {
    const [part, ...rest] = list
    if (!part) return next
    const id = `n${nodes.push({})}`
    const place = nodes.length - 1
    const follows = lay(rest, next)
    const on = (outlet: string, to: string | undefined = follows) => (to === undefined ? {} : { [outlet]: to })
    nodes[place] = nodeOf(part, id, on, lay, follows)
    return id
  }
  lay(parts, undefined)
  return nodes
}

const nodeOf = (
  part: Segment,
  id: string,
  on: (outlet: string, to?: string) => object,
  lay: (list: readonly Segment[], next: string | undefined) => string | undefined,
  follows: string | undefined,
): object => {
  const title = `${id} {{ trigger.data.name }} {{ trigger.data.source }} {{ vars.last ?? '' }}`
  const contactId = '{{ trigger.data.contact_id }}'
  switch (part.kind) {
    case 'task':
      return { id, kind: 'action', action: 'add-task', input: { title, contactId }, next: on('done') }
    case 'refused':
      return {
        id,
        kind: 'action',
        action: 'add-task',
        input: { title: '', contactId },
        next: { ...on('done'), ...on('error') },
      }
    case 'set':
      return { id, kind: 'set', values: { last: `${id} {{ trigger.data.source }}` }, next: on('done') }
    case 'stop':
      return { id, kind: 'stop', reason: 'Stopped for {{ trigger.data.name }}' }
    case 'day':
      return { id, kind: 'wait', for: { kind: 'duration', duration: { amount: 1, unit: 'days' } }, next: on('done') }
    case 'wait':
      return {
        ...{ id, kind: 'wait', next: { ...on('done'), ...on('timeout') } },
        for: {
          ...{ kind: 'event', event: 'lead.received', where: `event.data.source == '${part.source}'` },
          ...{ at_most: { amount: 1, unit: 'days' }, ...(part.isAbout && { about: 'trigger.data.contact_id' }) },
        },
      }
    case 'if':
      return {
        ...{ id, kind: 'condition', when: `trigger.data.source == '${part.source}'` },
        next: { ...on('yes', lay(part.inner, follows)), ...on('no') },
      }
    case 'loop':
      return {
        ...{ id, kind: 'loop', items: JSON.stringify(Array.from({ length: part.items }, (_, n) => `item ${n}`)) },
        next: { ...on('each', lay(part.inner, undefined)), ...on('done') },
      }
    case 'branches':
      return {
        ...{ id, kind: 'parallel', branches: [{ id: 'left' }, { id: 'right' }], wait_for: part.forAll ? 'all' : 'any' },
        next: { ...on('left', lay(part.left, undefined)), ...on('right', lay(part.right, undefined)), ...on('done') },
      }
  }
}

const cases = fc.record({
  parts: segments,
  key: fc.option(fc.constantFrom('queue' as const, 'skip' as const, 'cancel_older' as const), { nil: null }),
  filter: fc.option(fc.constantFrom(...sources), { nil: null }),
  leads: fc.array(fc.record({ person: fc.integer({ min: 0, max: 1 }), source: fc.constantFrom(...sources) }), {
    ...{ minLength: 1, maxLength: 4 },
  }),
})

interface RealRun {
  readonly id: string
  readonly state: string
  readonly reason: string | null
  readonly event_id: string
  readonly effects: unknown
}

const realRuns = (as: Someone, workflowId: string): Promise<RealRun[]> =>
  app.database.inOrg(as.orgId, async (db) => {
    const { rows } = await sql<RealRun>`
      select r.id, r.state, r.reason, r.event_id,
        (select jsonb_agg(jsonb_build_array(s.node, s.path, s.state, s.input) order by s.place) from workflow_steps s
         where s.org_id = r.org_id and s.run_id = r.id and s.kind = 'action' and s.state in ('done', 'failed')) as effects
      from workflow_runs r where r.org_id = ${as.orgId} and r.workflow_id = ${workflowId} order by r.id`.execute(db)
    return rows
  })

/** Nothing is under way: each run waits, or has ended; those that wait for their turn are not begun. */
const settled = (as: Someone, workflowId: string, seen: () => Promise<boolean>): Promise<unknown> =>
  until('all runs have come to rest', async () => {
    if (!(await seen())) return false
    return app.database.inOrg(as.orgId, async (db) => {
      const { rows } = await sql`
        select from workflow_runs where org_id = ${as.orgId} and workflow_id = ${workflowId} and ended_at is null
          and (lease is not null or due_at <= now())`.execute(db)
      return rows.length === 0
    })
  })

/** The reaction has seen all events so far: a workflow beside it, which wants each, has had a run of the last. */
const allSeen = (as: Someone, everyId: string, leads: number) => async (): Promise<boolean> => {
  const runs = await realRuns(as, everyId)
  return runs.length === leads && runs.every(({ state }) => state === 'completed')
}

const shownOfReal = (runs: readonly RealRun[]) =>
  Object.fromEntries(runs.map(({ event_id, state, reason, effects }) => [event_id, { state, reason, effects: effects ?? [] }]))

const shownOfPlayed = ({ runs }: PlayOutcome) =>
  Object.fromEntries(
    runs.map(({ key, state, reason, entries }) => [
      key.replace('event:', ''),
      {
        ...{ state, reason },
        effects: entries
          .filter(({ kind }) => kind === 'action')
          .map(({ node, path, state: ended, input }) => [node, path, ended, input]),
      },
    ]),
  )

test('a rehearsal forecasts what the version then really does on the same events', { timeout: 240_000 }, async () => {
  const states = new Set<string>()
  let effectCount = 0
  await fc.assert(
    fc.asyncProperty(cases, async ({ parts, key, filter, leads }) => {
      const as = await app.given.organization()
      const posting = await app.given.key(as.orgId)
      const from = new Date()
      const every = await publish(app, as, { trigger: { kind: 'event', event: 'lead.received' } })
      const written = {
        trigger: {
          kind: 'event',
          event: 'lead.received',
          ...(filter !== null && { filter: `trigger.data.source != '${filter}'` }),
        },
        nodes: graphOf(parts),
        settings: { ...(key !== null && { concurrency: { key: 'trigger.data.contact_id', others: key } }) },
      }
      const { id } = await publish(app, as, written)
      for (const [index, { person, source }] of leads.entries()) {
        const lead = { name: `Person ${person}`, email: `person${person}@example.com`, source, external_id: `${index}` }
        assert.equal((await app.post(lead, posting.text)).status, 200)
        await settled(as, id, allSeen(as, every.id, index + 1))
      }
      const to = new Date()
      for (let days = 0; ; days++) {
        assert.ok(days < 60, 'the runs end')
        const open = (await realRuns(as, id)).filter(({ state }) => !['completed', 'failed', 'cancelled'].includes(state))
        if (open.length === 0) break
        for (const { id: runId } of open) await passTime(app, as, runId, 86_400)
        await settled(as, id, async () => true)
      }
      const first = (written.nodes[0] as { id: string }).id
      const definition = Definition.parse({ foyer_workflow: 1, name: 'A workflow', first, ...written })
      const { played } = await rehearse(job.context, as.orgId, {
        ...{ workflow_id: id, draft_id: id, version: null, definition: definition as never, from_at: from, to_at: to },
        ...{ choices: {}, asked_by: as.personId },
      })
      const real = shownOfReal(await realRuns(as, id))
      assert.deepEqual(shownOfPlayed(played), real)
      for (const { state, effects } of Object.values(real)) {
        states.add(state)
        effectCount += (effects as unknown[]).length
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
  assert.ok(states.has('completed') && effectCount > 0, `${[...states].join(', ')}: ${effectCount} effects`)
})
