import { module } from '#core/module.ts'
import { apolloNumbers } from './apollo-numbers.ts'
import { enrichCompany } from './enrich-company.ts'
import { prospectingErrors } from './errors.ts'
import { leadSearch } from './lead-search.ts'
import { listProspectingCredits } from './list-prospecting-credits.ts'
import { prospectCallRetention, prospectRetention } from './prospects.ts'
import { setProspectingBudget } from './set-prospecting-budget.ts'
import { settleLostEnrichments } from './settle-lost-enrichments.ts'
import { showProspecting } from './show-prospecting.ts'

/** People at work who are not contacts yet: searched for, enriched for credits, and taken as an upload. */
export const prospectingModule = module({
  title: 'Prospecting',
  actions: [leadSearch, showProspecting, setProspectingBudget, listProspectingCredits, enrichCompany],
  inbound: [apolloNumbers],
  jobs: [settleLostEnrichments],
  errors: prospectingErrors,
  retention: [prospectRetention, prospectCallRetention],
  owns: ['prospecting_settings', 'prospect_calls', 'prospects'],
})
