import { type CalendarMark, calendarBounds, type Marks, makeMarks } from './bounds.ts'
import { type EventDetails, instantOf, readDetails, sequenceOf } from './read-details.ts'
import { type Component, propertiesOf, propertyOf, readComponents, textOf } from './read-lines.ts'
import { type Expanded, expandRule } from './read-rules.ts'
import {
  clockStamp,
  dayMs,
  dayStamp,
  dayText,
  endOf,
  type Length,
  lengthBetween,
  readDuration,
  readStamp,
  type Stamp,
  stampAt,
} from './read-times.ts'
import { makeZoneReader } from './read-zones.ts'

/** A moment; or a day, where the event is all-day: then the end is exclusive, and the reader's zone says when it is. */
export type OccurrenceTime = { readonly at: Date } | { readonly day: string }

export interface Occurrence {
  readonly details: EventDetails
  /** Of a recurring event the start that its rule gives it (`20270328T070000Z`, `20270328`), which stays when it is moved. */
  readonly of: string | null
  readonly start: OccurrenceTime
  readonly end: OccurrenceTime
}

export interface CalendarReading {
  /** By their start. */
  readonly occurrences: readonly Occurrence[]
  readonly marks: readonly CalendarMark[]
}

export interface CalendarWish {
  /** What overlaps this time is wanted: `from` included, `to` not. */
  readonly from: Date
  readonly to: Date
  /** Of the person whose calendar it is: for times that float, for all-day events, and for zones without a name. */
  readonly zone: string
  /** The person's addresses, in any case. */
  readonly own: readonly string[]
}

/**
 * What takes place between two instants, by an iCalendar text (RFC 5545): recurring events as their occurrences, with those that were
 * moved where they are now. Cancelled ones are left out. Never throws: what could not be read is in `marks`.
 */
export const readEvents = (text: string, wish: CalendarWish): CalendarReading => {
  const marks = makeMarks()
  const { components } = readComponents(text, marks)
  const zoneOf = makeZoneReader(components, { zone: wish.zone, nearMs: wish.from.getTime(), marks })
  const reader: Reader = {
    ...{ wish, marks, zoneOf },
    own: new Set(wish.own.map((email) => email.trim().toLowerCase())),
    left: { occurrences: calendarBounds.occurrences, rulesMs: calendarBounds.rulesMs },
  }
  const groups = Map.groupBy(
    components.flatMap((each) => (each.name === 'vevent' ? (readPart(each, reader) ?? []) : [])),
    ({ uid }) => uid,
  )
  const occurrences: Occurrence[] = []
  for (const parts of groups.values()) {
    for (const occurrence of occurrencesOf(parts, reader)) {
      if (reader.left.occurrences-- <= 0) {
        marks.add('too_many_occurrences')
        break
      }
      occurrences.push(occurrence)
    }
  }
  return { occurrences: occurrences.sort((one, other) => sortKey(one) - sortKey(other)), marks: marks.all() }
}

const sortKey = ({ start }: Occurrence): number => ('at' in start ? start.at.getTime() : Date.parse(start.day))

interface Reader {
  readonly wish: CalendarWish
  readonly marks: Marks
  readonly zoneOf: (name: string | null) => string
  readonly own: ReadonlySet<string>
  /** Of what one text may cost. */
  readonly left: { occurrences: number; rulesMs: number }
}

/** A VEVENT: an event, or what differs in one of its occurrences. */
interface Part {
  readonly uid: string
  readonly title: string
  readonly component: Component
  readonly start: Stamp
  readonly length: Length
  readonly recurrence: { readonly of: Stamp; readonly isFollowing: boolean } | null
  /** Of a series, and not to say which of it. */
  readonly isStray: boolean
  readonly rank: readonly [number, number]
}

const readPart = (component: Component, { zoneOf, marks }: Reader): Part | null => {
  const uid = textOf(propertyOf(component, 'uid')).slice(0, 500)
  const title = textOf(propertyOf(component, 'summary')).slice(0, calendarBounds.titleLength)
  const stamp = (name: string): Stamp | null => {
    const property = propertyOf(component, name)
    return property ? readStamp(property.values[0], property.parameters, zoneOf) : null
  }
  const recurrenceId = propertyOf(component, 'recurrence-id')
  const of = stamp('recurrence-id')
  // A cancelled occurrence may come without a time of its own.
  const start = stamp('dtstart') ?? (propertyOf(component, 'dtstart') ? null : of)
  const about = { uid: uid || null, title, start: start && timeOf(start) }
  if (!start) {
    marks.add('event_unreadable', about)
    return null
  }
  if (recurrenceId && !of) marks.add('occurrence_unreadable', about)
  const length = lengthOf(component, start, stamp('dtend'))
  if (!length) marks.add('end_unreadable', about)
  return {
    ...{ uid, title, component, start, length: length ?? assumedLength(start), isStray: recurrenceId !== undefined && !of },
    recurrence: of ? { of, isFollowing: recurrenceId?.parameters.range?.toUpperCase() === 'THISANDFUTURE' } : null,
    rank: [sequenceOf(component), instantOf(propertyOf(component, 'dtstamp'))?.getTime() ?? 0],
  }
}

