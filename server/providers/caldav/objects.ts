import { createHash } from 'node:crypto'
import type { CopiedEvent } from '#ports/calendars.ts'
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
  readonly isIncomplete: boolean
}

/** An object as the events that it stands for in a time. */
export const readObject = ({ url, etag, text }: CalendarObject, calendarUrl: string, wish: CalendarWish): ReadObject => {
  const id = idOf(url, calendarUrl)
  const { occurrences, marks } = readEvents(text, wish)
  return { id, events: occurrences.map((each) => copiedEvent(each, id, etag)), isIncomplete: marks.length > 0 }
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
