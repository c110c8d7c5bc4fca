import { createHash } from 'node:crypto'
import type { CopiedEvent, UnreadEvent, UnreadReason } from '#ports/calendars.ts'
import type { CalendarMarkKind } from '#shapes/icalendar/bounds.ts'
import { type CalendarWish, type Occurrence, readEvents } from '#shapes/icalendar/read-events.ts'

/** One resource of a calendar: an event with all its occurrences (RFC 4791, 4.1). */
export interface CalendarObject {
  readonly url: string
  readonly etag: string | null
  readonly text: string
}

/**
 * The id of an event: the name of its resource, without `.ics` where it has that. Of an occurrence with `#` and the start that the rule
 * gives it: no name has a `#`, which addresses write as %23.
 */
export const idOf = (url: string, calendarUrl: string): string => {
  const name = nameOf(url, calendarUrl)
  return /^[\w@.-]+\.ics$/.test(name) && !name.startsWith('=') ? name.slice(0, -4) : `=${name}`
}

/**
 * The part of its address that is its own; with a server that keeps events elsewhere the whole path. A server may write `@` in one list and
 * `%40` in another: it is one event.
 */
const nameOf = (url: string, calendarUrl: string): string => {
  const { href, pathname } = new URL(url)
  return (href.startsWith(calendarUrl) ? href.slice(calendarUrl.length) : pathname).replaceAll('%40', '@')
}

/** Null for what is no id of this calendar. */
export const urlOf = (id: string, calendarUrl: string): string | null => {
  const [own = ''] = id.split('#')
  if (own.startsWith('=')) return URL.canParse(own.slice(1), calendarUrl) ? new URL(own.slice(1), calendarUrl).href : null
  return /^[\w@.-]{1,1024}$/.test(own) ? `${calendarUrl}${own}.ics` : null
}

export interface ReadObject {
  readonly id: string
  readonly events: readonly CopiedEvent[]
  readonly unread: readonly UnreadEvent[]
}

const reasons: Readonly<Record<CalendarMarkKind, UnreadReason>> = {
  ...{ event_unreadable: 'time', end_unreadable: 'end', occurrence_unreadable: 'occurrence', rule_unreadable: 'rule' },
  ...{ dates_unreadable: 'dates', too_many_occurrences: 'many', too_many_events: 'many', text_too_long: 'many' },
  ...{ text_ended: 'details', zone_unknown: 'zone', zone_guessed: 'zone' },
}

/** An object as the events that it stands for in a time. */
export const readObject = ({ url, etag, text }: CalendarObject, calendarUrl: string, wish: CalendarWish): ReadObject => {
  const id = idOf(url, calendarUrl)
  const { occurrences, marks } = readEvents(text, wish)
  const [first] = occurrences
  const unread = marks.map(({ kind, uid, title, start }) => ({
    // Of a zone, or of a text that breaks off, no event is named; an object is about one.
    ...{ id, iCalUid: (uid ?? first?.details.uid) || null, title: title || (first?.details.title ?? '') },
    ...{ start: start ?? first?.start ?? null, reason: reasons[kind] },
  }))
  return { id, events: occurrences.map((each) => copiedEvent(each, id, etag)), unread }
}

const copiedEvent = ({ details, of, start, end }: Occurrence, id: string, etag: string | null): CopiedEvent => ({
  id: of === null ? id : `${id}#${of}`,
  iCalUid: details.uid || null,
  ...{ etag, start, end },
  ...{ isBusy: details.isBusy, isTentative: details.isTentative, isDeclined: details.isDeclined, isPrivate: details.isPrivate },
  ...{ title: details.title, location: details.location, updatedAt: details.updatedAt },
  attendees: details.attendees.map(({ email, answer, isSelf }) => ({ email, answer, isSelf })),
  recurringId: of === null ? null : id,
  ours: of === null ? details.foyer : null,
  room: { state: 'none' },
  htmlLink: null,
})

/** What is kept of an etag to see that it is another one. */
export const etagMark = (etag: string | null): string =>
  createHash('sha256')
    .update(etag ?? '')
    .digest('base64url')
    .slice(0, 8)
