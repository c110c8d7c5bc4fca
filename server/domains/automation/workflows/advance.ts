import type { Place } from '#shapes/expressions/evaluation.ts'
import type { WorkflowCaps } from '#shapes/workflow-caps.ts'
import { bodiesOf, type Node } from './definition.ts'
import { ExpressionFailed, type Program, type Seen } from './program.ts'
import { addOutput, bodyOf, type Frame, keyOf, type Outputs, type Progress, pathsAround, type Thread } from './progress.ts'

/** Of one go: then what was worked out is stored, and others have a turn. */
const stepsOfGo = 200

/** A step that ended, or began to be done, for the record. */
export interface StepRecord {
  readonly node: string
  readonly path: string
  readonly kind: Node['kind']
  readonly state: 'running' | 'waiting' | 'done' | 'failed' | 'uncertain' | 'cancelled'
  readonly outlet?: string
  readonly input?: unknown
  readonly output?: unknown
  readonly error?: StepError
  readonly tries?: number
  /** Of a model. */
  readonly costMicros?: number
}

/** Why a step failed: a code, and words for people. */
export interface StepError {
  readonly code: string
  readonly message: string
}

export interface Ending {
  readonly state: 'completed' | 'failed'
  readonly code: string | null
  readonly reason: string | null
}

/** A run as it is worked on: what is stored of it, and what the definition says. */
export interface Course {
  readonly program: Program
  progress: Progress
  readonly outputs: Outputs
  readonly trigger: unknown
  readonly run: { readonly id: string; readonly createdAt: Date }
  now: Date
  readonly place: Place
  readonly caps: Pick<WorkflowCaps, 'steps' | 'outputBytes' | 'runBytes' | 'depth'>
  /** Steps that it has had. */
  stepCount: number
}

/** What came of a go. */
export interface Advance {
  readonly steps: StepRecord[]
  /** Set where the run is over. */
  ending: Ending | null
  /** It has more to compute: it is stored and goes on. */
  isCut: boolean
}

export const beginProgress = ({ definition }: Program): Progress => ({
  threads: definition.first === null ? [] : [{ path: '', node: definition.first, state: 'ready' }],
  frames: {},
  vars: {},
})

/**
 * Goes through the nodes that only compute, until each thread is at one that reaches outside or waits, or the run is over. Pure: what it did
 * is in `progress`, `outputs` and the steps that it answers.
 */
export const advance = (course: Course): Advance => {
  const done: Advance = { steps: [], ending: null, isCut: false }
  for (;;) {
    const thread = course.progress.threads.find(
      ({ state, node }) => state === 'ready' && isComputing(course.program.node(node)),
    )
    if (!thread) break
    if (done.steps.length >= stepsOfGo) {
      done.isCut = true
      return done
    }
    computeStep(course, thread, done)
    if (done.ending) return done
  }
  if (course.progress.threads.length === 0) done.ending = { state: 'completed', code: null, reason: null }
  return done
}

const computing: ReadonlySet<Node['kind']> = new Set(['condition', 'switch', 'loop', 'parallel', 'set', 'stop'])
const isComputing = ({ kind }: Node): boolean => computing.has(kind)

/** Counts a step against the cap; answers whether the run may go on. */
const countStep = (course: Course, done: Advance): boolean => {
  course.stepCount += 1
  const { steps } = course.caps
  if (course.stepCount <= steps) return true
  done.ending = { state: 'failed', code: 'too_many_steps', reason: `The run had more than ${steps} steps.` }
  return false
}

/** Why what a step gives is too much to be kept; null where it is not. Counts it to the run's. */
const tooMuch = ({ progress, caps }: Course, output: unknown): StepError | null => {
  if (output === undefined || output === null) return null
  const bytes = Buffer.byteLength(JSON.stringify(output))
  if (bytes > caps.outputBytes)
    return { code: 'output_too_large', message: `The step gave more than ${caps.outputBytes / 1024} KiB.` }
  progress.bytes = (progress.bytes ?? 0) + bytes
  if (progress.bytes <= caps.runBytes) return null
  return { code: 'run_too_large', message: `The steps of the run gave more than ${caps.runBytes / 1024} KiB.` }
}

