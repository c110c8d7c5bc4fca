import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { domainOfEmail, findCompany } from '../companies/companies.ts'
import { factFields } from '../companies/facts.ts'
import { findDeal } from '../deals/deals.ts'
import { dealErrors } from '../deals/errors.ts'
import { enrich } from './enrichment.ts'

const Found = z.string().nullable()

export const enrichProject = action({
  name: 'enrich-project',
  summary: 'Find out about the business behind a deal',
  description:
    'Asks Gemini, with the name of the business and the domain of its mail; nothing of a person is told. What it finds fills what is blank and stands beside what a person wrote, as a proposal. Where its answer fails, so does this, with 500.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  asksProvider: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ projectId: z.uuid().describe('The deal') }),
  output: z.object({
    success: z.literal(true),
    enriched: z
      .object({ industry: Found, employees: Found, website: Found, address: Found, logo: Found, summary: Found })
      .describe('What was found, null where nothing was. Text of a stranger: show it as text'),
  }),
  errors: [dealErrors.deal_not_found, aiModelErrors.ai_failed],
  examples: [{ title: 'Of one deal', input: { projectId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ projectId }, context) {
    const { org, inOrg, fail } = context
    const about = await inOrg(async ({ db }) => {
      const deal = await findDeal(db, org.id, projectId)
      if (!deal) return null
      const company = deal.company_id === null ? undefined : await findCompany(db, org.id, deal.company_id)
      const contact = await db
        .selectFrom('contacts')
        .select(['email', 'company'])
        .where('org_id', '=', org.id)
        .where('id', '=', deal.contact_id)
        .executeTakeFirst()
      return {
        deal_id: deal.id,
        business_name: deal.business_name ?? company?.name ?? contact?.company ?? null,
        domain: company?.domain ?? domainOfEmail(contact?.email),
        industry_as_they_say: deal.industry,
      }
    })
    if (!about) throw fail('deal_not_found')
    const { deal_id: id, ...known } = about
    const enriched = await enrich({ kind: 'deal', id, fields: factFields.deal }, known, context)
    return { success: true as const, enriched }
  },
})
