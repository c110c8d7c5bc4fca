import type { Dispatch } from '#core/actions/dispatch.ts'
import type { JobContext } from '#core/context.ts'
import type { Log } from '#core/log.ts'
import type { Http } from '#core/outbound/http.ts'
import type { Vault } from '#core/vault.ts'
import type { Database } from '#db/connect.ts'
import type { Ports } from '#ports/ports.ts'
import { fail, type StepError, seenBy, settle } from './advance.ts'
import { callAction } from './call-action.ts'
import { addStep, collect, effectKey, type Going, goOn, restore, snapshotOf } from './course.ts'
import type { Node } from './definition.ts'
import { whatWasDone } from './earlier-effects.ts'
import { kinds } from './effect-kinds.ts'
import { ExpressionFailed, type Seen } from './program.ts'
import { placeKey, type Thread } from './progress.ts'
import { storeAll } from './store.ts'

/** What steps that reach outside have. */
export interface EffectParts {
  readonly database: Database
  readonly dispatch: Dispatch
  readonly ports: Ports
  readonly http: Http
  readonly vault: Vault
  readonly log: Log
  readonly now: () => Date
  readonly enqueueIn: JobContext['enqueueIn']
  /** Aborted when the worker ends: stop at the next good place. */
  readonly signal: AbortSignal
  /** Whether the run is still this worker's: to be asked right before something leaves. */
  isOurs(run: Going['run']): boolean
}

/** One step that is to be done. */
export interface Doing<N extends Node = Node> {
  readonly going: Going
  readonly thread: Thread
  readonly node: N
  readonly key: string
  /** What it takes, worked out. */
  readonly seen: Seen
  /** It was begun before, by a worker that never said how it ended. */
  readonly isRepeat: boolean
}

/** What came of it. */
export type Done =
  | { readonly state: 'done'; readonly output: unknown; readonly input?: unknown; readonly proof?: unknown }
  | {
      readonly state: 'failed'
      readonly error: StepError
      readonly isFinal: boolean
      readonly retryAfterSeconds?: number
      readonly input?: unknown
    }
  /** Limits and budgets: no try is counted. */
  | { readonly state: 'later'; readonly afterSeconds: number }
  /** Whether the receiver acted is not known, and it must not be asked again. */
  | { readonly state: 'uncertain'; readonly known: unknown; readonly reason: string }
  /** It cannot go on until a person did something. */
  | { readonly state: 'paused'; readonly code: string; readonly reason: string }
  /** It is stored already, with what it did: the next step, if there is one. */
  | { readonly state: 'stored'; readonly next: Thread | null }
  /** Another has the run by now. */
  | { readonly state: 'lost' }

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
  const doing = {
    going,
    thread,
    node,
    key: effectKey(going.run.root_id, thread, going.course.progress.anew),
    seen: seenBy(going.course, thread.path),
    isRepeat,
  }
  const earlier = await whatWasDone(parts.database, doing)
  const done = earlier.done ?? (await attempt(parts, { ...doing, isRepeat: isRepeat || earlier.isBegun }))
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

const attempt = async (parts: EffectParts, doing: Doing): Promise<Done> => {
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

const usualTries = { tries: 5, delay_seconds: 10 }
/** Between two tries, however many there were. */
const longestDelaySeconds = 3_600

const record = (
  going: Going,
  thread: Thread,
  { key, node }: Doing,
  done: Exclude<Done, { state: 'stored' | 'lost' }>,
): void => {
  const { course } = going
  const effect = { key, node: node.id, path: thread.path, what: node.kind === 'action' ? node.action : node.kind }
  const tries = (thread.tries ?? 0) + 1
  const dueIn = (seconds: number): void => {
    thread.state = 'ready'
    thread.dueAt = new Date(course.now.getTime() + seconds * 1_000).toISOString()
  }
  switch (done.state) {
    case 'done':
      going.effects.push({ ...effect, state: 'done', proof: done.proof })
      collect(going, (part) => settle(course, thread, part, { outlet: 'done', output: done.output, input: done.input, tries }))
      return
    case 'later':
      dueIn(done.afterSeconds)
      return
    case 'uncertain':
      going.effects.push({ ...effect, state: 'uncertain', proof: done.known })
      addStep(going, {
        ...{ node: node.id, path: thread.path, kind: node.kind, state: 'uncertain', tries },
        error: { code: 'uncertain', message: done.reason },
      })
      going.pause = { code: 'uncertain', reason: done.reason }
      return
    case 'paused':
      thread.state = 'ready'
      going.pause = { code: done.code, reason: done.reason }
      return
    case 'failed': {
      const { tries: most, delay_seconds } = ('on_error' in node ? node.on_error : undefined) ?? usualTries
      if (!done.isFinal && tries < most) {
        thread.tries = tries
        dueIn(done.retryAfterSeconds ?? Math.min(delay_seconds * 2 ** (tries - 1), longestDelaySeconds))
        addStep(going, {
          ...{ node: node.id, path: thread.path, kind: node.kind, state: 'waiting', tries },
          ...{ error: done.error, input: done.input },
        })
        return
      }
      going.effects.push({ ...effect, state: 'failed', proof: done.error })
      collect(going, (part) => fail(course, thread, part, done.error, { tries, input: done.input }))
    }
  }
}
