import { module } from '#core/module.ts'
import { dismissCompanyDuplicate } from './dismiss-company-duplicate.ts'
import { dismissDuplicate } from './dismiss-duplicate.ts'
import { duplicateEvents } from './events.ts'
import { findCompanyPairs } from './find-company-pairs.ts'
import { findDuplicatePairs } from './find-duplicate-pairs.ts'
import { findImportedPairs } from './find-imported-pairs.ts'
import { forgetMatches } from './forgotten-matches.ts'
import { listCompanyDuplicates } from './list-company-duplicates.ts'
import { listDuplicates } from './list-duplicates.ts'
import { matchEarlierContacts } from './match-earlier-contacts.ts'

/** Pairs of contacts that may be one person, and of companies that may be one. */
export const duplicatesModule = module({
  title: 'Duplicates',
  actions: [listDuplicates, dismissDuplicate, listCompanyDuplicates, dismissCompanyDuplicate],
  jobs: [matchEarlierContacts],
  reactions: [findDuplicatePairs, findImportedPairs, findCompanyPairs],
  events: [duplicateEvents],
  within: [forgetMatches],
  owns: ['contact_match_keys', 'company_match_keys', 'duplicate_pairs', 'unmatched_contacts', 'unmatched_companies'],
})
