import { z } from 'zod'
import type { AttendeeAnswer, CopiedEvent, EventChange, EventTime, Room, UnreadEvent, WantedEvent } from '#ports/calendars.ts'

const Time = z.object({ date: z.string().nullish(), dateTime: z.string().nullish() })

/** What is read of an event (https://developers.google.com/workspace/calendar/api/v3/reference/events). */
export const GoogleEvent = z.object({
  id: z.string(),
  status: z.string().nullish(),
  etag: z.string().nullish(),
  iCalUID: z.string().nullish(),
  htmlLink: z.string().nullish(),
  summary: z.string().nullish(),
  location: z.string().nullish(),
  description: z.string().nullish(),
  start: Time.nullish(),
  end: Time.nullish(),
  transparency: z.string().nullish(),
  visibility: z.string().nullish(),
  eventType: z.string().nullish(),
  attendees: z
    .array(z.object({ email: z.string().nullish(), responseStatus: z.string().nullish(), self: z.boolean().nullish() }))
    .nullish(),
  recurringEventId: z.string().nullish(),
  updated: z.string().nullish(),
  hangoutLink: z.string().nullish(),
  conferenceData: z
    .object({
      createRequest: z.object({ status: z.object({ statusCode: z.string().nullish() }).nullish() }).nullish(),
      entryPoints: z.array(z.object({ entryPointType: z.string().nullish(), uri: z.string().nullish() })).nullish(),
    })
    .nullish(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).nullish() }).nullish(),
})
export type GoogleEvent = z.infer<typeof GoogleEvent>

/** Names of our private properties. Google keeps 44 letters of a name and 1,024 of a value. */
const bookingProperty = 'foyerBookingId'
const sequenceProperty = 'foyerSequence'

