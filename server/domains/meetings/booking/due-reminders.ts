import { sql } from 'kysely'
import type { Db, Enqueue, JobContext } from '#core/context.ts'
import { isDatabaseAway } from '#db/connect.ts'
import { isHeld } from '#domains/platform/background-jobs/holds.ts'
import { mailReminder } from './booking-mails.ts'
import { sendBookingTemplate } from './booking-templates.ts'
import { type BookingRow, findBooking } from './bookings.ts'
import { findTypeOf, letterOf } from './changes.ts'
import { notifyOfFailedStep } from './host-notices.ts'
import { hasRefused } from './refusals.ts'
import { stepReasons } from './step-reasons.ts'

/** A reminder that is later than this is worse than none. */
const latestMs = 30 * 60_000

/** How a run of due reminders went. */
export interface ReminderCounts {
  readonly due: number
  readonly sent: number
  readonly skipped: number
  readonly failed: number
}

interface Due {
  readonly booking_id: string
  readonly sequence: number
  readonly minutes_before: number
  readonly channel: 'email' | 'whatsapp'
  readonly due_at: Date
}

type ReminderContext = Pick<JobContext, 'vault' | 'newId' | 'now' | 'settings' | 'within' | 'enqueueIn' | 'log'> & {
  readonly db: Db
}

/**
 * Sends the due reminders of a workspace, once each however many processors run: each is locked, looked at under the lock, and settled in
 * one transaction with the email or message that it queues.
 */
export const sendDueReminders = async (context: ReminderContext, orgId: string, most: number): Promise<ReminderCounts> => {
  const { db, now } = context
  // Locked with its booking, and never waited for: one that is moved or cancelled at this moment comes with the next run.
  const { rows } = await sql<Due>`
    select r.booking_id, r.sequence, r.minutes_before, r.channel, r.due_at
    from booking_reminders r join bookings b on b.org_id = r.org_id and b.id = r.booking_id
    where r.org_id = ${orgId} and r.state = 'waiting' and r.due_at <= ${now()}
    order by r.due_at, r.booking_id limit ${most} for share of b skip locked for update of r skip locked`.execute(db)
  const counts = { due: rows.length, sent: 0, skipped: 0, failed: 0 }
  for (const due of rows) counts[(await settle(context, orgId, due)).state] += 1
  return counts
}

/**
 * Sends one more at a member's word, to the booker's address, beside those that were entered with the booking: it has the minutes that are
 * left. Undefined where one of this minute went out already. The caller has locked the booking.
 */
export const sendReminderNow = async (
  context: ReminderContext,
  orgId: string,
  { id, sequence, starts_at }: BookingRow,
): Promise<Outcome | undefined> => {
  const { db, now } = context
  const at = now()
  const minutes = Math.floor((starts_at.getTime() - at.getTime()) / 60_000)
  const entered = await db
    .insertInto('booking_reminders')
    .values({
      ...{ org_id: orgId, booking_id: id, sequence, minutes_before: minutes, channel: 'email' },
      ...{ due_at: at, state: 'waiting' },
    })
    // Where one waits for this minute, it is that one.
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'booking_id', 'sequence', 'minutes_before', 'channel'])
        .doUpdateSet({ due_at: at })
        .where('booking_reminders.state', '=', 'waiting'),
    )
    .returning(['booking_id', 'sequence', 'minutes_before', 'due_at'])
    .executeTakeFirst()
  return entered && settle(context, orgId, { ...entered, channel: 'email' })
}

const settle = async (context: ReminderContext, orgId: string, due: Due): Promise<Outcome> => {
  const outcome = await trySend(context, orgId, due)
  await context.db
    .updateTable('booking_reminders')
    .set({ state: outcome.state, reason: outcome.reason ?? null, ref: outcome.ref ?? null, settled_at: context.now() })
    .where('org_id', '=', orgId)
    .where('booking_id', '=', due.booking_id)
    .where('sequence', '=', due.sequence)
    .where('minutes_before', '=', due.minutes_before)
    .where('channel', '=', due.channel)
    .execute()
  return outcome
}

interface Outcome {
  readonly state: 'sent' | 'skipped' | 'failed'
  readonly reason?: string
  readonly ref?: string
}

/** One that fails is given back alone, with its reason: those beside it go out. */
const trySend = async (context: ReminderContext, orgId: string, due: Due): Promise<Outcome> => {
  const { db, log } = context
  await sql`savepoint reminder`.execute(db)
  try {
    const outcome = await send(context, orgId, due)
    await sql`release savepoint reminder`.execute(db)
    return outcome
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await sql`rollback to savepoint reminder`.execute(db)
    log.error({ err: error, booking_id: due.booking_id }, 'a reminder could not be sent')
    const reason = stepReasons.notWritten
    const booking = await findBooking(db, orgId, due.booking_id)
    const kind = due.channel === 'email' ? 'booker_mail' : due.channel
    if (booking) await notifyOfFailedStep(db, orgId, booking, { kind, reason })
    return { state: 'failed', reason }
  }
}

const send = async (context: ReminderContext, orgId: string, due: Due): Promise<Outcome> => {
  const { db, now, enqueueIn } = context
  const booking = await findBooking(db, orgId, due.booking_id)
  const reason = reasonToSkip(booking, due, now())
  if (reason || !booking) return { state: 'skipped', reason: reason ?? stepReasons.gone }
  const type = await findTypeOf(db, orgId, booking)
  if (due.channel === 'whatsapp') {
    // Whether it was sent before the backup was made is unknown.
    if (await isHeld(db, orgId, 'messages')) return { state: 'skipped', reason: stepReasons.onHold }
    const sent = await sendBookingTemplate(context, orgId, booking, type, `${booking.id}:${due.sequence}:${due.minutes_before}`)
    return 'messageId' in sent ? { state: 'sent', ref: sent.messageId } : { state: 'skipped', reason: sent.skipped }
  }
  if (booking.email_key && (await hasRefused(db, orgId, booking.email_key)))
    return { state: 'skipped', reason: stepReasons.optedOut }
  const enqueue: Enqueue = (reference, data) => enqueueIn(db, reference, data)
  const letter = await letterOf(context, orgId, booking, type)
  return { state: 'sent', ref: await mailReminder({ ...context, enqueue, letter }, orgId) }
}

const reasonToSkip = (booking: BookingRow | undefined, due: Due, now: Date): string | null => {
  if (booking?.state !== 'confirmed') return stepReasons.cancelled
  if (booking.sequence !== due.sequence) return stepReasons.moved
  if (booking.starts_at <= now) return stepReasons.begun
  if (now.getTime() - due.due_at.getTime() > latestMs) return stepReasons.late
  return null
}
