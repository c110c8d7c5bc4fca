import { z } from 'zod'

export const playRehearsalJob = {
  name: 'play-rehearsal',
  data: z.object({ orgId: z.uuid(), rehearsalId: z.uuid() }),
} as const
