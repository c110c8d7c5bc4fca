import { sql } from 'kysely'
import { type HeldRows, never } from '#core/held.ts'

/** Leads that wait and pages that are polled: after a restore Meta is asked for none of it until an owner releases them. */
export const heldLeads: HeldRows = {
  async postpone(db, orgId) {
    await sql`update meta_leads set next_try_at = ${never} where org_id = ${orgId} and state = 'waiting'`.execute(db)
    await sql`update meta_pages set next_poll_at = ${never} where org_id = ${orgId} and next_poll_at is not null`.execute(db)
  },
  async release(db, orgId, now) {
    await sql`update meta_leads set next_try_at = ${now} where org_id = ${orgId} and next_try_at >= ${never}`.execute(db)
    await sql`update meta_pages set next_poll_at = ${now} where org_id = ${orgId} and next_poll_at >= ${never}`.execute(db)
  },
  madeAt: (orgId) => sql`
    select coalesce(announced_at, found_at, created_at) as at from meta_leads where org_id = ${orgId} and next_try_at >= ${never}
    union all
    select since as at from meta_pages where org_id = ${orgId} and next_poll_at >= ${never}`,
}
