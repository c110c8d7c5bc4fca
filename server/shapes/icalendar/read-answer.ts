import { type CalendarMark, makeMarks } from './bounds.ts'
import { instantOf, readAttendee, sequenceOf } from './read-details.ts'
import { type Component, propertiesOf, propertyOf, readComponents, textOf } from './read-lines.ts'
import { endOf, readDuration, readStamp } from './read-times.ts'
import { makeZoneReader } from './read-zones.ts'

/**
 * What the program of someone invited sends back (RFC 5546, 3.2.3 and 3.2.7). All of it is a claim of whatever mail it came with: the
 * attendee named here may be another one than its sender.
 */
export interface CalendarAnswer {
  /** `reply`: they come or not. `counter`: they propose another time or place. */
  readonly method: 'reply' | 'counter'
  readonly uid: string
  /** Of the version that they answer. */
  readonly sequence: number
  /** Null where none is named, or several are. */
  readonly attendee: { readonly email: string; readonly name: string } | null
  readonly answer: 'accepted' | 'declined' | 'tentative' | 'delegated' | 'none'
  /** In a counter the time that is proposed; in a reply that of the meeting, as they know it. Null where it is a day, or unreadable. */
  readonly start: Date | null
  readonly end: Date | null
  readonly location: string
  readonly comment: string
  /** When it was written: of two with one SEQUENCE the later one counts. */
  readonly stampedAt: Date | null
  readonly marks: readonly CalendarMark[]
}

const answers: Readonly<Record<string, CalendarAnswer['answer']>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
  DELEGATED: 'delegated',
}

/** Longer than this no answer is. */
const longestAnswer = 256 * 1024

/**
 * Reads a calendar part of a mail as an answer; null for what is none (an invitation, a feed). `method`: that of the Content-Type, where
 * the text itself says nothing. `zone`: of times that float.
 */
export const readAnswer = (
  text: string,
  { zone, now, method: given }: { readonly zone: string; readonly now: Date; readonly method?: string | null },
): CalendarAnswer | null => {
  if (text.length > longestAnswer) return null
  const marks = makeMarks()
  const { method: written, components } = readComponents(text, marks)
  const said = (written ?? given ?? '').trim().toUpperCase()
  const method = said === 'REPLY' ? 'reply' : said === 'COUNTER' ? 'counter' : null
  const event = components.find(({ name }) => name === 'vevent')
  const uid = event ? textOf(propertyOf(event, 'uid')).slice(0, 500) : ''
  if (!method || !event || uid === '') return null
  const zoneOf = makeZoneReader(components, { zone, nearMs: now.getTime(), marks })
  const { attendee, answer } = attendeeOf(event)
  return {
    ...{ method, uid, sequence: sequenceOf(event), attendee, answer },
    ...timesOf(event, zoneOf),
    location: wordsOf(event, 'location', 1_000),
    comment: wordsOf(event, 'comment', 2_000),
    stampedAt: instantOf(propertyOf(event, 'dtstamp')),
    marks: marks.all(),
  }
}

/** A reply names only who answers. A counter may repeat all: then it is not known here who of them. */
const attendeeOf = (event: Component): Pick<CalendarAnswer, 'attendee' | 'answer'> => {
  const all = propertiesOf(event, 'attendee').flatMap((property) => {
    const attendee = readAttendee(property, new Set())
    return attendee ? [{ attendee, partstat: (property.parameters.partstat ?? '').toUpperCase() }] : []
  })
  const [first] = all
  if (!first || all.length > 1) return { attendee: null, answer: 'none' }
  const { email, name } = first.attendee
  return { attendee: { email, name }, answer: answers[first.partstat] ?? 'none' }
}

const timesOf = (event: Component, zoneOf: (name: string | null) => string): Pick<CalendarAnswer, 'start' | 'end'> => {
  const stamp = (name: string) => {
    const property = propertyOf(event, name)
    return property ? readStamp(property.values[0], property.parameters, zoneOf) : null
  }
  const [start, end] = [stamp('dtstart'), stamp('dtend')]
  if (!start || start.isDay) return { start: null, end: null }
  const length = readDuration(propertyOf(event, 'duration')?.values[0])
  const ends = end && !end.isDay ? end : length && endOf(start, length)
  return { start: new Date(start.ms), end: ends && ends.ms >= start.ms ? new Date(ends.ms) : null }
}

const wordsOf = (event: Component, name: string, longest: number): string =>
  propertiesOf(event, name)
    .map(textOf)
    .join('\n')
    .slice(0, longest)
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
    .toWellFormed()
