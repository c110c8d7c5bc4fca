import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { addCompany, Company, CompanyName, readDomain, showCompany } from './companies.ts'
import { companyErrors } from './errors.ts'

export const createCompany = action({
  name: 'create-company',
  summary: 'Create a company',
  description: 'Companies are also created automatically from work email domains.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  scope: 'companies:write',
  input: z.object({
    name: CompanyName,
    domain: z.string().trim().min(1).max(300).optional().describe('`acme.example`, or the URL of its website'),
  }),
  output: z.object({ success: z.literal(true), company: Company }),
  errors: [companyErrors.company_domain_invalid, companyErrors.company_exists],
  examples: [{ title: 'A bakery', input: { name: 'Blue Bakery', domain: 'blue-bakery.example' } }],

  async run({ name, domain: given }, { org, db, fail }) {
    const domain = given === undefined ? null : readDomain(given)
    if (given !== undefined && domain === null) throw fail('company_domain_invalid', { field: 'domain' })
    const company = await addCompany(db, org.id, { name, domain })
    if (!company) throw fail('company_exists', { field: 'domain' })
    return { success: true as const, company: showCompany(company) }
  },
})
