import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Of a delivery whose body was taken out with its lead: it arrived, and is not kept. */
export const erasedFlag = 'erased'

/**
 * Takes what they said out of the requests for leads that are removed for good: repeats, replays, and what was refused or held before it
 * became one. That they came, when, and how they were answered stays as long as the log does. What was received is immutable, so each is
 * written again, without it.
 */
export const eraseDeliveries = async (db: Db, orgId: string, leadIds: readonly string[]): Promise<void> => {
  if (leadIds.length === 0) return
  await sql`
    with gone as (
      delete from deliveries where org_id = ${orgId} and (
        lead_id = any(${[...leadIds]}::uuid[]) and outcome <> 'accepted'
        or id in (select l.delivery_id from leads l where l.org_id = ${orgId} and l.id = any(${[...leadIds]}::uuid[]))) returning *)
    insert into deliveries (org_id, id, key_id, received_at, status, outcome, code, flags, lead_id, replay_of, mended_by)
    select org_id, id, key_id, received_at, status, outcome, code,
      array(select f from unnest(flags) f where f not like 'unused:%' and f <> ${erasedFlag}) || ${erasedFlag}::text,
      lead_id, replay_of, mended_by
    from gone`.execute(db)
}
