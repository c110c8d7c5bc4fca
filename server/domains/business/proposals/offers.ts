import { z } from 'zod'
import type { Db, OpenContext } from '#core/context.ts'
import type { Fail } from '#core/errors.ts'
import { Brand, findBrand } from '#domains/platform/business-identity/brands.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { shape } from '#shapes'
import { Acceptance, acceptanceOf, findAcceptance, ProposalLineShown } from './acceptances.ts'
import { ProposalSection, pricedChoices } from './contents.ts'
import { ProposalStatus } from './proposal-facts.ts'
import { findProposalLink } from './proposal-links.ts'
import { findVersion, lockProposal, type ProposalRow } from './proposals.ts'

/** What the page behind the link of a proposal shows. */
export const Offer = shape('Offer', {
  title: z.string(),
  organization: z.string(),
  brand: Brand,
  status: ProposalStatus,
  status_reason: z.string().nullable().describe('Why it was withdrawn or declined'),
  version: z.int(),
  locale: z.string(),
  currency: z.string(),
  client_name: z.string(),
  ends_at: z.iso.datetime(),
  sections: z.array(ProposalSection),
  lines: z.array(ProposalLineShown),
  acceptance: Acceptance.omit({ sha256: true }).nullable(),
})

/** Enters the workspace of a link. */
export const enterByProposalLink = async (
  { db, enterOrg }: Pick<OpenContext, 'db' | 'enterOrg'>,
  token: string,
  fail: Fail<'proposal_link_unknown'>,
): Promise<{ readonly orgId: string; readonly proposalId: string }> => {
  const link = await findProposalLink(db, token)
  if (!link) throw fail('proposal_link_unknown')
  await enterOrg(link.org_id)
  return { orgId: link.org_id, proposalId: link.proposal_id }
}

/** The same with the proposal locked. A link that was replaced while the caller waited for the lock leads nowhere. */
export const lockByProposalLink = async (
  context: Pick<OpenContext, 'db' | 'enterOrg'>,
  token: string,
  fail: Fail<'proposal_link_unknown'>,
): Promise<{ readonly orgId: string; readonly proposal: ProposalRow & { readonly at: Date } }> => {
  const { orgId, proposalId } = await enterByProposalLink(context, token, fail)
  const proposal = await lockProposal(context.db, orgId, proposalId)
  if (!proposal || !(await findProposalLink(context.db, token))) throw fail('proposal_link_unknown')
  return { orgId, proposal }
}

export const showOfferOf = async (db: Db, orgId: string, proposal: ProposalRow): Promise<z.output<typeof Offer>> => {
  const accepted = await findAcceptance(db, orgId, proposal.id)
  const version = accepted?.version ?? proposal.version
  const sent = await findVersion(db, orgId, proposal.id, version)
  if (!sent) throw new Error('a proposal with a link has a version')
  const { content } = sent
  return Offer.parse({
    ...{ title: content.title, locale: content.locale, currency: content.currency, sections: content.sections },
    ...{ status: proposal.status, status_reason: proposal.status_reason, version, client_name: proposal.client_name },
    organization: (await findOrganization(db, orgId))?.name ?? '',
    brand: await findBrand(db, orgId, content.locale),
    ends_at: proposal.ends_at?.toISOString(),
    lines: pricedChoices(content),
    acceptance: accepted ? acceptanceOf(accepted, content) : null,
  })
}
