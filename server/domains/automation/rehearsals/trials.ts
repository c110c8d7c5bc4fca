import { workflowActions } from '#core/actions/workflow-actions.ts'
import { OverCap, seenBy, withinCap } from '../workflows/advance.ts'
import { type Going, goOn, openRun } from '../workflows/course.ts'
import type { Node, NodeOf } from '../workflows/definition.ts'
import { type Graph, scopesAround } from '../workflows/graphs.ts'
import { ExpressionFailed, type Program, type Seen } from '../workflows/program.ts'
import { type Frame, keyOf } from '../workflows/progress.ts'
import type { PublishedVersion } from '../workflows/published-versions.ts'
import type { NewWait } from '../workflows/run-writes.ts'
import { stepsBefore } from '../workflows/steps-before.ts'
import type { Surroundings } from '../workflows/surroundings.ts'
import { actingRun, claimedOf } from './acting-runs.ts'
import type { StandIns } from './stand-ins.ts'
import { exampleEvent, exampleTrigger, type RunGrounds } from './trial-grounds.ts'
import type { GivenValues, TrialSource, WorkflowTrial } from './trial-shapes.ts'

/** What a step is tried with. */
export interface Trying {
  /** Of what is finished of the draft. */
  readonly version: PublishedVersion
  /** Of all of it. */
  readonly graph: Graph
  readonly node: string
  readonly given: GivenValues
  readonly run: RunGrounds | null
  /** The newest event that would start it; undefined without one. */
  readonly recorded: unknown
  /** How a person answers: an outlet. */
  readonly choice: string | undefined
  readonly surroundings: Surroundings
  readonly standIns: StandIns
  readonly now: Date
}

/** What the expressions of the step see, and where each of it comes from. */
interface Grounds {
  readonly trigger: unknown
  readonly steps: Record<string, unknown>
  readonly vars: Record<string, unknown>
  readonly sources: { trigger: TrialSource; steps: Record<string, TrialSource> }
}

/** Items of a list that are shown. */
const mostItems = 5

/**
 * Does one step alone, as the interpreter would, on what was given, else on what the last run had, else on what a rehearsal makes up. Nothing
 * leaves and nothing is written: what is outside is answered by the stand-ins.
 */
export const tryStep = async (trying: Trying): Promise<WorkflowTrial> => {
  const { version, now, given, surroundings } = trying
  const { program } = version
  const node = program.node(trying.node)
  const grounds = groundsOf(trying)
  await fillSteps(trying, grounds)
  const { path, frames } = bodiesAround(trying, grounds)
  const run = actingRun({ key: 'trial', trigger: grounds.trigger as never, subject: null, isOfToday: false }, version, {
    ...{ createdAt: now, parent: null, depth: 0, concurrencyKey: null },
  })
  run.progress = { threads: [{ path, node: node.id, state: 'ready' }], frames, vars: grounds.vars }
  run.stepCount = 1
  for (const [id, output] of Object.entries(grounds.steps)) run.outputs.set(id, [id, '', output])
  const going = openRun(claimedOf(run, now), { ...version, program: alone(program) }, surroundings)
  const seen = copied(seenBy(going.course, path))
  const done = await doAlone(trying, node, going, seen)
  return {
    ...{ node: node.id, kind: node.kind, ...done, leaves: leavesBy(node), run_id: trying.run?.id ?? null },
    values: {
      ...{ trigger: grounds.trigger, steps: grounds.steps, vars: grounds.vars },
      ...{ item: seen.values.item ?? null, index: (seen.values.index as number | undefined) ?? null },
    },
    sources: { ...grounds.sources, ...(given.trigger !== undefined && { trigger: 'given' as const }) },
  }
}

const copied = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** The same expressions, in a graph in which nothing follows. */
const alone = (program: Program): Program => ({ ...program, node: (id) => ({ ...program.node(id), next: {} }) as Node })

const leavesBy = (node: Node): string | null =>
  node.kind === 'action' ? (workflowActions().get(node.action)?.leaves ?? null) : null

/** What is there without being worked out. */
const groundsOf = ({ version, given, run, recorded, now }: Trying): Grounds => {
  const { definition } = version.program
  const { trigger: wanted } = definition
  const fits = run?.trigger.kind === wanted.kind && (wanted.kind !== 'event' || run.trigger.type === wanted.event)
  const [trigger, source]: [unknown, TrialSource] =
    given.trigger !== undefined
      ? [given.trigger, 'given']
      : run && fits
        ? [run.trigger, 'run']
        : recorded !== undefined
          ? [recorded, 'recorded']
          : [exampleTrigger(wanted, now), 'example']
  return {
    trigger: copied(trigger),
    steps: {},
    vars: { ...run?.vars, ...given.vars },
    sources: { trigger: source, steps: {} },
  }
}

