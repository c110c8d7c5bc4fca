import { serverEnds } from '#core/actions/call.ts'
import type { BaseContext, Db, Enqueue } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { AiProvider, AiTurn, AiUsage } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { titleOf } from '../connections/providers.ts'
import { bookCall } from './booked-calls.ts'
import type { AiFeature } from './choices.ts'
import { aiModelErrors } from './errors.ts'
import { type AiModel, costOf, priceFor } from './models.ts'
import { recordAnswered, recordTrouble } from './requests.ts'
import type { EndedCall } from './settlements.ts'
import { type Candidate, findCandidates, type WantedModel } from './talk-candidates.ts'

/** So long one waits for the first text before the next provider is asked. */
const firstTextMs = 20_000
/** The longest answer unless said: a page or two, with the thoughts before it. */
export const usualOutputTokens = 8_192

export interface TalkWish extends WantedModel {
  readonly orgId: string
  readonly personId: string | null
  readonly feature: AiFeature
  readonly system: string | null
  readonly turns: readonly AiTurn[]
  readonly maxOutputTokens?: number
  readonly requestId: string | null
  /** Aborted when the caller is gone, or the server ends. */
  readonly signal: AbortSignal
}

export interface TalkMeta {
  readonly model: string
  readonly provider: AiProvider
  readonly fallback: { readonly from: string; readonly reason: string } | null
  readonly finish: 'stop' | 'length' | 'filtered'
  readonly usage: AiUsage & { readonly isEstimated: boolean }
  readonly costNano: number
  readonly currency: string | null
}

/** A conversation that goes on: its first text has come. */
export interface Talk {
  /** Texts, never empty; its result says how it ended. Throws what breaks it off, when it is settled. */
  readonly texts: AsyncGenerator<string, TalkMeta, void>
}

export type TalkContext = Pick<
  BaseContext,
  'ports' | 'now' | 'newId' | 'vault' | 'within' | 'settings' | 'together' | 'log'
> & {
  readonly inOrg: <T>(work: (db: Db, enqueue: Enqueue) => Promise<T>) => Promise<T>
}

/**
 * Asks a model, and the next one of Settings where the first does not answer; answers when the first text is there. Each call is reserved
 * before and settled after, whatever becomes of it. Throws Failures.
 */
export const openTalk = async (wish: TalkWish, context: TalkContext): Promise<Talk> => {
  const { orgId, system, turns } = wish
  const { vault, within, settings, ports, now } = context
  const candidates = await context.inOrg((db, enqueue) =>
    findCandidates(db, orgId, wish, { vault, within, settings, enqueue, now: now(), usualModel: ports.ai.usualModel }),
  )
  const bytes = [system ?? '', ...turns.map(({ text }) => text)].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  let fallback: TalkMeta['fallback'] = null
  let trouble: unknown
  for (const candidate of candidates) {
    const { model } = candidate
    const maxOutputTokens = Math.min(wish.maxOutputTokens ?? usualOutputTokens, model.maxOutputTokens)
    refuseTooLong(model, bytes, maxOutputTokens)
    const call = await beginCall(wish, context, { candidate, bytes, maxOutputTokens, fallback })
    try {
      return { texts: await call.first() }
    } catch (error) {
      if (!mayFallBack(error) || wish.signal.aborted) throw asTalkFailure(error)
      trouble ??= error
      fallback ??= { from: model.model, reason: (error as ProviderError).reason }
    }
  }
  throw asTalkFailure(trouble)
}

/** Words have four letters and a token has one word, as a rule; providers refuse what is over by their own count. */
const bytesAToken = 4

const refuseTooLong = (model: AiModel, bytes: number, maxOutputTokens: number): void => {
  const tokens = Math.ceil(bytes / bytesAToken) + maxOutputTokens
  const { contextTokens: limit } = model
  if (tokens <= limit) return
  throw new Failure(aiModelErrors.context_too_long, {
    message: `This is about ${tokens} tokens with the longest answer; ${model.model} takes ${limit}.`,
    facts: { tokens, limit },
  })
}

const mayFallBack = (error: unknown): boolean => error instanceof ProviderError && error.kind !== 'refused'

/** As a caller is told: no key, no address, nothing of what was asked. */
export const asTalkFailure = (error: unknown): unknown =>
  error instanceof ProviderError
    ? new Failure(aiModelErrors.ai_failed, {
        message: `Failed to generate response: ${error.reason}`,
        cause: error,
        ...(error.retryAfterMs !== null && { retryAfterSeconds: Math.ceil(error.retryAfterMs / 1_000) }),
      })
    : error

interface Begun {
  readonly candidate: Candidate
  readonly bytes: number
  readonly maxOutputTokens: number
  readonly fallback: TalkMeta['fallback']
}

