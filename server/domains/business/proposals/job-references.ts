import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'

const ofProposal = z.object({ orgId: z.uuid(), proposalId: z.uuid() })

/** Sends the client the link of a version. */
export const mailProposalJob = {
  name: 'mail-proposal',
  data: ofProposal.extend({ version: z.int(), mailId: z.uuid() }),
} as const satisfies JobReference

/** Tells both sides what was accepted, or the sender that it was declined. */
export const mailProposalAnswerJob = {
  name: 'mail-proposal-answer',
  data: ofProposal.extend({ clientMailId: z.uuid(), senderMailId: z.uuid() }),
} as const satisfies JobReference
