import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findDeal } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import { Cursor, PageSize } from '#shapes'
import { Call, findCalls } from './calls.ts'

export const listCalls = action({
  name: 'list-calls',
  summary: 'List calls, newest first',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'read',
  scope: 'timeline:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    contactId: z.uuid().optional().describe('Calls of one contact, by any of its merged records'),
    dealId: z.uuid().optional(),
    missed: z.boolean().optional().describe('Only missed calls, or only the others'),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ calls: z.array(Call), next_cursor: z.uuid().nullable() }),
  errors: [contactErrors.contact_not_found, dealErrors.deal_not_found],
  examples: [{ title: 'Missed calls', input: { missed: true } }],

  async run({ contactId, dealId, ...filter }, { db, org, fail }) {
    const contactIds = contactId === undefined ? undefined : await mergeGroupOf(db, org.id, contactId)
    if (contactIds?.length === 0) throw fail('contact_not_found', { field: 'contactId' })
    const deal = dealId === undefined ? undefined : await findDeal(db, org.id, dealId)
    if (dealId !== undefined && !deal) throw fail('deal_not_found', { field: 'dealId' })
    const found = await findCalls(db, org.id, { ...filter, contactIds, dealId: deal?.id, limit: filter.limit + 1 })
    const page = found.slice(0, filter.limit)
    return { calls: page, next_cursor: found.length > filter.limit ? (page.at(-1)?.id ?? null) : null }
  },
})
