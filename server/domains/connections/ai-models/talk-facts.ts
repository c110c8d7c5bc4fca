import type { BaseContext, Db, Enqueue } from '#core/context.ts'
import type { AiFinish, AiProvider, AiSaid, AiTool, AiToolCall, AiTurn, AiUsage } from '#ports/ai.ts'
import type { AiFeature } from './choices.ts'
import type { WantedModel } from './talk-candidates.ts'

export interface TalkWish extends WantedModel {
  readonly orgId: string
  readonly personId: string | null
  readonly feature: AiFeature
  readonly system: string | null
  readonly turns: readonly AiTurn[]
  /** What the model may ask for; its calls come with the end. */
  readonly tools?: readonly AiTool[]
  readonly maxOutputTokens?: number
  readonly requestId: string | null
  /** Aborted when the caller is gone, or the server ends. */
  readonly signal: AbortSignal
}

export interface TalkMeta {
  readonly model: string
  readonly provider: AiProvider
  readonly fallback: { readonly from: string; readonly reason: string } | null
  readonly finish: AiFinish
  readonly usage: AiUsage & { readonly isEstimated: boolean }
  readonly costNano: number
  readonly currency: string | null
}

/** How an answer ended, and what its model asks for. */
export interface TalkEnd extends TalkMeta {
  readonly calls: readonly AiToolCall[]
  readonly said: AiSaid
}

/** A conversation that goes on: its first text has come, or the calls that its model answers with. */
export interface Talk {
  /** Texts, never empty; its result says how it ended. Throws what breaks it off, when it is settled. */
  readonly texts: AsyncGenerator<string, TalkEnd, void>
}

export type TalkContext = Pick<
  BaseContext,
  'ports' | 'now' | 'newId' | 'vault' | 'within' | 'settings' | 'together' | 'log'
> & {
  readonly inOrg: <T>(work: (db: Db, enqueue: Enqueue) => Promise<T>) => Promise<T>
}
