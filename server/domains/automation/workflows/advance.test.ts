import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#core/ids.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'
import '#domains/catalogue.ts'
import { definitionOf, graphs, modelOf, type Part } from '#test/support/workflow-graphs.ts'
import { settle } from './advance.ts'
import { collect, type Going, goOn, openRun } from './course.ts'
import { Definition } from './definition.ts'
import { makeProgram } from './program.ts'
import type { Progress } from './progress.ts'
import type { ClaimedRun } from './runs.ts'

const versionOf = (parts: readonly Part[]) => {
  const definition = Definition.parse({
    ...{ foyer_workflow: 1, name: 'Model', ...definitionOf(parts) },
    trigger: { kind: 'request', input: [{ name: 'n', label: 'N', type: 'number', required: true }] },
  })
  return {
    workflowId: newId(),
    version: 1,
    name: 'Model',
    program: makeProgram(definition),
    role: 'member',
    publisherId: newId(),
  } as const
}
const surroundings = {
  place: { zone: 'UTC', locale: 'en-GB', country: null },
  hours: { zone: 'UTC', hours: [] },
  contactZones: new Map(),
  caps: usualCaps,
} as const

/**
 * A run as workers take it: at each point at which something is stored, `dies` may lose what is in memory, and the next worker has only what
 * was stored. Answers the steps that ended, and what was done outside, each time that it was.
 */
const runOf = (parts: readonly Part[], n: number, dies: () => boolean) => {
  const version = versionOf(parts)
  const id = newId()
  const begun = Date.now()
  let nowMs = begun
  let stored: { progress: Partial<Progress>; outputs: [string, string, unknown][]; stepCount: number } = {
    progress: {},
    outputs: [],
    stepCount: 0,
  }
  const ended = new Map<string, string>()
  const left: string[] = []
  const open = (): Going =>
    openRun(
      {
        ...{
          org_id: id,
          id,
          fence: 1,
          lease: id,
          workflow_id: id,
          version: 1,
          root_id: id,
          depth: 0,
          causes: [],
          news: 0,
          deaths: 0,
          bytes: null,
        },
        ...{
          trigger: { kind: 'request', input: { n } },
          progress: structuredClone(stored.progress),
          step_count: stored.stepCount,
        },
        ...{ subject_kind: null, subject_id: null, contact_id: null, parent_id: null, concurrency_key: null, answers: null },
        ...{ created_at: new Date(begun), claimed_at: new Date(nowMs), outputs: structuredClone(stored.outputs) },
      } as ClaimedRun,
      version,
      surroundings,
    )
  const store = (going: Going): void => {
    for (const step of going.steps) {
      if (step.state === 'done') {
        const key = `${step.node} ${step.path}`
        assert.ok(!ended.has(key), `${key} ended twice`)
        ended.set(key, step.outlet ?? '-')
        if (step.output !== undefined) stored.outputs.push([step.node, step.path, step.output])
      }
    }
    stored = { ...stored, progress: structuredClone(going.course.progress), stepCount: going.course.stepCount }
    going.steps = []
    going.waits = []
    going.effects = []
  }
  for (let claim = 0; claim < 2_000; claim++) {
    const going = open()
    let thread = goOn(going)
    if (dies()) continue
    store(going)
    while (thread && !going.ending) {
      left.push(`${thread.node} ${thread.path}`)
      if (dies()) break
      const current = thread
      collect(going, (done) => settle(going.course, current, done, { outlet: 'done', output: { ok: true } }))
      thread = goOn(going)
      if (dies()) break
      store(going)
    }
    if (going.ending && going.steps.length === 0 && stored.progress.threads?.length === 0)
      return { ended, left, ending: going.ending }
    nowMs += 61_000
  }
  throw new Error('the run did not end')
}

const asTold = (ended: ReadonlyMap<string, string>): string[] => [...ended].map(([key, outlet]) => `${key} ${outlet}`).sort()

test('a run does what its graph says, each step once, wherever workers die', () => {
  fc.assert(
    fc.property(graphs, fc.integer({ min: 0, max: 3 }), fc.infiniteStream(fc.integer({ min: 0, max: 4 })), (parts, n, luck) => {
      let deaths = 0
      const { ended, left, ending } = runOf(parts, n, () => ++deaths < 200 && luck.next().value === 0)
      assert.equal(ending.state, 'completed')
      assert.deepEqual(asTold(ended), modelOf(parts, n).sort())
      // What is done again after a death has the same key: of these each is known to have been wanted.
      const wanted = new Set([...ended.keys()])
      for (const key of left) assert.ok(wanted.has(key), key)
    }),
    { numRuns: 150 },
  )
})

test('without a death nothing leaves twice', () => {
  fc.assert(
    fc.property(graphs, fc.integer({ min: 0, max: 3 }), (parts, n) => {
      const { left } = runOf(parts, n, () => false)
      assert.equal(new Set(left).size, left.length)
    }),
    { numRuns: 100 },
  )
})
