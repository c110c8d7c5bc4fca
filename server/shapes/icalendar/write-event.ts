import ICAL from 'ical.js'

/** An event as it stands in its owner's calendar: no invitation, and nothing that makes a server send one. */
export interface EventToWrite {
  readonly uid: string
  readonly title: string
  readonly start: Date
  readonly end: Date
  readonly description: string
  readonly location: string
  readonly attendees: readonly { readonly email: string; readonly name?: string }[]
  readonly isBusy: boolean
  /** Null for an event of no booking. */
  readonly foyer: { readonly bookingId: string; readonly sequence: number } | null
}

export type EventEdit = Partial<Omit<EventToWrite, 'uid'>>

export const writeEvent = ({ uid, ...edit }: EventToWrite, now: Date): string => {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Foyer//Foyer//EN')
  const event = new ICAL.Component('vevent')
  event.addPropertyWithValue('uid', uid)
  apply(event, edit, now)
  calendar.addSubcomponent(event)
  return `${calendar.toString()}\r\n`
}

/**
 * The text of an event with what is to be changed; the rest stays, what other programs wrote included. Null where it cannot be: it is no
 * calendar, or has several events, as a recurring one with exceptions does.
 */
export const editEvent = (text: string, edit: EventEdit, now: Date): string | null => {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
    const [event, ...others] = calendar.getAllSubcomponents('vevent')
    if (!event || others.length > 0 || event.hasProperty('rrule') || event.hasProperty('rdate')) return null
    apply(event, edit, now)
    return `${calendar.toString()}\r\n`
  } catch {
    return null
  }
}

const apply = (event: ICAL.Component, edit: EventEdit, now: Date): void => {
  const set = (name: string, value: unknown): void => {
    event.removeAllProperties(name)
    if (value !== '') event.addPropertyWithValue(name, value)
  }
  const at = (date: Date) => ICAL.Time.fromJSDate(date, true)
  for (const name of ['title', 'description', 'location'] as const) {
    const text = edit[name]
    if (text !== undefined) set(name === 'title' ? 'summary' : name, plain(text))
  }
  // In UTC: there is one zone database, and a VTIMEZONE of ours would be a second one. A DURATION beside DTEND is none.
  if (edit.start) set('dtstart', at(edit.start))
  if (edit.end) {
    event.removeAllProperties('duration')
    set('dtend', at(edit.end))
  }
  if (edit.isBusy !== undefined) set('transp', edit.isBusy ? 'OPAQUE' : 'TRANSPARENT')
  if (edit.attendees) setAttendees(event, edit.attendees)
  if (edit.foyer) {
    set('x-foyer-booking', word(edit.foyer.bookingId))
    set('x-foyer-sequence', String(edit.foyer.sequence))
  }
  const version = Number(event.getFirstPropertyValue('sequence') ?? -1)
  set('sequence', Number.isSafeInteger(version) ? version + 1 : 0)
  set('dtstamp', at(now))
  set('last-modified', at(now))
}

/**
 * Without an organizer it is no event that a server invites to (RFC 6638, 3.1), and with this parameter none that it may (7.1):
 * invitations are ours.
 */
const setAttendees = (event: ICAL.Component, attendees: EventToWrite['attendees']): void => {
  event.removeAllProperties('attendee')
  for (const { email, name } of attendees) {
    const property = new ICAL.Property('attendee')
    property.setParameter('schedule-agent', 'CLIENT')
    property.setParameter('partstat', 'ACCEPTED')
    const cn = plain(name ?? '')
      .replaceAll(/["\n]/g, ' ')
      .trim()
    if (cn) property.setParameter('cn', cn)
    property.setValue(`mailto:${word(email)}`)
    event.addProperty(property)
  }
}

/** Line ends become the calendar's own; other control characters would end a line, or the file. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')

const word = (text: string): string => text.toWellFormed().replaceAll(/[\s"<>\p{Cc}]/gu, '')
