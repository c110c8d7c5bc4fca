import { z } from 'zod'

/** Writes all those of an organization that wait, once there is somebody to write them: by whoever connects an account. */
export const writeQueuedPrdsJob = {
  name: 'write-queued-prds',
  data: z.object({ orgId: z.uuid() }),
} as const
