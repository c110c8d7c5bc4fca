import { module } from '#core/module.ts'
import { indexWords } from './index-words.ts'
import { moveSearch } from './move-search.ts'

export const searchModule = module({ title: 'Search', reactions: [indexWords], jobs: [moveSearch], owns: [] })
