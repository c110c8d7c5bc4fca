import { module } from '#core/module.ts'
import { aiChat } from './ai-chat.ts'
import { assistantErrors } from './errors.ts'

/** Models that staff ask. */
export const assistantModule = module({
  title: 'Assistant',
  actions: [aiChat],
  errors: assistantErrors,
  owns: [],
})
