import { notices } from '#core/declared.ts'

export const aiModelNotices = notices({
  ai_model_gone: {
    about: 'The AI model in use was retired by its provider; choose another.',
    least: 'owner',
    topic: 'connections',
    line: ({ provider, model }) => `${provider} no longer has the model ${model}`,
    page: (connectionId) => `/settings/connections/${connectionId}`,
  },
  ai_model_ends: {
    about: 'An AI model in use will be shut down by its provider within 30 days.',
    least: 'admin',
    topic: 'connections',
    line: ({ model }) => `The model ${model} will be shut down`,
    page: () => '/settings/ai',
  },
  ai_ledger_differs: {
    about: 'What pages show of AI usage or a budget is not the sum of the ledger.',
    least: 'owner',
    topic: 'connections',
    page: () => '/settings/ai',
  },
})
