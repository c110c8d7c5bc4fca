import type { AiAnswer, AiAsked, AiPort } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type BooksContext, bookCall, usualOutputTokens } from './booked-calls.ts'
import type { AiFeature } from './choices.ts'
import { findModel, priceFor } from './models.ts'
import { type AiConnection, recordAnswered, recordTrouble } from './requests.ts'

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
}

/** Asks one provider for a whole answer: reserved before, settled after. Throws ProviderError, and the Failure of a budget. */
export const askAi = async (
  context: AskContext,
  connection: AiConnection,
  asked: AiAsked,
  asking: Asking,
): Promise<AiAnswer> => {
  const { orgId, provider } = connection
  const name = asked.model ?? context.ports.ai.usualModel(provider)
  const model = await context.inOrg((db) => findModel(db, orgId, name, context.now()))
  const maxOutputTokens = asked.maxOutputTokens ?? usualOutputTokens
  const said = [asked.system, asked.prompt, JSON.stringify(asked.fields ?? {})].join('')
  const most = { inputTokens: Buffer.byteLength(said) + addedTokens, outputTokens: maxOutputTokens }
  const price = model && priceFor(model, most.inputTokens)
  const call = await bookCall(context, orgId, {
    ...{ ...asking, provider, model: name, price, most, fallback: null },
  })
  try {
    const answer = await context.ports.ai.open(connection).generate({ ...asked, maxOutputTokens })
    const { usage } = answer
    const told = usage && model ? priceFor(model, usage.inputTokens) : null
    await call.settle({ outcome: 'answered', usage, price: told, receivedBytes: Buffer.byteLength(answer.text), isFree: false })
    await recordAnswered(context.inOrg, connection)
    return answer
  } catch (error) {
    await call.settle({ ...endOf(error, asked.signal?.aborted ?? false), usage: null, price: null, receivedBytes: 0 })
    await recordTrouble(context.inOrg, connection, error)
    throw error
  }
}

/** A model saw what was asked where it refused it, or answered with what cannot be used; the rest was turned away, or did not arrive. */
const endOf = (error: unknown, isGone: boolean) => {
  const kind = error instanceof ProviderError ? error.kind : null
  if (isGone) return { outcome: 'cancelled', isFree: false } as const
  if (kind === 'refused') return { outcome: 'refused', isFree: false } as const
  return { outcome: 'failed', isFree: kind !== 'malformed' } as const
}
