import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { linkedRecords } from '#domains/crm/identities/moments.ts'

export const linkedBookings = contribution({
  name: 'linked-bookings',
  to: linkedRecords,
  run: async () =>
    sql<boolean>`exists (select from bookings b where b.org_id = contacts.org_id and b.contact_id = contacts.id)`,
})
