import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { recordProposalEvent } from './history.ts'
import { changeProposal, isOpen, lockProposal } from './proposals.ts'

const proposalsAtOnce = 500

/** Proposals whose time has ended say so themselves, and not only when a person opens them. */
export const expireProposals = job({
  name: 'expire-proposals',
  summary: 'End proposals whose time has ended',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, inOrg, emitIn, log }) {
    const { rows } = await sql<{
      org_id: string
      id: string
    }>`select org_id, id from overdue_proposals(${proposalsAtOnce})`.execute(db)
    for (const { org_id: orgId, id } of rows)
      try {
        await inOrg(orgId, async (tenant) => {
          const proposal = await lockProposal(tenant, orgId, id)
          if (proposal?.status !== 'sent' || isOpen(proposal, proposal.at)) return
          await changeProposal(tenant, proposal, { status: 'expired' })
          await recordProposalEvent(
            { db: tenant, orgId, emit: (event, subject, facts) => emitIn(tenant, orgId, event, subject, facts) },
            id,
            { kind: 'expired', version: proposal.version, at: proposal.at },
          )
        })
      } catch (error) {
        // One that fails holds up none of the others; it is looked at again in a minute.
        log.error({ err: error, org_id: orgId, proposal_id: id }, 'a proposal was not ended')
      }
  },
})
