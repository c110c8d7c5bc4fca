import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findDeal } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { documentErrors } from '../documents/errors.ts'
import { proposalErrors } from '../proposals/errors.ts'
import { findProposal } from '../proposals/proposals.ts'
import { viewErrors } from './errors.ts'
import { findViewedSubjects, ViewedSubject } from './view-summaries.ts'

export const listViews = action({
  name: 'list-views',
  summary: 'List who viewed a document, a proposal, or those of a deal',
  description:
    'By people: how often, when last, for how long and where. Programs on the way and members are told apart by their name and network, as with the picture of an email: a hint, never a proof.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'proposals:read',
  input: z.object({ documentId: z.uuid().optional(), proposalId: z.uuid().optional(), dealId: z.uuid().optional() }),
  output: z.object({ subjects: z.array(ViewedSubject) }),
  errors: [
    ...[viewErrors.view_subject_missing, documentErrors.document_not_found],
    ...[proposalErrors.proposal_not_found, dealErrors.deal_not_found],
  ],
  examples: [{ title: 'Of a proposal', input: { proposalId: '01980000-0000-7000-8000-000000000000' } }],

  async run(wanted, { db, org, fail }) {
    const { documentId, proposalId, dealId } = wanted
    if ([documentId, proposalId, dealId].filter((id) => id !== undefined).length !== 1) throw fail('view_subject_missing')
    if (dealId && !(await findDeal(db, org.id, dealId))) throw fail('deal_not_found', { field: 'dealId' })
    if (proposalId && !(await findProposal(db, org.id, proposalId))) throw fail('proposal_not_found', { field: 'proposalId' })
    const subjects = await findViewedSubjects(db, org.id, wanted)
    if (documentId && subjects.length === 0) throw fail('document_not_found', { field: 'documentId' })
    return { subjects }
  },
})
