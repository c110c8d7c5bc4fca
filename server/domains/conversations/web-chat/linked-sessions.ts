import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { linkedRecords } from '#domains/crm/identities/moments.ts'

export const linkedSessions = contribution({
  name: 'linked-sessions',
  to: linkedRecords,
  run: async () =>
    sql<boolean>`exists (select from chat_sessions s where s.org_id = contacts.org_id and s.contact_id = contacts.id)`,
})
