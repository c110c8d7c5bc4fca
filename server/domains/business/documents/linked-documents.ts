import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { linkedRecords } from '#domains/crm/identities/moments.ts'

export const linkedDocuments = contribution({
  name: 'linked-documents',
  to: linkedRecords,
  run: async () =>
    sql<boolean>`exists (select from documents d where d.org_id = contacts.org_id and d.contact_id = contacts.id)`,
})
