import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { linkedRecords } from '#domains/crm/identities/moments.ts'

export const linkedCalls = contribution({
  name: 'linked-calls',
  to: linkedRecords,
  run: async () => sql<boolean>`exists (select from calls c where c.org_id = contacts.org_id and c.contact_id = contacts.id)`,
})
