import { newId } from '#core/ids.ts'
import { type Advance, advance, beginProgress, type Course, fail, type StepRecord, seenBy, settle } from './advance.ts'
import type { Node, NodeOf } from './definition.ts'
import { humanWaitOf } from './human-waits.ts'
import { ExpressionFailed, type Program, type Seen } from './program.ts'
import { outputsOf, type Progress, type Thread } from './progress.ts'
import type { PublishedVersion } from './published-versions.ts'
import { hiddenTextsOf, redacted, redactedInput, redactedText } from './redaction.ts'
import { bytesToRead } from './run-bytes.ts'
import type { EffectRecord, NewWait, RunWrite } from './run-writes.ts'
import type { ClaimedRun, RunState } from './runs.ts'
import type { Surroundings } from './surroundings.ts'
import { digestOf, nameOfField } from './wait-fields.ts'
import { dueAt, durationMs, longestWaitMs } from './wait-times.ts'

/** A run that was claimed, with what is to be written of it. */
export interface Going {
  readonly run: ClaimedRun
  readonly version: PublishedVersion
  readonly surroundings: Surroundings
  /** By this process's clock that never goes back. */
  readonly openedAtMs: number
  readonly course: Course
  /** Collected since the last write. */
  steps: (Advance['steps'][number] & { readonly place: number })[]
  waits: NewWait[]
  timedOut: string[]
  /** Of these, the steps for people. */
  missed: string[]
  effects: EffectRecord[]
  starts: ChildStart[]
  ending: Advance['ending']
  /** It needs a person: nothing goes on until then. */
  pause: Pause | null
  isCut: boolean
  /** Steps that a worker began and never said how they ended: `<node> <path>`. */
  readonly repeated: ReadonlySet<string>
  /** It has begun something that may be open when it ends: a wait, a step outside. */
  mayLeaveOpen: boolean
}

/** Why nothing of a run goes on; `until`: then it looks again. */
export interface Pause {
  readonly code: string
  readonly reason: string
  readonly until?: Date
}

/** A run that a step starts. */
export interface ChildStart {
  readonly id: string
  readonly node: string
  readonly path: string
  readonly workflowId: string
  readonly input: Readonly<Record<string, unknown>>
}

export const openRun = (run: ClaimedRun, version: PublishedVersion, surroundings: Surroundings): Going => {
  const { program } = version
  const progress = run.progress.threads ? (run.progress as Progress) : beginProgress(program)
  const course: Course = {
    program,
    progress,
    outputs: outputsOf(run.outputs),
    trigger: run.trigger,
    run: { id: run.id, createdAt: run.created_at },
    now: run.claimed_at,
    place: surroundings.place,
    caps: surroundings.caps,
    stepCount: run.step_count,
  }
  const repeated = new Set(
    progress.threads.filter(({ state }) => state === 'running').map(({ node, path }) => `${node} ${path}`),
  )
  const going: Going = {
    run,
    version,
    surroundings,
    course,
    repeated,
    mayLeaveOpen: progress.threads.length > 1,
    openedAtMs: performance.now(),
    ...nothingYet(),
  }
  settleWaits(going)
  return going
}

/** Waits for events of which the past was not heard yet. */
export const deafWaits = ({ progress }: Pick<ClaimedRun, 'progress'>): string[] =>
  (progress.threads ?? []).flatMap(({ isDeaf, wait }) => (isDeaf && wait !== undefined ? [wait] : []))

/** As it is now, for a step whose transaction may come to nothing. */
export const snapshotOf = ({ course }: Going): string =>
  JSON.stringify({ progress: course.progress, outputs: [...course.outputs], stepCount: course.stepCount })

/** As it was before such a step. */
export const restore = (going: Going, snapshot: string): void => {
  const { progress, outputs, stepCount } = JSON.parse(snapshot) as Pick<Course, 'progress' | 'stepCount'> & {
    outputs: [string, Record<string, unknown>][]
  }
  going.course.progress = progress
  going.course.stepCount = stepCount
  going.course.outputs.clear()
  for (const [path, ofPath] of outputs) going.course.outputs.set(path, ofPath)
  clear(going)
}

const nothingYet = () => ({
  ...{ steps: [], waits: [], timedOut: [], missed: [], effects: [], starts: [] },
  ...{ ending: null, pause: null, isCut: false },
})

/** After a write: what follows is collected anew. */
export const clear = (going: Going): void => {
  Object.assign(going, nothingYet())
}

