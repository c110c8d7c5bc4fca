import { sql } from 'kysely'
import { z } from 'zod'
import type { BaseContext, Step } from '#core/context.ts'
import { withdrawMessages } from '#domains/conversations/whatsapp/withdrawals.ts'
import { withdrawMails } from '#domains/platform/mail-out/withdrawals.ts'
import type { BookingRow } from './bookings.ts'
import { queueTemplate } from './effects.ts'
import { stepReasons } from './step-reasons.ts'

/* What was queued about a booking before it changed, and was not sent yet, as far as is known: it says what stands no more. */

/** How soon one that was being sent is looked at again: before it would be tried again. */
const againMs = 10_000

/** Looks again at what was being sent when a booking changed. */
export const withdrawOvertakenJob = {
  name: 'withdraw-overtaken',
  data: z.object({ orgId: z.uuid(), bookingId: z.uuid() }),
} as const

interface Queued {
  readonly ref: string
  readonly channel: 'email' | 'whatsapp'
  readonly is_reminder: boolean
  /** With the provider, or on its way there. */
  readonly is_waiting: boolean
}

/**
 * Withdraws emails, reminders and WhatsApp messages of an earlier SEQUENCE that were not sent; for a booking that the caller has locked,
 * after its change. An email whose provider did not say what became of it is not tried again either, and stays in doubt. What is with a
 * provider at this moment may come back to be tried again: it is looked at a little later. A message that was to confirm the meeting is
 * written anew, with the time that stands: none tells of a change.
 */
export const withdrawOvertaken = async (
  { db, now, enqueue }: Pick<Step, 'db' | 'enqueue'> & Pick<BaseContext, 'now'>,
  orgId: string,
  booking: Pick<BookingRow, 'id' | 'sequence' | 'state'>,
): Promise<void> => {
  const queued = await findQueued(db, orgId, booking)
  if (queued.length === 0) return
  const of = (channel: Queued['channel']) => queued.filter((each) => each.channel === channel).map(({ ref }) => ref)
  const { overtaken: reason, overtakenInDoubt: reasonInDoubt } = stepReasons
  const mails = await withdrawMails(db, orgId, of('email'), { reason, reasonInDoubt, at: now() })
  const messages = await withdrawMessages(db, orgId, of('whatsapp'), { code: 'overtaken', text: reason })
  const inDoubt = mails.filter(({ mayHaveLeft }) => mayHaveLeft).map(({ id }) => id)
  const unsent = [...mails.filter(({ mayHaveLeft }) => !mayHaveLeft).map(({ id }) => id), ...messages]
  const withdrawn = new Set([...inDoubt, ...unsent])
  await settleWithdrawn(db, orgId, booking.id, { refs: unsent, at: now(), state: 'skipped', reason })
  await settleWithdrawn(db, orgId, booking.id, { refs: inDoubt, at: now(), state: 'uncertain', reason: reasonInDoubt })
  if (queued.some(({ ref, is_waiting }) => is_waiting && !withdrawn.has(ref)))
    await enqueue(withdrawOvertakenJob, { orgId, bookingId: booking.id }, { inMs: againMs })
  const confirmed = queued.some((each) => each.channel === 'whatsapp' && !each.is_reminder && withdrawn.has(each.ref))
  if (confirmed && booking.state === 'confirmed') await queueTemplate({ db, enqueue }, orgId, booking)
}

/** An email that failed is among them: it would be sent by hand. */
const findQueued = async (
  db: Step['db'],
  orgId: string,
  { id, sequence }: Pick<BookingRow, 'id' | 'sequence'>,
): Promise<readonly Queued[]> => {
  const { rows } = await sql<Queued>`
    with earlier as (
      select e.ref, case e.kind when 'whatsapp' then 'whatsapp' else 'email' end as channel, false as is_reminder
      from booking_effects e
      where e.org_id = ${orgId} and e.booking_id = ${id} and e.sequence < ${sequence} and e.state not in ('skipped', 'uncertain') and e.ref is not null
        and (e.what <> 'released'
          or exists (select from booking_spans s where s.org_id = e.org_id and s.booking_id = e.booking_id and s.person_id = e.person_id))
      union all
      select r.ref, r.channel, true
      from booking_reminders r
      where r.org_id = ${orgId} and r.booking_id = ${id} and r.sequence < ${sequence} and r.state = 'sent' and r.ref is not null
    )
    select w.ref, w.channel, w.is_reminder, m.state = 'queued' as is_waiting
    from earlier w join mails m on m.org_id = ${orgId} and m.id = w.ref
    where w.channel = 'email' and m.state in ('queued', 'failed') and m.sealed is not null
    union all
    select w.ref, w.channel, w.is_reminder, true
    from earlier w join messages m on m.org_id = ${orgId} and m.id = w.ref
    where w.channel = 'whatsapp' and m.state in ('queued', 'sending')`.execute(db)
  return rows
}

/** An email stays with its step: it is one of those that a recipient was to get in a day (`strangers.ts`). */
const settleWithdrawn = async (
  db: Step['db'],
  orgId: string,
  bookingId: string,
  {
    refs,
    at,
    state,
    reason,
  }: {
    readonly refs: readonly string[]
    readonly at: Date
    readonly state: 'skipped' | 'uncertain'
    readonly reason: string
  },
): Promise<void> => {
  if (refs.length === 0) return
  await sql`
    update booking_effects set state = ${state}, reason = ${reason}, updated_at = now(),
      ref = case kind when 'whatsapp' then null else ref end
    where org_id = ${orgId} and booking_id = ${bookingId} and ref = any(${refs}::uuid[])`.execute(db)
  await sql`
    update booking_reminders set state = ${state}, reason = ${reason}, ref = null, settled_at = ${at}
    where org_id = ${orgId} and booking_id = ${bookingId} and ref = any(${refs}::uuid[])`.execute(db)
}
