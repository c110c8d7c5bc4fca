import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Reminders, reminderColumns } from '../templates/reminders.ts'
import { SealingSettings, showSealingOf } from './sealing-settings.ts'

export const updateSealing = action({
  name: 'update-sealing',
  summary: 'Change how documents are signed',
  description:
    'Whether members may attest a signature that was made elsewhere, how long signers usually have, and when they are reminded.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'documents:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    allowsAttesting: z.boolean().optional(),
    daysToSign: z.int().min(1).max(365).optional().describe('Of documents that are made from now on without a deadline'),
    reminders: Reminders.optional().describe('Of documents that are made from now on'),
  }),
  output: z.object({ success: z.literal(true), sealing: SealingSettings }),
  errors: [],
  examples: [{ title: 'Two weeks to sign', input: { daysToSign: 14 } }],

  async run({ allowsAttesting, daysToSign, reminders }, { db, org }) {
    const changes = {
      ...(allowsAttesting !== undefined && { allows_attesting: allowsAttesting }),
      ...(daysToSign !== undefined && { days_to_sign: daysToSign }),
      ...(reminders && reminderColumns(reminders)),
    }
    await db
      .insertInto('sealing_settings')
      .values({ org_id: org.id, ...changes })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ ...changes, updated_at: sql<Date>`now()` }))
      .execute()
    return { success: true as const, sealing: await showSealingOf(db, org.id) }
  },
})
