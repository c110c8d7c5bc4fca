import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { Company, findCompany, showCompany as sentCompany } from '../companies/companies.ts'
import { companyGroup } from '../companies/company-groups.ts'
import { CompanyMerge, findCompanyMerges } from '../companies/company-merges.ts'
import { hasMoreThanCount, mostOfCompany } from '../companies/company-people.ts'
import { companyErrors } from '../companies/errors.ts'
import { Fact, factsOf } from '../companies/facts.ts'
import { Deal, showDeals } from '../deals/deals.ts'
import { FieldValues, fieldsOfRecord } from '../fields/values.ts'
import { tagsOfRecord } from '../tags/record-tags.ts'
import { Tag } from '../tags/tags.ts'

const mostShown = 50

export const showCompany = action({
  name: 'show-company',
  summary: 'Show a company with its profile, contacts and deals',
  description:
    'Includes its newest 50 contacts and deals, also those of companies that were merged into it; the id of one of these answers with the company that stands for it. AI results show the model and the time.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'companies:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ companyId: z.uuid() }),
  output: z.object({
    company: Company,
    tags: z.array(Tag),
    fields: FieldValues,
    facts: z.array(Fact),
    contacts: z.array(
      shape('CompanyContact', {
        id: z.uuid(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        job_title: z.string().nullable(),
      }),
    ),
    deals: z.array(Deal),
    counts_newest: z
      .int()
      .nullable()
      .describe(
        'So many of its contacts, and of its deals, count in its timeline and in the lists of what belongs to it: the newest. Null: all of them',
      ),
    merges: z.array(CompanyMerge).describe('The companies that were merged into it, the newest first'),
  }),
  errors: [companyErrors.company_not_found],
  examples: [{ title: 'One company', input: { companyId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ companyId }, { org, db, fail }) {
    const company = await findCompany(db, org.id, companyId)
    if (!company) throw fail('company_not_found')
    const contacts = await db
      .selectFrom('contacts')
      .select(['id', 'full_name as name', 'email', 'job_title'])
      .where('org_id', '=', org.id)
      .where('company_id', 'in', companyGroup(org.id, company.id))
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(mostShown)
      .execute()
    const deals = await db
      .selectFrom('deals')
      .select('id')
      .where('org_id', '=', org.id)
      .where('company_id', 'in', companyGroup(org.id, company.id))
      .where('state', '<>', 'linked')
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(mostShown)
      .execute()
    return {
      company: sentCompany(company),
      tags: await tagsOfRecord(db, org.id, 'company', company.id),
      fields: await fieldsOfRecord(db, org.id, 'company', company.id),
      facts: await factsOf(db, org.id, { kind: 'company', id: company.id }),
      contacts,
      counts_newest: (await hasMoreThanCount(db, org.id, company.id)) ? mostOfCompany : null,
      merges: await findCompanyMerges(db, org.id, company.id),
      deals: await showDeals(
        db,
        org.id,
        deals.map(({ id }) => id),
      ),
    }
  },
})
