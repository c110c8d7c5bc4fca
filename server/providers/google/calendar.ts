import { z } from 'zod'
import type { Calendars, CopiedEvent, EventPage, ProviderCalendar, ReadEnd, WantedEvent } from '#ports/calendars.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { copiedEvent, GoogleEvent, googleChange, googleEvent, missingOf, readItem } from './calendar-events.ts'
import { type CallParts, type GoogleCalls, makeGoogleCalls, needed } from './google-calls.ts'

const CalendarPage = z.object({
  nextPageToken: z.string().nullish(),
  items: z.array(
    z.object({
      id: z.string(),
      summary: z.string().nullish(),
      summaryOverride: z.string().nullish(),
      timeZone: z.string().nullish(),
      primary: z.boolean().nullish(),
      accessRole: z.string().nullish(),
      deleted: z.boolean().nullish(),
    }),
  ),
})
const EventsPage = z.object({
  nextPageToken: z.string().nullish(),
  nextSyncToken: z.string().nullish(),
  timeZone: z.string().nullish(),
  // Each is read by itself: one that is odd must not stop the others.
  items: z.array(z.unknown()).default([]),
})
const Channel = z.object({ resourceId: z.string(), expiration: z.string().nullish() })
/** A deletion and a stop answer nothing: a 200 with a proxy’s page has not reached Google. */
const Nothing = z.null()

/** More than any account has: 250,000 events. A server that always names a next page must not be asked for ever. */
const mostPages = 100
/** A week is the most that Google gives. */
const channelMs = 7 * 86_400_000

/** 2,500 events with their descriptions, which can be 8 KB each. Repeating is safe: a watch is written under an id of ours too. */
const api = { root: '/calendar/v3', timeoutMs: 20_000, maxBytes: 32 * 1024 * 1024, lacks: 'calendar' }

const whole = (event: GoogleEvent): CopiedEvent => {
  const copy = copiedEvent(event)
  if (!copy) throw new ProviderError('broken', 'Google returned an event without its time.')
  return copy
}

const listCalendars = async (call: GoogleCalls['call']): Promise<readonly ProviderCalendar[]> => {
  const all: ProviderCalendar[] = []
  let pageToken: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const query = { maxResults: '250', pageToken }
    const path = '/users/me/calendarList'
    const page = needed(await call({ operation: 'calendarList.list', method: 'GET', path, query, shape: CalendarPage }))
    for (const each of page.items) {
      if (each.deleted) continue
      all.push({
        id: each.id,
        name: each.summaryOverride ?? each.summary ?? '',
        zone: each.timeZone ?? null,
        isPrimary: each.primary === true,
        isWritable: each.accessRole === 'owner' || each.accessRole === 'writer',
      })
    }
    if (!page.nextPageToken) return all
    pageToken = page.nextPageToken
  }
  throw new ProviderError('broken', 'Google’s list of calendars does not end.')
}

/**
 * How long what changed is read behind one first read. Google expands a series that never ends as far as it does on that day, and tells of no
 * occurrence that comes nearer later: so all is read anew within a month, and what it says is compared.
 */
const renewMs = 30 * 86_400_000

/** Where a reading ended, and from when on its first one read. */
const Cursor = z.object({ token: z.string(), begun: z.coerce.date() })
type Cursor = z.infer<typeof Cursor>

