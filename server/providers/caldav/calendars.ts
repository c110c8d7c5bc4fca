import type { CalendarAccount, Calendars, CopiedEvent, EventChange, WantedEvent } from '#ports/calendars.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type CalendarWish, readEvents } from '#shapes/icalendar/read-events.ts'
import { type EventEdit, editEvent, writeEvent } from '#shapes/icalendar/write-event.ts'
import type { Access } from '../vendors.ts'
import { type DavCalls, makeDavCalls, refusalOf, says, strongEtag } from './dav-calls.ts'
import { listCalendars } from './discovery.ts'
import { loadObject } from './loading.ts'
import { type CalendarObject, readObject, urlOf } from './objects.ts'
import { findByUid, readCalendar } from './reading.ts'

/** Every time: an event that is asked for by its id is looked at wherever it is. */
const always = { from: new Date(0), to: new Date('9000-01-01T00:00Z') }

const contentType = 'text/calendar; charset=utf-8'

/** CalDAV (RFC 4791, 6578, 6764), with a member's user name and password. */
export const caldavCalendars = (parts: Pick<Access, 'http' | 'now'> & Pick<CalendarAccount, 'login' | 'owner'>): Calendars => {
  const { login, http, now } = parts
  if (!login || !URL.canParse(login.url))
    throw new ProviderError('credentials', 'The address of the calendar server is missing.')
  const calls = makeDavCalls({ login, http, now })
  const owner = { zone: parts.owner.zone, own: parts.owner.emails }
  const pageOf = (calendarId: string): string =>
    calls.resolve(calendarId.endsWith('/') ? calendarId : `${calendarId}/`, login.url)
  const place = (calendarId: string, eventId: string): { calendarUrl: string; url: string | null } => {
    const calendarUrl = pageOf(calendarId)
    const url = urlOf(eventId, calendarUrl)
    return { calendarUrl, url: url && calls.resolve(url, calendarUrl) }
  }
  const copyOf = (object: CalendarObject, calendarUrl: string, eventId: string | null): CopiedEvent | null =>
    whichOf(object, calendarUrl, { ...owner, ...always }, eventId)

  return {
    makesRooms: false,

    calendars: (known = []) => listCalendars(calls, known),
    readEvents: (calendarId, wanted) => readCalendar({ calls, calendarUrl: pageOf(calendarId), owner }, wanted),

    async findEvent(calendarId, eventId) {
      const { calendarUrl, url } = place(calendarId, eventId)
      const object = url && (await loadObject(calls, url))
      return object ? copyOf(object, calendarUrl, eventId) : null
    },

    async putEvent(calendarId, wanted) {
      const { calendarUrl, url } = place(calendarId, wanted.id)
      if (!url) throw new ProviderError('refused', 'This is no id of an event.')
      const uid = uidOf(wanted)
      const body = writeEvent({ ...wanted, uid, foyer: wanted.tags }, now())
      const made = await calls.send({
        ...{ operation: 'put event', method: 'PUT', url, body, contentType },
        headers: { 'if-none-match': '*' },
      })
      if (isDone(made.status)) return { outcome: 'put', event: await written(calls, { url, text: body }, calendarUrl, copyOf) }
      if (made.status === 404 || made.status === 410) return { outcome: 'gone' }
      // There already, by a try whose answer was lost; or under another name, where a program has moved it.
      const isTaken = made.status === 409 || (made.status === 403 && says(made, 'caldav:no-uid-conflict'))
      if (made.status !== 412 && !isTaken) throw refusalOf(made, now())
      const there = made.status === 412 ? url : await findByUid(calls, calendarUrl, uid)
      const found = there && (await loadObject(calls, there))
      if (!found) throw made.status === 412 ? new ProviderError('busy', 'The event is being changed.') : refusalOf(made, now())
      const changed = await edit(calls, found, missingOf(found, wanted), now)
      if (changed === 'stale') throw new ProviderError('busy', 'The event is being changed.')
      return { outcome: 'put', event: await written(calls, changed, calendarUrl, copyOf) }
    },

    async changeEvent(calendarId, eventId, change, etag) {
      const { calendarUrl, url } = place(calendarId, eventId)
      const found = url && (await loadObject(calls, url))
      if (!found) return { outcome: 'gone' }
      if (etag !== undefined && found.etag !== strongEtag(etag)) return { outcome: 'stale' }
      if (eventId.includes('#')) throw new ProviderError('refused', 'Of a recurring event only the whole can be changed here.')
      const changed = await edit(calls, found, editOf(change), now)
      if (changed === 'stale') return { outcome: 'stale' }
      return { outcome: 'changed', event: await written(calls, changed, calendarUrl, copyOf) }
    },

    async removeEvent(calendarId, eventId) {
      const { url } = place(calendarId, eventId)
      if (!url) return
      if (eventId.includes('#')) throw new ProviderError('refused', 'Of a recurring event only the whole can be removed here.')
      const answer = await calls.send({ operation: 'delete event', method: 'DELETE', url })
      if (!isDone(answer.status) && answer.status !== 404 && answer.status !== 410) throw refusalOf(answer, now())
    },

    watch: async () => null,
    stopWatching: async () => {},
  }
}

