import type { Contact, Input } from '#web/wire.ts'
import { strings } from './strings.ts'

/** A place in a calendar that the form begins with: a day and a minute of the wall. */
export interface WallPlace {
  readonly date: string
  readonly minute: number
}

/** What the form for a new booking holds, as typed. */
export interface BookingDraft {
  readonly eventType: string
  /** One that is known already; else `person`, `email` and `phone` say who it is. */
  readonly contact: Contact | null
  readonly person: string
  readonly email: string
  readonly phone: string
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
  person: draft.person.trim() === '' ? strings.personMissing : undefined,
  reach: draft.contact === null && draft.email.trim() === '' && draft.phone.trim() === '' ? strings.reachMissing : undefined,
  start: !draft.isAnyTime && draft.start === null ? strings.startMissing : undefined,
  time: draft.isAnyTime && draft.time === '' ? strings.timeMissing : undefined,
})

export const bookingInputOf = (draft: BookingDraft, zone: string): Input<'create-booking'> => {
  const [email, phone] = [draft.email.trim(), draft.phone.trim()]
  return {
    eventType: draft.eventType,
    ...(draft.hostId !== '' && { hostId: draft.hostId }),
    ...(draft.contact ? { contactId: draft.contact.id } : { name: draft.person.trim() }),
    ...(email !== '' && { email }),
    ...(phone !== '' && { phone }),
    ...(draft.isAnyTime ? { start: `${draft.day}T${draft.time}`, anyTime: true } : { start: draft.start ?? '' }),
    timezone: zone,
  }
}
