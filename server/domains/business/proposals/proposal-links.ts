import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { newToken } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'

export const ProposalToken = z.string().trim().min(1).max(200).describe('The last path segment of the link of a proposal')

export const sealOf = (proposalId: string): string => `proposal link ${proposalId}`

export const offerAddress = (publicUrl: string, token: string): string => `${publicUrl}/proposal/${token}`

/** A new link of a proposal, which ends the one before. Its token comes sealed, for the row. */
export const makeProposalLink = async (db: Db, orgId: string, proposalId: string, vault: Vault): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('directory.proposal_links')
    .values({ token_hash: hashToken(token), org_id: orgId, proposal_id: proposalId })
    .onConflict((other) => other.columns(['org_id', 'proposal_id']).doUpdateSet({ token_hash: hashToken(token) }))
    .execute()
  return vault.seal(token, sealOf(proposalId))
}

/** Which proposal a link shows; undefined where it is none, or no more. */
export const findProposalLink = (db: Db, token: string) =>
  db
    .selectFrom('directory.proposal_links')
    .select(['org_id', 'proposal_id'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()

/** The token of the link that a proposal has; null where there is none. */
export const proposalTokenOf = (
  vault: Vault,
  { id, token_sealed }: { readonly id: string; readonly token_sealed: string | null },
): string | null => (token_sealed === null ? null : vault.open(token_sealed, sealOf(id)))
