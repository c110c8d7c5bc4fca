import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { OrgContext } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { lockMessage } from '#domains/conversations/inbox/messages.ts'
import { mailEvents } from '#domains/platform/mail-out/events.ts'
import { lockMail, queueAgain, sendMailJob } from '#domains/platform/mail-out/mails.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { findBooking } from './bookings.ts'
import { doEffectJob, type EffectRow, findEffect, isOvertaken } from './effects.ts'
import { bookingErrors } from './errors.ts'
import { bookingEvents } from './events.ts'
import { bookingNotices } from './notices.ts'
import { ownBooking } from './own-bookings.ts'

export const retryBookingEffect = action({
  name: 'retry-booking-effect',
  summary: 'Repeat a step after a booking',
  description:
    'For a host of the booking, or an admin. For a step that failed, was skipped, or whose result is uncertain. An email that was sent already is not sent again, nor one that the booking has changed since, and a calendar event that is there already is found, not repeated. A WhatsApp message that was not delivered is written anew, with the time that stands.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: false },
  input: z.object({ effectId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [transportErrors.forbidden, bookingErrors.effect_not_failed, bookingErrors.booking_not_found],
  examples: [{ title: 'One', input: { effectId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ effectId }, { fail, ...context }) {
    const { db, org, emit } = context
    const effect = await findEffect(db, org.id, effectId)
    if (!effect) throw fail('booking_not_found', { field: 'effectId' })
    const booking = await ownBooking(context, await findBooking(db, org.id, effect.booking_id), fail)
    const isMail = effect.kind.endsWith('mail')
    if (isMail && isOvertaken(effect, booking)) throw fail('effect_not_failed')
    const isQueued = isMail ? await queueMail(context, effect) : await queueStep(context, effect)
    if (!isQueued) throw fail('effect_not_failed')
    await clearNotice(db, org.id, bookingNotices.meeting_step_failed, effect.booking_id)
    await emit(bookingEvents.updated, effect.booking_id, { change: 'effect' })
    return { success: true as const }
  },
})

type Queueing = Pick<OrgContext, 'db' | 'org' | 'now' | 'enqueue' | 'emit'>

/** False where it did not fail, or has no content: it was withdrawn, or is too old. */
const queueMail = async ({ db, org, now, enqueue, emit }: Queueing, { ref }: EffectRow): Promise<boolean> => {
  const mail = ref === null ? undefined : await lockMail(db, org.id, ref)
  if (mail?.state !== 'failed' || mail.sealed === null) return false
  await queueAgain(db, mail, now())
  await enqueue(sendMailJob, { orgId: org.id, mailId: mail.id })
  await emit(mailEvents.changed, mail.id, {
    ...{ template: mail.template, before: { state: 'failed' }, after: { state: 'queued' } },
  })
  return true
}

/** False where it is done, or on its way: of two calls one queues it. */
const queueStep = async ({ db, org, enqueue }: Queueing, { id, kind, ref }: EffectRow): Promise<boolean> => {
  const message = kind === 'whatsapp' && ref !== null ? await lockMessage(db, org.id, ref) : undefined
  const isUnsent = message?.state === 'failed' || message?.state === 'uncertain'
  const queued = await db
    .updateTable('booking_effects')
    // Its tries name the next message.
    .set({ state: 'queued', reason: null, ...(kind === 'whatsapp' ? { ref: null } : { tries: 0 }) })
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'skipped', 'uncertain', ...(isUnsent ? ['done'] : [])])
    .where('ref', 'is not distinct from', ref)
    .executeTakeFirst()
  if (queued.numUpdatedRows === 0n) return false
  await enqueue(doEffectJob, { orgId: org.id, effectId: id })
  return true
}