/** Null for one of an older version of this, which does not say when it began. */
const parseCursor = (text: string): Cursor | null => {
  try {
    return Cursor.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Every page of a calendar, or of what changed in it. */
const readEvents = async function* (
  call: GoogleCalls['call'],
  path: string,
  { cursor: stored, from }: { readonly cursor: string | null; readonly from: Date },
): AsyncGenerator<EventPage, ReadEnd, void> {
  const cursor = stored === null ? null : parseCursor(stored)
  if (stored !== null && (!cursor || from.getTime() - cursor.begun.getTime() > renewMs)) return { outcome: 'expired' }
  const begun = cursor?.begun ?? from
  const settings = { singleEvents: 'true', showDeleted: 'true', maxResults: '2500' }
  // With a token nothing may be said but what the first read said too, and that without its times.
  const begin = cursor === null ? { timeMin: from.toISOString() } : { syncToken: cursor.token }
  let pageToken: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const query = { ...settings, ...begin, pageToken }
    const said = await call({ operation: 'events.list', method: 'GET', path, query, shape: EventsPage })
    if (said.status === 410) return { outcome: 'expired' }
    if (said.status === 404) return { outcome: 'gone' }
    const page = needed(said)
    const read = page.items.map(readItem)
    yield {
      events: read.flatMap(({ copy }) => copy ?? []),
      // Where only its time cannot be read any more, the last one that was known stays.
      removed: read.filter(({ copy, unread }) => copy === null && unread.length === 0).map(({ id }) => id),
      unread: read.flatMap(({ unread }) => unread),
      zone: page.timeZone ?? null,
    }
    if (page.nextSyncToken)
      return { outcome: 'done', cursor: JSON.stringify({ token: page.nextSyncToken, begun } satisfies Cursor) }
    if (!page.nextPageToken) throw new ProviderError('broken', 'Google’s last page has no sync token.')
    pageToken = page.nextPageToken
  }
  throw new ProviderError('broken', 'Google’s list of events does not end.')
}

/** Google Calendar (https://developers.google.com/workspace/calendar/api/v3/reference), with one member's consent. */
export const googleCalendars = (parts: CallParts): Calendars => {
  const { call } = makeGoogleCalls(parts, api)
  const of = (calendarId: string): string => `/calendars/${encodeURIComponent(calendarId)}/events`
  const one = (calendarId: string, eventId: string): string => `${of(calendarId)}/${encodeURIComponent(eventId)}`
  /** Invitations are ours; and without the version a wish for a room is dropped without a word. */
  const writing = { sendUpdates: 'none', conferenceDataVersion: '1' }

  const find = async (calendarId: string, eventId: string): Promise<GoogleEvent | null> => {
    const operation = 'events.get'
    const said = await call({ operation, method: 'GET', path: one(calendarId, eventId), shape: GoogleEvent })
    if (said.status === 404 || said.status === 410) return null
    const event = needed(said)
    return event.status === 'cancelled' ? null : event
  }
  const patch = (calendarId: string, eventId: string, body: object, ifMatch?: string) =>
    call({
      ...{ operation: 'events.patch', method: 'PATCH', path: one(calendarId, eventId) },
      ...{ query: writing, body, ifMatch, shape: GoogleEvent },
    })

  return {
    makesRooms: true,

    calendars: () => listCalendars(call),
    readEvents: (calendarId, wanted) => readEvents(call, of(calendarId), wanted),

    async findEvent(calendarId, eventId) {
      const event = await find(calendarId, eventId)
      return event && whole(event)
    },

    async putEvent(calendarId, wanted: WantedEvent) {
      const body = googleEvent(wanted)
      const path = of(calendarId)
      const made = await call({ operation: 'events.insert', method: 'POST', path, query: writing, body, shape: GoogleEvent })
      if (made.status !== 409) return { outcome: 'put', event: whole(needed(made)) }
      // There already, by a try whose answer was lost; or it was deleted since, and its id is not free again.
      const found = await find(calendarId, wanted.id)
      if (!found) return { outcome: 'gone' }
      const missing = missingOf(found, wanted)
      if (!missing) return { outcome: 'put', event: whole(found) }
      const said = await patch(calendarId, wanted.id, missing)
      if (said.status === 404 || said.status === 410) return { outcome: 'gone' }
      return { outcome: 'put', event: whole(needed(said)) }
    },

    async changeEvent(calendarId, eventId, change, etag) {
      const said = await patch(calendarId, eventId, googleChange(change), etag)
      if (said.status === 404 || said.status === 410) return { outcome: 'gone' }
      if (said.status === 412) return { outcome: 'stale' }
      const event = copiedEvent(needed(said))
      return event ? { outcome: 'changed', event } : { outcome: 'gone' }
    },

    async removeEvent(calendarId, eventId) {
      const operation = 'events.delete'
      const query = { sendUpdates: 'none' }
      const said = await call({ operation, method: 'DELETE', path: one(calendarId, eventId), query, shape: Nothing })
      if (said.status !== 404 && said.status !== 410) needed(said)
    },

    async watch(calendarId, { channelId, token, address, expiresAt }) {
      const body = { id: channelId, type: 'web_hook', address, token, expiration: String(expiresAt.getTime()) }
      const path = `${of(calendarId)}/watch`
      const channel = needed(await call({ operation: 'events.watch', method: 'POST', path, body, shape: Channel }))
      const until = Number(channel.expiration) || parts.now().getTime() + channelMs
      return { resourceId: channel.resourceId, expiresAt: new Date(until) }
    },

    async stopWatching({ channelId, resourceId }) {
      const body = { id: channelId, resourceId }
      const said = await call({ operation: 'channels.stop', method: 'POST', path: '/channels/stop', body, shape: Nothing })
      if (said.status !== 404) needed(said)
    },
  }
}
