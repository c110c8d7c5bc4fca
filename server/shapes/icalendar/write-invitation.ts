import { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

/** A meeting as it is sent to those who take part (RFC 5546, iTIP). */
export interface Invitation {
  /** A cancelled meeting is told by CANCEL: a REQUEST whose status is cancelled stays in calendars. */
  readonly method: 'REQUEST' | 'CANCEL'
  /** For life the same. */
  readonly uid: string
  /** Rises by one with each change: programs keep the highest. */
  readonly sequence: number
  readonly start: Date
  readonly end: Date
  readonly stampedAt: Date
  readonly summary: string
  readonly description: string
  readonly location: string
  readonly url: string | null
  readonly organizer: Attendee
  readonly attendees: readonly Attendee[]
}

interface Attendee {
  readonly name: string
  readonly email: string
}

/**
 * Writes an invitation. Times are in UTC: there is one zone database, the server's, and a VTIMEZONE of ours would be a second one. Lines
 * are folded by octets, and what people typed is text: no value can add a line.
 */
export const writeInvitation = (given: Invitation): string => {
  const isOver = given.method === 'CANCEL'
  const calendar = new ICalCalendar({
    prodId: { company: 'Foyer', product: 'Foyer', language: 'EN' },
    method: isOver ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  })
  const event = calendar.createEvent({
    id: given.uid,
    sequence: given.sequence,
    start: given.start,
    end: given.end,
    stamp: given.stampedAt,
    summary: asText(given.summary),
    status: isOver ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: named(given.organizer),
    ...(given.description ? { description: asText(given.description) } : {}),
    ...(given.location ? { location: asText(given.location) } : {}),
    ...(given.url ? { url: given.url } : {}),
  })
  for (const attendee of given.attendees)
    event.createAttendee({
      ...named(attendee),
      rsvp: !isOver,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
    })
  return calendar.toString()
}

/** Line ends become the calendar's own; other control characters would end a line, or the file. */
export const asText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')

/** A parameter value has no quote and no line end (RFC 5545, 3.2). */
const named = ({ name, email }: Attendee) => ({
  name: asText(name).replaceAll(/["\n]/g, ' ').trim() || email,
  email: email.replaceAll(/[\s"<>\p{Cc}]/gu, ''),
})
