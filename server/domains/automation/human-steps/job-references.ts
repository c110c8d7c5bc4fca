import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'

/** Notifies those whom a step asks. */
export const announceHumanStepJob = {
  name: 'announce-human-step',
  data: z.object({ orgId: z.uuid(), stepId: z.uuid(), because: z.enum(['asked', 'passed']) }),
} as const satisfies JobReference
