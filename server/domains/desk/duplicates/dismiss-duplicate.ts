import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { lockMergeGroups } from '#domains/crm/identities/merge-groups.ts'
import { contactPairs, matchContacts } from './contact-pairs.ts'
import { dismissPair } from './pairs.ts'

export const dismissDuplicate = action({
  name: 'dismiss-duplicate',
  summary: 'Say that two contacts are not the same person',
  description:
    'They are not proposed again, whatever changes, also when either is merged with another contact. `undo: true` takes that back.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'contacts:write',
  input: z.object({ contactId: z.uuid(), otherId: z.uuid(), undo: z.boolean().default(false) }),
  output: z.object({ success: z.literal(true) }),
  errors: [contactErrors.contact_not_found, contactErrors.merge_with_itself],
  examples: [
    {
      title: 'Father and daughter with one number',
      input: {
        contactId: '01980000-0000-7000-8000-000000000000',
        otherId: '01980000-0000-7000-8000-000000000001',
      },
    },
  ],

  async run({ contactId, otherId, undo }, { db, org, person, fail }) {
    const rows = await lockMergeGroups(db, org.id, [contactId, otherId])
    const [one, other] = [rows.get(contactId), rows.get(otherId)]
    if (!one || !other || one.removed_at !== null || other.removed_at !== null) throw fail('contact_not_found')
    const [first, second] = [one.root_id ?? one.id, other.root_id ?? other.id]
    if (first === second) throw fail('merge_with_itself')
    await dismissPair(db, org.id, contactPairs, [first, second], { personId: person?.id ?? null, isUndone: undo })
    if (undo) await matchContacts(db, org.id, [first, second])
    return { success: true as const }
  },
})
