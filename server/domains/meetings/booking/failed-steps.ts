import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { type BookingRow, findBooking } from './bookings.ts'
import { type EffectRow, kindOfReminder, settleEffect } from './effects.ts'
import { notifyOfFailedStep } from './host-notices.ts'

/** A step after a booking is not tried again: a member decides. */
export const failStep = async (db: Db, orgId: string, effect: EffectRow, reason: string): Promise<void> => {
  await settleEffect(db, orgId, effect.id, { state: 'failed', reason })
  const booking = await findBooking(db, orgId, effect.booking_id)
  if (booking) await notifyOfFailedStep(db, orgId, booking, { kind: effect.kind, reason })
}

/**
 * How many steps of the booking `b` failed, whatever the email or message that they made came to. What is in doubt (`uncertain`) and was
 * overtaken is none of them: the booker is told what stands. A reminder counts where it is of the time that stands, and none reached the
 * booker after it.
 */
export const failedSteps: RawBuilder<number> = sql`(
  (select count(*)::int from booking_effects e left join mails m on m.org_id = e.org_id and m.id = e.ref
     left join messages w on w.org_id = e.org_id and w.id = e.ref and e.kind = 'whatsapp'
   where e.org_id = b.org_id and e.booking_id = b.id
     and (e.state = 'failed' or (e.state not in ('skipped', 'uncertain') and (m.state = 'failed' or w.state in ('failed', 'uncertain')))))
  + (select count(*)::int from (
      select r.due_at, r.state = 'failed' or m.state = 'failed' or w.state in ('failed', 'uncertain') as has_failed,
        max(r.due_at) filter (where r.state = 'sent' and m.state is distinct from 'failed' and (w.state is null or w.state not in ('failed', 'uncertain')))
          over () as reached_at
      from booking_reminders r left join mails m on m.org_id = r.org_id and m.id = r.ref
        left join messages w on w.org_id = r.org_id and w.id = r.ref
      where r.org_id = b.org_id and r.booking_id = b.id and r.sequence = b.sequence and b.state = 'confirmed') r
    where r.has_failed and (r.reached_at is null or r.reached_at <= r.due_at)))`

/** The booking whose step made an email or message; undefined where that is of none, or of a time that does not stand any more. */
export const findStepOf = async (
  db: Db,
  orgId: string,
  ref: string,
): Promise<{ readonly booking: BookingRow; readonly kind: string } | undefined> => {
  const { rows } = await sql<{ booking_id: string; kind: string }>`
    select booking_id, kind from booking_effects where org_id = ${orgId} and ref = ${ref} and state not in ('skipped', 'uncertain')
    union all
    select r.booking_id, ${kindOfReminder} as kind from booking_reminders r
    join bookings b on b.org_id = r.org_id and b.id = r.booking_id and b.sequence = r.sequence and b.state = 'confirmed'
    where r.org_id = ${orgId} and r.ref = ${ref}`.execute(db)
  const [step] = rows
  const booking = step && (await findBooking(db, orgId, step.booking_id))
  return booking && { booking, kind: step.kind }
}
