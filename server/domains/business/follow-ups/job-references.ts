import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'

/** Gives a deposit invoice its number, and sends it: after the reaction that made its draft is committed. */
export const sendDepositJob = {
  name: 'send-deposit',
  data: z.object({
    orgId: z.uuid(),
    invoiceId: z.uuid(),
    mailId: z.uuid(),
    /** For the task that says why it could not be sent. */
    of: z.object({
      kind: z.enum(['document', 'proposal']),
      id: z.uuid(),
      dealId: z.uuid().nullable(),
      title: z.string(),
      madeBy: z.uuid().nullable(),
    }),
  }),
} as const satisfies JobReference
