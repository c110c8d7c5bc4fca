import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { assistantErrors } from './errors.ts'
import { dismissProposal, findProposal, stateOf } from './proposals.ts'

export const dismissAssistantProposal = action({
  name: 'dismiss-proposal',
  summary: 'Dismiss what the assistant proposed',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  input: z.object({ proposalId: z.uuid() }),
  output: z.object({ success: z.literal(true), state: z.literal('dismissed'), output: z.null() }),
  errors: [assistantErrors.assistant_proposal_not_found, assistantErrors.assistant_proposal_not_open],
  examples: [{ title: 'Dismiss', input: { proposalId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ proposalId: id }, { org, person, db, now, fail }) {
    const own = { orgId: org.id, personId: person.id }
    if (!(await dismissProposal(db, own, id, now()))) {
      const found = await findProposal(db, own, id)
      if (!found) throw fail('assistant_proposal_not_found', { field: 'proposalId' })
      throw fail('assistant_proposal_not_open', { facts: { state: stateOf(found, now()) } })
    }
    return { success: true as const, state: 'dismissed' as const, output: null }
  },
})