const isDone = (status: number): boolean => status >= 200 && status < 300

/** That of the invitation, which the same id has everywhere (decision 0063). */
const uidOf = ({ id }: Pick<WantedEvent, 'id'>): string => `${id}@google.com`

/** As the server has it now: it may have changed what it was given, and says the version only then. */
const written = async (
  calls: DavCalls,
  sent: Pick<CalendarObject, 'url' | 'text'>,
  calendarUrl: string,
  copyOf: (object: CalendarObject, calendarUrl: string, eventId: null) => CopiedEvent | null,
): Promise<CopiedEvent> => {
  const object = (await loadObject(calls, sent.url)) ?? { ...sent, etag: null }
  const copy = copyOf(object, calendarUrl, null)
  if (!copy) throw new ProviderError('broken', 'The calendar server returned an event without its time.')
  return copy
}

/** The event of an object, or the occurrence that an id names. Of a recurring one its first. */
const whichOf = (
  object: CalendarObject,
  calendarUrl: string,
  wish: CalendarWish,
  eventId: string | null,
): CopiedEvent | null => {
  const { id, events } = readObject(object, calendarUrl, wish)
  if (eventId?.includes('#')) return events.find((each) => each.id === eventId) ?? null
  const [first] = events
  return first ? { ...first, id } : null
}

const edit = async (
  calls: DavCalls,
  found: CalendarObject,
  change: EventEdit | null,
  now: () => Date,
): Promise<CalendarObject | 'stale'> => {
  if (change === null) return found
  const body = editEvent(found.text, change, now())
  if (body === null)
    throw new ProviderError('refused', 'The event recurs, or cannot be read: it is changed in its calendar only.')
  const answer = await calls.send({
    ...{ operation: 'put event', method: 'PUT', url: found.url, body, contentType },
    headers: found.etag === null ? {} : { 'if-match': found.etag },
  })
  if (answer.status === 412 || answer.status === 404 || answer.status === 410) return 'stale'
  if (!isDone(answer.status)) throw refusalOf(answer, now())
  return { ...found, text: body }
}

const editOf = ({ tags, zone: _zone, ...change }: EventChange): EventEdit => ({ ...change, ...(tags && { foyer: tags }) })

/** What an event that is there already lacks of what is wanted; null where it is as it should be. */
const missingOf = (
  found: CalendarObject,
  { id: _id, wantsRoom: _wantsRoom, wantsRoomAgain: _again, ...wanted }: WantedEvent,
): EventEdit | null => {
  const [there] = readEvents(found.text, { ...always, zone: 'UTC', own: [] }).occurrences
  const isAt = (time: CopiedEvent['start'] | undefined, at: Date): boolean =>
    time !== undefined && 'at' in time && time.at.getTime() === Math.floor(at.getTime() / 1_000) * 1_000
  const isSame =
    there?.details.title === wanted.title &&
    there.details.location === wanted.location &&
    there.details.description === wanted.description &&
    isAt(there.start, wanted.start) &&
    isAt(there.end, wanted.end) &&
    there.details.isBusy === wanted.isBusy &&
    there.details.foyer?.bookingId === wanted.tags?.bookingId &&
    there.details.foyer?.sequence === wanted.tags?.sequence &&
    emailsOf(there.details.attendees) === emailsOf(wanted.attendees)
  return isSame ? null : editOf(wanted)
}

const emailsOf = (attendees: readonly { readonly email: string }[]): string =>
  attendees
    .map(({ email }) => email.toLowerCase())
    .sort()
    .join(' ')
