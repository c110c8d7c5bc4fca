import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { contactErrors } from '../identities/errors.ts'
import { mergeContacts as merge } from '../identities/merges.ts'

export const mergeContacts = action({
  name: 'merge-contacts',
  summary: 'Merge two contacts',
  description:
    'The source is then shown as the target, with all its leads, messages, calls, deals and invoices; the target keeps its own values and gets those it lacks. Nothing is moved or lost: `undo-merge` undoes it completely. `mergeId` is null if they were already merged.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    sourceId: z.uuid(),
    targetId: z.uuid().describe('The contact to keep'),
    reason: z.string().trim().max(500).optional(),
  }),
  output: z.object({ success: z.literal(true), mergeId: z.uuid().nullable() }),
  errors: [contactErrors.contact_not_found, contactErrors.merge_with_itself],
  examples: [
    {
      title: 'A second number of the same person',
      input: {
        sourceId: '01980000-0000-7000-8000-000000000000',
        targetId: '01980000-0000-7000-8000-000000000001',
        reason: 'She said so on the phone',
      },
    },
  ],

  async run({ sourceId, targetId, reason }, { db, org, person, within }) {
    const merged = await merge(db, org.id, within, {
      sourceId,
      targetId,
      cause: 'person',
      reason: reason || null,
      personId: person.id,
    })
    return { success: true as const, mergeId: merged?.mergeId ?? null }
  },
})
