import { module } from '#core/module.ts'
import { companyMergeTimeline } from './company-merge-timeline.ts'
import { createCompany } from './create-company.ts'
import { companyErrors } from './errors.ts'
import { companyEvents, factEvents } from './events.ts'
import { factTimeline } from './fact-timeline.ts'
import { listCompanies } from './list-companies.ts'
import { mergeCompanies } from './merge-companies.ts'
import { undoCompanyMerge } from './undo-company-merge.ts'
import { updateCompany } from './update-company.ts'

export const companiesModule = module({
  title: 'Companies',
  actions: [listCompanies, createCompany, updateCompany, mergeCompanies, undoCompanyMerge],
  errors: companyErrors,
  events: [companyEvents, factEvents],
  scopes: {
    'companies:read': 'Read companies and their profiles',
    'companies:write': 'Create and update companies, and set fields of companies and of deals’ businesses',
  },
  within: [factTimeline, companyMergeTimeline],
  owns: ['companies', 'company_merges', 'facts'],
})
