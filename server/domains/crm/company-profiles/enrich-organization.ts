import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { findCompany } from '../companies/companies.ts'
import { companyErrors } from '../companies/errors.ts'
import { factFields } from '../companies/facts.ts'
import { enrich } from './enrichment.ts'

const Found = z.string().nullable()

export const enrichOrganization = action({
  name: 'enrich-organization',
  summary: 'Enrich a company profile',
  description:
    'Asks Gemini with the name and the domain. Results fill empty fields, and are proposed where a person has set a value. If Gemini returns an error, so does this action, with 500.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  callsProvider: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ organizationId: z.uuid().describe('The company') }),
  output: z.object({
    success: z.literal(true),
    enriched: z
      .object({ industry: Found, description: Found, founded: Found, employees: Found })
      .describe('The results, null if none. Untrusted text: display it as text'),
  }),
  errors: [companyErrors.company_not_found, aiModelErrors.ai_failed],
  examples: [{ title: 'Enrich one company', input: { organizationId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ organizationId }, context) {
    const { org, inOrg, fail } = context
    const company = await inOrg(({ db }) => findCompany(db, org.id, organizationId))
    if (!company) throw fail('company_not_found')
    const about = { name: company.name, domain: company.domain }
    const enriched = await enrich({ kind: 'company', id: company.id, fields: factFields.company }, about, context)
    return { success: true as const, enriched }
  },
})
