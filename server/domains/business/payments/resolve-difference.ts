import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { resolveFinding } from './discrepancies.ts'
import { paymentErrors } from './errors.ts'

export const resolveDifference = action({
  name: 'resolve-difference',
  summary: 'Mark a discrepancy as resolved',
  description:
    'With a note of what was done: the money was given back at the provider, or the client was written to. It stays on the page of its invoice.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 60, seconds: 60 },
  input: z.object({ differenceId: z.uuid(), note: z.string().trim().min(1).max(1_000) }),
  output: z.object({ success: z.literal(true) }),
  errors: [paymentErrors.difference_not_found],
  examples: [
    {
      title: 'Refunded by hand',
      input: { differenceId: '01980000-0000-7000-8000-000000000000', note: 'Refunded in the provider’s dashboard' },
    },
  ],

  async run({ differenceId, note }, { org, db, person, now, fail }) {
    const resolved = await resolveFinding(db, org.id, differenceId, { personId: person.id, resolution: note, now: now() })
    if (!resolved) throw fail('difference_not_found')
    return { success: true as const }
  },
})
