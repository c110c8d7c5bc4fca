import { z } from 'zod'
import { AiFallback, AiProvider } from '#domains/connections/ai-models/choices.ts'
import type { TalkMeta } from '#domains/connections/ai-models/talk-facts.ts'
import { choice, shape } from '#shapes'

const AiUsage = shape('AiUsage', {
  input_tokens: z.int(),
  cached_tokens: z.int().describe('Of the input, what its provider had in its cache'),
  output_tokens: z.int().describe('Thoughts included'),
  estimated: z.boolean().describe('The provider did not tell: the most that it can have been'),
})

/** Who answered, how it ended, and what it cost. */
export const AiMeta = shape('AiMeta', {
  model: z.string().describe('Who answered'),
  provider: AiProvider,
  fallback: AiFallback.nullable().describe('Null where the first one answered'),
  finish: choice('AiFinish', ['stop', 'length', 'filtered']).describe(
    '`length`: cut at the longest answer. `filtered`: stopped for its content',
  ),
  usage: AiUsage,
  cost_nano: z.int().describe('In 10⁻⁹ of the currency'),
  currency: z.string().nullable().describe('Null where the price of the model is not known'),
  request_id: z.string(),
})
export type AiMeta = z.output<typeof AiMeta>

export const shownMeta = ({ usage, costNano, ...meta }: TalkMeta, requestId: string): AiMeta => ({
  ...{ model: meta.model, provider: meta.provider, fallback: meta.fallback, finish: meta.finish },
  usage: {
    ...{ input_tokens: usage.inputTokens, cached_tokens: usage.cachedTokens, output_tokens: usage.outputTokens },
    estimated: usage.isEstimated,
  },
  ...{ cost_nano: costNano, currency: meta.currency, request_id: requestId },
})

/** Of several calls together: the last one's words, the sums of all. */
export const sumOf = (before: AiMeta | null, last: AiMeta): AiMeta =>
  before === null
    ? last
    : {
        ...last,
        fallback: last.fallback ?? before.fallback,
        usage: {
          input_tokens: before.usage.input_tokens + last.usage.input_tokens,
          cached_tokens: before.usage.cached_tokens + last.usage.cached_tokens,
          output_tokens: before.usage.output_tokens + last.usage.output_tokens,
          estimated: before.usage.estimated || last.usage.estimated,
        },
        cost_nano: before.cost_nano + last.cost_nano,
      }
