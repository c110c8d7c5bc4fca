import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { linkedRecords } from '#domains/crm/identities/moments.ts'

export const linkedInvoices = contribution({
  name: 'linked-invoices',
  to: linkedRecords,
  run: async () =>
    sql<boolean>`exists (select from invoices i where i.org_id = contacts.org_id and i.contact_id = contacts.id)`,
})
