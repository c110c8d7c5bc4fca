import { z } from 'zod'

/** Writes all waiting documents of an organization once an AI provider is connected. */
export const writeQueuedPrdsJob = {
  name: 'write-queued-prds',
  data: z.object({ orgId: z.uuid() }),
} as const
