import ICAL from 'ical.js'

/** Where people of the page live. */
export const zone = 'Europe/Berlin'
const dayMs = 86_400_000
/** A series is expanded no further: enough for a daily one of five years. */
const mostOccurrences = 2_000

/** Written out, since programs may not know a zone by its name. */
const zoneLines = [
  ...['BEGIN:VTIMEZONE', `TZID:${zone}`],
  ...['BEGIN:DAYLIGHT', 'TZNAME:CEST', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'DTSTART:19810329T020000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'TZNAME:CET', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'DTSTART:19961027T030000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD', 'END:VTIMEZONE'],
]
export const zoneDefinition = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Sandbox//EN',
  ...zoneLines,
  'END:VCALENDAR',
  '',
].join('\r\n')

const componentOf = (text: string): ICAL.Component | null => {
  try {
    const component = new ICAL.Component(ICAL.parse(text) as unknown[])
    return component.name === 'vcalendar' ? component : null
  } catch {
    return null
  }
}

/** The UID that all events of an object have (RFC 4791, 4.1); null for what is no calendar object. */
export const uidOf = (text: string): string | null => {
  const events = componentOf(text)?.getAllSubcomponents('vevent') ?? []
  const uids = new Set(events.map((event) => String(event.getFirstPropertyValue('uid') ?? '')))
  const [uid] = uids
  const isWhole = events.every((event) => event.hasProperty('dtstart'))
  return isWhole && uids.size === 1 && uid ? uid : null
}

/** As a server keeps it that has its own way of writing, and counts what it was given. */
export const rewritten = (text: string): string => {
  const calendar = componentOf(text)
  if (!calendar) return text
  calendar.updatePropertyWithValue('prodid', '-//Sandbox rewrites//EN')
  for (const event of calendar.getAllSubcomponents('vevent')) {
    event.updatePropertyWithValue('x-sandbox-rewritten', '1')
    event.updatePropertyWithValue('created', ICAL.Time.fromJSDate(new Date(0), true))
  }
  return `${calendar.toString()}\r\n`
}

export interface Shown {
  readonly title: string
  readonly fromMs: number
  readonly untilMs: number
  readonly isDay: boolean
  readonly repeats: boolean
  readonly words: readonly string[]
}

/** The occurrences of an object in a time, to about a day: programs look closer. */
export const occurrencesIn = (text: string, fromMs: number, untilMs: number): Shown[] => {
  const all = componentOf(text)?.getAllSubcomponents('vevent') ?? []
  const [changed, own] = [
    all.filter((each) => each.hasProperty('recurrence-id')),
    all.filter((each) => !each.hasProperty('recurrence-id')),
  ]
  // Exceptions are found by themselves; those without a series too.
  return [...own, ...changed]
    .flatMap((each) => occurrencesOr(each, { fromMs, untilMs }))
    .filter(({ fromMs: from, untilMs: until }) => from < untilMs && until >= fromMs)
}

/** What cannot be read takes place at any time: a server lists it, and those who ask look for themselves. */
const occurrencesOr = (component: ICAL.Component, { fromMs, untilMs }: { fromMs: number; untilMs: number }): Shown[] => {
  try {
    return occurrencesOf(new ICAL.Event(component), untilMs)
  } catch {
    const title = String(component.getFirstPropertyValue('summary') ?? '')
    return [{ title, fromMs, untilMs: fromMs, isDay: true, repeats: false, words: ['unreadable'] }]
  }
}

