import { z } from 'zod'

/** Writes the product requirements of a deal from what the prospect said: by whoever makes a deal, done by the job of that name. */
export const writePrdOrder = {
  name: 'write-prd',
  data: z.object({ orgId: z.uuid(), dealId: z.uuid() }),
} as const

/** Writes all those of an organization that wait, once there is somebody to write them: by whoever connects an account. */
export const writeQueuedPrdsOrder = {
  name: 'write-queued-prds',
  data: z.object({ orgId: z.uuid() }),
} as const
