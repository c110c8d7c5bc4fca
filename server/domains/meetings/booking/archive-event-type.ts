import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { bookingErrors } from './errors.ts'
import { findEventType } from './event-types.ts'
import { eventTypeEvents } from './events.ts'

export const archiveEventType = action({
  name: 'archive-event-type',
  summary: 'Archive an event type',
  description:
    'It can no longer be booked, and its page says so. Existing bookings stay. The default event type cannot be archived.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: false },
  input: z.object({ eventTypeId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [bookingErrors.event_type_not_found, bookingErrors.event_type_is_default],
  examples: [{ title: 'One', input: { eventTypeId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ eventTypeId }, { db, org, emit, fail }) {
    const type = await findEventType(db, org.id, eventTypeId)
    if (!type) throw fail('event_type_not_found', { field: 'eventTypeId' })
    if (type.is_default) throw fail('event_type_is_default')
    await db
      .updateTable('event_types')
      .set({ archived_at: sql`now()`, updated_at: sql`now()` })
      .where('org_id', '=', org.id)
      .where('id', '=', type.id)
      .execute()
    await emit(eventTypeEvents.archived, type.id, { slug: type.slug })
    return { success: true as const }
  },
})