/** What the steps before it gave, those first that others rest on. */
const fillSteps = async (trying: Trying, grounds: Grounds): Promise<void> => {
  const before = stepsBefore(trying.graph)
  const nodes = new Map(trying.version.program.definition.nodes.map((node) => [node.id, node]))
  const done = new Set<string>()
  const fill = async (id: string): Promise<void> => {
    if (done.has(id)) return
    done.add(id)
    for (const each of before(id).keys()) await fill(each)
    const node = nodes.get(id)
    if (node) await fillStep(trying, grounds, node)
  }
  for (const id of before(trying.node).keys()) await fill(id)
}

const fillStep = async (trying: Trying, grounds: Grounds, node: Node): Promise<void> => {
  const put = (output: unknown, source: TrialSource): void => {
    grounds.steps[node.id] = copied(output ?? null)
    grounds.sources.steps[node.id] = source
  }
  const given = trying.given.steps?.[node.id]
  if (given !== undefined) return put(given, 'given')
  const known = trying.run?.steps.get(node.id)
  if (known?.kind === node.kind) return put(known.output, 'run')
  const made = await rehearsedAnswer({ ...trying, node: node.id }, grounds, node)
  if (!made) return
  put(made.output, made.source)
  if (node.kind === 'set') Object.assign(grounds.vars, made.output, trying.given.vars)
}

/** As a rehearsal would answer. */
const rehearsedAnswer = async (
  trying: Trying,
  grounds: Grounds,
  node: Node,
): Promise<{ readonly output: unknown; readonly source: TrialSource } | null> => {
  const { version, standIns, now } = trying
  const seen = seenIn(trying, grounds)
  try {
    switch (node.kind) {
      case 'set':
        return { output: version.program.valuesOf(node.id, seen), source: 'computed' }
      case 'loop':
        return { output: countsOf(withinCap(node, version.program.listOf(node.id, seen)), node), source: 'computed' }
      case 'action':
      case 'http':
      case 'ai': {
        const { result, source } = await standIns.perform(version, node, seen)
        return 'error' in result
          ? { output: { error: result.error }, source: source === 'today' ? 'today' : 'computed' }
          : { output: result.output, source: source as TrialSource }
      }
      case 'person':
        return { output: answerOf(trying, node)?.output ?? { timed_out: true }, source: 'chosen' }
      case 'workflow':
        return node.wait ? { output: { state: 'completed', vars: {} }, source: 'example' } : null
      case 'wait':
        return node.for.kind === 'event' ? { output: { event: exampleEvent(node.for.event, now) }, source: 'example' } : null
      default:
        return null
    }
  } catch (error) {
    if (error instanceof OverCap) return { output: { error: error.reason }, source: 'computed' }
    if (!(error instanceof ExpressionFailed)) throw error
    return { output: { error: { code: 'expression_failed', message: error.message } }, source: 'computed' }
  }
}

const countsOf = (items: readonly unknown[], { most }: NodeOf<'loop'>) => ({
  count: Math.min(items.length, most),
  left_out: Math.max(0, items.length - most),
})

const answerOf = ({ version, standIns, choice, now }: Trying, node: NodeOf<'person'>) =>
  standIns.answer(version, node, choice, now)

/** What expressions see, before there is a run. */
const seenIn = (trying: Trying, grounds: Grounds): Seen => {
  const { now, surroundings, run } = trying
  const { frames, path } = bodiesAround(trying, grounds)
  const frame = Object.values(frames).findLast(({ items }) => items !== undefined)
  return {
    values: {
      ...{ trigger: grounds.trigger, steps: grounds.steps, vars: grounds.vars, now: now.toISOString() },
      run: { id: run?.id ?? path, started_at: now.toISOString() },
      ...(frame && { item: frame.items?.[frame.index ?? 0] ?? null, index: frame.index ?? 0 }),
    },
    place: surroundings.place,
  }
}

