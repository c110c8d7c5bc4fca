import { sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { writeBooking } from './booking-calendar.ts'
import { sendBookingTemplate } from './booking-templates.ts'
import { lockBooking } from './bookings.ts'
import { findTypeOf } from './changes.ts'
import { doEffectJob, type EffectRow, findEffect, settleEffect } from './effects.ts'
import { bookingEvents } from './events.ts'
import { failStep } from './failed-steps.ts'
import { bookingNotices } from './notices.ts'
import { stepReasons } from './step-reasons.ts'

/** Tries of a provider that is away: 10 s, then twice that, at most every 10 minutes, for a day. */
const firstWaitMs = 10_000
const longestWaitMs = 600_000
const mostTries = 150

/** Does one step after a booking that is no email. What it does outside has a key of the booking, so a repeat finds it. */
export const doBookingEffect = job({
  ...doEffectJob,
  summary: 'Update a calendar or send a WhatsApp message after a booking',
  retry: { times: 8, delaySeconds: 10 },
  atOnce: 4,

  async run({ orgId, effectId }, context) {
    const effect = await context.inOrg(orgId, (db) => findEffect(db, orgId, effectId))
    if (effect?.state === 'failed') await context.inOrg(orgId, (db) => takeUpAgain(db, orgId, effect))
    else if (effect?.state !== 'queued') return
    if (effect.kind === 'whatsapp') await context.inOrg(orgId, (db) => sendTemplate({ ...context, db }, orgId, effect))
    if (effect.kind === 'calendar') await writeCalendar(context, orgId, effect)
    await context.inOrg(orgId, (db) =>
      context.emitIn(db, orgId, bookingEvents.updated, effect.booking_id, { change: 'effect' }),
    )
  },
})

/** Its job died, and an admin runs it again. */
const takeUpAgain = async (db: Db, orgId: string, { id, booking_id }: EffectRow): Promise<void> => {
  await db
    .updateTable('booking_effects')
    .set({ state: 'queued', reason: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()
  await clearNotice(db, orgId, bookingNotices.meeting_step_failed, booking_id)
}

const sendTemplate = async (context: JobContext, orgId: string, effect: EffectRow): Promise<void> => {
  const { db } = context
  // Its time is written into the message: one that is moved at this moment is waited for.
  const booking = await lockBooking(db, orgId, effect.booking_id)
  if (!booking) return
  // A member’s retry of one that failed is another message.
  const key = effect.tries === 0 ? effect.id : `${effect.id}:${effect.tries}`
  const sent = await sendBookingTemplate(context, orgId, booking, await findTypeOf(db, orgId, booking), key)
  await settleEffect(
    db,
    orgId,
    effect.id,
    'messageId' in sent ? { state: 'done', ref: sent.messageId } : { state: 'skipped', reason: sent.skipped },
  )
}

/** A provider that is away is asked again for a day; its reason is on the booking meanwhile. */
const writeCalendar = async (context: JobContext, orgId: string, effect: EffectRow): Promise<void> => {
  try {
    const wrote = await writeBooking(context, orgId, effect)
    await context.inOrg(orgId, async (db) => {
      if (wrote.again) await again(db, context, orgId, effect, wrote.reason)
      else if (wrote.state === 'failed') await failStep(db, orgId, effect, wrote.reason ?? '')
      else await settleEffect(db, orgId, effect.id, { state: wrote.state, reason: wrote.reason })
    })
  } catch (error) {
    const reason = error instanceof ProviderError ? error.reason : error instanceof Failure ? error.message : null
    if (reason === null) throw error
    const isFinal = (error instanceof ProviderError && error.kind === 'refused') || effect.tries >= mostTries
    await context.inOrg(orgId, (db) =>
      isFinal ? failStep(db, orgId, effect, reason) : again(db, context, orgId, effect, reason),
    )
  }
}

const again = async (db: Db, context: JobContext, orgId: string, effect: EffectRow, reason: string | null): Promise<void> => {
  // How often a room was looked for is counted apart from how often its calendar could not be reached before.
  const tries = reason === stepReasons.roomPending && effect.reason !== stepReasons.roomPending ? 1 : effect.tries + 1
  await db
    .updateTable('booking_effects')
    .set({ tries, reason: reason?.slice(0, 500) ?? null, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', effect.id)
    .execute()
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries - 1, 10))
  await context.enqueueIn(db, doEffectJob, { orgId, effectId: effect.id }, { inMs: waitMs })
}
