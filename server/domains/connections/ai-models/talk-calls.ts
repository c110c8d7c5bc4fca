import { serverEnds } from '#core/actions/call.ts'
import type { Db } from '#core/context.ts'
import type { Ai, AiPiece, AiToolCall, AiUsage } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { titleOf } from '../connections/providers.ts'
import { type BookedCall, bookCall } from './booked-calls.ts'
import { type AiCause, aiCauses } from './choices.ts'
import type { AiPrice } from './known-models.ts'
import type { Mask } from './masks.ts'
import { costOf, priceFor, usedTokens } from './models.ts'
import { recordAnswered, recordTrouble } from './requests.ts'
import type { EndedCall } from './settlements.ts'
import type { Candidate } from './talk-candidates.ts'
import type { TalkContext, TalkEnd, TalkMeta, TalkWish } from './talk-facts.ts'

/** What a provider adds to each turn to tell them apart. */
const turnTokens = 16

/** One call of one provider, reserved; whatever way it takes, it is settled once. */
export interface TalkCall extends Candidate {
  readonly booked: BookedCall
  readonly most: { readonly inputTokens: number; readonly outputTokens: number }
  readonly price: AiPrice | null
  readonly fallback: TalkMeta['fallback']
  readonly mask: Mask
  readonly talk: ReturnType<Ai['talk']>
  /** So long one waits for the first text before the next provider is asked. */
  readonly firstTextMs: number
  /** Of its caller. */
  readonly signal: AbortSignal
  /** Ends the call at its provider. */
  readonly ending: AbortController
  readonly inOrg: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  usage: AiUsage | null
  receivedBytes: number
  isLate: boolean
}

export const beginCall = async (
  wish: TalkWish,
  context: TalkContext,
  {
    candidate,
    bytes,
    maxOutputTokens,
    fallback,
    mask,
  }: {
    readonly candidate: Candidate
    readonly bytes: number
    readonly maxOutputTokens: number
    readonly fallback: TalkMeta['fallback']
    readonly mask: Mask
  },
): Promise<TalkCall> => {
  const { orgId, feature, personId, requestId, signal } = wish
  const { connection, model } = candidate
  const inOrg: TalkCall['inOrg'] = (work) => context.inOrg((db) => work(db))
  // One token has a byte at least.
  const most = { inputTokens: bytes + turnTokens * (wish.turns.length + 1), outputTokens: maxOutputTokens }
  const price = priceFor(model, most.inputTokens)
  const booked = await bookCall({ ...context, inOrg }, orgId, {
    ...{ personId, feature, provider: connection.provider, model: model.model, price, most, fallback, requestId },
  })
  const ending = new AbortController()
  const talk = context.ports.ai.open(connection).talk({
    ...{ model: model.model, system: wish.system, turns: wish.turns, maxOutputTokens },
    ...(wish.tools && { tools: wish.tools }),
    signal: AbortSignal.any([signal, ending.signal]),
  })
  return {
    ...{ ...candidate, booked, most, price, fallback, mask, talk, signal, ending, inOrg },
    firstTextMs: context.settings.aiFirstTextMs,
    ...{ usage: null, receivedBytes: 0, isLate: false },
  }
}

/** Waits for it: a text, or the end of an answer that has calls alone. Throws ProviderError, when the call is settled. */
export const firstPiece = async (call: TalkCall): Promise<TextOrEnd> => {
  const patience = setTimeout(() => {
    call.isLate = true
    call.ending.abort()
  }, call.firstTextMs)
  try {
    for (;;) {
      const next = await call.talk.next()
      if (next.done) throw new ProviderError('malformed', `${titleOf(call.connection.provider)} returned an empty answer.`)
      if (next.value.kind !== 'usage') return next.value
      call.usage = next.value.usage
    }
  } catch (error) {
    throw await fallen(call, error)
  } finally {
    clearTimeout(patience)
  }
}

type TextOrEnd = Exclude<AiPiece, { kind: 'usage' }>

/** Texts to the end, which settles. A reader that stops has gone away. */
export async function* textsOf(call: TalkCall, first: TextOrEnd): AsyncGenerator<string, TalkEnd, void> {
  let isOver = false
  const unmasked = call.mask.backInPieces()
  try {
    for (let piece: AiPiece = first; ; piece = await nextPiece(call)) {
      if (piece.kind === 'usage') call.usage = piece.usage
      else if (piece.kind === 'text') {
        // No database takes a NUL, and no text needs one.
        const text = unmasked.push(received(call, piece.text).replaceAll('\0', ''))
        if (text !== '') yield text
      } else {
        const rest = unmasked.flush()
        if (rest !== '') yield rest
        isOver = true
        // Calls are paid for like words.
        if (piece.calls.length > 0) received(call, JSON.stringify(piece.calls))
        await settle(call, 'answered')
        if (call.isThoughtGone) await recordAnswered(call.inOrg, call.connection)
        const calls = piece.calls.map((made) => ({ ...made, input: call.mask.backIn(made.input) as AiToolCall['input'] }))
        return { ...metaOf(call, piece.finish, piece.model), calls, said: piece.said }
      }
    }
  } catch (error) {
    isOver = true
    const known = await fallen(call, error)
    // What waited to be seen as a token was none.
    const rest = unmasked.flush()
    if (rest !== '') yield rest
    throw known
  } finally {
    if (!isOver) {
      call.ending.abort()
      await settle(call, 'cancelled', { isPartial: true })
    }
    // Else it would wait for its next reader, with its connection.
    await call.talk.return()
  }
}

