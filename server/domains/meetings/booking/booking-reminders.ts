import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { BookingRow } from './bookings.ts'
import { stateOfMail } from './effects.ts'
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

/** The reminders of a booking. One that was handed over is what became of its email or message. */
export const findReminders = async (db: Db, orgId: string, bookingId: string) =>
  (
    await sql<{ minutes_before: number; channel: string; due_at: Date; state: string; reason: string | null }>`
      select r.minutes_before, r.channel, r.due_at,
        case when m.state = 'failed' then ${stateOfMail} when w.state in ('failed', 'uncertain') then w.state else r.state end as state,
        case when m.state = 'failed' then m.last_error when w.state in ('failed', 'uncertain') then w.error else r.reason end as reason
      from booking_reminders r left join mails m on m.org_id = r.org_id and m.id = r.ref
        left join messages w on w.org_id = r.org_id and w.id = r.ref
      where r.org_id = ${orgId} and r.booking_id = ${bookingId} order by r.sequence, r.due_at`.execute(db)
  ).rows

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
