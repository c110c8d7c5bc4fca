/** A calendar of an account. */
export interface ProviderCalendar {
  readonly id: string
  readonly name: string
  /** IANA; null where the provider does not say. */
  readonly zone: string | null
  readonly isPrimary: boolean
  readonly isWritable: boolean
}

/** A moment; or a day, where the event is all-day: then the end is exclusive, and the calendar's zone says when it is. */
export type EventTime = { readonly at: Date } | { readonly day: string }

export type AttendeeAnswer = 'none' | 'accepted' | 'tentative' | 'declined'

/** An event as its provider has it; of a recurring one each occurrence by itself. */
export interface CopiedEvent {
  readonly id: string
  readonly iCalUid: string | null
  readonly etag: string | null
  readonly start: EventTime
  readonly end: EventTime
  /** Takes time, as its author says. */
  readonly isBusy: boolean
  readonly isTentative: boolean
  /** The account's owner declined. */
  readonly isDeclined: boolean
  readonly isPrivate: boolean
  readonly title: string
  readonly location: string
  readonly attendees: readonly { readonly email: string; readonly answer: AttendeeAnswer; readonly isSelf: boolean }[]
  readonly recurringId: string | null
  readonly updatedAt: Date | null
  /** Written by us, for this booking. */
  readonly ours: EventTags | null
  readonly room: Room
  readonly htmlLink: string | null
}

/** The video room of an event. `pending`: it was asked for and is not there yet. */
export type Room = { readonly state: 'none' | 'pending' | 'failed' } | { readonly state: 'ready'; readonly url: string }

/** What we write into our own events, where only programs see it. */
export interface EventTags {
  readonly bookingId: string
  readonly sequence: number
}

/**
 * What of an event could not be read, and what is done about it.
 * - `time`: its time, so it takes none.
 * - `end`: its end, so it takes an hour from its start on; an all-day one a day.
 * - `occurrence`: which occurrence it stands for, so both take their time.
 * - `rule`: how it repeats, so its first time alone is known.
 * - `dates`: dates that it adds, or leaves out.
 * - `many`: it takes place more often than is copied.
 * - `zone`: its time zone, so another is taken.
 * - `details`: something beside its time.
 */
export const unreadReasons = ['time', 'end', 'occurrence', 'rule', 'dates', 'many', 'zone', 'details'] as const
export type UnreadReason = (typeof unreadReasons)[number]

export interface UnreadEvent {
  /** Of the event, as in `complete`; empty where it has none. */
  readonly id: string
  readonly iCalUid: string | null
  readonly title: string
  /** Null where it is not known. */
  readonly start: EventTime | null
  readonly reason: UnreadReason
}

export interface EventPage {
  readonly events: readonly CopiedEvent[]
  /** Ids of events that are not there any more, or do not take place. */
  readonly removed: readonly string[]
  /**
   * Events, recurring or not, of which this page has all: what was copied before under such an id, or as an occurrence of it, and is not
   * in the page, is gone.
   */
  readonly complete?: readonly string[]
  /** Events of this page of which something could not be read. What was said before of an event in the page is so no more. */
  readonly unread?: readonly UnreadEvent[]
  /** The calendar's own zone, for days. */
  readonly zone: string | null
}

/**
 * `done`: what changed since `cursor` is what the next read begins with. `expired`: the provider has forgotten the cursor that
 * was given; read from the start, and compare. `gone`: there is no such calendar, or it is not shared any more.
 */
export type ReadEnd = { readonly outcome: 'done'; readonly cursor: string } | { readonly outcome: 'expired' | 'gone' }

export interface WantedEvent {
  /** Of the booking: 5 to 1,024 of `0-9a-v`. The same with each try, so that a repeat finds the event. */
  readonly id: string
  readonly title: string
  readonly start: Date
  readonly end: Date
  readonly zone: string
  readonly description: string
  readonly location: string
  readonly attendees: readonly { readonly email: string; readonly name?: string }[]
  readonly isBusy: boolean
  readonly wantsRoom: boolean
  /** One that failed is asked for anew. */
  readonly wantsRoomAgain?: boolean
  /** Null for an event of no booking. */
  readonly tags: EventTags | null
}

/** What is to be changed; the rest stays. */
export type EventChange = Partial<Omit<WantedEvent, 'id' | 'wantsRoom' | 'wantsRoomAgain'>>

/** `gone`: deleted there, and its id is taken for ever: the caller makes another. */
export type PutOutcome = { readonly outcome: 'put'; readonly event: CopiedEvent } | { readonly outcome: 'gone' }

/** `stale`: not the version that was expected any more. */
export type ChangeOutcome =
  | { readonly outcome: 'changed'; readonly event: CopiedEvent }
  | { readonly outcome: 'gone' | 'stale' }

/** One member's account. No call lets the provider send invitations. Throws ProviderError. */
export interface Calendars {
  /** Whether its events can get video rooms of the provider’s own. */
  readonly makesRooms: boolean
  /** `known`: ids of before. A calendar that is reached under one of them keeps it, wherever its server has it by now. */
  calendars(known?: readonly string[]): Promise<readonly ProviderCalendar[]>
  /** Pages as they come; how it ended is what the iterator returns. `from` is for a first read, that without a cursor. */
  readEvents(
    calendarId: string,
    wanted: { readonly cursor: string | null; readonly from: Date },
  ): AsyncGenerator<EventPage, ReadEnd, void>
  /** Null for one that is not there, or was deleted. */
  findEvent(calendarId: string, eventId: string): Promise<CopiedEvent | null>
  /** Writes an event; one that is there already is brought up to date where it differs. */
  putEvent(calendarId: string, wanted: WantedEvent): Promise<PutOutcome>
  /** With `etag` only where it is still that version. */
  changeEvent(calendarId: string, eventId: string, change: EventChange, etag?: string): Promise<ChangeOutcome>
  /** Removed already counts as done. */
  removeEvent(calendarId: string, eventId: string): Promise<void>
  /** Null where the provider does not tell of changes. What it tells is only a hint. */
  watch(calendarId: string, channel: WantedChannel): Promise<{ readonly resourceId: string; readonly expiresAt: Date } | null>
  /** Stopped already counts as done. */
  stopWatching(channel: { readonly channelId: string; readonly resourceId: string }): Promise<void>
}

export interface WantedChannel {
  readonly channelId: string
  /** Comes back with each notification, and proves it. */
  readonly token: string
  /** https */
  readonly address: string
  readonly expiresAt: Date
}

export interface CalendarAccount {
  readonly orgId: string
  readonly mailboxId: string
  readonly provider: string
  readonly mode: 'live' | 'test' | 'sandbox'
  /** A token that is good now; for providers with a consent. */
  readonly accessToken: () => Promise<string>
  /** What the member typed; null for providers with a consent. */
  readonly login: CalendarLogin | null
  /** Whose it is: times without a zone are on their wall, and one of the addresses declines. */
  readonly owner: { readonly emails: readonly string[]; readonly zone: string }
}

export interface CalendarLogin {
  /** Of the server, of a principal, or of a calendar. */
  readonly url: string
  readonly user: string
  readonly password: string
}

export interface CalendarsPort {
  open(account: CalendarAccount): Calendars
}