/** The loops and branches that the step is in, as if a run had entered them: in the iteration of the run that is looked at, else the first. */
const bodiesAround = (
  { version, graph, node, run, given, surroundings, now }: Trying,
  grounds: Grounds,
): { readonly path: string; readonly frames: Record<string, Frame> } => {
  const { program } = version
  const loops = new Set(program.definition.nodes.flatMap(({ id, kind }) => (kind === 'loop' ? id : [])))
  const around = scopesAround(graph, node).toReversed()
  const innermost = around.findLastIndex((each) => loops.has(each.node))
  const ran = (run?.path ?? '').split('/').slice(1)
  const frames: Record<string, Frame> = {}
  let path = ''
  let seen: Record<string, unknown> = {
    trigger: grounds.trigger,
    steps: grounds.steps,
    vars: grounds.vars,
    now: now.toISOString(),
  }
  around.forEach(({ node: id, outlet }, level) => {
    const key = keyOf(path, id)
    if (loops.has(id)) {
      const [inRun, part] = (ran[level] ?? '').split('.')
      const isInner = level === innermost
      const wanted = isInner && given.index !== undefined ? given.index : inRun === id ? Number(part) : 0
      const list = listIn(program, id, { values: seen, place: surroundings.place })
      const index = given.item !== undefined && isInner ? wanted : Math.max(0, Math.min(wanted, list.length - 1))
      const item = given.item !== undefined && isInner ? given.item : (list[index] ?? null)
      frames[key] = { node: id, path, items: [...Array.from({ length: index }, () => null), item], index }
      seen = { ...seen, item, index }
      path = `${key}.${index}`
    } else {
      frames[key] = { node: id, path, ended: 0 }
      path = `${key}.${outlet}`
    }
  })
  return { path, frames }
}

const listIn = (program: Program, id: string, seen: Seen): readonly unknown[] => {
  try {
    return program.listOf(id, seen)
  } catch (error) {
    if (!(error instanceof ExpressionFailed)) throw error
    return []
  }
}

type Came = Pick<WorkflowTrial, 'state' | 'input' | 'output' | 'outlet' | 'error' | 'source'>

const nothing: Came = { state: 'done', input: null, output: null, outlet: null, error: null, source: null }

/** The step itself: what it computes, waits for, or would have done outside. */
const doAlone = async (trying: Trying, node: Node, going: Going, seen: Seen): Promise<Came> => {
  const thread = goOn(going)
  if (thread) return doOutside(trying, node, seen)
  const step = going.steps.findLast((each) => each.node === node.id)
  if (step?.state === 'failed') return failed(node, step.error ?? { code: 'failed', message: '' }, null)
  const [wait] = going.waits
  if (wait) return waited(trying, node, wait, going)
  if (node.kind === 'workflow') return { ...nothing, input: copied(going.starts[0]?.input ?? null), outlet: 'done' }
  const shown = { ...nothing, output: copied(step?.output ?? null), outlet: step?.outlet ?? null }
  if (node.kind === 'parallel' || node.kind === 'stop') return { ...shown, outlet: null }
  if (node.kind !== 'loop') return shown
  const items = listIn(trying.version.program, node.id, seen)
  return { ...shown, input: { items: items.slice(0, mostItems) }, outlet: items.length > 0 ? 'each' : 'done' }
}

const failed = (node: Node, { code, message }: { readonly code: string; readonly message: string }, input: unknown): Came => ({
  ...{ ...nothing, state: 'failed', input, error: { code, message } },
  outlet: node.next.error === undefined ? null : 'error',
})

const doOutside = async ({ version, standIns }: Trying, node: Node, seen: Seen): Promise<Came> => {
  const { input, source, result } = await standIns.perform(version, node, seen)
  if ('error' in result) return failed(node, result.error, copied(input ?? null))
  return {
    ...{ ...nothing, input: copied(input ?? null), output: copied(result.output ?? null), outlet: 'done' },
    source: source === 'unknown_future' ? null : source,
  }
}

const waited = (trying: Trying, node: Node, wait: NewWait, going: Going): Came => {
  const until = wait.dueAt?.toISOString() ?? null
  if (node.kind === 'person') {
    const { heading, text } = wait.asked as { heading: string; text: string }
    const answer = answerOf(trying, node)
    return {
      ...{ ...nothing, input: copied({ heading, text, to: wait.recipient, until }) },
      ...{ output: copied(answer?.output ?? { timed_out: true }), outlet: answer?.outlet ?? 'timeout', source: 'chosen' },
    }
  }
  if (node.kind === 'workflow') return { ...nothing, state: 'waiting', input: copied(going.starts[0]?.input ?? null) }
  const about = wait.eventType === undefined ? {} : { event: wait.eventType, about: wait.about ?? null }
  return { ...nothing, state: 'waiting', input: { until, ...about } }
}
