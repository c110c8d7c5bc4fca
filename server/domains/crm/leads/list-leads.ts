import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { searchBehind } from '#core/search.ts'
import { Cursor, choice, Instant, orders, PageSize, SearchBehind, SearchText, shape } from '#shapes'
import { contactErrors } from '../identities/errors.ts'
import { listLeads as findLeads, sentLead } from './leads.ts'

/** A lead as a list shows it. */
export const ListedLead = shape('LeadSummary', {
  id: z.uuid(),
  received_at: z.iso.datetime(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable().describe('As received'),
  phone_e164: z.string().nullable(),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
  source: z.string(),
  external_id: z.string().nullable(),
  contact_id: z.uuid(),
  via: choice('LeadOrigin', ['api', 'upload', 'replay', 'demo', 'source']),
})

export const LeadFilterFields = {
  search: SearchText.optional().describe(
    'Word prefixes of name, email address, company or external_id; or digits of a phone number',
  ),
  source: z.string().max(64).optional(),
  from: Instant.optional().describe('Received at or after'),
  to: Instant.optional().describe('Received before'),
}

export const listLeads = action({
  name: 'list-leads',
  summary: 'List leads, newest first',
  description: 'A search is always newest first.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'leads:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    ...LeadFilterFields,
    order: orders('-received_at', 'received_at'),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ leads: z.array(ListedLead), next_cursor: z.uuid().nullable(), search_behind_seconds: SearchBehind }),
  errors: [contactErrors.order_with_search],
  examples: [{ title: 'The newest ten of one source', input: { source: 'apollo', limit: 10 } }],

  async run({ order, ...input }, { db, org, fail }) {
    const oldestFirst = order === 'received_at'
    if (oldestFirst && input.search) throw fail('order_with_search', { field: 'order' })
    const behind = await searchBehind(db, input.search)
    const found = await findLeads(db, org.id, {
      ...input,
      oldestFirst,
      from: input.from ? new Date(input.from) : undefined,
      to: input.to ? new Date(input.to) : undefined,
      limit: input.limit + 1,
    })
    const page = found.slice(0, input.limit)
    return {
      leads: page.map(sentLead),
      next_cursor: found.length > input.limit ? (page.at(-1)?.id ?? null) : null,
      search_behind_seconds: behind,
    }
  },
})
