import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'

export const ProposalStatus = choice('ProposalStatus', ['draft', 'sent', 'accepted', 'declined', 'expired', 'withdrawn'])
export type ProposalStatus = z.output<typeof ProposalStatus>

/** What webhooks tell of a proposal: whom it was sent to is not in it. */
export const ProposalFacts = shape('ProposalFacts', {
  id: z.uuid(),
  title: z.string(),
  status: ProposalStatus,
  version: z.int(),
  deal_id: z.uuid(),
  contact_id: z.uuid(),
  currency: z.string(),
  ends_at: z.iso.datetime().nullable(),
  accepted_at: z.iso.datetime().nullable(),
  accepted_total_minor: z.int().nullable().describe('With tax, of what was ticked'),
})

export const findProposalFacts = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<z.output<typeof ProposalFacts>[]> => {
  const rows = await db
    .selectFrom('proposals')
    .leftJoin('proposal_acceptances', (join) =>
      join
        .onRef('proposal_acceptances.org_id', '=', 'proposals.org_id')
        .onRef('proposal_acceptances.proposal_id', '=', 'proposals.id'),
    )
    .selectAll('proposals')
    .select(['proposal_acceptances.accepted_at', 'proposal_acceptances.total_minor'])
    .where('proposals.org_id', '=', orgId)
    .where('proposals.id', 'in', ids)
    .execute()
  return rows.map((row) =>
    ProposalFacts.parse({
      ...row,
      ends_at: row.ends_at?.toISOString() ?? null,
      accepted_at: row.accepted_at?.toISOString() ?? null,
      accepted_total_minor: row.total_minor === null ? null : Number(row.total_minor),
    }),
  )
}
