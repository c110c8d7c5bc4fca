import { module } from '#core/module.ts'
import { offerPages } from './offer-pages.ts'
import { previewProposal } from './preview-proposal.ts'

/** The public page on which a proposal is read, priced and accepted. */
export const proposalPagesModule = module({
  title: 'Proposal pages',
  actions: [previewProposal],
  routes: [offerPages],
  owns: [],
})
