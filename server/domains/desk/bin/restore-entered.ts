import { contribution } from '#core/within.ts'
import { contactEntered } from '#domains/crm/identities/moments.ts'
import { takeFromBin } from './bin-records.ts'

/** Whom a member enters anew is in no bin any longer: else they were told of a contact that no list has and the night empties. */
export const restoreEntered = contribution({
  name: 'restore-entered',
  to: contactEntered,
  async run({ contactId, personId }, { db, orgId }) {
    const binned = await db
      .selectFrom('contacts')
      .select('id')
      .where('org_id', '=', orgId)
      .where('id', '=', contactId)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst()
    if (binned) await takeFromBin(db, orgId, 'contact', [contactId], { personId })
  },
})
