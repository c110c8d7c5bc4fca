import { module } from '#core/module.ts'
import { indexWords } from './index-words.ts'

export const searchModule = module({ title: 'Search', reactions: [indexWords], owns: [] })
