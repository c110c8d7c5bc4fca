import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import { ProposalStatus } from './proposal-facts.ts'
import { listProposalsOf, ProposalBrief } from './proposals.ts'

export const listProposals = action({
  name: 'list-proposals',
  summary: 'List proposals',
  description: 'Newest first.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'proposals:read',
  input: z.object({
    status: ProposalStatus.optional(),
    dealId: z.uuid().optional(),
    contactId: z.uuid().optional(),
    cursor: z.uuid().optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({ proposals: z.array(ProposalBrief), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [{ title: 'What waits for an answer', input: { status: 'sent' } }],

  async run({ status, dealId, contactId, cursor, limit }, { db, org }) {
    const contactIds = contactId === undefined ? undefined : [contactId, ...(await mergeGroupOf(db, org.id, contactId))]
    const { proposals, next } = await listProposalsOf(db, org.id, { status, dealId, contactIds, before: cursor, limit })
    return { proposals, next_cursor: next }
  },
})
