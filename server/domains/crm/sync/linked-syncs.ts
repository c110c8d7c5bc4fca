import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { linkedRecords } from '../identities/moments.ts'

/** A contact stands for a record of a CRM, unless that was linked by a sync that is being undone. */
export const linkedSyncs = contribution({
  name: 'linked-syncs',
  to: linkedRecords,
  run: async () => sql<boolean>`exists (
    select from sync_links l left join sync_jobs j on j.org_id = l.org_id and j.id = l.linked_by
    where l.org_id = contacts.org_id and l.our_id = contacts.id and l.state = 'linked' and j.undone_by is null)`,
})
