import { module } from '#core/module.ts'
import { acceptFact } from './accept-fact.ts'
import { dismissFact } from './dismiss-fact.ts'
import { enrichOrganization } from './enrich-organization.ts'
import { enrichProject } from './enrich-project.ts'
import { setFact } from './set-fact.ts'
import { showCompany } from './show-company.ts'

/** What is known of a company or of the business behind a deal, who says so, and enrichment by a model. */
export const companyProfilesModule = module({
  title: 'Companies',
  actions: [showCompany, enrichProject, enrichOrganization, setFact, acceptFact, dismissFact],
  owns: [],
})
