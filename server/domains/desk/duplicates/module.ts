import { module } from '#core/module.ts'
import { dismissDuplicate } from './dismiss-duplicate.ts'
import { duplicateEvents } from './events.ts'
import { findDuplicatePairs } from './find-duplicate-pairs.ts'
import { listDuplicates } from './list-duplicates.ts'
import { matchEarlierContacts } from './match-earlier-contacts.ts'

/** Pairs of contacts that may be one person. */
export const duplicatesModule = module({
  title: 'Duplicates',
  actions: [listDuplicates, dismissDuplicate],
  jobs: [matchEarlierContacts],
  reactions: [findDuplicatePairs],
  events: [duplicateEvents],
  owns: ['contact_match_keys', 'duplicate_pairs', 'unmatched_contacts'],
})
