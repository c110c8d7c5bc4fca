import { sql } from 'kysely'
import { reaction } from '#core/events/reaction.ts'
import { recordFieldEvents } from '../fields/events.ts'

/** A field of the workspace's own moves no time of its record: that it changed is noted for the next sync, which looks whether it is to be written there. */
export const giveOwnFields = reaction({
  name: 'give-own-fields',
  summary: 'Note which records have fields that may have to be written at a CRM',
  on: [recordFieldEvents.changed],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  async orgs(db) {
    const { rows } = await sql<{ org_id: string }>`
      select orgs_with_synced_fields as org_id from foyer.orgs_with_synced_fields()`.execute(db)
    return rows.map(({ org_id }) => org_id)
  },

  async run(events, { db, org }) {
    const ids = [...new Set(events.map(({ subjectId }) => subjectId))]
    await sql`
      update sync_links set gives_since = now()
      where org_id = ${org.id} and state = 'linked' and our_id in (
        select unnest(${ids}::uuid[])
        union select id from contacts where org_id = ${org.id} and root_id = any(${ids}::uuid[])
        union select id from companies where org_id = ${org.id} and root_id = any(${ids}::uuid[]))`.execute(db)
  },
})