const computeStep = (course: Course, thread: Thread, done: Advance): void => {
  if (!countStep(course, done)) return
  const node = course.program.node(thread.node)
  const { path } = thread
  try {
    const result = compute(course, node, thread)
    const refusal = tooMuch(course, result.output)
    if (refusal) {
      fail(course, thread, done, refusal)
      return
    }
    if (result.output !== undefined) addOutput(course.outputs, path, node.id, result.output)
    done.steps.push({ node: node.id, path, kind: node.kind, state: 'done', ...result })
    if (node.kind === 'stop') {
      done.ending = { state: node.outcome, code: 'stopped', reason: String(result.output ?? '') || null }
      return
    }
    if (result.outlet !== undefined) leave(course, thread, result.outlet, done)
  } catch (error) {
    if (error instanceof OverCap) fail(course, thread, done, error.reason)
    else if (error instanceof ExpressionFailed)
      fail(course, thread, done, { code: 'expression_failed', message: error.message })
    else throw error
  }
}

/** A step was given more than it may take. */
export class OverCap extends Error {
  override readonly name = 'OverCap'
  readonly reason: StepError
  constructor(reason: StepError) {
    super(reason.message)
    this.reason = reason
  }
}

/** The items of a loop. What is over its cap is left out where the author of the workflow chose that; otherwise the step fails. */
export const withinCap = (
  { most, leave_out }: Pick<Extract<Node, { kind: 'loop' }>, 'most' | 'leave_out'>,
  items: readonly unknown[],
): readonly unknown[] => {
  if (items.length <= most || leave_out) return items
  throw new OverCap({
    code: 'too_many_items',
    message: `The list has ${items.length} items, and the loop takes ${most} at most. Raise that, or let it leave out the rest.`,
  })
}

/** Without an outlet: a body was entered. */
const compute = (course: Course, node: Node, thread: Thread): { outlet?: string; output?: unknown } => {
  const { program, progress } = course
  const seen = seenBy(course, thread.path)
  switch (node.kind) {
    case 'condition':
      return { outlet: program.isTrue(node.id, 'when', seen) ? 'yes' : 'no' }
    case 'switch':
      return { outlet: node.cases.find(({ id }) => program.isTrue(node.id, id, seen))?.id ?? 'otherwise' }
    case 'set': {
      const values = program.valuesOf(node.id, seen)
      Object.assign(progress.vars, values)
      return { outlet: 'done', output: values }
    }
    case 'stop':
      return { output: program.textOf(node.id, 'reason', seen) }
    case 'loop':
      return enterLoop(course, node, thread, withinCap(node, program.listOf(node.id, seen)))
    case 'parallel':
      return enterParallel(course, node, thread)
    default:
      throw new Error(`a node of kind ${node.kind} does not compute`)
  }
}

export const enterLoop = (course: Course, node: Extract<Node, { kind: 'loop' }>, thread: Thread, all: readonly unknown[]) => {
  const items = all.slice(0, node.most)
  const body = node.next.each
  const output = { count: items.length, left_out: all.length - items.length }
  if (items.length === 0 || body === undefined) return { outlet: 'done', output }
  const key = keyOf(thread.path, node.id)
  course.progress.frames[key] = { node: node.id, path: thread.path, items, index: 0 }
  move(thread, `${key}.0`, body)
  return { output }
}

export const enterParallel = (course: Course, node: Extract<Node, { kind: 'parallel' }>, thread: Thread) => {
  const { progress } = course
  const bodies = bodiesOf(node).flatMap((outlet) =>
    node.next[outlet] === undefined ? [] : [[outlet, node.next[outlet]] as const],
  )
  if (bodies.length === 0) return { outlet: 'done' }
  const key = keyOf(thread.path, node.id)
  // A branch without a step has ended already.
  progress.frames[key] = { node: node.id, path: thread.path, ended: bodiesOf(node).length - bodies.length }
  progress.threads = progress.threads.filter((each) => each !== thread)
  const heard = thread.heardSince === undefined ? {} : { heardSince: thread.heardSince }
  for (const [outlet, first] of bodies)
    progress.threads.push({ path: `${key}.${outlet}`, node: first, state: 'ready', ...heard })
  return {}
}

const move = (thread: Thread, path: string, node: string): void => {
  thread.path = path
  thread.node = node
  thread.state = 'ready'
  delete thread.tries
  delete thread.since
  delete thread.dueAt
  delete thread.wait
}

/** The thread goes on by an outlet of its node; where nothing follows, its path ends. */
export const leave = (course: Course, thread: Thread, outlet: string, done: Advance): void => {
  const next = course.program.node(thread.node).next[outlet]
  if (next === undefined) endPath(course, thread, done)
  else move(thread, thread.path, next)
}

