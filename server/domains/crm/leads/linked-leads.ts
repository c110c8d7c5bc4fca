import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { linkedRecords } from '../identities/moments.ts'

export const linkedLeads = contribution({
  name: 'linked-leads',
  to: linkedRecords,
  run: async () => sql<boolean>`exists (select from leads l where l.org_id = contacts.org_id and l.contact_id = contacts.id)`,
})
