import ICAL from 'ical.js'
import { calendarBounds, type Marks } from './bounds.ts'

/** A line of a component: name and parameters in lower case, values as jCal has them (RFC 7265). */
export interface Property {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
  /** `date`, `date-time`, `period`, `recur`, `text` … */
  readonly type: string
  readonly values: readonly unknown[]
}

/** A VEVENT, or a VTIMEZONE with its STANDARD and DAYLIGHT. */
export interface Component {
  readonly name: string
  readonly properties: Property[]
  readonly components: Component[]
}

/** What is read of components: the rest, some of it megabytes of pictures, is not even parsed. */
const wanted = new Set(
  `attendee class comment description dtend dtstamp dtstart duration exdate exrule last-modified location method organizer rdate
  recurrence-id rrule sequence status summary transp tzid tzname tzoffsetfrom tzoffsetto uid url x-foyer-booking x-foyer-sequence
  x-lic-location x-microsoft-cdo-busystatus`.split(/\s+/),
)
const kept = new Set(['vevent', 'vtimezone', 'standard', 'daylight'])

/**
 * The events and zones of an iCalendar text (RFC 5545), line by line: a line that is none costs that line only. What is nested in events
 * (alarms), and components of other kinds, are left out.
 */
export const readComponents = (text: string, marks: Marks): { method: string | null; components: readonly Component[] } => {
  const isCut = text.length > calendarBounds.textLength
  if (isCut) marks.add('text_too_long')
  const read: Component[] = []
  const counts = { vevent: 0, vtimezone: 0 }
  let method: string | null = null
  let open: Component[] = []
  /** How deep inside something that is not read. */
  let skipped = 0
  for (const line of linesIn(isCut ? text.slice(0, calendarBounds.textLength) : text)) {
    const begin = /^(begin|end):([\w-]{1,64})\s*$/i.exec(line)
    const name = begin?.[2]?.toLowerCase()
    if (name === 'vcalendar') {
      // An end that was forgotten ends nothing but its own calendar.
      open = []
      skipped = 0
    } else if (name && begin?.[1]?.toLowerCase() === 'begin') {
      const parent = open.at(-1)
      const fits = kept.has(name) && (parent ? parent.name === 'vtimezone' && name !== 'vevent' : true)
      if (skipped > 0 || !fits) skipped++
      else open.push({ name, properties: [], components: [] })
    } else if (name && skipped > 0) skipped--
    else if (name) {
      const closed = open.pop()
      if (closed) close(closed, open.at(-1), { read, counts, marks })
    } else if (skipped === 0) {
      const property = readProperty(line)
      const component = open.at(-1)
      if (property?.name === 'method' && !component) method = textOf(property).toUpperCase()
      if (property && component && component.properties.length < calendarBounds.propertiesOfComponent)
        component.properties.push(property)
    }
  }
  // The text ended in the middle of one: what it said until there counts.
  if (open.length > 0) {
    marks.add('text_ended')
    const [cut] = open
    if (cut) close(cut, undefined, { read, counts, marks })
  }
  return { method, components: read }
}

const close = (
  component: Component,
  parent: Component | undefined,
  { read, counts, marks }: { read: Component[]; counts: { vevent: number; vtimezone: number }; marks: Marks },
): void => {
  if (parent) {
    if (parent.components.length < calendarBounds.zones) parent.components.push(component)
    return
  }
  if (component.name !== 'vevent' && component.name !== 'vtimezone') return
  const most = component.name === 'vevent' ? calendarBounds.events : calendarBounds.zones
  if (++counts[component.name] <= most) read.push(component)
  else if (component.name === 'vevent') marks.add('too_many_events')
}

/** Unfolded (RFC 5545, 3.1), one at a time; of a line that is too long, its beginning. */
const linesIn = function* (text: string): Generator<string, void, void> {
  const ends = /\r\n|\n|\r/g
  let parts: string[] = []
  let length = 0
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at <= text.length) {
    ends.lastIndex = at
    const end = ends.exec(text)
    const to = end?.index ?? text.length
    const first = text[at]
    const isFolded = (first === ' ' || first === '\t') && parts.length > 0
    if (!isFolded && parts.length > 0) {
      yield parts.join('')
      parts = []
      length = 0
    }
    const from = isFolded ? at + 1 : at
    const part = text.slice(from, Math.min(to, from + calendarBounds.lineLength - length))
    if (part !== '' || parts.length === 0) parts.push(part)
    length += part.length
    at = end ? to + end[0].length : text.length + 1
  }
  if (parts.length > 0) yield parts.join('')
}

/** Without one of these an event takes other time: what cannot be read of them must not pass for what was not said. */
const deciding = new Set(['dtstart', 'dtend', 'duration', 'recurrence-id', 'rrule', 'rdate', 'exdate'])

/** Times as programs write them that know ISO 8601 better than RFC 5545: `2027-02-03T09:00:00.000Z`, `2027-02-03 09:00`. */
const extended =
  /^((?:DTSTART|DTEND|RECURRENCE-ID)(?:;[^:]*)?):(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?(Z?))?\s*$/i

const asStandard = (line: string): string => {
  const match = extended.exec(line)
  if (!match) return line
  const [, name, year, month, day, hours, minutes, seconds = '00', utc = ''] = match
  const clock = hours === undefined ? '' : `T${hours}${minutes}${seconds}${utc}`
  return `${name}${clock === '' && !/;VALUE=DATE/i.test(name ?? '') ? ';VALUE=DATE' : ''}:${year}${month}${day}${clock}`
}

const readProperty = (line: string): Property | null => {
  const name = /^[A-Za-z][A-Za-z0-9-]{0,63}(?=[;:])/.exec(line)?.[0].toLowerCase()
  if (name === undefined || !wanted.has(name)) return null
  try {
    const [, parameters, type, ...values]: [string, object, string, ...unknown[]] = ICAL.parse.property(
      deciding.has(name) ? asStandard(line) : line,
    )
    const plain = Object.entries(parameters).map(([key, value]) => [key, String(Array.isArray(value) ? value[0] : value)])
    return { name, parameters: Object.fromEntries(plain), type, values }
  } catch {
    return deciding.has(name) ? { name, parameters: {}, type: 'unreadable', values: [] } : null
  }
}

export const propertyOf = (component: Component, name: string): Property | undefined =>
  component.properties.find((each) => each.name === name)

export const propertiesOf = (component: Component, name: string): readonly Property[] =>
  component.properties.filter((each) => each.name === name)

/** Escapes are undone; of names that ical.js does not know, they are not. */
export const textOf = (property: Property | undefined): string => {
  const [value] = property?.values ?? []
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().toWellFormed() : ''
}
