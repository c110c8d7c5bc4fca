import { digestId } from '#core/ids.ts'
import { fail, type StepRecord, seenBy, settle } from '../workflows/advance.ts'
import { collect, type Going, goOn, openRun, restore, snapshotOf, writeOf } from '../workflows/course.ts'
import type { Node, NodeOf } from '../workflows/definition.ts'
import { keyOf, type Progress, type Thread } from '../workflows/progress.ts'
import type { PublishedVersion } from '../workflows/published-versions.ts'
import { hiddenTextsOf, redactedInput } from '../workflows/redaction.ts'
import type { NewWait } from '../workflows/run-writes.ts'
import { type ClaimedRun, namedBy } from '../workflows/runs.ts'
import type { Entry, PlayedState, RecordedStart, Source, Subject } from './stage.ts'
import type { StandIns } from './stand-ins.ts'

/** A run under way in virtual time: what the tables of the engine would hold of it. */
export interface ActingRun {
  readonly id: string
  readonly rootId: string
  readonly start: Pick<RecordedStart, 'key' | 'trigger' | 'subject' | 'isOfToday'>
  readonly version: PublishedVersion
  readonly createdAt: Date
  readonly parent: { readonly run: ActingRun; readonly wait: string } | null
  readonly depth: number
  readonly concurrencyKey: string | null
  progress: Partial<Progress>
  stepCount: number
  /** Of steps that are over, as the engine reads them again after a wait. */
  outputs: Map<string, readonly [string, string, unknown]>
  waits: Map<string, NewWait>
  answers: (readonly [string, unknown])[]
  state: 'open' | PlayedState
  code: string | null
  reason: string | null
  endedAt: Date | null
  /** As they were at its end. */
  vars: Readonly<Record<string, unknown>>
  /** When it is due, of what `play.ts` has in its order: an older entry counts for nothing. */
  dueMs: number | null
  /** Waits of which the past was heard. */
  readonly listensTo: Set<string>
  /** Events that answered waits of it; and how many of them had, by each wait, before that one began. */
  readonly used: string[]
  readonly usedBefore: Map<string, number>
  readonly children: ActingRun[]
  readonly entries: Entry[]
  /** Steps whose answers were made up, by node. */
  readonly sources: Map<string, Source>
}

/** What a go of a run asks of the play around it. */
export interface Around {
  readonly standIns: StandIns
  readonly surroundings: Parameters<typeof openRun>[2]
  readonly choices: Readonly<Record<string, string>>
  /** From then on nothing is recorded. */
  readonly recordedUntil: Date
  restsOn(version: PublishedVersion, node: string): ReadonlySet<string>
  /** A step starts another workflow. */
  startChild(parent: ActingRun, child: Going['starts'][number], now: Date): void
  /** Lets the server do something else, where it worked long enough. */
  breathe(): Promise<void>
}

/** Goes on with a run as a worker does: opens it, computes, does what is outside, until it waits or is over. Answers when it is due by the clock. */
export const goOnWith = async (run: ActingRun, now: Date, around: Around): Promise<Date | null> => {
  const going = openRun(claimedOf(run, now), run.version, around.surroundings)
  let thread = goOn(going)
  let due = keep(run, going, thread, now, around)
  while (thread) {
    await around.breathe()
    thread = await doStep(run, going, thread, now, around)
    due = keep(run, going, thread, now, around)
  }
  return due
}

/** As the database would give it to a worker: through JSON, and with the outputs of what is over alone. */
export const claimedOf = (run: ActingRun, now: Date): ClaimedRun => ({
  ...{ org_id: '', id: run.id, fence: 1, lease: run.id, workflow_id: run.version.workflowId, version: run.version.version },
  ...{ trigger: run.start.trigger, progress: copied(run.progress), root_id: run.rootId, depth: run.depth, causes: [] },
  ...{ step_count: run.stepCount, subject_kind: run.start.subject?.kind ?? null, subject_id: run.start.subject?.id ?? null },
  ...{ contact_id: contactOf(run.start), parent_id: run.parent?.run.id ?? null },
  ...{ concurrency_key: run.concurrencyKey, created_at: run.createdAt },
  ...{ news: 0, deaths: 0, bytes: null, claimed_at: now, outputs: run.stepCount > 0 ? [...run.outputs.values()] : null },
  answers: run.answers,
})

const copied = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** Keeps what a worker would have stored; answers when the run is due. */
const keep = (run: ActingRun, going: Going, thread: Thread | null, now: Date, around: Around): Date | null => {
  const { ending } = going
  const write = writeOf(going, thread !== null)
  run.progress = copied(write.progress)
  run.stepCount = write.stepCount
  for (const step of write.steps) {
    keepStep(run, step, now)
    const given = step.output ?? (step.error && { error: step.error })
    if ((step.state === 'done' || step.state === 'failed') && given !== undefined && given !== null)
      run.outputs.set(`${step.node} ${step.path}`, [step.node, step.path, copied(given)])
  }
  for (const wait of write.waits) beginWait(run, wait, now, around)
  const open = new Set((write.progress.threads ?? []).flatMap(({ wait }) => wait ?? []))
  for (const id of run.waits.keys()) if (!open.has(id)) run.waits.delete(id)
  const children = going.starts
  going.starts = []
  for (const child of children) around.startChild(run, child, now)
  if (ending) {
    Object.assign(run, { state: ending.state, code: ending.code, reason: ending.reason, endedAt: now, waits: new Map() })
    run.vars = copied(going.course.progress.vars)
  }
  Object.assign(going, { steps: [], waits: [], timedOut: [], effects: [] })
  return run.state === 'open' ? write.dueAt : null
}

