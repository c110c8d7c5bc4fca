import type { Db } from '#core/context.ts'
import { findSignLink } from '../documents/signers.ts'
import { findProposalLink } from '../proposals/proposal-links.ts'

/** What a link shows, and to whom. */
export type ViewedLink =
  | { readonly orgId: string; readonly documentId: string; readonly signerId: string }
  | { readonly orgId: string; readonly proposalId: string }

/** The target of a token; both kinds are looked up, whether it is one or not: the same work for a token that is unknown. */
export const findViewedLink = async (db: Db, token: string): Promise<ViewedLink | undefined> => {
  const [signing, offer] = [await findSignLink(db, token), await findProposalLink(db, token)]
  if (signing) return { orgId: signing.org_id, documentId: signing.document_id, signerId: signing.signer_id }
  return offer && { orgId: offer.org_id, proposalId: offer.proposal_id }
}

/** When the link was sent: programs that check mails open it within seconds. Null: it is not there any more. */
export const sentAtOf = async (
  db: Db,
  link: ViewedLink,
): Promise<{ readonly at: Date | null; readonly version: number | null } | undefined> => {
  if ('documentId' in link) {
    const signer = await db
      .selectFrom('document_signers')
      .select(['asked_at', 'reminded_at'])
      .where('org_id', '=', link.orgId)
      .where('document_id', '=', link.documentId)
      .where('id', '=', link.signerId)
      .executeTakeFirst()
    return signer && { at: signer.reminded_at ?? signer.asked_at, version: null }
  }
  const proposal = await db
    .selectFrom('proposals')
    .select(['sent_at', 'version'])
    .where('org_id', '=', link.orgId)
    .where('id', '=', link.proposalId)
    .executeTakeFirst()
  return proposal && { at: proposal.sent_at, version: proposal.version }
}