const occurrencesOf = (event: ICAL.Event, untilMs: number): Shown[] => {
  const word = (name: string): string => String(event.component.getFirstPropertyValue(name) ?? '').toUpperCase()
  const shown = {
    ...{ title: event.summary ?? '', isDay: event.startDate.isDate, repeats: event.isRecurring() },
    words: [
      ...(word('transp') === 'TRANSPARENT' ? ['free'] : []),
      ...(word('class') === 'PRIVATE' ? ['private'] : []),
      ...(['TENTATIVE', 'CANCELLED'].includes(word('status')) ? [word('status').toLowerCase()] : []),
    ],
  }
  const begin = event.startDate.toJSDate().getTime()
  const lengthMs = Math.max(0, (event.endDate ?? event.startDate).toJSDate().getTime() - begin)
  if (!event.isRecurring()) return [{ ...shown, fromMs: begin, untilMs: begin + lengthMs }]
  const occurrences: Shown[] = []
  const each = event.iterator()
  for (let count = 0; count < mostOccurrences; count++) {
    const next = each.next() as ICAL.Time | null
    const fromMs = next?.toJSDate().getTime() ?? Number.POSITIVE_INFINITY
    if (fromMs > untilMs + dayMs) break
    occurrences.push({ ...shown, fromMs, untilMs: fromMs + lengthMs })
  }
  return occurrences
}

export interface Wish {
  readonly title: string
  /** `2027-02-03` */
  readonly day: string
  /** `09:00`; empty for the whole day. */
  readonly from: string
  readonly until: string
  readonly repeats: '' | 'DAILY' | 'WEEKLY'
  readonly isFree: boolean
  readonly isPrivate: boolean
  readonly isTentative: boolean
}

/** Null where the times are none. */
const timesOf = ({ day, from, until }: Pick<Wish, 'day' | 'from' | 'until'>): readonly [string, string] | null => {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at)) return null
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')
  if (from === '' || until === '') return [`;VALUE=DATE:${date(at)}`, `;VALUE=DATE:${date(at + dayMs)}`]
  if (![from, until].every((clock) => /^\d\d:\d\d$/.test(clock))) return null
  const stamp = (clock: string, ms: number): string => `;TZID=${zone}:${date(ms)}T${clock.replace(':', '')}00`
  return [stamp(from, at), stamp(until, until < from ? at + dayMs : at)]
}

const words = (text: string): string => text.replaceAll(/[\\;,]/g, (each) => `\\${each}`).replaceAll(/\s+/g, ' ')

/** An event as a person’s program writes it; null where its times are none. */
export const written = (uid: string, wish: Wish, now: Date): string | null => {
  const times = timesOf(wish)
  if (!times) return null
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return [
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Sandbox//EN',
      ...zoneLines,
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${stamp}`,
    ],
    ...[`DTSTART${times[0]}`, `DTEND${times[1]}`, `SUMMARY:${words(wish.title)}`],
    ...(wish.repeats ? [`RRULE:FREQ=${wish.repeats}`] : []),
    ...(wish.isFree ? ['TRANSP:TRANSPARENT'] : []),
    ...(wish.isPrivate ? ['CLASS:PRIVATE'] : []),
    ...(wish.isTentative ? ['STATUS:TENTATIVE'] : []),
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')
}

/** An event at another time; the rest of it stays, and a series moves as a whole. Null where the times are none. */
export const moved = (text: string, to: Pick<Wish, 'day' | 'from' | 'until'>, now: Date): string | null => {
  const calendar = componentOf(text)
  const event = calendar?.getAllSubcomponents('vevent').find((each) => !each.hasProperty('recurrence-id'))
  const times = timesOf(to)
  if (!calendar || !event || !times) return null
  const given = new ICAL.Component(
    ICAL.parse(['BEGIN:VEVENT', `DTSTART${times[0]}`, `DTEND${times[1]}`, 'END:VEVENT'].join('\r\n')) as unknown[],
  )
  for (const name of ['dtstart', 'dtend', 'duration']) event.removeAllProperties(name)
  for (const property of [...given.getAllProperties()]) event.addProperty(property)
  if (!calendar.getAllSubcomponents('vtimezone').some((each) => each.getFirstPropertyValue('tzid') === zone))
    calendar.addSubcomponent(new ICAL.Component(ICAL.parse(zoneLines.join('\r\n')) as unknown[]))
  event.updatePropertyWithValue('sequence', Number(event.getFirstPropertyValue('sequence') ?? 0) + 1)
  event.updatePropertyWithValue('dtstamp', ICAL.Time.fromJSDate(now, true))
  return `${calendar.toString()}\r\n`
}
