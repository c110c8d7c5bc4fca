import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { linkedRecords } from '../identities/moments.ts'

export const linkedDeals = contribution({
  name: 'linked-deals',
  to: linkedRecords,
  run: async () => sql<boolean>`(exists (select from deals d where d.org_id = contacts.org_id and d.contact_id = contacts.id)
    or exists (select from deal_people f where f.org_id = contacts.org_id and f.contact_id = contacts.id)
    or exists (select from tasks t where t.org_id = contacts.org_id and t.contact_id = contacts.id))`,
})
