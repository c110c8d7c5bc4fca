import { type ClientDraft, clientFaults } from '#web/business/invoices/client-fields.tsx'
import type { BookingEventType, Input } from '#web/wire.ts'
import { strings } from './strings.ts'

/** A place in a calendar that the form begins with: a day and a minute of the wall. */
export interface WallPlace {
  readonly date: string
  readonly minute: number
}

export type TypedAnswers = Readonly<Record<string, string | boolean>>

/** What the form for a new booking holds, as typed. */
export interface BookingDraft extends ClientDraft {
  readonly eventType: string
  /** In which the client reads the time; empty: that of the host. */
  readonly clientZone: string
  readonly locale: string
  /** By the keys of the questions; those of other event types stay, and are not sent. */
  readonly answers: TypedAnswers
  /** Empty: by the rule of the event type. */
  readonly hostId: string
  readonly day: string
  /** A start that is offered. */
  readonly start: string | null
  /** In place of it a time of the clock that is not offered. */
  readonly isAnyTime: boolean
  readonly time: string
}

export interface BookingFaults {
  readonly person?: string | undefined
  readonly reach?: string | undefined
  readonly start?: string | undefined
  readonly time?: string | undefined
}

export const faultsOf = (draft: BookingDraft): BookingFaults => ({
  ...clientFaults(draft),
  start: !draft.isAnyTime && draft.start === null ? strings.startMissing : undefined,
  time: draft.isAnyTime && draft.time === '' ? strings.timeMissing : undefined,
})

export const bookingInputOf = (
  draft: BookingDraft,
  zone: string,
  questions: BookingEventType['questions'],
): Input<'create-booking'> => {
  const [email, phone] = [draft.email.trim(), draft.phone.trim()]
  return {
    eventType: draft.eventType,
    ...(draft.hostId !== '' && { hostId: draft.hostId }),
    ...(draft.contact ? { contactId: draft.contact.id } : { name: draft.person.trim() }),
    ...(email !== '' && { email }),
    ...(phone !== '' && { phone }),
    ...(draft.isAnyTime ? { start: `${draft.day}T${draft.time}`, anyTime: true } : { start: draft.start ?? '' }),
    timezone: zone,
    ...(draft.clientZone !== '' && { clientTimezone: draft.clientZone }),
    locale: draft.locale,
    answers: Object.fromEntries(
      questions.flatMap(({ key }) => (key in draft.answers ? [[key, draft.answers[key] ?? '']] : [])),
    ),
  }
}
