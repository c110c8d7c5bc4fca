import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { linkedRecords } from '#domains/crm/identities/moments.ts'

export const linkedProposals = contribution({
  name: 'linked-proposals',
  to: linkedRecords,
  run: async () =>
    sql<boolean>`exists (select from proposals p where p.org_id = contacts.org_id and p.contact_id = contacts.id)`,
})
