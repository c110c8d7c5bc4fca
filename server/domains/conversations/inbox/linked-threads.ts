import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { linkedRecords } from '#domains/crm/identities/moments.ts'

export const linkedThreads = contribution({
  name: 'linked-threads',
  to: linkedRecords,
  run: async () => sql<boolean>`(exists (select from conversations v where v.org_id = contacts.org_id and v.id = contacts.id)
    or exists (select from messages m where m.org_id = contacts.org_id and m.contact_id = contacts.id))`,
})
