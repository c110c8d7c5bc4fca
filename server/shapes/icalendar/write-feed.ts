import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { asText } from './write-invitation.ts'

/** An event of a calendar that others subscribe to. */
export interface FeedEvent {
  readonly uid: string
  readonly sequence: number
  readonly start: Date
  readonly end: Date
  /** When it was last changed: the text of a feed is the same for as long as its events are. */
  readonly changedAt: Date
  readonly title: string
  readonly description: string
  readonly location: string
  readonly url: string | null
  readonly isTentative: boolean
}

const refreshSeconds = 900

/** Writes a calendar for programs to subscribe to (RFC 5545, METHOD:PUBLISH). Times are in UTC, as those of invitations are. */
export const writeFeed = (name: string, events: readonly FeedEvent[]): string => {
  const calendar = new ICalCalendar({
    prodId: { company: 'Foyer', product: 'Foyer', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    name: asText(name),
    ttl: refreshSeconds,
  })
  for (const event of events)
    calendar.createEvent({
      id: event.uid,
      ...{ sequence: event.sequence, start: event.start, end: event.end, stamp: event.changedAt },
      summary: asText(event.title),
      status: event.isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      ...(event.description ? { description: asText(event.description) } : {}),
      ...(event.location ? { location: asText(event.location) } : {}),
      ...(event.url ? { url: event.url } : {}),
    })
  return calendar.toString()
}
