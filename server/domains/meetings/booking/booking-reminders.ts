import type { Db } from '#core/context.ts'
import type { BookingRow } from './bookings.ts'
import type { EventTypeRow } from './event-types.ts'

const minuteMs = 60_000

/**
 * Enters the reminders of a booking as it stands now, by email and, with a number and a template, by WhatsApp. Those of an earlier time
 * have an earlier SEQUENCE, and are never sent. What is due before the booking was made is not entered.
 */
export const enterReminders = async (
  db: Db,
  orgId: string,
  booking: BookingRow,
  type: Pick<EventTypeRow, 'reminder_minutes' | 'whatsapp_template'>,
  now: Date,
): Promise<void> => {
  const channels = [
    ...(booking.email ? (['email'] as const) : []),
    ...(booking.phone && type.whatsapp_template ? (['whatsapp'] as const) : []),
  ]
  const rows = type.reminder_minutes.flatMap((minutes) =>
    channels.map((channel) => ({
      ...{ org_id: orgId, booking_id: booking.id, sequence: booking.sequence, minutes_before: minutes, channel },
      due_at: new Date(booking.starts_at.getTime() - minutes * minuteMs),
      state: 'waiting',
    })),
  )
  const ahead = rows.filter(({ due_at }) => due_at > now)
  if (ahead.length > 0)
    await db
      .insertInto('booking_reminders')
      .values(ahead)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** What still waits of a booking that was moved or ended is skipped, with the reason. */
export const skipReminders = async (db: Db, orgId: string, bookingId: string, reason: string, now: Date): Promise<void> => {
  await db
    .updateTable('booking_reminders')
    .set({ state: 'skipped', reason, settled_at: now })
    .where('org_id', '=', orgId)
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'waiting')
    .execute()
}
