import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Email, emailKey } from '#domains/platform/users/users.ts'
import { liftRefusal } from './refusals.ts'

export const liftBookingRefusal = action({
  name: 'lift-booking-refusal',
  summary: 'Send booking emails to an address again',
  description:
    'For an address whose reader opted out of emails about bookings (“This was not me”) and wants them again: the next emails go out; those that were skipped do not. An address that has not opted out: success, and nothing changes.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ email: Email }),
  output: z.object({ success: z.literal(true) }),
  errors: [],
  examples: [{ title: 'One address', input: { email: 'maya@example.com' } }],

  async run({ email }, { db, org }) {
    await liftRefusal(db, org.id, emailKey(email))
    return { success: true as const }
  },
})
