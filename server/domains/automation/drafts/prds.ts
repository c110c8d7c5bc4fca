import { z } from 'zod'
import { dataBlock, dataBlockRule, readText } from '#domains/connections/ai-models/hostile-texts.ts'
import { titleOf } from '#domains/connections/connections/providers.ts'
import type { AiAnswer, AiAsked } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'

/** A longer text is not a readable document. */
const mostUnits = 40_000

/** What a prospect said they want; whatever else stands there is not for a model. */
const Asked = z.object({
  problem: z.string().max(10_000).optional().catch(undefined),
  users: z.string().max(10_000).optional().catch(undefined),
  features: z.array(z.string().max(2_000)).max(100).optional().catch(undefined),
})

interface DealOfPrd {
  readonly asked: unknown
  readonly business_name: string | null
  readonly industry: string | null
}

/** What a model is asked, to write the requirements of a deal. No name, address or number of a person is in it. */
export const prdQuestion = ({ asked, business_name, industry }: DealOfPrd): AiAsked => ({
  system: [
    'You write product requirements for a software house, from what a prospect filled into a form.',
    'Write Markdown with the headings Problem, Users, Goals, Features (each with what must hold for it to be done), Out of scope, and Open questions. Write in the language of the prospect, at most 1,200 words. Keep to what was said; what you assume, mark as an assumption. Answer with the document and nothing else.',
    dataBlockRule,
  ].join('\n\n'),
  prompt: `The prospect said:\n\n${dataBlock({ business_name, industry, ...Asked.catch({}).parse(asked) })}`,
  maxOutputTokens: 8_192,
})

/** The document as stored: text, from AI or a member. */
export const readPrd = ({ text, provider }: AiAnswer): string => {
  // Some put the whole of it into a code fence.
  const prd = readText(text.replace(/^\s*```(?:markdown|md)?\n([\s\S]*?)\n```\s*$/, '$1'), mostUnits)
  if (prd === '') throw new ProviderError('malformed', `${titleOf(provider)} returned an empty answer.`)
  return prd
}
