import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualCaps } from '#shapes/workflow-caps.ts'
import '#domains/catalogue.ts'
import { Definition } from '../workflows/definition.ts'
import type { EventTrigger } from '../workflows/event-triggers.ts'
import { makeProgram } from '../workflows/program.ts'
import type { PublishedVersion } from '../workflows/published-versions.ts'
import { play } from './play.ts'
import type { RecordedStart, Stage } from './stage.ts'
import { makeStandIns } from './stand-ins.ts'

const id = (n: number): string => `01980000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const began = Date.parse('2026-03-02T08:00:00.000Z')

const versionOf = (written: object): PublishedVersion => {
  const definition = Definition.parse({ foyer_workflow: 1, name: 'Played', ...written })
  return { workflowId: id(1), version: 1, program: makeProgram(definition), name: 'Played', role: 'member', publisherId: id(2) }
}

const lead = (n: number, atMs: number, more: object = {}): EventTrigger => ({
  ...{ kind: 'event', id: id(1_000 + n), type: 'lead.received', at: new Date(atMs).toISOString(), subject_id: id(50_000 + n) },
  ...{ data: { name: `Person ${n}`, source: 'web', contact_id: id(90_000 + n), ...more }, before: null, after: null },
})

const stageOf = (version: PublishedVersion, events: readonly EventTrigger[], more: Partial<Stage> = {}): Stage => ({
  ...{ orgId: id(3), version, others: new Map(), merged: new Map(), choices: {}, heard: events },
  now: new Date(began + 400 * 86_400_000),
  surroundings: {
    place: { zone: 'Europe/London', locale: 'en-GB', country: 'GB' },
    hours: { zone: 'Europe/London', hours: [] },
    caps: usualCaps,
    contactZones: new Map(),
  },
  starts: events.map((event) => ({
    ...{ key: `event:${event.id}`, at: new Date(event.at), trigger: { ...event }, event, depth: 0, isOfToday: false },
    subject: { kind: 'lead' as const, id: event.subject_id },
  })),
  ...more,
})

const standIns = makeStandIns({ readNow: async () => null, answers: new Map(), now: new Date(began) })
const soon = (): { standIns: typeof standIns; deadlineMs: number } => ({ standIns, deadlineMs: performance.now() + 60_000 })

const taskAfterDays = {
  trigger: { kind: 'event', event: 'lead.received', filter: "trigger.data.source == 'web'" },
  first: 'rest',
  nodes: [
    { id: 'rest', kind: 'wait', for: { kind: 'duration', duration: { amount: 3, unit: 'days' } }, next: { done: 'call' } },
    {
      ...{ id: 'call', kind: 'action', action: 'add-task' },
      input: { title: 'Call {{ trigger.data.name }}', contactId: '{{ trigger.data.contact_id }}' },
    },
  ],
}

test('twenty thousand events are played within a minute, and the server has its turn all the while', async () => {
  const events = Array.from({ length: 20_000 }, (_, n) => lead(n, began + n * 60_000))
  const turns: number[] = []
  let isOver = false
  let before = process.threadCpuUsage()
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(before)
    turns.push((user + system) / 1_000)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const beganMs = performance.now()
  const played = await play(stageOf(versionOf(taskAfterDays), events), soon())
  isOver = true
  assert.equal(played.isCutAt, null)
  assert.equal(played.runs.filter(({ state }) => state === 'completed').length, 20_000)
  assert.ok(performance.now() - beganMs < 60_000, `${Math.round(performance.now() - beganMs)} ms`)
  const slow = turns.toSorted((a, b) => b - a)[Math.floor(turns.length / 100)] ?? 0
  assert.ok(slow < 50, `${slow} ms of the processor at once, of ${turns.length} turns`)
})

test('where its time is over, it says up to when it was played', async () => {
  const events = Array.from({ length: 50 }, (_, n) => lead(n, began + n * 60_000))
  const played = await play(stageOf(versionOf(taskAfterDays), events), { standIns, deadlineMs: performance.now() - 1 })
  assert.equal(played.isCutAt, new Date(began).toISOString())
})

test('waits pass in virtual time, and texts see the event as it was recorded', async () => {
  const played = await play(stageOf(versionOf(taskAfterDays), [lead(1, began), lead(2, began, { source: 'fair' })]), soon())
  const [run] = played.runs
  assert.deepEqual([played.runs.length, played.declined.filter], [1, 1])
  assert.deepEqual(
    run?.entries.map(({ kind, at, source }) => [kind, at, source]),
    [
      ['wait', '2026-03-02T08:00:00.001Z', null],
      ['action', '2026-03-05T08:00:00.001Z', 'example'],
    ],
  )
  assert.deepEqual(run?.entries[1]?.input, { title: 'Call Person 1', contactId: id(90_001) })
})

test('a person answers with the first choice, or as was chosen, and what rests on it is marked', async () => {
  const version = versionOf({
    ...{ trigger: { kind: 'event', event: 'lead.received' }, first: 'ask' },
    nodes: [
      {
        ...{ id: 'ask', kind: 'person', to: { kind: 'role', role: 'admin' }, heading: 'Take {{ trigger.data.name }}?' },
        form: [{ name: 'why', label: 'Why', type: 'text' }],
        choices: [
          { id: 'yes', label: 'Yes' },
          { id: 'no', label: 'No' },
        ],
        next: { yes: 'take', no: 'leave', timeout: 'late' },
      },
      {
        ...{ id: 'take', kind: 'action', action: 'add-task' },
        input: { title: 'Because {{ steps.ask.why }}', contactId: '{{ trigger.data.contact_id }}' },
      },
      { id: 'leave', kind: 'stop', reason: 'Left' },
      { id: 'late', kind: 'stop', reason: 'Late' },
    ],
  })
  const [taken] = (await play(stageOf(version, [lead(1, began)]), soon())).runs
  assert.deepEqual(
    taken?.entries.map(({ kind, rests_on }) => [kind, rests_on]),
    [
      ['person', []],
      ['action', ['ask']],
    ],
  )
  const reasonWith = async (ask: string): Promise<string | null | undefined> =>
    (await play(stageOf(version, [lead(1, began)], { choices: { ask } }), soon())).runs[0]?.reason
  assert.deepEqual([await reasonWith('no'), await reasonWith('timeout')], ['Left', 'Late'])
})

test('a workflow that leads of one contact start again and again stops itself, as it really would', async () => {
  const events = Array.from({ length: 14 }, (_, n) => lead(n, began + n * 1_000, { contact_id: id(7) }))
  const played = await play(
    stageOf(versionOf({ ...taskAfterDays, trigger: { kind: 'event', event: 'lead.received' } }), events),
    soon(),
  )
  assert.deepEqual(played.stopped && [played.stopped.guard, played.stopped.times, played.stopped.kept], ['same_subject', 11, 3])
})

test('of what is behind a long chain of others one start waits for a person; in a ring of its own it stops itself', async () => {
  const version = versionOf({ ...taskAfterDays, trigger: { kind: 'event', event: 'lead.received' } })
  const events = Array.from({ length: 3 }, (_, n) => lead(n, began + n * 60_000))
  const behind = (causes: readonly string[]) => {
    const stage = stageOf(version, events)
    const [first, second, ...rest] = stage.starts as [RecordedStart, RecordedStart, RecordedStart]
    return play({ ...stage, starts: [first, { ...second, depth: causes.length, causes }, ...rest] }, soon())
  }
  const others = Array.from({ length: 5 }, (_, n) => id(20 + n))
  const beside = await behind(others)
  assert.equal(beside.stopped, null)
  assert.deepEqual(
    beside.runs.map(({ state, code }) => [state, code]),
    [
      ['completed', null],
      ['stopped', 'chain_too_deep'],
      ['completed', null],
    ],
  )
  const inRing = await behind([...others.slice(0, 4), version.workflowId])
  assert.deepEqual(inRing.stopped && [inRing.stopped.guard, inRing.stopped.times, inRing.stopped.kept], ['loop', 5, 1])
})

const hears = (name: string, next: string, more: object = {}) => ({
  ...{ id: name, kind: 'wait', next: { done: next, timeout: 'late' } },
  for: { kind: 'event', event: 'lead.received', at_most: { amount: 1, unit: 'days' }, ...more },
})
const late = { id: 'late', kind: 'stop', reason: 'Late' }

test('one message answers one wait, and a reply counts after a merge, as they really do', async () => {
  const trigger = { kind: 'event', event: 'lead.received', filter: "trigger.data.source == 'fair'" }
  const twice = versionOf({
    ...{ trigger, first: 'one' },
    nodes: [
      hears('one', 'two'),
      hears('two', 'end'),
      { id: 'end', kind: 'stop', reason: '{{ steps.one.event.data.name }}, {{ steps.two.event.data.name }}' },
      late,
    ],
  })
  const events = [lead(1, began, { source: 'fair' }), lead(2, began + 1_000), lead(3, began + 2_000)]
  assert.deepEqual(
    (await play(stageOf(twice, events), soon())).runs.map(({ reason }) => reason),
    ['Person 2, Person 3'],
  )
  const about = versionOf({
    ...{ trigger, first: 'one' },
    nodes: [
      hears('one', 'end', { about: 'trigger.data.contact_id' }),
      { id: 'end', kind: 'stop', reason: '{{ steps.one.event.data.name }}' },
      late,
    ],
  })
  const reasonWith = async (merged: Stage['merged']): Promise<string | null | undefined> =>
    (await play(stageOf(about, events, { merged }), soon())).runs[0]?.reason
  assert.deepEqual([await reasonWith(new Map()), await reasonWith(new Map([[id(90_001), id(90_003)]]))], ['Late', 'Person 3'])
})

test('one run at a time holds for times and requests, and for what steps start', async () => {
  const waitsADay = (next: string) => ({
    ...{ id: 'day', kind: 'wait', for: { kind: 'duration', duration: { amount: 1, unit: 'days' } }, next: { done: next } },
  })
  const concurrency = (others: string) => ({ settings: { concurrency: { key: "'one'", others } } })
  const times = Array.from({ length: 3 }, (_, n) => {
    const at = new Date(began + n * 3_600_000)
    const trigger = { kind: 'schedule', at: at.toISOString() }
    return { key: `time:${n}`, at, trigger, event: null, subject: null, depth: 0, isOfToday: false }
  })
  const schedule = { kind: 'schedule', schedule: { every: 'minutes', minutes: 60, zone: 'UTC' } }
  const planned = versionOf({
    ...{ trigger: schedule, first: 'day', nodes: [waitsADay('end'), { id: 'end', kind: 'stop' }] },
    ...concurrency('skip'),
  })
  const played = await play(stageOf(planned, [], { starts: times }), soon())
  assert.deepEqual([played.runs.length, played.skipped], [1, 2])

  const child = {
    ...versionOf({
      ...{ trigger: { kind: 'request' }, first: 'day', nodes: [waitsADay('end'), { id: 'end', kind: 'stop' }] },
      ...concurrency('skip'),
    }),
    workflowId: id(4),
  }
  const parent = versionOf({
    ...{ trigger: schedule, first: 'start' },
    nodes: [
      { id: 'start', kind: 'workflow', workflow: id(4), next: { done: 'went', error: 'not' } },
      { id: 'went', kind: 'stop', reason: 'Went' },
      { id: 'not', kind: 'stop', reason: '{{ steps.start.error.code }}' },
    ],
  })
  const { runs } = await play(stageOf(parent, [], { starts: times, others: new Map([[id(4), child]]) }), soon())
  assert.deepEqual(
    runs.map(({ reason }) => reason),
    ['Went', 'run_under_way', 'run_under_way'],
  )
})
