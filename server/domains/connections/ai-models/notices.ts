import { notices } from '#core/declared.ts'

export const aiModelNotices = notices({
  ai_model_gone: { about: 'The model that writes has ended at its provider, and another must be named.', least: 'owner' },
})
