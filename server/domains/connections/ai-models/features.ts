import { choice } from '#shapes'

/** What models are asked for. */
export const aiFeatures = ['chat', 'assistant', 'drafts', 'summaries', 'enrichment', 'requirements', 'workflow'] as const
export type AiFeature = (typeof aiFeatures)[number]
export const AiFeature = choice('AiFeature', [...aiFeatures])
