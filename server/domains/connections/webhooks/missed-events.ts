import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { publicEvents } from '#core/events/public-events.ts'
import { idFloor } from '#core/ids.ts'
import type { Happening } from './payloads.ts'
import type { WebhookRow } from './webhooks.ts'

/**
 * Events since then that an endpoint wants and has no delivery of, oldest first. What can no longer be told (see `tell`) is
 * left out here already, or a thousand of it would be found with every call.
 */
export const findMissed = async (
  db: Db,
  orgId: string,
  webhook: WebhookRow,
  from: Date,
  most: number,
): Promise<{ events: Happening[]; isAll: boolean }> => {
  const types = webhook.event_types.length > 0 ? webhook.event_types : publicEvents().map(({ type }) => type)
  const { rows } = await sql<{ id: string; type: string; subject_id: string; payload: Record<string, unknown>; at: Date }>`
    select e.id, e.type, e.subject_id, e.payload, e.at from events e
    where e.org_id = ${orgId} and e.id >= ${idFloor(from)} and e.type = any (${types})
      and not exists (select from webhook_deliveries d
                      where d.org_id = e.org_id and d.endpoint_id = ${webhook.id} and d.event_id = e.id)
      and (e.type <> 'lead.received' or exists (select from leads l
                                                where l.org_id = e.org_id and l.id = e.subject_id and l.via <> 'demo'))
      and (e.type <> 'contact.changed' or exists (select from contacts c where c.org_id = e.org_id and c.id = e.subject_id))
    order by e.id limit ${most + 1}`.execute(db)
  const events = rows.slice(0, most).map(({ id, type, subject_id, payload, at }) => ({
    id,
    type,
    subjectId: subject_id,
    facts: payload,
    at,
  }))
  return { events, isAll: rows.length <= most }
}
