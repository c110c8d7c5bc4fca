import type { z } from 'zod'
import type { AiAnswer, AiAsked, AiPort } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { titleOf } from '../connections/providers.ts'
import { faultsIn, jsonIn, malformed, schemaOf } from './answer-shapes.ts'
import { type BooksContext, bookCall, usualOutputTokens } from './booked-calls.ts'
import type { AiFeature } from './choices.ts'
import { findGoneModels } from './gone-models.ts'
import { makeMask } from './masks.ts'
import { costOf, findModel, priceFor } from './models.ts'
import { type AiConnection, recordAnswered, recordTrouble } from './requests.ts'
import { findAiSettings } from './settings.ts'

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

/** Asks one provider for a whole answer: reserved before, settled after. Throws ProviderError, and the Failure of a budget. */
export const askAi = async (
  context: AskContext,
  connection: AiConnection,
  asked: AiAsked,
  asking: Asking,
): Promise<AiAnswer> => {
  const { orgId, provider } = connection
  const name = asked.model ?? context.ports.ai.usualModel(connection)
  const [model, { masks }, gone] = await context.inOrg((db) =>
    Promise.all([findModel(db, orgId, name, context.now()), findAiSettings(db, orgId), findGoneModels(db, orgId)]),
  )
  const mask = makeMask(masks)
  const sent = { ...asked, system: mask.out(asked.system), prompt: mask.out(asked.prompt) }
  const maxOutputTokens = asked.maxOutputTokens ?? usualOutputTokens
  const said = [sent.system, sent.prompt, JSON.stringify(asked.schema ?? {})].join('')
  const most = { inputTokens: Buffer.byteLength(said) + addedTokens, outputTokens: maxOutputTokens }
  const price = model && priceFor(model, most.inputTokens)
  await asking.reserve?.(price ? costOf(price, { ...most, cachedTokens: 0 }) : null)
  const call = await bookCall(context, orgId, {
    ...{
      feature: asking.feature,
      personId: asking.personId,
      requestId: asking.requestId,
      provider,
      model: name,
      price,
      most,
      fallback: null,
    },
  })
  try {
    const answer = await context.ports.ai.open(connection).generate({ ...sent, maxOutputTokens })
    const whole = { ...answer, text: mask.back(answer.text, asked.schema ? 'json' : 'text') }
    await asking.keep?.(whole)
    const { usage } = answer
    const told = usage && model ? priceFor(model, usage.inputTokens) : null
    await call.settle({ outcome: 'answered', usage, price: told, receivedBytes: Buffer.byteLength(answer.text), isFree: false })
    if (gone.includes(connection.connectionId)) await recordAnswered(context.inOrg, connection)
    return whole
  } catch (error) {
    await call.settle({ ...endOf(error, asked.signal?.aborted ?? false), usage: null, price: null, receivedBytes: 0 })
    await recordTrouble(context.inOrg, connection, error)
    throw error
  }
}

/** The next one is asked where one cannot answer; who will not is not gone round. Throws the first trouble that passes, else the first. */
export const askInTurn = async (
  context: AskContext,
  connections: readonly AiConnection[],
  asked: AiAsked,
  asking: Asking,
): Promise<{ readonly answer: AiAnswer; readonly connection: AiConnection }> => {
  let first: ProviderError | undefined
  for (const connection of connections)
    try {
      return { answer: await askAi(context, connection, asked, asking), connection }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      // What passes by itself is the better reason to try again.
      if (!first || first.kind === 'model_gone') first = error
      if (error.kind === 'refused') break
    }
  throw first ?? new Error('no provider was called')
}

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
  connections: readonly AiConnection[],
  { shape, ...asked }: Omit<AiAsked, 'schema'> & { readonly shape: z.ZodType<T> },
  asking: Asking,
): Promise<Shaped<T>> => {
  const wanted = { ...asked, schema: schemaOf(shape) }
  const { answer, connection } = await askInTurn(context, connections, wanted, asking)
  const read = shape.safeParse(jsonIn(answer.text))
  if (read.success) return { value: read.data, model: answer.model }
  const again = `${asked.prompt}\n\nYour last answer did not fit:\n${faultsIn(read.error)}\n\nAnswer again, with one JSON object of the shape.`
  const repaired = await askAi(context, connection, { ...wanted, prompt: again }, asking)
  const last = shape.safeParse(jsonIn(repaired.text))
  if (!last.success) throw malformed(titleOf(connection.provider))
  return { value: last.data, model: repaired.model }
}

/** A model saw what was asked where it refused it, or answered with what cannot be used; the rest was turned away, or did not arrive. */
const endOf = (error: unknown, isGone: boolean) => {
  const kind = error instanceof ProviderError ? error.kind : null
  if (isGone) return { outcome: 'cancelled', isFree: false } as const
  if (kind === 'refused') return { outcome: 'refused', isFree: false } as const
  return { outcome: 'failed', isFree: kind !== 'malformed' } as const
}
