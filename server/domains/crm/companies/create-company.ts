import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { NewOwner, requireMember } from '../records/owners.ts'
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
    ownerId: NewOwner,
  }),
  output: z.object({ success: z.literal(true), company: Company }),
  errors: [companyErrors.company_domain_invalid, companyErrors.company_exists, memberErrors.person_not_found],
  examples: [{ title: 'A bakery', input: { name: 'Blue Bakery', domain: 'blue-bakery.example' } }],

  async run({ name, domain: given, ownerId }, { org, db, person, fail }) {
    const domain = given === undefined ? null : readDomain(given)
    if (given !== undefined && domain === null) throw fail('company_domain_invalid', { field: 'domain' })
    await requireMember(db, org.id, ownerId)
    const owner = ownerId === undefined ? (person?.id ?? null) : ownerId
    const company = await addCompany(db, org.id, { name, domain, ownerId: owner })
    if (!company) throw fail('company_exists', { field: 'domain' })
    return { success: true as const, company: showCompany(company) }
  },
})