/** One call of one provider, reserved; whatever way it takes, it is settled once. */
const beginCall = async (wish: TalkWish, context: TalkContext, { candidate, bytes, maxOutputTokens, fallback }: Begun) => {
  const { orgId, feature, personId, requestId, signal } = wish
  const books = { ...context, inOrg: <T>(work: (db: Db) => Promise<T>) => context.inOrg((db) => work(db)) }
  const { connection, model } = candidate
  // One token has a byte at least.
  const most = { inputTokens: bytes + turnTokens * (wish.turns.length + 1), outputTokens: maxOutputTokens }
  const price = priceFor(model, most.inputTokens)
  const { provider } = connection
  const call = await bookCall(books, orgId, {
    ...{ personId, feature, provider, model: model.model, price, most, fallback, requestId },
    mostNano: costOf(price, { ...most, cachedTokens: 0 }),
  })
  const ending = new AbortController()
  const talk = context.ports.ai.open(connection).talk({
    ...{ model: model.model, system: wish.system, turns: wish.turns, maxOutputTokens },
    signal: AbortSignal.any([signal, ending.signal]),
  })

  let usage: AiUsage | null = null
  let receivedBytes = 0
  let isLate = false
  const settle = (outcome: EndedCall['outcome'], isFree = false): Promise<void> =>
    call.settle({ outcome, usage, price: usage && priceFor(model, usage.inputTokens), receivedBytes, isFree })
  /** What ends a call before it is whole. */
  const fallen = async (error: unknown): Promise<unknown> => {
    ending.abort()
    const known = isLate ? new ProviderError('unreachable', `${titleOf(provider)} timed out.`, { cause: error }) : error
    const hasText = receivedBytes > 0
    const isGone = signal.aborted && signal.reason !== serverEnds
    await settle(outcomeOf(known, { isGone, isLate, hasText }), !isGone && !isLate && !hasText && isFreeOf(known))
    if (!signal.aborted) await recordTrouble(books.inOrg, connection, known)
    return known
  }

  const metaOf = (finish: TalkMeta['finish'], answering: string): TalkMeta => {
    const tokens = usage ?? { inputTokens: most.inputTokens, cachedTokens: 0, outputTokens: receivedBytes }
    const used = usage ? priceFor(model, usage.inputTokens) : price
    return {
      ...{ model: answering, provider, fallback, finish, usage: { ...tokens, isEstimated: usage === null } },
      ...{ costNano: costOf(used, tokens), currency: used?.currency ?? null },
    }
  }

  /** Texts to the end, which settles. A reader that stops has gone away. */
  async function* texts(first: string): AsyncGenerator<string, TalkMeta, void> {
    let isOver = false
    try {
      yield first
      for (;;) {
        const next = await talk.next()
        if (next.done) throw new ProviderError('broken', `${titleOf(provider)}’s answer broke off.`)
        const piece = next.value
        if (piece.kind === 'usage') usage = piece.usage
        else if (piece.kind === 'text') {
          receivedBytes += Buffer.byteLength(piece.text)
          yield piece.text
        } else {
          isOver = true
          await settle('answered')
          await recordAnswered(books.inOrg, connection)
          return metaOf(piece.finish, piece.model)
        }
      }
    } catch (error) {
      isOver = true
      throw await fallen(error)
    } finally {
      if (!isOver) {
        ending.abort()
        await settle('cancelled')
      }
      // Else it would wait for its next reader, with its connection.
      await talk.return()
    }
  }

  return {
    /** Waits for the first text. */
    async first(): Promise<AsyncGenerator<string, TalkMeta, void>> {
      const patience = setTimeout(() => {
        isLate = true
        ending.abort()
      }, firstTextMs)
      try {
        for (;;) {
          const next = await talk.next()
          if (next.done || next.value.kind === 'end')
            throw new ProviderError('malformed', `${titleOf(provider)} returned an empty answer.`)
          if (next.value.kind === 'usage') usage = next.value.usage
          else {
            receivedBytes += Buffer.byteLength(next.value.text)
            return texts(next.value.text)
          }
        }
      } catch (error) {
        throw await fallen(error)
      } finally {
        clearTimeout(patience)
      }
    },
  }
}

/** What a provider adds to each turn to tell them apart. */
const turnTokens = 16

const outcomeOf = (
  error: unknown,
  { isGone, isLate, hasText }: { readonly isGone: boolean; readonly isLate: boolean; readonly hasText: boolean },
): EndedCall['outcome'] => {
  if (isGone) return 'cancelled'
  if (hasText) return 'cut'
  if (isLate) return 'timed_out'
  return error instanceof ProviderError && error.kind === 'refused' ? 'refused' : 'failed'
}

/** Providers bill no call that they turned away, nor one that did not reach them. What was refused for its content was read. */
const isFreeOf = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind !== 'refused' && error.kind !== 'malformed'
