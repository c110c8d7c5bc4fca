import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { primaryAi } from '#ports/ai.ts'
import { shape } from '#shapes'
import { AiMasks, AiPrice, AiProvider } from './choices.ts'
import { type AiModel, findModels, shownPrice } from './models.ts'
import { findAiSettings } from './settings.ts'

export const ListedModel = shape('AiModel', {
  model: z.string(),
  provider: AiProvider,
  title: z.string(),
  context_tokens: z.int().describe('What it takes in, with the answer'),
  max_output_tokens: z.int(),
  price: AiPrice.nullable().describe('Null where it is not known: it is not called under a budget'),
  ends_on: z.iso.date().nullable().describe('The day on which its provider shuts it down'),
  successor: z.string().nullable(),
  enabled: z.boolean(),
})

export const listAiModels = action({
  name: 'list-ai-models',
  summary: 'List the AI models, with their prices',
  description:
    'What Foyer knows of them, and over that what an owner said. Others can be named too; of those no price is known.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({
    models: z.array(ListedModel),
    default_model: z.string().describe('What is asked where none is named'),
    fallbacks: z.array(AiProvider).describe('Who is asked where the first cannot answer, in order'),
    masks: AiMasks.describe('What no provider sees, besides card numbers'),
    drafts_ahead: z.boolean().describe('A reply is drafted whenever a customer writes'),
    transcript_days: z.int().describe('So long conversations with the assistant are kept'),
  }),
  errors: [],
  examples: [{ title: 'All', input: {} }],

  async run(_, { db, org, now, ports }) {
    const models = await findModels(db, org.id, now())
    const { defaultModel, fallbacks, transcriptDays, masks, draftsAhead } = await findAiSettings(db, org.id)
    return {
      models: models.map(shownModel),
      default_model: defaultModel ?? ports.ai.usualModel({ provider: primaryAi }),
      fallbacks: [...fallbacks],
      masks: { ...masks, own: [...masks.own] },
      drafts_ahead: draftsAhead,
      transcript_days: transcriptDays,
    }
  },
})

export const shownModel = ({ price, ...model }: AiModel): z.input<typeof ListedModel> => ({
  ...{ model: model.model, provider: model.provider, title: model.title, enabled: model.isEnabled },
  ...{ context_tokens: model.contextTokens, max_output_tokens: model.maxOutputTokens },
  ...{ ends_on: model.endsOn, successor: model.successor },
  price: shownPrice(price),
})