const endPath = (course: Course, thread: Thread, done: Advance): void => {
  const { progress, program } = course
  const key = bodyOf(thread.path)
  const frame = key === undefined ? undefined : progress.frames[key]
  if (key === undefined || !frame) {
    progress.threads = progress.threads.filter((each) => each !== thread)
    return
  }
  const node = program.node(frame.node)
  if (node.kind === 'loop') {
    const index = (frame.index ?? 0) + 1
    forgetIteration(course, thread.path)
    if (index < (frame.items?.length ?? 0)) {
      frame.index = index
      move(thread, `${key}.${index}`, node.next.each as string)
      return
    }
    leaveFrame(course, key, frame, thread, done)
    return
  }
  if (node.kind !== 'parallel') throw new Error('a body of what has none')
  frame.ended = (frame.ended ?? 0) + 1
  const wanted = node.wait_for === 'all' ? node.branches.length : node.wait_for === 'any' ? 1 : node.wait_for
  if (frame.ended < wanted) {
    progress.threads = progress.threads.filter((each) => each !== thread)
    return
  }
  // The others are not waited for: they end where they are.
  for (const other of progress.threads)
    if (other !== thread && other.path.startsWith(`${key}.`)) done.steps.push(...endOf(program, other))
  progress.threads = progress.threads.filter((each) => each === thread || !each.path.startsWith(`${key}.`))
  for (const inner of Object.keys(progress.frames)) if (inner.startsWith(`${key}.`)) delete progress.frames[inner]
  leaveFrame(course, key, frame, thread, done)
}

/** What a thread was at when its branch was no longer needed. */
const endOf = (program: Program, { node, path, state }: Thread): StepRecord[] =>
  state === 'ready' ? [] : [{ node, path, kind: program.node(node).kind, state: 'cancelled' }]

const leaveFrame = (course: Course, key: string, frame: Frame, thread: Thread, done: Advance): void => {
  delete course.progress.frames[key]
  move(thread, frame.path, frame.node)
  leave(course, thread, 'done', done)
}

/** What the steps of an iteration gave is seen in it alone: it need not be kept in memory. */
const forgetIteration = ({ outputs }: Course, path: string): void => {
  for (const each of outputs.keys()) if (each === path || each.startsWith(`${path}/`)) outputs.delete(each)
}

/** A step failed for good: the run goes on by its outlet for errors, or fails. */
export const fail = (
  course: Course,
  thread: Thread,
  done: Advance,
  error: StepError,
  record: Partial<StepRecord> = {},
): void => {
  const node = course.program.node(thread.node)
  const { path } = thread
  const hasBranch = node.next.error !== undefined
  done.steps.push({
    ...{ node: node.id, path, kind: node.kind, state: 'failed', error, ...record },
    ...(hasBranch && { outlet: 'error' }),
  })
  addOutput(course.outputs, path, node.id, { error })
  if (hasBranch) leave(course, thread, 'error', done)
  else done.ending = { state: 'failed', code: error.code, reason: error.message }
}

/** A step that waited, or reached outside, has ended. */
export const settle = (
  course: Course,
  thread: Thread,
  done: Advance,
  { outlet, output, ...record }: { readonly outlet: string; readonly output?: unknown } & Partial<StepRecord>,
): void => {
  const node = course.program.node(thread.node)
  const { path } = thread
  if (!countStep(course, done)) return
  const refusal = tooMuch(course, output)
  if (refusal) {
    fail(course, thread, done, refusal, record)
    return
  }
  if (output !== undefined) addOutput(course.outputs, path, node.id, output)
  done.steps.push({
    node: node.id,
    path,
    kind: node.kind,
    state: 'done',
    outlet,
    ...record,
    ...(output !== undefined && { output }),
  })
  leave(course, thread, outlet, done)
}

/** What expressions see in a body. */
export const seenBy = (course: Omit<Course, 'caps'>, path: string): Seen => {
  const { progress, outputs, trigger, run, now, place } = course
  const paths = pathsAround(path)
  const steps: Record<string, unknown> = paths.length === 1 ? (outputs.get('') ?? {}) : {}
  if (paths.length > 1) for (const each of paths) Object.assign(steps, outputs.get(each))
  const values: Record<string, unknown> = {
    ...{ trigger, steps, vars: progress.vars, now: now.toISOString() },
    run: { id: run.id, started_at: run.createdAt.toISOString() },
  }
  for (const each of paths) {
    const key = bodyOf(each)
    const frame = key === undefined ? undefined : progress.frames[key]
    if (frame?.items) Object.assign(values, { item: frame.items[frame.index ?? 0], index: frame.index ?? 0 })
  }
  return { values, place }
}
