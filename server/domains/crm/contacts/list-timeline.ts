import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { PageSize } from '#shapes'
import { findCompany } from '../companies/companies.ts'
import { mostOfCompany } from '../companies/company-people.ts'
import { companyErrors } from '../companies/errors.ts'
import { findDeal } from '../deals/deals.ts'
import { dealErrors } from '../deals/errors.ts'
import { findContact } from '../identities/contacts.ts'
import { contactErrors } from '../identities/errors.ts'
import { leadErrors } from '../leads/errors.ts'
import { findContactOfLead } from '../leads/leads.ts'
import {
  countTimeline,
  listTimeline as findEntries,
  mostCounted,
  TimelineCursor,
  TimelineEntry,
  TimelineKind,
  type TimelineOf,
} from './timeline.ts'

export const listTimeline = action({
  name: 'list-timeline',
  summary: 'List the timeline of a contact, company, lead or deal, newest first',
  description: `Leads, messages, calls, notes, files, payments, invoices, deals and their stages, assignments, completed tasks, emails, linked designs, merges, enrichment and changed fields (\`edit\`: \`facts.changes\` has each with \`before\` and \`after\`); each with its author or cause. With \`dealId\`, the timeline of the deal’s contact, limited to this one deal; with \`leadId\`, that of the lead’s contact; with \`companyId\`, that of its newest ${mostOfCompany} contacts and its deals.`,
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'timeline:read',
  limit: { times: 600, seconds: 60 },
  needsOneOf: [['contactId', 'dealId', 'leadId', 'companyId']],
  input: z.object({
    contactId: z.uuid().optional().describe('This, `dealId`, `leadId` or `companyId`'),
    dealId: z.uuid().optional(),
    leadId: z.uuid().optional(),
    companyId: z.uuid().optional(),
    kinds: z.array(TimelineKind).max(30).optional().describe('Only entries of these kinds'),
    withCounts: z.boolean().default(false).describe('Also count the entries of each kind'),
    cursor: TimelineCursor.optional(),
    limit: PageSize,
  }),
  output: z.object({
    entries: z.array(TimelineEntry),
    counts: z
      .record(z.string(), z.int())
      .nullable()
      .describe(`With \`withCounts\`: by kind, ${mostCounted} where there are as many or more`),
    next_cursor: z.string().nullable(),
  }),
  errors: [
    transportErrors.missing_field,
    contactErrors.contact_not_found,
    dealErrors.deal_not_found,
    leadErrors.lead_not_found,
    companyErrors.company_not_found,
  ],
  examples: [{ title: 'The latest entries', input: { contactId: '01980000-0000-7000-8000-000000000000', limit: 10 } }],

  async run({ kinds, withCounts, cursor, limit, ...given }, { db, org, within, fail }) {
    const whose = await findSubject(db, org.id, given)
    if (typeof whose === 'string')
      throw fail(whose, whose === 'missing_field' ? { field: 'contactId', message: 'Missing required field: contactId' } : {})
    const { entries, nextCursor } = await findEntries(db, org.id, within, whose, { cursor, limit, kinds })
    const counts = withCounts ? await countTimeline(db, org.id, within, whose) : null
    return { entries, counts, next_cursor: nextCursor }
  },
})

/** What the timeline is of, or why there is none. */
const findSubject = async (
  db: Db,
  orgId: string,
  {
    contactId,
    dealId,
    leadId,
    companyId,
  }: {
    contactId?: string | undefined
    dealId?: string | undefined
    leadId?: string | undefined
    companyId?: string | undefined
  },
): Promise<TimelineOf | 'missing_field' | 'contact_not_found' | 'deal_not_found' | 'lead_not_found' | 'company_not_found'> => {
  if (dealId !== undefined) {
    const deal = await findDeal(db, orgId, dealId)
    return deal ? { kind: 'deal', id: deal.id, contactId: deal.contact_id } : 'deal_not_found'
  }
  if (leadId !== undefined) {
    const leadContactId = await findContactOfLead(db, orgId, leadId)
    return leadContactId === undefined ? 'lead_not_found' : { kind: 'lead', id: leadId, contactId: leadContactId }
  }
  if (companyId !== undefined) {
    const company = await findCompany(db, orgId, companyId)
    return company ? { kind: 'company', id: company.id, contactId: null } : 'company_not_found'
  }
  if (contactId === undefined) return 'missing_field'
  const contact = await findContact(db, orgId, contactId)
  return contact ? { kind: 'contact', id: contact.id, contactId: contact.id } : 'contact_not_found'
}
