import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findMail, queueAgain, sendMailJob } from '#domains/platform/mail-out/mails.ts'
import { doEffectJob, findEffect } from './effects.ts'
import { bookingErrors } from './errors.ts'
import { bookingEvents } from './events.ts'

export const retryBookingEffect = action({
  name: 'retry-booking-effect',
  summary: 'Repeat a step after a booking',
  description:
    'For a step that failed, was skipped, or whose result is uncertain. An email that was sent already is not sent again, and a calendar event that is there already is found, not repeated.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: false },
  input: z.object({ effectId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [bookingErrors.effect_not_failed, bookingErrors.booking_not_found],
  examples: [{ title: 'One', input: { effectId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ effectId }, { db, org, now, emit, enqueue, fail }) {
    const effect = await findEffect(db, org.id, effectId)
    if (!effect) throw fail('booking_not_found', { field: 'effectId' })
    const mail = effect.ref && effect.kind.endsWith('mail') ? await findMail(db, org.id, effect.ref) : undefined
    if (mail) {
      // Without content where it was withdrawn, or is too old.
      if (mail.state !== 'failed' || mail.sealed === null) throw fail('effect_not_failed')
      await queueAgain(db, mail, now())
      await enqueue(sendMailJob, { orgId: org.id, mailId: mail.id })
    } else {
      const isMail = effect.kind.endsWith('mail')
      if (isMail || effect.state === 'done' || effect.state === 'queued') throw fail('effect_not_failed')
      await db
        .updateTable('booking_effects')
        .set({ state: 'queued', reason: null })
        .where('org_id', '=', org.id)
        .where('id', '=', effect.id)
        .execute()
      await enqueue(doEffectJob, { orgId: org.id, effectId: effect.id })
    }
    await emit(bookingEvents.updated, effect.booking_id, { change: 'effect' })
    return { success: true as const }
  },
})
