import type { Dispatch } from '#core/actions/dispatch.ts'
import type { Limits } from '#core/actions/rate-limits.ts'
import type { JobContext } from '#core/context.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Http } from '#core/outbound/http.ts'
import type { DoTogether } from '#core/together.ts'
import type { Vault } from '#core/vault.ts'
import type { Within } from '#core/within.ts'
import type { Database } from '#db/connect.ts'
import type { Ports } from '#ports/ports.ts'
import type { StepError } from './advance.ts'
import type { Going, Pause } from './course.ts'
import type { Node } from './definition.ts'
import type { Entry } from './ledger.ts'
import type { Seen } from './program.ts'
import type { Thread } from './progress.ts'

/** What steps that reach outside have. */
export interface EffectParts {
  readonly database: Database
  readonly dispatch: Dispatch
  readonly limits: Limits
  readonly together: DoTogether
  readonly within: Within
  readonly settings: JobContext['settings']
  readonly ports: Ports
  readonly http: Http
  readonly vault: Vault
  readonly log: Log
  readonly metrics: Metrics
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
  /** Of a step that is no action: what the ledger has of it. */
  readonly entry: Entry
}

/** What came of it. */
export type Done =
  | {
      readonly state: 'done'
      readonly output: unknown
      readonly input?: unknown
      readonly proof?: unknown
      readonly costMicros?: number
      /** It was done before, and this is what it gave then. */
      readonly isKept?: boolean
    }
  | {
      readonly state: 'failed'
      readonly error: StepError
      readonly isFinal: boolean
      readonly retryAfterSeconds?: number
      readonly input?: unknown
      readonly costMicros?: number
      /** The receiver acted, although the step failed: it is not to be done a second time. */
      readonly hasActed?: boolean
      readonly proof?: unknown
    }
  /** Limits and budgets: no try is counted. */
  | {
      readonly state: 'later'
      readonly afterSeconds: number
      readonly error?: StepError
      /** It is not put off for ever: `thread.since` says since when. */
      readonly isBounded?: boolean
    }
  /** Whether the receiver acted is not known, and it must not be asked again. */
  | { readonly state: 'uncertain'; readonly known: unknown; readonly reason: string }
  /** It cannot go on until a person did something. */
  | ({ readonly state: 'paused' } & Pause)
  /** It is stored already, with what it did: the next step, if there is one. */
  | { readonly state: 'stored'; readonly next: Thread | null }
  /** Another has the run by now. */
  | { readonly state: 'lost' }
  /** Its workflow is stopped: it is put aside as it was. */
  | { readonly state: 'stopped' }