/** What takes its host's time must not look free because its end is odd. */
const assumedLength = ({ isDay }: Stamp): Length => (isDay ? { days: 1, ms: 0 } : { days: 0, ms: 3_600_000 })

/** Null where an end or a length is said that cannot be. */
const lengthOf = (component: Component, start: Stamp, end: Stamp | null): Length | null => {
  const written = propertyOf(component, 'duration')
  const duration = readDuration(written?.values[0])
  const usual: Length = { days: start.isDay ? 1 : 0, ms: 0 }
  if (end && end.isDay === start.isDay && end.ms >= start.ms) {
    const length = lengthBetween(start, end)
    // A day without a length is that day, whatever its DTEND says.
    return start.isDay && length.days === 0 ? usual : length
  }
  if (duration) return start.isDay && duration.days === 0 && duration.ms === 0 ? usual : duration
  return propertyOf(component, 'dtend') || written ? null : usual
}

/** The newest of several that are about the same. */
const isNewer = (part: Part, than: Part): boolean =>
  part.rank[0] === than.rank[0] ? part.rank[1] >= than.rank[1] : part.rank[0] > than.rank[0]

/** Those of one UID. Without one, each is an event of its own. */
const occurrencesOf = (parts: readonly Part[], reader: Reader): Occurrence[] => {
  if (parts[0]?.uid === '') return parts.flatMap((part) => ofSeries(part, [], reader))
  const strays = parts.filter(({ isStray }) => isStray)
  let series: Part | null = null
  const changed = new Map<string, Part>()
  for (const part of parts) {
    if (part.isStray) continue
    if (!part.recurrence) {
      if (!series || isNewer(part, series)) series = part
      continue
    }
    const key = `${part.recurrence.of.isDay} ${part.recurrence.of.ms}`
    const before = changed.get(key)
    if (!before || isNewer(part, before)) changed.set(key, part)
  }
  return [...ofSeries(series, [...changed.values()], reader), ...strays.flatMap((part) => ofStray(part, reader))]
}

/** It takes its own time, beside the occurrences of its series. No rule gives a start such a name. */
const ofStray = (part: Part, { own, wish }: Reader): Occurrence[] => {
  const end = endOf(part.start, part.length)
  if (isCancelled(part) || !overlaps(part.start, end, wish)) return []
  const details = readDetails(part.component, own)
  return [{ details, of: `stray-${keyOf(part.start)}`, start: timeOf(part.start), end: timeOf(end) }]
}

const isCancelled = ({ component }: Part): boolean => textOf(propertyOf(component, 'status')).toUpperCase() === 'CANCELLED'

const ofSeries = (series: Part | null, changed: readonly Part[], reader: Reader): Occurrence[] => {
  const occurrences: Occurrence[] = []
  const details = new Map<Part, EventDetails>()
  const add = (part: Part, of: Stamp | null, start: Stamp, end: Stamp): void => {
    if (isCancelled(part) || !overlaps(start, end, reader.wish)) return
    const known = details.get(part) ?? readDetails(part.component, reader.own)
    details.set(part, known)
    occurrences.push({ details: known, of: of && keyOf(of), start: timeOf(start), end: timeOf(end) })
  }
  for (const part of changed) {
    if (part.recurrence) add(part, sameForm(part.recurrence.of, series), part.start, endOf(part.start, part.length))
  }
  if (!series) return occurrences
  const following = changed
    .filter(({ recurrence }) => recurrence?.isFollowing)
    .sort((one, other) => (one.recurrence?.of.ms ?? 0) - (other.recurrence?.of.ms ?? 0))
  const replaced = excluder(
    changed.flatMap(({ recurrence }) => recurrence?.of ?? []),
    series,
  )
  const starts = startsOf(series, following, reader)
  const isSingle = starts.isSingle && changed.length === 0
  for (const { start, end } of starts.all) {
    if (replaced(start)) continue
    const from = following.findLast(({ recurrence }) => recurrence && recurrence.of.ms <= start.ms)
    if (from) {
      const moved = movedBy(from, start, series)
      add(from, start, moved, endOf(moved, from.length))
    } else add(series, isSingle ? null : start, start, end ?? endOf(start, series.length))
  }
  return occurrences
}

/** What changed «this and all following» moves each of them by as much as the first (RFC 5545, 3.2.13). */
const movedBy = ({ start, recurrence }: Part, original: Stamp, series: Part): Stamp => {
  const of = recurrence?.of ?? start
  const ofWallMs = of.isDay || series.start.isDay ? of.wallMs : stampAt(of.ms, series.start.zone).wallMs
  const shift = start.wallMs - (start.isDay ? Math.floor(ofWallMs / dayMs) * dayMs : ofWallMs)
  return start.isDay ? dayStamp(original.wallMs + shift) : clockStamp(original.wallMs + shift, start.zone)
}

interface Starts {
  readonly all: readonly { readonly start: Stamp; readonly end: Stamp | null }[]
  readonly isSingle: boolean
}

