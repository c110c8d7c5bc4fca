/** What no calendar of a person exceeds. A feed of ten years of meetings is 5 MB. */
export const calendarBounds = {
  /** In characters. */
  textLength: 10 * 1024 * 1024,
  lineLength: 64 * 1024,
  propertiesOfComponent: 2_000,
  events: 10_000,
  zones: 100,
  attendees: 200,
  titleLength: 1_000,
  descriptionLength: 10_000,
  /** Of one event in what is asked for: four a day for two years. */
  occurrencesOfEvent: 3_000,
  /** Of a text. */
  occurrences: 50_000,
  /** For all recurrence rules of a text together. A year of daily meetings takes 1 ms. */
  rulesMs: 2_000,
  marks: 100,
} as const

/**
 * What could not be read as it should be; the rest is there all the same.
 * - `text_too_long`, `too_many_events`: what comes after is missing.
 * - `text_ended`: the text ends in the middle of an event, which is read as far as it goes.
 * - `event_unreadable`: an event without a time that can be read. It is missing.
 * - `end_unreadable`: an end or a length that is none. It takes an hour from its start on; an all-day one a day.
 * - `occurrence_unreadable`: which occurrence of its series it replaces is not said. It takes place beside them.
 * - `dates_unreadable`: dates that a rule does not give, or that are left out, cannot be read: those are missing, or take place.
 * - `rule_unreadable`: a recurrence rule that is none. The event takes place at its start, and on the dates it names.
 * - `too_many_occurrences`: the later ones are missing.
 * - `zone_unknown`: a zone without a known name or a definition. Its times are read in the zone of the reader.
 * - `zone_guessed`: a zone that no known one agrees with. The nearest is taken.
 */
export type CalendarMarkKind =
  | 'text_too_long'
  | 'too_many_events'
  | 'text_ended'
  | 'event_unreadable'
  | 'end_unreadable'
  | 'occurrence_unreadable'
  | 'dates_unreadable'
  | 'rule_unreadable'
  | 'too_many_occurrences'
  | 'zone_unknown'
  | 'zone_guessed'

export interface CalendarMark {
  readonly kind: CalendarMarkKind
  /** The event's, as far as it is about one. */
  readonly uid: string | null
  readonly title: string
  /** When it begins; null where that cannot be read. */
  readonly start: { readonly at: Date } | { readonly day: string } | null
}

type MarkedEvent = Omit<CalendarMark, 'kind'>
const noEvent: MarkedEvent = { uid: null, title: '', start: null }

/** Each mark once, and not more than a list can show. */
export const makeMarks = () => {
  const marks = new Map<string, CalendarMark>()
  return {
    add(kind: CalendarMarkKind, event: MarkedEvent = noEvent): void {
      if (marks.size < calendarBounds.marks) marks.set(`${kind} ${event.uid}`, { kind, ...event })
    },
    all: (): CalendarMark[] => [...marks.values()],
  }
}

export type Marks = ReturnType<typeof makeMarks>
