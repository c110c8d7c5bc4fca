import { module } from '#core/module.ts'
import { acceptFact } from './accept-fact.ts'
import { createCompany } from './create-company.ts'
import { dismissFact } from './dismiss-fact.ts'
import { enrichOrganization } from './enrich-organization.ts'
import { enrichProject } from './enrich-project.ts'
import { companyErrors } from './errors.ts'
import { companyEvents, factEvents } from './events.ts'
import { listCompanies } from './list-companies.ts'
import { setFact } from './set-fact.ts'
import { showCompany } from './show-company.ts'
import { updateCompany } from './update-company.ts'

export const companiesModule = module({
  title: 'Companies',
  actions: [
    listCompanies,
    showCompany,
    createCompany,
    updateCompany,
    enrichProject,
    enrichOrganization,
    setFact,
    acceptFact,
    dismissFact,
  ],
  errors: companyErrors,
  events: [companyEvents, factEvents],
  scopes: {
    'companies:read': 'Read companies and what is known of them',
  },
  owns: ['companies', 'facts'],
})
