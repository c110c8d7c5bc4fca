import { module } from '#core/module.ts'
import { indexEarlierRecords } from './index-earlier-records.ts'
import { indexWords } from './index-words.ts'
import { moveSearch } from './move-search.ts'
import { searchRecords } from './search-records.ts'

export const searchModule = module({
  title: 'Search',
  actions: [searchRecords],
  reactions: [indexWords],
  jobs: [moveSearch, indexEarlierRecords],
  scopes: { 'search:read': 'Search people, conversations, deals, invoices and documents' },
  owns: ['unsearched_records'],
})
