import type { z } from 'zod'
import type { AiAnswer, AiAsked, AiPort, AiUsage } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { titleOf } from '../connections/providers.ts'
import { faultsIn, jsonIn, malformed, schemaOf } from './answer-shapes.ts'
import { type BooksContext, bookCall, usualOutputTokens } from './booked-calls.ts'
import type { AiFeature } from './choices.ts'
import { storable } from './hostile-texts.ts'
import { makeMask } from './masks.ts'
import { costOf, priceFor } from './models.ts'
import { recordAnswered, recordTrouble } from './requests.ts'
import { findAiSettings } from './settings.ts'
import type { EndedCall } from './settlements.ts'
import { causeOf, mayBeBilled } from './talk-calls.ts'
import { type Candidate, isUnpriced, unsupported } from './talk-candidates.ts'

/** What a provider adds to a question: roles, and the form that its answer is to have. */
const addedTokens = 256

export interface AskContext extends BooksContext {
  readonly ports: { readonly ai: AiPort }
  readonly now: () => Date
}

export interface Asking {
  readonly feature: AiFeature
  readonly personId: string | null
  readonly requestId: string | null
  /** Before each call, with the most that it can cost in 10⁻⁹ of the currency, null where no price is known: what it throws ends it. */
  readonly reserve?: (mostNano: number | null) => Promise<void>
  /** With the answer, before anything else is written of it: a caller that pays for it once keeps it here. */
  readonly keep?: (answer: AiAnswer) => Promise<void>
}

/** Without the name of a model: who is asked says that, as Settings do. */
export type Question = Omit<AiAsked, 'model'>

type Fallback = { readonly from: string; readonly reason: string } | null

/** Asks one model for a whole answer: reserved before, settled after. Throws ProviderError, and the Failure of a budget. */
export const askAi = async (
  context: AskContext,
  { model, connection, isThoughtGone }: Candidate,
  asked: Question,
  asking: Asking,
  fallback: Fallback = null,
): Promise<AiAnswer> => {
  const { orgId, provider } = connection
  const mask = makeMask((await context.inOrg((db) => findAiSettings(db, orgId))).masks)
  const maxOutputTokens = Math.min(asked.maxOutputTokens ?? usualOutputTokens, model.maxOutputTokens)
  const sent = {
    ...{ ...asked, model: model.model, maxOutputTokens },
    ...{ system: mask.out(asked.system), prompt: mask.out(asked.prompt) },
  }
  const said = [sent.system, sent.prompt, JSON.stringify(asked.schema ?? {})].join('')
  const most = { inputTokens: Buffer.byteLength(said) + addedTokens, outputTokens: maxOutputTokens }
  const price = priceFor(model, most.inputTokens)
  await asking.reserve?.(price ? costOf(price, { ...most, cachedTokens: 0 }) : null)
  const { feature, personId, requestId } = asking
  const call = await bookCall(context, orgId, {
    ...{ feature, personId, requestId, provider, model: model.model, price, most, fallback },
  })
  const told = (usage: AiUsage | null) => ({ usage, price: usage && priceFor(model, usage.inputTokens) })
  try {
    const answer = await context.ports.ai.open(connection).generate(sent)
    const whole = { ...answer, text: storable(mask.back(answer.text, asked.schema ? 'json' : 'text')) }
    await asking.keep?.(whole)
    const end = { ...told(answer.usage), receivedBytes: Buffer.byteLength(answer.text), isFree: false }
    await call.settle({ outcome: 'answered', cause: null, ...end })
    if (isThoughtGone) await recordAnswered(context.inOrg, connection)
    return whole
  } catch (error) {
    const usage = error instanceof ProviderError ? error.usage : null
    await call.settle({ ...endOf(error, asked.signal?.aborted ?? false), ...told(usage) })
    await recordTrouble(context.inOrg, connection, error)
    throw error
  }
}

/** The next one is asked where one cannot answer, or its price is not known under a budget; who will not is not gone round. Throws the first trouble that passes, else the first. */
export const askInTurn = async (
  context: AskContext,
  candidates: readonly Candidate[],
  asked: Question,
  asking: Asking,
): Promise<{ readonly answer: AiAnswer; readonly candidate: Candidate }> => {
  let first: ProviderError | undefined
  let unpriced: unknown
  let fallback: Fallback = null
  for (const candidate of candidates)
    try {
      return { answer: await askAi(context, candidate, asked, asking, fallback), candidate }
    } catch (error) {
      if (isUnpriced(error)) {
        unpriced ??= candidate.isCallersWord ? unsupported(candidate.model.model) : error
        fallback ??= { from: candidate.model.model, reason: (error as Error).message }
        continue
      }
      if (!(error instanceof ProviderError)) throw error
      // What passes by itself is the better reason to try again.
      if (!first || first.kind === 'model_gone' || (first.kind === 'credentials' && passes(error))) first = error
      fallback ??= { from: candidate.model.model, reason: error.reason }
      if (error.kind === 'refused') break
    }
  throw first ?? unpriced ?? new Error('no provider was called')
}

const passes = ({ kind }: ProviderError): boolean => kind === 'unreachable' || kind === 'busy' || kind === 'broken'

export interface Shaped<T> {
  readonly value: T
  readonly model: string
}

/**
 * Asks for a value of a shape: by the provider's own mode, checked by the shape; what does not fit is asked for once more, with its faults
 * named. Throws ProviderError, `malformed` where it does not fit again.
 */
export const askForShape = async <T>(
  context: AskContext,
  candidates: readonly Candidate[],
  { shape, ...asked }: Omit<Question, 'schema'> & { readonly shape: z.ZodType<T> },
  asking: Asking,
): Promise<Shaped<T>> => {
  const wanted = { ...asked, schema: schemaOf(shape) }
  const { answer, candidate } = await askInTurn(context, candidates, wanted, asking)
  const read = shape.safeParse(jsonIn(answer.text))
  if (read.success) return { value: read.data, model: answer.model }
  const again = `${asked.prompt}\n\nYour last answer did not fit:\n${faultsIn(read.error)}\n\nAnswer again, with one JSON object of the shape.`
  const repaired = await askAi(context, candidate, { ...wanted, prompt: again }, asking)
  const last = shape.safeParse(jsonIn(repaired.text))
  if (!last.success) throw malformed(titleOf(candidate.connection.provider))
  return { value: last.data, model: repaired.model }
}

/**
 * A model saw what was asked where it refused it, or answered with what cannot be used; what was turned away, or did not arrive, is free. Where
 * no answer came it may have thought as long as it could.
 */
const endOf = (error: unknown, isGone: boolean): Pick<EndedCall, 'outcome' | 'cause' | 'isFree' | 'receivedBytes'> => {
  // Whole answers are asked for by the worker alone: it ends, and no person has stopped them.
  if (isGone) return { outcome: 'cancelled', cause: 'restarted', isFree: false, receivedBytes: null }
  const cause = causeOf(error)
  if (!(error instanceof ProviderError)) return { outcome: 'failed', cause, isFree: false, receivedBytes: null }
  if (error.kind === 'refused') return { outcome: 'refused', cause, isFree: !error.isBillable, receivedBytes: 0 }
  return { outcome: 'failed', cause, isFree: !mayBeBilled(error), receivedBytes: null }
}
