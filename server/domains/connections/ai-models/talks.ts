import { Failure } from '#core/errors.ts'
import type { AiToolCall, AiTurn } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { usualOutputTokens } from './booked-calls.ts'
import { aiModelErrors } from './errors.ts'
import { type Mask, makeMask } from './masks.ts'
import type { AiModel } from './models.ts'
import { asAiFailure } from './requests.ts'
import { beginCall, firstPiece, textsOf } from './talk-calls.ts'
import { candidatesToAsk, isUnpriced, unsupported } from './talk-candidates.ts'
import type { Talk, TalkContext, TalkMeta, TalkWish } from './talk-facts.ts'

/**
 * Asks a model, and the next one of Settings where the first does not answer; answers when the first text is there. Each call is reserved
 * before and settled after, whatever becomes of it. Throws Failures.
 */
export const openTalk = async (asked: TalkWish, context: TalkContext): Promise<Talk> => {
  const { orgId } = asked
  const { vault, within, settings, ports, now } = context
  const using = { vault, within, settings, now: now(), usualModel: ports.ai.usualModel }
  const { candidates, settings: own } = await context.inOrg((db, enqueue) =>
    candidatesToAsk(db, orgId, { model: asked.model }, { ...using, enqueue }),
  )
  const mask = makeMask(own.masks)
  const wish = masked(asked, mask)
  const bytes = bytesOf(wish)
  let fallback: TalkMeta['fallback'] = null
  let trouble: unknown
  for (const candidate of candidates) {
    const { model } = candidate
    const maxOutputTokens = Math.min(wish.maxOutputTokens ?? usualOutputTokens, model.maxOutputTokens)
    const tooLong = tooLongFor(model, bytes, maxOutputTokens)
    // One that takes in less is passed over: what the caller hears of is the model that was asked for.
    if (tooLong && trouble !== undefined) continue
    if (tooLong) throw tooLong
    try {
      const call = await beginCall(wish, context, { candidate, bytes, maxOutputTokens, fallback, mask })
      return { texts: textsOf(call, await firstPiece(call)) }
    } catch (error) {
      if (candidate.isCallersWord && (isUnpriced(error) || isGone(error))) throw unsupported(model.model)
      if (!mayFallBack(error, asked.model) || wish.signal.aborted) throw asAiFailure(error)
      trouble ??= error
      fallback ??= { from: model.model, reason: reasonOf(error) }
    }
  }
  throw asAiFailure(trouble)
}

/** Each text of it, in the order in which they are sent. What a provider said is given back to it as it was: it has tokens already. */
const masked = (wish: TalkWish, mask: Mask): TalkWish => {
  const turns = wish.turns.map((turn): AiTurn => {
    if (turn.role === 'user') return { ...turn, text: mask.out(turn.text) }
    if (turn.role === 'assistant') {
      const calls = turn.calls?.map((call) => maskedCall(call, mask))
      return { ...turn, text: mask.out(turn.text), ...(calls && { calls }) }
    }
    const results = turn.results.map(({ call, text, isError }) => ({
      ...{ call: maskedCall(call, mask), text: mask.out(text), isError },
    }))
    return { ...turn, results }
  })
  // After them: what changes in the instructions from call to call does not move the tokens of the conversation.
  return { ...wish, turns, system: wish.system === null ? null : mask.out(wish.system) }
}

const maskedCall = (call: AiToolCall, mask: Mask): AiToolCall => ({
  ...call,
  input: mask.outIn(call.input) as AiToolCall['input'],
})

/** All that is sent, in its longest form: that of other providers than the one that said it is shorter. */
const bytesOf = ({ system, turns, tools = [] }: TalkWish): number => {
  const plain = [system ?? '', ...turns.map((turn) => (turn.role === 'user' ? turn.text : JSON.stringify(turn)))]
  const texts = tools.length > 0 ? [...plain, JSON.stringify(tools)] : plain
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

/** Words have four letters and a token has one word, as a rule; providers refuse what is over by their own count. */
const bytesAToken = 4

const tooLongFor = (model: AiModel, bytes: number, maxOutputTokens: number): Failure | null => {
  const tokens = Math.ceil(bytes / bytesAToken) + maxOutputTokens
  const { contextTokens: limit } = model
  if (tokens <= limit) return null
  return new Failure(aiModelErrors.context_too_long, {
    message: `This is about ${tokens} tokens with the longest answer; ${model.model} takes ${limit}.`,
    facts: { tokens, limit },
  })
}

const isGone = (error: unknown): boolean => error instanceof ProviderError && error.kind === 'model_gone'

/** A default whose price is not known gives way to a model that has one; what was named on purpose does not. */
const mayFallBack = (error: unknown, named: string | null): boolean =>
  (error instanceof ProviderError && error.kind !== 'refused') || (named === null && isUnpriced(error))

const reasonOf = (error: unknown): string =>
  error instanceof ProviderError ? error.reason : error instanceof Failure ? error.message : 'It was not asked.'
