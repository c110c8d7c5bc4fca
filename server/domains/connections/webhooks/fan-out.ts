import { sql } from 'kysely'
import { publicEvents } from '#core/events/public-events.ts'
import { newId } from '#core/ids.ts'
import { type Database, enterOrg, outside } from '#db/connect.ts'
import { type Happening, tell } from './payloads.ts'
import { addDeliveries } from './webhook-deliveries.ts'

/** Events of one go: some 50 ms of work, so that the place in the log is never held long. */
export const eventsAtOnce = 500

interface Wanted {
  readonly org_id: string
  readonly endpoint_id: string
  readonly event_id: string
  readonly type: string
  readonly subject_id: string
  readonly payload: Record<string, unknown>
  readonly at: string
}

/**
 * Makes the deliveries of the next events, in the transaction that moves the reader on over them: each is made exactly
 * once, whatever dies when. Answers how many events were read and how many deliveries were made.
 */
export const fanOut = (database: Database): Promise<{ seen: number; made: number }> =>
  database.transact(outside, async (db) => {
    const { rows } = await sql<{ seen: number; wanted: Wanted[] }>`
      select seen, wanted from foyer.next_webhook_events(${publicEvents().map(({ type }) => type)}::text[], ${eventsAtOnce})`.execute(
      db,
    )
    const { seen, wanted } = rows[0] ?? { seen: 0, wanted: [] }
    let made = 0
    for (const [orgId, pairs] of Map.groupBy(wanted, (pair) => pair.org_id)) {
      await enterOrg(db, orgId)
      const bodies = await tell(db, orgId, [...new Map(pairs.map((pair) => [pair.event_id, happeningOf(pair)])).values()])
      const deliveries = pairs.flatMap(({ endpoint_id, event_id, type }) => {
        const body = bodies.get(event_id)
        return body === undefined ? [] : [{ id: newId(), webhookId: endpoint_id, eventId: event_id, type, body }]
      })
      made += await addDeliveries(db, orgId, deliveries)
    }
    return { seen, made }
  })

const happeningOf = (pair: Wanted): Happening => ({
  id: pair.event_id,
  type: pair.type,
  subjectId: pair.subject_id,
  facts: pair.payload,
  at: new Date(pair.at),
})
