import { module } from '#core/module.ts'
import { offerPages } from './offer-pages.ts'

/** The public page on which a proposal is read, priced and accepted. */
export const proposalPagesModule = module({
  title: 'Proposal pages',
  routes: [offerPages],
  owns: [],
})
