import type { Db } from '#core/context.ts'
import { reaction } from '#core/events/reaction.ts'
import { acceptanceOf, findAcceptance } from '../proposals/acceptances.ts'
import { proposalEvents } from '../proposals/events.ts'
import { findProposal, findVersion, type ProposalRow } from '../proposals/proposals.ts'
import type { WhenSigned } from '../templates/when-signed.ts'
import { type Deposit, followDeposit } from './deposits.ts'
import { type Followed, followStage } from './follow-ups.ts'

/** Does what the rule of a proposal says, once it is accepted: each part once, and where it cannot be done, a task says why. */
export const followAcceptedProposals = reaction({
  name: 'follow-accepted-proposals',
  summary: 'Create the deposit invoice of an accepted proposal, and move its deal',
  on: [proposalEvents.accepted],
  failing: { retries: 6, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, enqueue, org }) {
    for (const { subjectId } of events) {
      const proposal = await findProposal(db, org.id, subjectId)
      const rule = proposal?.when_accepted as unknown as WhenSigned | null | undefined
      if (proposal?.status !== 'accepted' || !rule) continue
      const followed: Followed = {
        ...{ kind: 'proposal', orgId: org.id, id: proposal.id, dealId: proposal.deal_id },
        ...{ title: proposal.title, madeBy: proposal.made_by },
      }
      if (rule.stageId) await followStage(db, followed, rule.stageId)
      if (rule.deposit) await followDeposit({ db, enqueue }, followed, rule.deposit, () => depositOf(db, proposal))
    }
  },
})

/** A percentage is of what was accepted, by its tax rates. */
const depositOf = async (db: Db, proposal: ProposalRow): Promise<Deposit> => {
  const { org_id: orgId, id } = proposal
  const row = await findAcceptance(db, orgId, id)
  const content = row && (await findVersion(db, orgId, id, row.version))?.content
  if (!row || !content) throw new Error('a proposal that was accepted has no record of it')
  const { taxes } = acceptanceOf(row, content)
  return {
    client: { name: proposal.client_name, email: proposal.client_email },
    ...{ contactId: proposal.contact_id, locale: content.locale, at: row.accepted_at },
    base: {
      currency: content.currency,
      parts: taxes.map(({ rate, base_minor }) => ({ amountMinor: base_minor, taxRate: rate })),
    },
  }
}