/** What was waited for is there, or its time is over. */
const settleWaits = (going: Going): void => {
  const { run, course } = going
  const answers = new Map(run.answers)
  for (const thread of [...course.progress.threads]) {
    if (thread.state !== 'waiting' || thread.wait === undefined) continue
    // By now its past was heard: `engine.ts` does that before it opens a run.
    delete thread.isDeaf
    const node = course.program.node(thread.node)
    const answer = answers.get(thread.wait) as { outlet?: string; output?: unknown } | undefined
    if (answer) {
      const heardAt = node.kind === 'wait' ? heardIn(answer.output) : null
      if (heardAt !== null) thread.heardSince = heardAt
      collect(going, (done) => settle(course, thread, done, { outlet: answer.outlet ?? 'done', output: answer.output }))
    } else if (thread.dueAt !== undefined && Date.parse(thread.dueAt) <= course.now.getTime()) {
      going.timedOut.push(thread.wait)
      if (node.kind === 'person') going.missed.push(thread.wait)
      const isTime = node.kind === 'wait' && node.for.kind !== 'event'
      collect(going, (done) =>
        settle(course, thread, done, { outlet: isTime ? 'done' : 'timeout', output: { timed_out: !isTime } }),
      )
    }
  }
}

/** When the event came that a wait was answered with: the next one is for what comes after it. */
const heardIn = (output: unknown): string | null => {
  const { event } = (output ?? {}) as { readonly event?: { readonly at?: unknown } }
  return typeof event?.at === 'string' ? event.at : null
}

/** Runs a part of the interpreter, and keeps what it says. */
export const collect = (going: Going, part: (done: Advance) => void): void => {
  const done: Advance = { steps: [], ending: null, isCut: false }
  part(done)
  keep(going, done)
}

/** For the record, behind those before it. */
export const addStep = (going: Going, step: StepRecord): void => {
  const { progress } = going.course
  progress.place = (progress.place ?? 0) + 1
  going.steps.push({ ...step, place: progress.place })
}

const keep = (going: Going, done: Advance): void => {
  for (const step of done.steps) addStep(going, step)
  going.ending ??= done.ending
  going.isCut ||= done.isCut
}

/**
 * Goes on until the run is over, everything waits, or something is to be done outside: then answers its thread, which is marked as running,
 * with its key among the effects that are about to leave.
 */
export const goOn = (going: Going): Thread | null => {
  const { course } = going
  for (;;) {
    if (going.ending || going.pause || going.isCut) return null
    keep(going, advance(course))
    if (going.ending || going.isCut) return null
    const thread = course.progress.threads.find((each) => isReady(each, course.now))
    if (!thread) return null
    const node = course.program.node(thread.node)
    if (node.kind === 'wait' || node.kind === 'person' || node.kind === 'workflow') {
      beginWait(going, thread, node)
      continue
    }
    // What a run before it may have done is asked for first (`ledger.ts`); what was begun already may be on its way.
    const isFirst = thread.state === 'ready' && going.run.root_id === going.run.id
    thread.state = 'running'
    going.mayLeaveOpen = true
    thread.heardSince = course.now.toISOString()
    addStep(going, { node: node.id, path: thread.path, kind: node.kind, state: 'running', tries: (thread.tries ?? 0) + 1 })
    if (isFirst)
      going.effects.push({
        ...{ key: effectKey(going.run.root_id, thread), node: node.id, path: thread.path, what: whatOf(node), state: 'begun' },
      })
    return thread
  }
}

const isReady = ({ state, dueAt }: Thread, now: Date): boolean =>
  state !== 'waiting' && (dueAt === undefined || Date.parse(dueAt) <= now.getTime())

/** The same at each try, resume and replay (decisions, "Effect key"); where a person had it done anew the ledger puts a counter behind it. */
export const effectKey = (rootId: string, { node, path }: Pick<Thread, 'node' | 'path'>): string =>
  `wf:${rootId}:${node}:${path}`

/** What leaves by a step. */
export const whatOf = (node: Node): string => {
  if (node.kind === 'action') return node.action
  return node.kind === 'http' ? `${node.method} request` : node.kind
}

const beginWait = (going: Going, thread: Thread, node: NodeOf<'wait' | 'person' | 'workflow'>): void => {
  const { course } = going
  try {
    const wait = waitOf(going, thread, node)
    if (!wait) {
      collect(going, (done) => settle(course, thread, done, { outlet: 'done' }))
      return
    }
    thread.state = 'waiting'
    thread.wait = wait.id
    if (wait.kind === 'person') thread.heardSince = course.now.toISOString()
    if (wait.dueAt) thread.dueAt = wait.dueAt.toISOString()
    if (wait.kind === 'event') {
      thread.isDeaf = true
      going.isCut = true
    }
    going.waits.push(wait)
    going.mayLeaveOpen = true
    addStep(going, { node: node.id, path: thread.path, kind: node.kind, state: 'waiting' })
  } catch (error) {
    if (!(error instanceof ExpressionFailed)) throw error
    const { message } = error
    collect(going, (done) => fail(course, thread, done, { code: 'expression_failed', message }))
  }
}