const timeOf = (time: z.infer<typeof Time> | null | undefined): EventTime | null => {
  if (time?.date) return z.iso.date().safeParse(time.date).success ? { day: time.date } : null
  const at = new Date(time?.dateTime ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? null : { at }
}

const answers: Readonly<Record<string, AttendeeAnswer>> = {
  accepted: 'accepted',
  tentative: 'tentative',
  declined: 'declined',
}

const roomOf = ({ hangoutLink, conferenceData }: GoogleEvent): Room => {
  const video = conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri
  const url = hangoutLink ?? video
  if (url) return { state: 'ready', url }
  const status = conferenceData?.createRequest?.status?.statusCode
  return { state: status === 'pending' ? 'pending' : status === 'failure' ? 'failed' : 'none' }
}

const oursOf = ({ extendedProperties }: GoogleEvent): CopiedEvent['ours'] => {
  const { [bookingProperty]: bookingId, [sequenceProperty]: sequence } = extendedProperties?.private ?? {}
  return bookingId === undefined ? null : { bookingId, sequence: Number(sequence) || 0 }
}

/** What takes its host's time must not look free because its end is odd: an hour, or the day. */
const assumedEnd = (start: EventTime): EventTime =>
  'at' in start
    ? { at: new Date(start.at.getTime() + 3_600_000) }
    : { day: new Date(Date.parse(start.day) + 86_400_000).toISOString().slice(0, 10) }

/** Null where it is before the start, or a day where that is a time. */
const endAfter = (start: EventTime, end: EventTime | null): EventTime | null => {
  if (end && 'at' in start && 'at' in end) return end.at >= start.at ? end : null
  if (end && 'day' in start && 'day' in end) return end.day >= start.day ? end : null
  return null
}

export interface ReadItem {
  readonly id: string
  /** Null for what does not take place, or says no time. */
  readonly copy: CopiedEvent | null
  readonly unread: readonly UnreadEvent[]
}

/** An item of a list. One that is odd is read without what is odd: it must neither stop the whole list nor look as if it were not there. */
export const readItem = (item: unknown): ReadItem => {
  const whole = GoogleEvent.safeParse(item)
  if (whole.success) return { id: whole.data.id, copy: copiedEvent(whole.data), unread: unreadOf(whole.data) }
  const odd = new Set(whole.error.issues.map(({ path: [name] }) => name).filter((name) => typeof name === 'string'))
  const rest = GoogleEvent.safeParse({ ...(item as object), ...Object.fromEntries([...odd].map((name) => [name, null])) })
  if (!rest.success)
    return { id: '', copy: null, unread: [{ id: '', iCalUid: null, title: '', start: null, reason: 'time' as const }] }
  const unread = unreadOf(rest.data)
  return {
    ...{ id: rest.data.id, copy: copiedEvent(rest.data) },
    unread: unread.length > 0 ? unread : [unreadEvent(rest.data, 'details')],
  }
}

const unreadEvent = (event: GoogleEvent, reason: UnreadEvent['reason']): UnreadEvent => ({
  ...{ id: event.id, iCalUid: event.iCalUID ?? null, title: event.summary ?? '', start: timeOf(event.start), reason },
})

const unreadOf = (event: GoogleEvent): UnreadEvent[] => {
  if (event.status === 'cancelled') return []
  const start = timeOf(event.start)
  if (!start) return [unreadEvent(event, 'time')]
  return endAfter(start, timeOf(event.end)) ? [] : [unreadEvent(event, 'end')]
}

/** Null for what does not take place, or says no time: a cancelled occurrence has an id and little else. */
export const copiedEvent = (event: GoogleEvent): CopiedEvent | null => {
  const start = timeOf(event.start)
  if (event.status === 'cancelled' || !start) return null
  const end = endAfter(start, timeOf(event.end)) ?? assumedEnd(start)
  const attendees = (event.attendees ?? []).map(({ email, responseStatus, self }) => ({
    email: email ?? '',
    answer: answers[responseStatus ?? ''] ?? ('none' as const),
    isSelf: self === true,
  }))
  return {
    id: event.id,
    iCalUid: event.iCalUID ?? null,
    etag: event.etag ?? null,
    ...{ start, end, attendees },
    // Where one works takes no time, whatever its transparency says.
    isBusy: event.transparency !== 'transparent' && event.eventType !== 'workingLocation',
    isTentative: event.status === 'tentative',
    isDeclined: attendees.some(({ isSelf, answer }) => isSelf && answer === 'declined'),
    isPrivate: event.visibility === 'private' || event.visibility === 'confidential',
    title: event.summary ?? '',
    location: event.location ?? '',
    recurringId: event.recurringEventId ?? null,
    updatedAt: event.updated && !Number.isNaN(Date.parse(event.updated)) ? new Date(event.updated) : null,
    ours: oursOf(event),
    room: roomOf(event),
    htmlLink: event.htmlLink ?? null,
  }
}

/** The fields of a change as Google names them. */
export const googleChange = (change: EventChange) => ({
  ...(change.title !== undefined && { summary: change.title }),
  ...(change.description !== undefined && { description: change.description }),
  ...(change.location !== undefined && { location: change.location }),
  ...(change.start && { start: timeOfOurs(change.start, change.zone) }),
  ...(change.end && { end: timeOfOurs(change.end, change.zone) }),
  ...(change.attendees && {
    attendees: change.attendees.map(({ email, name }) => ({ email, ...(name !== undefined && { displayName: name }) })),
  }),
  ...(change.isBusy !== undefined && { transparency: change.isBusy ? 'opaque' : 'transparent' }),
  ...(change.tags && {
    extendedProperties: {
      private: { [bookingProperty]: change.tags.bookingId, [sequenceProperty]: String(change.tags.sequence) },
    },
  }),
})

/** Without this `date`, a patch of what was made all-day meanwhile would leave both in it. */
const timeOfOurs = (at: Date, zone: string | undefined) => ({
  dateTime: at.toISOString(),
  date: null,
  ...(zone !== undefined && { timeZone: zone }),
})

/** The id of the request for a room is the event's: asked twice, there is one room. */
const roomRequest = (id: string) => ({
  conferenceData: { createRequest: { requestId: id, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
})

export const googleEvent = ({ id, wantsRoom, wantsRoomAgain: _, ...wanted }: WantedEvent) => {
  const { start, end, ...fields } = googleChange(wanted)
  return {
    id,
    ...fields,
    start: { dateTime: wanted.start.toISOString(), timeZone: wanted.zone },
    end: { dateTime: wanted.end.toISOString(), timeZone: wanted.zone },
    ...(wantsRoom && roomRequest(id)),
  }
}

/** What an event that is there already lacks of what is wanted; null where it is as it should be. */
export const missingOf = (found: GoogleEvent, { id, wantsRoom, wantsRoomAgain = false, ...wanted }: WantedEvent) => {
  const copy = copiedEvent(found)
  if (!copy) return null
  const isSame =
    copy.title === wanted.title &&
    copy.location === wanted.location &&
    (found.description ?? '') === wanted.description &&
    isAt(copy.start, wanted.start) &&
    isAt(copy.end, wanted.end) &&
    copy.isBusy === wanted.isBusy &&
    copy.ours?.bookingId === wanted.tags?.bookingId &&
    copy.ours?.sequence === wanted.tags?.sequence &&
    emailsOf(copy.attendees) === emailsOf(wanted.attendees)
  const hasFailed = copy.room.state === 'failed'
  const lacksRoom = wantsRoom && (copy.room.state === 'none' || (hasFailed && wantsRoomAgain))
  if (isSame && !lacksRoom) return null
  // Google ignores a request with the id of the one before.
  const requestId = hasFailed ? `${id}-${Date.parse(found.updated ?? '') || 'again'}` : id
  return { ...googleChange(wanted), ...(lacksRoom && roomRequest(requestId)) }
}

const isAt = (time: EventTime, at: Date): boolean => 'at' in time && time.at.getTime() === at.getTime()
const emailsOf = (attendees: readonly { readonly email: string }[]): string =>
  attendees
    .map(({ email }) => email.toLowerCase())
    .sort()
    .join(' ')
