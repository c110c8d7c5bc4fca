import { module } from '#core/module.ts'
import { aiModelErrors } from './errors.ts'

export const aiModelsModule = module({
  title: 'AI models',
  errors: aiModelErrors,
  owns: [],
})
