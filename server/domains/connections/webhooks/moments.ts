import type { Enqueue } from '#core/context.ts'
import { moment } from '#core/within.ts'

/** An endpoint is to get what it missed since then: also what stands in no event. */
export const webhookRecovering = moment<{ readonly webhookId: string; readonly since: Date; readonly enqueue: Enqueue }>(
  'webhook.recovering',
)
