import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Someone, TestApp } from '../support/app.ts'
import { givenContact, publish } from '../support/workflows.ts'
import type { OwnStore } from './stores.ts'

/** Workers in processes of their own, to be killed. */
export const openWorkers = (app: TestApp, env: Readonly<Record<string, string>> = {}) => {
  const workers = new Set<ChildProcess>()
  return {
    async start(): Promise<ChildProcess> {
      const whole = { FOYER_DATA: app.dataDir, FOYER_KEY: Buffer.alloc(32, 7).toString('base64'), SANDBOX: 'on', ...env }
      const child = spawn(
        process.execPath,
        [
          fileURLToPath(new URL('../crash/worker-process.ts', import.meta.url)),
          JSON.stringify({ target: app.target, env: whole }),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      workers.add(child)
      child.once('exit', () => workers.delete(child))
      await once(child.stdout as NodeJS.ReadableStream, 'data')
      return child
    },
    killAll(): void {
      for (const worker of workers) worker.kill('SIGKILL')
    },
  }
}
export type Workers = ReturnType<typeof openWorkers>

const task = (id: string, next: object = {}) => ({
  ...{ id, kind: 'action', action: 'add-task', next },
  input: { title: `${id} {{ run.id }}`, contactId: '{{ trigger.input.contact }}' },
})

/** Publishes steps of each kind that needs no other system: in a loop, in branches, after a wait, in another workflow. */
export const givenManySteps = async (app: TestApp): Promise<{ as: Someone; contact: string; id: string }> => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const input = [{ name: 'contact', label: 'Contact', type: 'text' }]
  const inner = await publish(app, as, {
    trigger: { kind: 'request', input, open_to: 'member' },
    nodes: [task('inner')],
  })
  const { id } = await publish(app, as, {
    trigger: { kind: 'request', input, open_to: 'member' },
    nodes: [
      task('first', { done: 'each_one' }),
      { id: 'each_one', kind: 'loop', items: '[1, 2]', next: { each: 'in_loop', done: 'ways' } },
      {
        ...{ id: 'in_loop', kind: 'action', action: 'add-task' },
        input: { title: 'in_loop {{ index }} {{ run.id }}', contactId: '{{ trigger.input.contact }}' },
      },
      {
        ...{ id: 'ways', kind: 'parallel', branches: [{ id: 'left' }, { id: 'right' }] },
        next: { left: 'on_left', right: 'pause', done: 'other' },
      },
      task('on_left'),
      { id: 'pause', kind: 'wait', for: { kind: 'until', at: 'now + minutes(0)' }, next: { done: 'on_right' } },
      task('on_right'),
      {
        ...{ id: 'other', kind: 'workflow', workflow: inner.id, input: { contact: '{{ trigger.input.contact }}' } },
        next: { done: 'is_done' },
      },
      { id: 'is_done', kind: 'condition', when: "steps.other.state == 'completed'", next: { yes: 'last' } },
      task('last'),
    ],
  })
  return { as, contact, id }
}
const perRun = ['first', 'in_loop 0', 'in_loop 1', 'on_left', 'on_right', 'last']

/** How often each title stands among the tasks of a workspace. */
export const titlesOf = async (store: OwnStore, as: Someone): Promise<Map<string, number>> => {
  const { rows } = await store.query(`select title, count(*)::int as n from tasks where org_id = '${as.orgId}' group by title`)
  return new Map((rows as { title: string; n: number }[]).map(({ title, n }) => [title, n]))
}

/** Each step of these runs was done once, and no other. */
export const assertEachStepOnce = async (store: OwnStore, as: Someone, runIds: readonly string[]): Promise<void> => {
  const found = await titlesOf(store, as)
  for (const runId of runIds) for (const name of perRun) assert.equal(found.get(`${name} ${runId}`), 1, `${name} of ${runId}`)
  assert.ok([...found.values()].every((n) => n === 1))
  assert.equal(found.size, runIds.length * (perRun.length + 1))
}
