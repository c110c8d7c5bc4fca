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
  summary: 'Enrich the business of a deal',
  description:
    'Asks Gemini with the business name and its email domain; no personal data is sent. Results fill empty fields, and are proposed where a person has set a value. If Gemini returns an error, so does this action, with 500.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  callsProvider: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ projectId: z.uuid().describe('The deal') }),
  output: z.object({
    success: z.literal(true),
    enriched: z
      .object({ industry: Found, employees: Found, website: Found, address: Found, logo: Found, summary: Found })
      .describe('The results, null if none. Untrusted text: display it as text'),
  }),
  errors: [dealErrors.deal_not_found, aiModelErrors.ai_failed],
  examples: [{ title: 'Enrich one deal', input: { projectId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ projectId }, context) {
    const { org, inOrg, fail } = context
    const about = await inOrg(async ({ db }) => {
      const deal = await findDeal(db, org.id, projectId)
      if (!deal) return null
      const company = deal.company_id === null ? undefined : await findCompany(db, org.id, deal.company_id)
      const contact =
        deal.contact_id === null
          ? undefined
          : await db
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
