import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconFilePlus } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn, textIn } from '#web/ui/route-params.ts'
import { readProposalsSearch } from './proposals-search.ts'

const strings = messages('business/proposals/module', {
  proposals: 'Proposals',
  proposalsAbout: 'What you offer, and who has accepted.',
})

const proposals = createRoute({
  getParentRoute: () => staff,
  path: '/proposals',
  validateSearch: readProposalsSearch,
  component: lazyRouteComponent(() => import('./proposals-page.tsx'), 'ProposalsPage'),
})

const newProposal = createRoute({
  getParentRoute: () => staff,
  path: '/proposals/new',
  validateSearch: (search: Record<string, unknown>): { deal?: string } => textIn('deal', search.deal),
  component: lazyRouteComponent(() => import('./new-proposal-page.tsx'), 'NewProposalPage'),
})

const proposal = createRoute({
  getParentRoute: () => staff,
  path: '/proposals/$proposalId',
  params: idsIn('proposalId'),
  component: lazyRouteComponent(() => import('./proposal-page.tsx'), 'ProposalPage'),
})

const editProposal = createRoute({
  getParentRoute: () => staff,
  path: '/proposals/$proposalId/edit',
  params: idsIn('proposalId'),
  component: lazyRouteComponent(() => import('./edit-proposal-page.tsx'), 'EditProposalPage'),
})

export const routes = [proposals, newProposal, proposal, editProposal]

const changes = [
  ...(['proposal.sent', 'proposal.accepted', 'proposal.declined', 'proposal.ended'] as const),
  'proposal.updated',
] as const

export const module: WebModule = {
  navigation: [
    {
      to: '/proposals',
      at: 'main',
      name: strings.proposals,
      about: strings.proposalsAbout,
      Icon: IconFilePlus,
      least: 'member',
      key: 'g',
    },
  ],
  live: { 'list-proposals': changes, 'show-proposal': changes },
  sentences: () => import('./sentences.ts'),
}