const entryBase = (run: ActingRun, { node, path }: { node: string; path: string }, now: Date) => ({
  ...{ at: now.toISOString(), workflow: run.version.name, node, path },
  title: run.version.program.node(node).title ?? null,
})

/** When waits ended. */
const keepStep = (run: ActingRun, step: StepRecord, now: Date): void => {
  if (step.kind !== 'wait' && step.kind !== 'person' && step.kind !== 'workflow') return
  if (step.state !== 'done' && step.state !== 'cancelled') return
  const at = run.entries.findLastIndex(({ node, path }) => node === step.node && path === step.path)
  const begun = run.entries[at]
  if (begun) run.entries[at] = { ...begun, until: now.toISOString(), ...(step.outlet !== undefined && { outlet: step.outlet }) }
}

const beginWait = (run: ActingRun, wait: NewWait, now: Date, around: Around): void => {
  const node = run.version.program.node(wait.node)
  run.waits.set(wait.id, wait)
  run.usedBefore.set(wait.id, run.used.length)
  const base = { ...entryBase(run, wait, now), state: 'done', error: null } as const
  const rests_on = guessesBehind(run, around, wait.node)
  if (node.kind === 'wait')
    run.entries.push({
      ...{ ...base, kind: 'wait', what: node.for.kind, rests_on },
      input: { until: wait.dueAt?.toISOString() ?? null, ...(wait.eventType && { event: wait.eventType, about: wait.about }) },
      source: node.for.kind === 'event' && wait.dueAt && wait.dueAt > around.recordedUntil ? 'unknown_future' : null,
    })
  if (node.kind === 'person') askPerson(run, { wait, node, base: { ...base, rests_on } }, now, around)
}

const askPerson = (
  run: ActingRun,
  given: { wait: NewWait; node: NodeOf<'person'>; base: Omit<Entry, 'kind' | 'what' | 'input' | 'source'> },
  now: Date,
  { standIns, choices }: Around,
): void => {
  const { wait, node, base } = given
  const { heading, text } = wait.asked as { heading: string; text: string }
  const answer = standIns.answer(run.version, node, choices[node.id], now)
  run.entries.push({
    ...base,
    kind: 'person',
    what: node.to.kind,
    input: { heading, text, to: wait.recipient },
    source: 'chosen',
  })
  run.sources.set(node.id, 'chosen')
  if (answer) run.answers.push([wait.id, { outlet: answer.outlet, output: answer.output }])
}

/** Steps that were made up in this run, and on which the texts of a step rest. */
const guessesBehind = (run: ActingRun, around: Around, node: string): string[] =>
  [...around.restsOn(run.version, node)].filter((each) => run.sources.has(each))

const doStep = async (run: ActingRun, going: Going, thread: Thread, now: Date, around: Around): Promise<Thread | null> => {
  const node = run.version.program.node(thread.node)
  const before = snapshotOf(going)
  const { kind, what, input, source, result } = await around.standIns.perform(
    run.version,
    node,
    seenBy(going.course, thread.path),
  )
  restore(going, before)
  const current = going.course.progress.threads.find(({ node: id, path }) => id === thread.node && path === thread.path)
  if (!current) throw new Error('a step that is not where it was')
  const error = 'error' in result ? result.error : null
  const state = error ? 'failed' : 'done'
  run.entries.push({
    ...{ ...entryBase(run, thread, now), kind, what, input: shownInput(run, node, input), state, error, source },
    rests_on: guessesBehind(run, around, node.id),
  })
  if (source) run.sources.set(node.id, source)
  if ('error' in result) collect(going, (part) => fail(going.course, current, part, result.error, { tries: 1, input }))
  else
    collect(going, (part) =>
      settle(going.course, current, part, { outlet: 'done', output: copied(result.output ?? null), input, tries: 1 }),
    )
  return goOn(going)
}

/** As a run would show it. */
const shownInput = ({ version, start, outputs }: ActingRun, node: Node, input: unknown): unknown => {
  const { definition, hidesSomething } = version.program
  const gave = [...outputs.values()].map(([id, , output]) => [id, output] as const)
  return redactedInput(node, copied(input ?? null), hidesSomething ? hiddenTextsOf(definition, start.trigger, gave) : [])
}

/** A run that would have begun. */
export const actingRun = (
  start: ActingRun['start'],
  version: PublishedVersion,
  more: Pick<ActingRun, 'createdAt' | 'parent' | 'depth' | 'concurrencyKey'>,
): ActingRun => {
  const id = digestId(`rehearsed run ${start.key}`)
  return {
    ...{ id, rootId: id, start, version, ...more, progress: {}, stepCount: 0, outputs: new Map(), waits: new Map() },
    ...{ answers: [], state: 'open', code: null, reason: null, endedAt: null, vars: {}, dueMs: null },
    ...{ listensTo: new Set(), used: [], usedBefore: new Map(), children: [], entries: [], sources: new Map() },
  }
}

export const childKey = (parent: ActingRun, { node, path }: { readonly node: string; readonly path: string }): string =>
  `${parent.start.key} ${keyOf(path, node)}`

/** Of whom it is: the contact that its trigger names, else what it is about. */
export const personOf = ({ trigger, subject }: Pick<ActingRun['start'], 'trigger' | 'subject'>): Subject | null => {
  const { contactId } = namedBy(trigger)
  return contactId === null ? subject : { kind: 'contact', id: contactId }
}

/** Null where it is of no contact. */
export const contactOf = (start: Pick<ActingRun['start'], 'trigger' | 'subject'>): string | null => {
  const person = personOf(start)
  return person?.kind === 'contact' ? person.id : null
}
