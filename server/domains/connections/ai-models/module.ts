import { module } from '#core/module.ts'
import { aiModelErrors } from './errors.ts'
import { aiModelNotices } from './notices.ts'

export const aiModelsModule = module({
  title: 'AI models',
  errors: aiModelErrors,
  notices: aiModelNotices,
  owns: [],
})
