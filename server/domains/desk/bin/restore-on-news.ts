import { sql } from 'kysely'
import { reaction } from '#core/events/reaction.ts'
import { messageEvents } from '#domains/conversations/inbox/events.ts'
import { callEvents } from '#domains/conversations/voice/events.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { bookingEvents } from '#domains/meetings/booking/events.ts'
import { takeFromBin } from './bin-records.ts'

/** What was accepted is never hidden: a contact in the bin comes back when there is something new of it. */
export const restoreOnNews = reaction({
  name: 'restore-on-news',
  summary: 'Restore a deleted contact when a lead, message, call or booking of it comes',
  on: [leadEvents.received, messageEvents.received, callEvents.ended, bookingEvents.created],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },

  async run(events, { db, org }) {
    const news = events.flatMap(({ stored, at }) => {
      const id = contactIdIn(stored) ?? contactIdIn(stored.booking)
      return id === null ? [] : { id, at: at.toISOString() }
    })
    if (news.length === 0) return
    // What came before the contact was deleted was seen by who deleted it.
    const { rows } = await sql<{ id: string }>`
      select distinct r.id from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n (id uuid, at timestamptz)
      join contacts c on c.org_id = ${org.id} and c.id = n.id
      join contacts r on r.org_id = ${org.id} and r.id = coalesce(c.root_id, c.id)
      where r.deleted_at < n.at + interval '1 millisecond' and r.removed_at is null`.execute(db)
    if (rows.length === 0) return
    await takeFromBin(
      db,
      org.id,
      'contact',
      rows.map(({ id }) => id),
    )
  },
})

const contactIdIn = (facts: unknown): string | null => {
  const id = typeof facts === 'object' && facts !== null && 'contact_id' in facts ? facts.contact_id : null
  return typeof id === 'string' ? id : null
}
