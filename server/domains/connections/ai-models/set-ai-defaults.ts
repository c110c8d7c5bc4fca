import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { OrgContext } from '#core/context.ts'
import { aiProviders } from '#ports/ai.ts'
import { AiMasks, AiProvider } from './choices.ts'
import { aiModelErrors } from './errors.ts'
import { announceEnds } from './model-ends.ts'
import { findModel } from './models.ts'
import { transcriptsOff } from './moments.ts'
import { findAiConnection } from './requests.ts'

export const setAiDefaults = action({
  name: 'set-ai-defaults',
  summary:
    'Choose the default AI model, who is asked when it cannot answer, what no provider sees, whether replies are drafted ahead, and how long conversations are kept',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    defaultModel: z.string().min(1).max(100).nullable().optional().describe('Null is the operator’s'),
    fallbacks: z
      .array(AiProvider)
      .max(aiProviders.length)
      .optional()
      .describe('In the order in which they are asked; none is asked that is not listed'),
    masks: AiMasks.optional().describe(
      'What no provider sees: a token such as `[EMAIL_1]` stands in its place. Card numbers never leave',
    ),
    draftsAhead: z
      .boolean()
      .optional()
      .describe(
        'Draft a reply whenever a customer writes, for the member who answers them; it is billed like one that is asked for',
      ),
    transcriptDays: z
      .int()
      .min(0)
      .max(3_650)
      .optional()
      .describe(
        'So long conversations with the assistant are kept after their last word, and texts of drafts and summaries after they were made. 0: what there is goes at once; later a conversation or a summary goes as the next of its person begins, a draft as it is sent, discarded or made anew, and what is left at night',
      ),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [aiModelErrors.model_not_supported],
  examples: [{ title: 'OpenAI when Gemini is away', input: { fallbacks: ['openai'] } }],

  async run({ defaultModel, fallbacks, transcriptDays, masks, draftsAhead }, context) {
    const { db, org, fail } = context
    if (defaultModel != null && !(await mayBeDefault(defaultModel, context)))
      throw fail('model_not_supported', { field: 'defaultModel', message: `Unsupported model: ${defaultModel}` })
    const changes = {
      ...(defaultModel !== undefined && { default_model: defaultModel }),
      ...(fallbacks && { fallbacks: [...new Set(fallbacks)] }),
      ...(masks && {
        ...{ mask_emails: masks.emails, mask_phones: masks.phones, mask_bank: masks.bank },
        mask_own: [...new Set(masks.own)],
      }),
      ...(draftsAhead !== undefined && { drafts_ahead: draftsAhead }),
      ...(transcriptDays !== undefined && { transcript_days: transcriptDays }),
    }
    await db
      .insertInto('ai_settings')
      .values({ org_id: org.id, ...changes })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ ...changes, updated_at: sql<Date>`now()` }))
      .execute()
    if (defaultModel !== undefined) await announceEnds(db, org.id, context)
    if (transcriptDays === 0) await context.within(db, org.id, transcriptsOff, { now: context.now() })
    return { success: true as const }
  },
})

/** One that Foyer, its provider's list or the workspace knows, or that the operator or the connection names. */
const mayBeDefault = async (name: string, context: OrgContext): Promise<boolean> => {
  const { db, org, now, ports } = context
  const model = await findModel(db, org.id, name, now())
  if (!model?.isEnabled) return false
  if (model.isKnown) return true
  const connection = await findAiConnection(db, org.id, model.provider, context)
  return ports.ai.usualModel(connection ?? { provider: model.provider }) === name
}
