import { workflowActions } from '#core/actions/workflow-actions.ts'
import { digestId } from '#core/ids.ts'
import { fail, seenBy, settle } from './advance.ts'
import { callAction } from './call-action.ts'
import { addStep, collect, effectKey, type Going, goOn, restore, snapshotOf, whatOf } from './course.ts'
import type { Node } from './definition.ts'
import type { Doing, Done, EffectParts } from './doings.ts'
import { kinds } from './effect-kinds.ts'
import { type Entry, forgotten, openEntry } from './ledger.ts'
import { ExpressionFailed } from './program.ts'
import { placeKey, type Thread } from './progress.ts'
import { storeAll } from './store.ts'

/** Does what a run is about to do, and what follows it, until it waits or is over. */
export const carryOut = async (parts: EffectParts, going: Going, first: Thread): Promise<void> => {
  let thread: Thread | null = first
  let isRepeat = going.repeated.has(placeKey(first))
  while (thread && parts.isOurs(going.run) && !parts.signal.aborted) {
    const next: Thread | null | 'lost' = await carryOutStep(parts, going, thread, isRepeat)
    if (next === 'lost') return
    thread = next
    isRepeat = thread !== null && going.repeated.has(placeKey(thread))
  }
  if (thread && parts.isOurs(going.run)) await release(parts, going, thread)
}

/** Gives back what was not begun by a worker that ends: the next one begins it, and has no doubt whether it was done. */
export const release = async (
  parts: Pick<EffectParts, 'database' | 'metrics'>,
  going: Going,
  thread: Pick<Thread, 'node' | 'path'>,
): Promise<void> => {
  const current = going.course.progress.threads.find((each) => placeKey(each) === placeKey(thread))
  if (!current) return
  if (!going.repeated.has(placeKey(current))) current.state = 'ready'
  await storeAll(parts, going.run.org_id, [{ going, thread: null }])
}

/** The same of several. */
export const releaseAll = async (
  parts: Pick<EffectParts, 'database' | 'metrics' | 'log'>,
  all: readonly { readonly going: Going; readonly thread: Thread }[],
): Promise<void> => {
  for (const { going, thread } of all)
    await release(parts, going, thread).catch((error: unknown) => {
      parts.log.warn({ err: error, run: going.run.id }, 'a run could not be given back')
    })
}

const carryOutStep = async (
  parts: EffectParts,
  going: Going,
  thread: Thread,
  isRepeat: boolean,
): Promise<Thread | null | 'lost'> => {
  const node = going.course.program.node(thread.node)
  const before = snapshotOf(going)
  going.course.now = new Date(going.run.claimed_at.getTime() + performance.now() - going.openedAtMs)
  const entry = await entryOf(parts, going, thread, { node, isRepeat })
  if (entry.state === 'lost') return 'lost'
  const doing = { going, thread, node, key: entry.key, seen: seenBy(going.course, thread.path), isRepeat, entry }
  const done = await attempt(parts, doing)
  if (done.state === 'stored') return done.next
  if (done.state === 'lost') return 'lost'
  restore(going, before)
  const current = going.course.progress.threads.find((each) => placeKey(each) === placeKey(thread)) ?? thread
  record(going, current, doing, done)
  const next = goOn(going)
  const stored = { going, thread: next }
  await storeAll(parts, going.run.org_id, [stored])
  return stored.thread
}

/**
 * An action that is done for the first time needs no look at the ledger: it cannot be there, and what it does is written with its end, if nothing stops
 * it by then. One that asks a provider does something before that: whether it may is asked first.
 */
const entryOf = (
  parts: EffectParts,
  { run }: Going,
  thread: Thread,
  { node, isRepeat }: Pick<Doing, 'node' | 'isRepeat'>,
): Promise<Entry> | Entry => {
  const key = effectKey(run.root_id, thread)
  const isOurs = node.kind === 'action' && workflowActions().get(node.action)?.callsProvider !== true
  if (isOurs && !isRepeat && run.root_id === run.id) return { state: 'open', key, hasLeft: false, answer: null }
  const { path } = thread
  return openEntry(parts.database, run, { key, node: node.id, path, what: whatOf(node), leaves: node.kind !== 'action' })
}

const attempt = async (parts: EffectParts, doing: Doing): Promise<Done> => {
  const before = await settledBefore(parts, doing)
  if (before) return before
  try {
    if (doing.node.kind === 'action') return await callAction(parts, doing as Doing<Extract<Node, { kind: 'action' }>>)
    const kind = kinds[doing.node.kind as keyof typeof kinds]
    if (!kind) throw new Error(`no step of kind ${doing.node.kind} reaches outside`)
    return await kind(parts, doing as never)
  } catch (error) {
    if (error instanceof ExpressionFailed)
      return { state: 'failed', isFinal: true, error: { code: 'expression_failed', message: error.message } }
    throw error
  }
}

