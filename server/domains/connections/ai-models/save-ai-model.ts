import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { AiProvider } from './choices.ts'
import { aiModelErrors } from './errors.ts'
import { providerOfModel } from './known-models.ts'
import { ListedModel, shownModel } from './list-ai-models.ts'
import { findModel } from './models.ts'

/** A million times the dearest of today. */
const mostNano = 1_000_000_000_000
const Nano = z.int().min(0).max(mostNano).nullable().optional()

export const saveAiModel = action({
  name: 'save-ai-model',
  summary: 'Say what an AI model costs and takes in, or switch it off',
  description:
    'Over what Foyer knows of it, which null brings back. Calls that are under way keep the price that they began with.',
  who: 'owner',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    model: z
      .string()
      .max(100)
      .regex(/^[\w.:@+-]+(\/[\w.:@+-]+)*$/, 'is not the name of a model'),
    provider: AiProvider,
    inputNano: Nano.describe('A token, in 10⁻⁹ US dollars: a price of $2 a million tokens is 2000'),
    cachedNano: Nano,
    outputNano: Nano,
    contextTokens: z.int().min(1).max(100_000_000).nullable().optional(),
    maxOutputTokens: z.int().min(1).max(10_000_000).nullable().optional(),
    enabled: z.boolean().optional(),
  }),
  output: z.object({ success: z.literal(true), model: ListedModel }),
  errors: [aiModelErrors.model_not_supported, aiModelErrors.ai_price_incomplete],
  examples: [
    {
      title: 'A price',
      input: { model: 'gpt-6.1-sol', provider: 'openai', inputNano: 2000, cachedNano: 100, outputNano: 10000 },
    },
  ],

  async run(
    { model, provider, inputNano, cachedNano, outputNano, contextTokens, maxOutputTokens, enabled },
    { db, org, now, fail },
  ) {
    if (providerOfModel(model) !== provider)
      throw fail('model_not_supported', { field: 'model', message: `Unsupported model: ${model}` })
    const changes = {
      ...(inputNano !== undefined && { input_nano: inputNano }),
      ...(cachedNano !== undefined && { cached_nano: cachedNano }),
      ...(outputNano !== undefined && { output_nano: outputNano }),
      ...(contextTokens !== undefined && { context_tokens: contextTokens }),
      ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
      ...(enabled !== undefined && { is_enabled: enabled }),
    }
    const row = await db
      .insertInto('ai_models')
      .values({ org_id: org.id, model, provider, ...changes })
      .onConflict((conflict) => conflict.columns(['org_id', 'model']).doUpdateSet({ ...changes, updated_at: sql<Date>`now()` }))
      .returning(['input_nano', 'output_nano'])
      .executeTakeFirstOrThrow()
    if ((row.input_nano === null) !== (row.output_nano === null)) throw fail('ai_price_incomplete', { field: 'outputNano' })
    const saved = await findModel(db, org.id, model, now())
    if (!saved) throw new Error('a model that was saved is not there')
    return { success: true as const, model: shownModel(saved) }
  },
})
