import type { JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { digestOfAsked } from '#domains/conversations/inbox/messages.ts'
import { queueWhatsApp } from '#domains/conversations/whatsapp/outgoing-messages.ts'
import { sayTime } from '#shapes/time-texts.ts'
import type { BookingRow } from './bookings.ts'
import type { EventTypeRow } from './event-types.ts'
import { stepReasons } from './step-reasons.ts'

/** Queues the WhatsApp template of an event type; the same `key` is the same message. Answers why there is none. */
export const sendBookingTemplate = async (
  context: Pick<JobContext, 'db' | 'vault' | 'within' | 'settings' | 'enqueueIn'>,
  orgId: string,
  booking: BookingRow,
  type: EventTypeRow,
  key: string,
): Promise<{ messageId: string } | { skipped: string }> => {
  const template = type.whatsapp_template as { name: string; language: string } | null
  if (!template) return { skipped: stepReasons.noTemplate }
  if (!booking.phone || !booking.contact_id) return { skipped: stepReasons.noPhone }
  if (booking.state !== 'confirmed') return { skipped: stepReasons.cancelled }
  const { db, enqueueIn, ...rest } = context
  const when = sayTime(booking.starts_at, { locale: booking.locale, zone: booking.zone }).whole
  try {
    return await queueWhatsApp(
      { ...rest, db, org: { id: orgId }, enqueue: (reference, data) => enqueueIn(db, reference, data) },
      {
        ...{
          contactId: booking.contact_id,
          dealId: booking.deal_id,
          address: booking.phone.replace(/^\+/, ''),
          ...{ personId: null, isAutomatic: true },
        },
        said: { template: { ...template, values: [booking.name ?? '', when] } },
        clientMessageId: `booking:${key}`,
        clientDigest: digestOfAsked({ booking: booking.id, key }),
      },
    )
  } catch (error) {
    // A template that is not approved, a number that is only claimed: nothing was written yet, and the booking goes on.
    if (error instanceof Failure) return { skipped: error.message }
    throw error
  }
}