/** The recurrence set (RFC 5545, 3.8.5): the start, what the rules and RDATE add, without EXDATE. */
const startsOf = (series: Part, following: readonly Part[], reader: Reader): Starts => {
  const { component, start } = series
  const { wish, zoneOf, marks } = reader
  const about = { uid: series.uid || null, title: series.title, start: timeOf(start) }
  const stamps = (name: string): { stamp: Stamp; end: Stamp | null }[] =>
    propertiesOf(component, name).flatMap(({ values, parameters, type }) => {
      if (type === 'unreadable') marks.add('dates_unreadable', about)
      return values.flatMap((value) => {
        const [from, to] = Array.isArray(value) ? (value as unknown[]) : [value]
        const parts = { ...parameters, tzid: parameters.tzid ?? '' }
        // An exception that floats is one on the clocks of its event.
        const stamp = readStamp(from, parts, (name) => (name === null ? start.zone : zoneOf(name)))
        if (!stamp) marks.add('dates_unreadable', about)
        if (!stamp) return []
        const length = readDuration(to)
        const end = length ? endOf(stamp, length) : readStamp(to, parts, (name) => (name === null ? start.zone : zoneOf(name)))
        return [{ stamp, end }]
      })
    })
  // What began before may last into it; what is moved may come from further away.
  const lengths = [series, ...following].map(({ length }) => length.days * dayMs + length.ms)
  const shifts = following.map((part) => Math.abs(part.start.ms - (part.recurrence?.of.ms ?? 0)))
  const slack = Math.min(Math.max(...shifts, 0), 400 * dayMs) + (start.isDay ? dayMs : 0)
  const bounds = {
    fromMs: wish.from.getTime() - Math.max(...lengths) - slack,
    toMs: wish.to.getTime() + slack,
    most: calendarBounds.occurrencesOfEvent,
  }
  const expanded = (name: string): Stamp[] =>
    propertiesOf(component, name).flatMap(({ values }) => {
      const found = withinTime(reader, () => expandRule(values[0], start, bounds))
      if (found.outcome === 'unreadable') marks.add('rule_unreadable', about)
      else if (found.isCut) marks.add('too_many_occurrences', about)
      if (found.outcome === 'unreadable') return []
      return found.starts.map(({ wallMs, ms }) => ({ ...start, wallMs, ms }))
    })
  const dates = stamps('rdate').map(({ stamp, end }) => ({ start: sameForm(stamp, series), end }))
  const ruled = expanded('rrule')
  const isOut = excluder([...stamps('exdate').map(({ stamp }) => stamp), ...expanded('exrule')], series)
  const all = new Map<number, { start: Stamp; end: Stamp | null }>()
  for (const each of [{ start, end: null }, ...ruled.map((start) => ({ start, end: null })), ...dates]) {
    if (!isOut(each.start)) all.set(each.start.ms, each)
  }
  const isSingle = !propertyOf(component, 'rrule') && dates.length === 0
  const inOrder = [...all.values()].sort((one, other) => one.start.ms - other.start.ms)
  if (inOrder.length > bounds.most) marks.add('too_many_occurrences', about)
  return { all: inOrder.slice(0, bounds.most), isSingle }
}

/** All rules of a text share the time that they may take. */
const withinTime = ({ left }: Reader, expand: () => Expanded): Expanded => {
  if (left.rulesMs <= 0) return { outcome: 'expanded', starts: [], isCut: true }
  const begun = performance.now()
  const expanded = expand()
  left.rulesMs -= performance.now() - begun
  return expanded
}

/** Programs name a day where the event has a time, and the other way round. */
const sameForm = (stamp: Stamp, series: Part | null): Stamp => {
  if (!series || stamp.isDay === series.start.isDay) return stamp
  if (series.start.isDay) return dayStamp(stamp.wallMs)
  const { wallMs, zone } = series.start
  return clockStamp(stamp.wallMs + (wallMs - Math.floor(wallMs / dayMs) * dayMs), zone)
}

/** Whether a start is one of these: the same instant; or any of the day, where only a day is named. */
const excluder = (stamps: readonly Stamp[], { start }: Part): ((each: Stamp) => boolean) => {
  const days = new Set(stamps.filter(({ isDay }) => isDay || start.isDay).map(dayText))
  const instants = new Set(stamps.filter(({ isDay }) => !isDay && !start.isDay).map(({ ms }) => ms))
  return (each) => instants.has(each.ms) || (days.size > 0 && days.has(dayText(each)))
}

/** All-day events are compared with the longest day that there is anywhere: which hours it has, the reader knows. */
const overlaps = (start: Stamp, end: Stamp, { from, to }: CalendarWish): boolean => {
  const slack = start.isDay ? 14 * 3_600_000 : 0
  const ends = end.ms + slack
  return start.ms - slack < to.getTime() && (ends > from.getTime() || (start.ms === end.ms && start.ms >= from.getTime()))
}

const timeOf = (stamp: Stamp): OccurrenceTime => (stamp.isDay ? { day: dayText(stamp) } : { at: new Date(stamp.ms) })

const keyOf = (stamp: Stamp): string =>
  stamp.isDay ? dayText(stamp).replaceAll('-', '') : new Date(stamp.ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
