import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { searchBehind } from '#core/search.ts'
import { Cursor, choice, Instant, orders, PageSize, Reference, SearchBehind, SearchText, shape } from '#shapes'
import { contactErrors } from '../identities/errors.ts'
import { listLeads as findLeads, sentLead } from './leads.ts'
import { LeadState } from './states.ts'

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
  via: choice('LeadOrigin', ['api', 'upload', 'replay', 'demo', 'source', 'person', 'workflow']).describe(
    'person: added by hand; workflow: by a step of a workflow',
  ),
  state: LeadState.describe('`new` until a person answers, or a member moves it'),
  state_reason: z.string().nullable().describe('Why it is not a fit'),
  owner: Reference.nullable().describe('The member who takes care of it'),
})

export const LeadFilterFields = {
  search: SearchText.optional().describe(
    'Word prefixes of name, email address, company or external_id; or digits of a phone number',
  ),
  source: z.string().max(64).optional(),
  state: LeadState.optional(),
  owner: z
    .union([z.uuid(), z.literal('me')])
    .optional()
    .describe('Of this member; `me`: the caller’s own, of which an API key has none'),
  from: Instant.optional().describe('Received at or after'),
  to: Instant.optional().describe('Received before'),
}

/** What is asked for, as it is looked for. */
export const leadFilterOf = (
  { search, source, state, owner, from, to }: z.output<z.ZodObject<typeof LeadFilterFields>>,
  person: { readonly id: string } | null,
) => {
  if (search && (state ?? owner))
    throw new Failure('bad_request', { message: 'A search has no filter by state or owner.', field: state ? 'state' : 'owner' })
  if (owner === 'me' && !person)
    throw new Failure('bad_request', { message: 'An API key has no leads of its own.', field: 'owner' })
  return {
    ...{ search, source, state, ownerId: owner === 'me' ? person?.id : owner },
    ...{ from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined },
  }
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
  errors: [contactErrors.order_with_search, transportErrors.bad_request],
  examples: [
    { title: 'The newest ten of one source', input: { source: 'apollo', limit: 10 } },
    { title: 'My leads that are new, the longest wait first', input: { state: 'new', owner: 'me', order: 'received_at' } },
  ],

  async run({ order, ...input }, { db, org, person, fail }) {
    const oldestFirst = order === 'received_at'
    if (oldestFirst && input.search) throw fail('order_with_search', { field: 'order' })
    const behind = await searchBehind(db, input.search)
    const found = await findLeads(db, org.id, {
      ...leadFilterOf(input, person),
      ...{ oldestFirst, cursor: input.cursor, limit: input.limit + 1 },
    })
    const page = found.slice(0, input.limit)
    return {
      leads: page.map(sentLead),
      next_cursor: found.length > input.limit ? (page.at(-1)?.id ?? null) : null,
      search_behind_seconds: behind,
    }
  },
})
