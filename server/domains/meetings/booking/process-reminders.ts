import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { sendDueReminders } from './due-reminders.ts'

export const processReminders = action({
  name: 'process-reminders',
  summary: 'Send due reminders of meetings',
  description:
    'Foyer runs this every minute; call it only to run it from your own cron. Each reminder is sent once, however many processors run. A cancelled or moved booking is not reminded of its old time, and what is more than 30 minutes late is skipped, with the reason.',
  who: 'admin',
  transports: ['gateway', 'function', 'mcp'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'reminders:write',
  input: z.object({ limit: z.int().min(1).max(1_000).default(100) }),
  output: z.object({ success: z.literal(true), due: z.int(), sent: z.int(), skipped: z.int(), failed: z.int() }),
  errors: [],
  examples: [{ title: 'Up to 100', input: {} }],

  async run({ limit }, { org, enqueue, ...context }) {
    const counts = await sendDueReminders({ ...context, enqueueIn: (_db, job, data) => enqueue(job, data) }, org.id, limit)
    return { success: true as const, ...counts }
  },
})
