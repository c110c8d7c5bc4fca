import type { EventTrigger } from '../workflows/event-triggers.ts'
import type { PublishedVersion } from '../workflows/published-versions.ts'
import type { SubjectKind } from '../workflows/runs.ts'
import type { Surroundings } from '../workflows/surroundings.ts'

/** What would have started a run, as it was recorded. */
export interface RecordedStart {
  /** The same in each rehearsal: ids of runs are made of it. */
  readonly key: string
  readonly at: Date
  readonly trigger: Readonly<Record<string, unknown>>
  /** Of an event: the filter and the guards look at it. */
  readonly event: EventTrigger | null
  readonly subject: Subject | null
  /** Runs that had led to it. */
  readonly depth: number
  /** The workflows of these, newest first, where they are many. */
  readonly causes?: readonly string[]
  /** The event kept no facts, and its record may have changed since: what is seen of it is as it is today. */
  readonly isOfToday: boolean
}

export interface Subject {
  readonly kind: SubjectKind
  readonly id: string
}

/** What a workflow is rehearsed on. */
export interface Stage {
  readonly orgId: string
  readonly version: PublishedVersion
  /** What its steps may start, as published now; null: not by a step. */
  readonly others: ReadonlyMap<string, PublishedVersion | null>
  readonly surroundings: Surroundings
  /** In their order. */
  readonly starts: readonly RecordedStart[]
  /** All that a wait may hear, in their order. */
  readonly heard: readonly EventTrigger[]
  /** Records that were merged, by those that stand for them. */
  readonly merged: ReadonlyMap<string, string>
  /** How people answer, by step: an outlet. */
  readonly choices: Readonly<Record<string, string>>
  /** From then on nothing is recorded. */
  readonly now: Date
}

/** Where what a step gave comes from. */
export type Source = 'real' | 'example' | 'today' | 'chosen' | 'unknown_future'

/** What a step did, or would have. */
export interface Entry {
  readonly at: string
  readonly workflow: string
  readonly node: string
  readonly path: string
  readonly title: string | null
  readonly kind: 'action' | 'read' | 'http' | 'ai' | 'person' | 'wait'
  /** The action, the method of a request, the kind of a wait. */
  readonly what: string
  readonly input: unknown
  readonly state: 'done' | 'failed'
  readonly error: { readonly code: string; readonly message: string } | null
  /** Of what it gave; null of a wait whose end is known. */
  readonly source: Source | null
  /** The steps on whose made-up answers its own texts rest. */
  readonly rests_on: readonly string[]
  /** Of a wait: when it went on, and by which outlet. */
  readonly until?: string
  readonly outlet?: string
}

export type PlayedState = 'completed' | 'failed' | 'cancelled' | 'stopped' | 'queued'

/** A run as it would have been. */
export interface PlayedRun {
  readonly key: string
  readonly subject: Subject | null
  readonly person: Subject | null
  readonly at: string
  readonly state: PlayedState
  readonly code: string | null
  readonly reason: string | null
  readonly ended_at: string | null
  readonly is_of_today: boolean
  readonly entries: readonly Entry[]
  readonly steps: number
}

/** What came of it. */
export interface PlayOutcome {
  readonly runs: readonly PlayedRun[]
  /** What was judged: events, times, requests. */
  readonly judged: number
  /** By the filter; files that it does not want. */
  readonly declined: { readonly filter: number; readonly imports: number }
  /** Of a concurrency key that had a run already. */
  readonly skipped: number
  /** It would have stopped itself; what came later is kept, and starts when it is released. */
  readonly stopped: {
    readonly at: string
    readonly guard: 'loop' | 'same_subject'
    readonly times: number
    kept: number
  } | null
  /** Where the time for it was over: up to when it was played. */
  readonly isCutAt: string | null
}
