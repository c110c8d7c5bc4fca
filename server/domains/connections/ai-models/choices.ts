import { z } from 'zod'
import { aiProviders } from '#ports/ai.ts'
import { choice, shape } from '#shapes'

/** What models are asked for. */
export const aiFeatures = [
  ...(['chat', 'assistant', 'drafts', 'summaries', 'knowledge'] as const),
  ...(['enrichment', 'requirements', 'workflow'] as const),
] as const
export type AiFeature = (typeof aiFeatures)[number]
export const AiFeature = choice('AiFeature', [...aiFeatures])

export const AiProvider = choice('AiProvider', [...aiProviders])

/** Whose budget it is. */
export const budgetScopes = ['workspace', 'person', 'feature'] as const
export type AiBudgetScope = (typeof budgetScopes)[number]
export const AiBudgetScope = choice('AiBudgetScope', [...budgetScopes])

export const budgetPeriods = ['day', 'month'] as const
export type AiBudgetPeriod = (typeof budgetPeriods)[number]
export const AiBudgetPeriod = choice('AiBudgetPeriod', [...budgetPeriods])

export const aiOutcomes = [
  'answered',
  /** It broke off after its first text. */
  'cut',
  /** Its caller went away. */
  'cancelled',
  'failed',
  /** For what was asked. */
  'refused',
  'timed_out',
  /** The process that made it is gone: all that it could have cost was charged. */
  'unknown',
  'correction',
] as const
export type AiOutcome = (typeof aiOutcomes)[number]
export const AiOutcome = choice('AiOutcome', [...aiOutcomes])

/** Why a call came to nothing, or broke off: a code, and no word of its provider's. */
export const aiCauses = [
  ...(['unreachable', 'timed_out', 'busy', 'broken', 'malformed', 'credentials', 'model_gone', 'refused'] as const),
  ...(['context_too_long', 'restarted', 'failed'] as const),
] as const
export type AiCause = (typeof aiCauses)[number]
export const AiCause = choice('AiCause', [...aiCauses])

/** Who was asked first, and why another one was. */
export const AiFallback = shape('AiFallback', {
  from: z.string().describe('The model that was asked first'),
  reason: z.string().describe('Why it did not answer'),
})

/** Taken and answered: it reads the same both ways. */
export const AiMasks = z.object({
  emails: z.boolean(),
  phones: z.boolean(),
  bank: z.boolean().describe('IBANs'),
  own: z
    .array(
      z
        .string()
        .trim()
        .min(3, 'has fewer than 3 characters')
        .max(60)
        .refine((text) => /[^#*\s]/.test(text) || text.includes('###'), 'must say more than that something stands there'),
    )
    .max(50)
    .describe('Own patterns: `#` is a digit, `*` letters and digits, such as `KD-####`'),
})

export const AiPrice = shape('AiPrice', {
  input_nano: z.int().describe('A token, in 10⁻⁹ of the currency'),
  cached_nano: z.int(),
  output_nano: z.int(),
  currency: z.string(),
})