/** Nothing where nothing is waited for. */
const waitOf = (going: Going, thread: Thread, node: NodeOf<'wait' | 'person' | 'workflow'>): NewWait | null => {
  const { course, surroundings } = going
  const { now, program } = course
  const seen = seenBy(course, thread.path)
  const base = { id: newId(), node: node.id, path: thread.path }
  const after = (ms: number): Date => new Date(now.getTime() + Math.min(ms, longestWaitMs))
  if (node.kind === 'workflow') {
    const childId = newId()
    going.starts.push({
      id: childId,
      node: node.id,
      path: thread.path,
      workflowId: node.workflow,
      input: program.valuesOf(node.id, seen),
    })
    return node.wait ? { ...base, kind: 'run', dueAt: after(longestWaitMs), childId } : null
  }
  if (node.kind === 'person') return humanWaitOf(course, thread, node, base)
  const { for: what } = node
  switch (what.kind) {
    case 'until': {
      const at = instantOf(program.answerOf(node.id, 'at', seen))
      return { ...base, kind: 'time', dueAt: at > after(longestWaitMs) ? after(longestWaitMs) : at }
    }
    case 'event':
      return {
        ...{ ...base, kind: 'event', dueAt: after(durationMs(what.at_most)), eventType: what.event },
        since: new Date(thread.heardSince ?? course.progress.heardSince ?? course.run.createdAt),
        about: what.about === undefined ? null : String(program.answerOf(node.id, 'about', seen)),
        ...foundBy(program, node.id, seen),
      }
    default: {
      const contactZone = surroundings.contactZones.get(going.run.contact_id ?? '') ?? null
      const due = dueAt(what, { ...surroundings.hours, now, contactZone })
      if ('refused' in due) throw new ExpressionFailed(`The wait would take more than ${longestWaitMs / 86_400_000} days.`)
      const { at, ...clock } = due
      return { ...base, kind: 'time', dueAt: at, ...(clock.wallClock && { clock }) }
    }
  }
}

/** The field of an event that says whom a wait is about, where it is known by now what it must be. */
const foundBy = (program: Program, id: string, seen: Seen): Pick<NewWait, 'field' | 'valueDigest'> => {
  const field = program.waitField(id)
  if (!field) return {}
  try {
    const valueDigest = digestOf(program.answerOf(id, 'same', seen))
    return valueDigest === null ? {} : { field: nameOfField(field), valueDigest }
  } catch (error) {
    // Events are held against the condition itself.
    if (error instanceof ExpressionFailed) return {}
    throw error
  }
}

const instantOf = (value: unknown): Date => {
  const at = value instanceof Date ? value : typeof value === 'string' ? new Date(value) : null
  if (!at || Number.isNaN(at.getTime())) throw new ExpressionFailed('What is waited until is no time.')
  return at
}

/** Takes out what is secret, or marked as hidden, of all that is about to be stored but for what steps gave: later ones need it. */
export const redactGoing = (going: Going): void => {
  const { program, trigger, outputs } = going.course
  const isSaid = going.steps.some(({ input, error }) => input !== undefined || error !== undefined)
  if (!isSaid && !going.ending?.reason && !going.pause && going.effects.every(({ proof }) => proof === undefined)) return
  const gave = [...outputs.values()].flatMap((ofPath) => Object.entries(ofPath))
  const hidden = hiddenTextsOf(program.definition, trigger, gave)
  const words = (text: string): string => redactedText(text, hidden)
  going.steps = going.steps.map((step) => ({
    ...step,
    ...(step.input !== undefined && { input: redactedInput(program.node(step.node), step.input, hidden) }),
    ...(step.error && { error: { ...step.error, message: words(step.error.message) } }),
  }))
  going.effects = going.effects.map((effect) =>
    effect.proof === undefined ? effect : { ...effect, proof: redacted(effect.proof, hidden) },
  )
  if (going.ending?.reason) going.ending = { ...going.ending, reason: words(going.ending.reason) }
  if (going.pause) going.pause = { ...going.pause, reason: words(going.pause.reason) }
}

/** What is to be stored. */
export const writeOf = (going: Going, isKept: boolean): RunWrite => {
  const { run, course, ending, pause } = going
  const { threads } = course.progress
  return {
    run,
    state: stateOf(going, isKept),
    code: ending?.code ?? pause?.code ?? null,
    reason: ending?.reason ?? pause?.reason ?? null,
    progress: ending ? { threads: [], frames: {}, vars: {} } : course.progress,
    stepCount: course.stepCount,
    bytes: ending ? 0 : bytesToRead(going),
    isKept: isKept && !ending && !pause,
    isEnded: ending !== null,
    dueAt: ending ? null : pause ? (pause.until ?? null) : dueOf(threads, course.now, going.isCut),
    steps: going.steps,
    waits: going.waits,
    timedOut: going.timedOut,
    effects: going.effects,
  }
}

const stateOf = ({ ending, pause, course }: Going, isKept: boolean): RunState => {
  if (ending) return ending.state
  if (pause) return 'paused'
  return !isKept && course.progress.threads.every(({ state }) => state === 'waiting') ? 'waiting' : 'running'
}

/** The earliest of what is due by the clock; null where only a person or an event can go on. */
const dueOf = (threads: readonly Thread[], now: Date, isCut: boolean): Date | null => {
  if (isCut || threads.some(({ state, dueAt }) => state !== 'waiting' && dueAt === undefined)) return now
  const times = threads.flatMap(({ dueAt }) => (dueAt === undefined ? [] : [Date.parse(dueAt)]))
  return times.length === 0 ? null : new Date(Math.min(...times))
}