const nextPiece = async ({ talk, connection }: TalkCall): Promise<AiPiece> => {
  const next = await talk.next()
  if (next.done) throw new ProviderError('broken', `${titleOf(connection.provider)}’s answer broke off.`, { isBillable: true })
  return next.value
}

const received = (call: TalkCall, text: string): string => {
  call.receivedBytes += Buffer.byteLength(text)
  return text
}

interface HowItEnded {
  readonly isFree?: boolean
  readonly isLost?: boolean
  /** Its provider did not end it: what that told of its usage was so far. */
  readonly isPartial?: boolean
  readonly cause?: AiCause | null
}

const settle = (
  { booked, usage: told, most, model, ...call }: TalkCall,
  outcome: EndedCall['outcome'],
  { isFree = false, isLost = false, isPartial: isUnended = false, cause = null }: HowItEnded = {},
) => {
  const receivedBytes = isLost ? null : call.receivedBytes
  const isPartial = told !== null && isUnended && !isFree
  const usage = isPartial ? sinceThen(told, usedTokens(most, receivedBytes)) : told
  return booked.settle({
    ...{ outcome, cause, usage, isPartial, price: usage && priceFor(model, usage.inputTokens), isFree, receivedBytes },
  })
}

/** Anthropic's first event tells of one token, and the next figure comes with the end: what is broken off has had more, by all that came. */
const sinceThen = (told: AiUsage, most: AiUsage): AiUsage => ({
  ...told,
  outputTokens: Math.max(told.outputTokens, most.outputTokens),
})

/** What ends a call before it is whole; answers it as it is to be thrown. */
const fallen = async (call: TalkCall, error: unknown): Promise<unknown> => {
  const { connection, signal, isLate, receivedBytes } = call
  call.ending.abort()
  const known = inTrueWords(call, error)
  const hasText = receivedBytes > 0
  const isGone = signal.aborted && signal.reason !== serverEnds
  const isPartial = isGone || !hasEnded(known)
  if (known instanceof ProviderError) call.usage = known.usage ?? call.usage
  const isFree = !isGone && !hasText && !mayBeBilled(known)
  // Before its first text it may have thought as long as it could. Who goes away pays for what came.
  const isLost = !isGone && !isFree && !hasText && !isRefused(known)
  // Its caller is there, and had set it a time.
  const isOverdue = isGone && (signal.reason as Error | undefined)?.name === 'TimeoutError'
  const cause = isLate || isOverdue ? 'timed_out' : isGone ? null : signal.reason === serverEnds ? 'restarted' : causeOf(known)
  const how = { isGone: isGone && !isOverdue, isLate: isLate || isOverdue, hasText }
  await settle(call, outcomeOf(known, how), { isFree, isLost, isPartial, cause })
  if (!signal.aborted && !isCallersMistake(call, known)) await recordTrouble(call.inOrg, connection, known)
  await call.talk.return()
  return known
}

/** What we ended, or what broke off, says nothing of whether its provider can be reached. */
const inTrueWords = ({ connection, signal, isLate, receivedBytes }: TalkCall, error: unknown): unknown => {
  const title = titleOf(connection.provider)
  const details = { isBillable: true, cause: error }
  if (isLate) return new ProviderError('unreachable', `${title} timed out.`, details)
  if (signal.reason === serverEnds) return new ProviderError('unreachable', 'The server is restarting.', details)
  const isAway = error instanceof ProviderError && error.kind === 'unreachable'
  return isAway && receivedBytes > 0 ? new ProviderError('broken', `${title}’s answer broke off.`, details) : error
}

const metaOf = (
  { usage, most, receivedBytes, model, price, ...call }: TalkCall,
  finish: TalkMeta['finish'],
  name: string,
): TalkMeta => {
  const tokens = usage ?? usedTokens(most, receivedBytes)
  const used = usage ? priceFor(model, usage.inputTokens) : price
  return {
    ...{ model: name, provider: call.connection.provider, fallback: call.fallback, finish },
    usage: { ...tokens, isEstimated: usage === null },
    ...{ costNano: costOf(used, tokens), currency: used?.currency ?? null },
  }
}

const outcomeOf = (
  error: unknown,
  { isGone, isLate, hasText }: { readonly isGone: boolean; readonly isLate: boolean; readonly hasText: boolean },
): EndedCall['outcome'] => {
  if (isGone) return 'cancelled'
  if (hasText) return 'cut'
  if (isLate) return 'timed_out'
  return isRefused(error) ? 'refused' : 'failed'
}

/** Its provider ended the call itself, and told all that it used: what is wrong is the answer. */
const hasEnded = (error: unknown): boolean =>
  error instanceof ProviderError && (error.usage !== null || error.kind === 'refused' || error.kind === 'malformed')

const isRefused = (error: unknown): boolean => error instanceof ProviderError && error.kind === 'refused'

export const causeOf = (error: unknown): AiCause => {
  if (!(error instanceof ProviderError)) return 'failed'
  return error.tooLong ? 'context_too_long' : (aiCauses.find((cause) => cause === error.kind) ?? 'failed')
}

/** Providers bill no call that they turned away, nor one that did not reach them. What was refused for its content was read. */
export const mayBeBilled = (error: unknown): boolean => !(error instanceof ProviderError) || error.isBillable

const isCallersMistake = ({ isCallersWord }: TalkCall, error: unknown): boolean =>
  isCallersWord && error instanceof ProviderError && error.kind === 'model_gone'
