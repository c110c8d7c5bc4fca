import type { z } from 'zod'
import type { Cause } from '#db/connect.ts'
import type { BaseContext, Db, Emit, Enqueue } from '../context.ts'
import type { Log } from '../log.ts'
import type { AnyEvent, Happened } from './event.ts'
import { publicEvents } from './public-events.ts'

/** What a reaction has for one organization: a transaction, the one that moves its cursor on. */
export interface ReactionContext {
  readonly db: Db
  readonly org: { readonly id: string }
  readonly emit: Emit
  /** What goes outside is a job. */
  readonly enqueue: Enqueue
  readonly log: Log
  readonly settings: Pick<BaseContext['settings'], 'workflows'>
}

/** An event that is followed. One that was written before its facts were stored has none; `cause` is null but for what a workflow's call did. */
export type HappenedOf<E extends AnyEvent> = E extends AnyEvent
  ? Happened<z.output<E['facts']> | null> & {
      readonly type: E['type']
      readonly stored: Readonly<Record<string, unknown>>
      readonly cause: Cause | null
    }
  : never

/** Answers what happened, after the commit: each event once, in the order of the log, by one worker at a time. */
export interface Reaction<Name extends string, On extends readonly AnyEvent[]> {
  /** Also that of its cursor: a new name begins with what happens from then on. */
  readonly name: Name
  readonly summary: string
  /** Or every public event of the product. */
  readonly on: On | 'public'
  /**
   * What becomes of an event that fails: it is tried again after `delaySeconds`, then twice that, and so on, while the other
   * organizations go on. After `retries` of them its organization stops with it (`stop`), or goes on without it (`pass`); either way it
   * stands in Background work until a person replays or drops it.
   */
  readonly failing: { readonly retries: number; readonly delaySeconds: number; readonly atLast: 'stop' | 'pass' }
  /**
   * While the log grows fast it rests, until it is so far behind: `burstMs` for as long after it began to, then `steadyMs`. For work whose
   * result is not needed within the second. `ownEvents`: the log also grows fast where so many of the reaction's own come within two seconds, of
   * which each stands for many records; it looks before it begins, too.
   */
  readonly yields?: { readonly burstMs: number; readonly steadyMs: number; readonly ownEvents?: number }
  /** Where only some organizations have anything to do: the others' events are passed over, and where there are none, all at once. */
  readonly orgs?: (db: Db) => Promise<readonly string[]>
  run(events: readonly HappenedOf<On[number]>[], context: ReactionContext): Promise<void>
}

export interface AnyReaction extends Omit<Reaction<string, readonly AnyEvent[]>, 'run'> {
  run(events: never, context: ReactionContext): Promise<void>
}

export const reaction = <const Name extends string, const On extends readonly AnyEvent[]>(
  definition: Reaction<Name, On>,
): Reaction<Name, On> => definition

/** The events that it follows. */
export const eventsOf = ({ on }: AnyReaction): readonly AnyEvent[] => (on === 'public' ? publicEvents() : on)

export const typesOf = (reaction: AnyReaction): string[] => eventsOf(reaction).map(({ type }) => type)
