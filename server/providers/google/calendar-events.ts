import { z } from 'zod'
import type { AttendeeAnswer, CopiedEvent, EventChange, EventTime, Room, WantedEvent } from '#ports/calendars.ts'

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
  if (time?.date) return { day: time.date }
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

/** Null for what does not take place, or says no time: a cancelled occurrence has an id and little else. */
export const copiedEvent = (event: GoogleEvent): CopiedEvent | null => {
  const [start, end] = [timeOf(event.start), timeOf(event.end)]
  if (event.status === 'cancelled' || !start || !end) return null
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
    updatedAt: event.updated ? new Date(event.updated) : null,
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
