import { z } from 'zod'

/** Writes all waiting documents of an organization once an AI provider is connected. */
export const writeQueuedPrdsJob = {
  name: 'write-queued-prds',
  data: z.object({ orgId: z.uuid() }),
} as const

/** Drafts the answer to a message, where none was given yet. */
export const prepareReplyDraftJob = {
  name: 'prepare-reply-draft',
  data: z.object({ orgId: z.uuid(), messageId: z.uuid() }),
} as const
