import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { wasMeans } from '../edits/edits.ts'
import { editErrors } from '../edits/errors.ts'
import { ChangedOwner, requireMember } from '../records/owners.ts'
import { Company, CompanyName, changeCompany, findCompany, readDomain, showCompany } from './companies.ts'
import { companyErrors } from './errors.ts'

export const updateCompany = action({
  name: 'update-company',
  summary: 'Update the name, domain or owner of a company',
  description: 'Omitted fields keep their values. `null` removes the domain or the owner.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'companies:write',
  input: z.object({
    companyId: z.uuid(),
    name: CompanyName.optional(),
    domain: z.string().trim().min(1).max(300).nullable().optional(),
    ownerId: ChangedOwner,
    was: z
      .object({ name: z.string().max(300), domain: z.string().max(300).nullable(), ownerId: z.string().max(300).nullable() })
      .partial()
      .optional()
      .describe(wasMeans),
  }),
  output: z.object({ success: z.literal(true), company: Company }),
  errors: [
    companyErrors.company_not_found,
    companyErrors.company_domain_invalid,
    companyErrors.company_exists,
    memberErrors.person_not_found,
    editErrors.record_changed,
  ],
  examples: [
    { title: 'Correct its name', input: { companyId: '01980000-0000-7000-8000-000000000000', name: 'Blue Bakery Ltd' } },
  ],

  async run({ companyId, name, domain: given, ownerId, was }, { org, db, fail }) {
    if (!(await findCompany(db, org.id, companyId))) throw fail('company_not_found')
    const domain = typeof given === 'string' ? readDomain(given) : given
    if (given && !domain) throw fail('company_domain_invalid', { field: 'domain' })
    await requireMember(db, org.id, ownerId)
    const company = await changeCompany(db, org.id, companyId, { name, domain, ownerId, was })
    if (!company) throw fail('company_exists', { field: 'domain' })
    return { success: true as const, company: showCompany(company) }
  },
})
