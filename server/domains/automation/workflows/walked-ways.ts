import type { Place } from '#shapes/expressions/evaluation.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'
import { type Advance, beginProgress, type Course, enterLoop, enterParallel, leave, type StepError, seenBy } from './advance.ts'
import type { Program } from './program.ts'
import { addOutput, type Progress, placeKey, type Thread } from './progress.ts'

/** A step as a run recorded it. */
export interface RecordedStep {
  readonly node: string
  readonly path: string
  readonly place: number
  readonly kind: string
  readonly state: 'running' | 'waiting' | 'done' | 'failed' | 'uncertain' | 'cancelled'
  readonly outlet: string | null
  readonly output: unknown
  readonly error: StepError | null
  readonly started_at: Date
}

export interface Way {
  readonly progress: Progress
  /** In their order. What follows is not among them. */
  readonly kept: readonly RecordedStep[]
  /** Loops and parallels that the run is in: they have begun, and are not over. */
  readonly open: ReadonlySet<string>
  /** Whether it came to the step that was asked for. */
  readonly isReached: boolean
  /** Where it came to instead, for words. */
  readonly stoppedAt: readonly Pick<Thread, 'node' | 'path'>[]
}

/**
 * Goes the way that a run went, by what it recorded, up to a step, or to what it did not get done: what the graph says is before that, is kept, and
 * from there it goes on. The program may be that of another version. Nothing is computed anew but the lists of loops.
 */
export const walk = (
  { program, trigger, run, place }: Pick<Course, 'program' | 'trigger' | 'run'> & { readonly place: Place },
  steps: readonly RecordedStep[],
  upTo: { readonly node: string; readonly path: string } | null,
): Way => {
  const course: Course = {
    ...{ program, trigger, run, place, progress: beginProgress(program), outputs: new Map(), now: run.createdAt, stepCount: 0 },
    caps: usualCaps,
  }
  const recorded = new Map(steps.map((step) => [placeKey(step), step]))
  const kept: RecordedStep[] = []
  const stopped = new Set<Thread>()
  let isReached = false
  for (;;) {
    const thread = course.progress.threads.find((each) => !stopped.has(each))
    if (!thread) break
    const isGoal = upTo !== null && thread.node === upTo.node && thread.path === upTo.path
    const step = isGoal ? undefined : recorded.get(placeKey(thread))
    if (!step || !isPassed(step, program)) {
      isReached ||= isGoal
      stopped.add(thread)
      continue
    }
    recorded.delete(placeKey(thread))
    kept.push(step)
    course.now = step.started_at
    pass(course, thread, step)
  }
  const { progress } = course
  progress.place = Math.max(0, ...kept.map(({ place: each }) => each))
  progress.bytes = kept.reduce(
    (bytes, { output }) => bytes + (output == null ? 0 : Buffer.byteLength(JSON.stringify(output))),
    0,
  )
  return {
    ...{ progress, isReached, kept: kept.toSorted((one, other) => one.place - other.place) },
    open: new Set(Object.values(progress.frames).map(placeKey)),
    stoppedAt: progress.threads.map(({ node, path }) => ({ node, path })),
  }
}

/** It is over, the run went on after it, and in this version too it is a step of this kind with this outlet. */
const isPassed = ({ node: id, kind, state, outlet }: RecordedStep, program: Program): boolean => {
  const node = program.definition.nodes.find((each) => each.id === id)
  if (node?.kind !== kind || kind === 'stop') return false
  if (kind === 'loop' || kind === 'parallel') return state === 'done'
  return outlet !== null && (state === 'done' || state === 'failed')
}

const pass = (course: Course, thread: Thread, step: RecordedStep): void => {
  const node = course.program.node(thread.node)
  const aside: Advance = { steps: [], ending: null, isCut: false }
  const output = step.state === 'failed' ? { error: step.error } : step.output
  if (output !== null && output !== undefined) addOutput(course.outputs, thread.path, node.id, output)
  if (node.kind === 'loop' || node.kind === 'parallel') {
    const { outlet } =
      node.kind === 'loop'
        ? enterLoop(course, node, thread, course.program.listOf(node.id, seenBy(course, thread.path)))
        : (enterParallel(course, node, thread) as { outlet?: string })
    if (outlet !== undefined) leave(course, thread, outlet, aside)
    return
  }
  if (node.kind === 'set' && step.state === 'done') Object.assign(course.progress.vars, step.output)
  leave(course, thread, step.outlet ?? 'done', aside)
}
