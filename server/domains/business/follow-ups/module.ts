import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { followAcceptedProposals } from './follow-accepted-proposals.ts'
import { followSignedDocuments } from './follow-signed-documents.ts'
import { sendDeposit } from './send-deposit.ts'

/**
 * What follows when all have signed, or a client has accepted: above documents, proposals and invoices, so that none of them knows of the
 * others.
 */
export const followUpsModule = module({
  title: 'Documents',
  reactions: [followSignedDocuments, followAcceptedProposals],
  jobs: [sendDeposit],
  held: [held({ name: 'deposit invoices by email', kind: 'mails', jobs: [sendDeposit] })],
  owns: ['document_follow_ups', 'proposal_follow_ups'],
})
