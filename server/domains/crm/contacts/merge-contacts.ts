import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { contactErrors } from '../identities/errors.ts'
import { mergeContacts as merge } from '../identities/merges.ts'

export const mergeContacts = action({
  name: 'merge-contacts',
  summary: 'Say that two contacts are one person',
  description:
    'The source is shown as the target from then on, with all of its leads, messages, calls, deals and invoices; the target keeps what it has and gets what it lacks. Nothing is moved or lost: `undo-merge` takes it back whole. `mergeId` is null where they were one person already.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    sourceId: z.uuid(),
    targetId: z.uuid().describe('Who stays'),
    reason: z.string().trim().max(500).optional(),
  }),
  output: z.object({ success: z.literal(true), mergeId: z.uuid().nullable() }),
  errors: [contactErrors.contact_not_found, contactErrors.merge_with_itself],
  examples: [
    {
      title: 'She wrote from her private number',
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
