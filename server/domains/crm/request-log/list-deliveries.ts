import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Instant } from '#shapes'
import { Delivery, findDeliveries, Outcome, showDelivery } from './deliveries.ts'

export const listDeliveries = action({
  name: 'list-deliveries',
  summary: 'List requests to the lead API',
  description:
    'Newest first: every request with a valid key or to a lead source, including rejected, held and test ones. Bodies are excerpts with email addresses, phone numbers and secrets masked. Requests that created a lead are kept as long as the lead; the rest for 90 days.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'deliveries:read',
  input: z.object({
    keyId: z.uuid().optional().describe('An API key or a lead source'),
    outcome: Outcome.optional(),
    /** Received at this instant or later. */
    from: Instant.optional(),
    /** Received before this instant. */
    to: Instant.optional(),
    cursor: z.uuid().optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({ deliveries: z.array(Delivery), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [
    { title: 'The newest requests', input: {} },
    { title: 'Rejected requests', input: { outcome: 'rejected', limit: 20 } },
  ],

  async run(input, { org, db }) {
    const rows = await findDeliveries(db, org.id, {
      keyId: input.keyId,
      outcome: input.outcome,
      from: input.from === undefined ? undefined : new Date(input.from),
      to: input.to === undefined ? undefined : new Date(input.to),
      cursor: input.cursor,
      limit: input.limit + 1,
    })
    const page = rows.slice(0, input.limit)
    return {
      deliveries: page.map(showDelivery),
      next_cursor: rows.length > input.limit ? (page.at(-1)?.id ?? null) : null,
    }
  },
})
