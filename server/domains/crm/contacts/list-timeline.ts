import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { PageSize } from '#shapes'
import { findDeal } from '../deals/deals.ts'
import { dealErrors } from '../deals/errors.ts'
import { findContact } from '../identities/contacts.ts'
import { contactErrors } from '../identities/errors.ts'
import { listTimeline as findEntries, TimelineCursor, TimelineEntry } from './timeline.ts'

export const listTimeline = action({
  name: 'list-timeline',
  summary: 'List the timeline of a contact or a deal, newest first',
  description:
    'Leads, messages, calls, payments, invoices, deals and their stages, assignments, completed tasks, emails, linked designs, merges and enrichment; each with its author or cause. With `dealId`, the timeline of the deal’s contact, limited to this one deal.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'timeline:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    contactId: z.uuid().optional().describe('This or `dealId`'),
    dealId: z.uuid().optional(),
    cursor: TimelineCursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ entries: z.array(TimelineEntry), next_cursor: z.string().nullable() }),
  errors: [transportErrors.missing_field, contactErrors.contact_not_found, dealErrors.deal_not_found],
  examples: [{ title: 'The latest entries', input: { contactId: '01980000-0000-7000-8000-000000000000', limit: 10 } }],

  async run({ contactId, dealId, cursor, limit }, { db, org, within, fail }) {
    const deal = dealId === undefined ? undefined : await findDeal(db, org.id, dealId)
    if (dealId !== undefined && !deal) throw fail('deal_not_found')
    const whose = deal ? deal.contact_id : contactId
    if (whose === undefined) throw fail('missing_field', { message: 'Missing required field: contactId', field: 'contactId' })
    if (whose !== null && !deal && !(await findContact(db, org.id, whose))) throw fail('contact_not_found')
    const { entries, nextCursor } = await findEntries(
      db,
      org.id,
      within,
      { contactId: whose, dealId: deal?.id ?? null },
      { cursor, limit },
    )
    return { entries, next_cursor: nextCursor }
  },
})