/** What needs not be done, or not now. */
const settledBefore = async ({ limits }: EffectParts, { entry, going, node, isRepeat }: Doing): Promise<Done | null> => {
  switch (entry.state) {
    case 'done':
      return { state: 'done', output: entry.output, proof: entry.proof, isKept: true }
    case 'failed':
      if (entry.error === forgotten && node.kind === 'action' && workflowActions().get(node.action)?.effect === 'read') break
      return { state: 'failed', isFinal: true, error: entry.error, hasActed: true }
    case 'uncertain':
      return { state: 'uncertain', known: entry.known, reason: unknownOutcome }
    case 'stopped':
      return { state: 'stopped' }
  }
  const limit = 'limit' in node ? node.limit : undefined
  // What was begun has had its turn.
  if (!limit || isRepeat) return null
  const verdict = await limits.take(digestId(`workflow step ${going.run.workflow_id} ${node.id}`), limit)
  if (verdict.ok) return null
  const message = `It is done ${limit.times} times in ${limit.seconds} seconds at most: it waits for its turn.`
  return { state: 'later', afterSeconds: verdict.retryAfterSeconds, error: { code: 'rate_limited', message } }
}

const unknownOutcome = 'Whether the receiver acted is not known: look there, and say what happened.'

const usualTries = { tries: 5, delay_seconds: 10 }
/** Between two tries, however many there were. */
const longestDelaySeconds = 3_600

const record = (
  going: Going,
  thread: Thread,
  { key, node, isRepeat }: Doing,
  done: Exclude<Done, { state: 'stored' | 'lost' }>,
): void => {
  const { course } = going
  const effect = { key, node: node.id, path: thread.path, what: whatOf(node) }
  const step = { node: node.id, path: thread.path, kind: node.kind }
  const tries = (thread.tries ?? 0) + 1
  const dueIn = (seconds: number): void => {
    thread.state = 'ready'
    thread.dueAt = new Date(course.now.getTime() + seconds * 1_000).toISOString()
  }
  /** How the try ended is known: what comes next is no repeat. */
  const notLeft = (): void => {
    going.effects.push({ ...effect, state: 'begun' })
  }
  switch (done.state) {
    case 'done':
      if (!done.isKept) going.effects.push({ ...effect, state: 'done', proof: done.proof })
      collect(going, (part) =>
        settle(course, thread, part, {
          ...{ outlet: 'done', output: done.output, input: done.input, tries },
          ...(done.costMicros !== undefined && { costMicros: done.costMicros }),
        }),
      )
      return
    case 'stopped':
      if (!isRepeat) thread.state = 'ready'
      return
    case 'later':
      notLeft()
      if (done.isBounded) thread.since ??= course.now.toISOString()
      else delete thread.since
      dueIn(done.afterSeconds)
      if (done.error) addStep(going, { ...step, state: 'waiting', tries: thread.tries ?? 0, error: done.error })
      return
    case 'uncertain':
      going.effects.push({ ...effect, state: 'uncertain', proof: done.known })
      addStep(going, {
        ...{ ...step, state: 'uncertain', tries },
        error: { code: 'uncertain', message: done.reason },
      })
      going.pause = { code: 'uncertain', reason: done.reason }
      return
    case 'paused':
      notLeft()
      thread.state = 'ready'
      delete thread.since
      going.pause = { code: done.code, reason: done.reason, ...(done.until && { until: done.until }) }
      addStep(going, { ...step, state: 'waiting', tries: thread.tries ?? 0, error: { code: done.code, message: done.reason } })
      return
    case 'failed': {
      const { tries: most, delay_seconds } = ('on_error' in node ? node.on_error : undefined) ?? usualTries
      if (!done.isFinal && tries < most) {
        thread.tries = tries
        notLeft()
        dueIn(done.retryAfterSeconds ?? Math.min(delay_seconds * 2 ** (tries - 1), longestDelaySeconds))
        addStep(going, {
          ...{ ...step, state: 'waiting', tries },
          ...{ error: done.error, input: done.input },
        })
        return
      }
      going.effects.push({
        ...effect,
        ...(done.hasActed ? { state: 'done', proof: done.proof } : { state: 'failed', proof: done.error }),
      })
      const { costMicros } = done
      collect(going, (part) =>
        fail(course, thread, part, done.error, { tries, input: done.input, ...(costMicros !== undefined && { costMicros }) }),
      )
    }
  }
}
