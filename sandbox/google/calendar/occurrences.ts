import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { EventRow, When } from './rows.ts'

const dayMs = 86_400_000
/** How far a series reaches where nothing else is asked: ahead beyond the furthest start that a booking page can offer, 730 days. */
const backMs = 366 * dayMs
const aheadMs = 740 * dayMs

/** When it is, in ms; a day begins in the calendar's zone. */
export const momentOf = (when: When, zone: string): number => {
  if (when.date !== undefined) return Temporal.PlainDate.from(when.date).toZonedDateTime(zone).epochMilliseconds
  const text = when.dateTime ?? ''
  if (/(z|[+-]\d\d:?\d\d)$/i.test(text)) return Date.parse(text)
  return Temporal.PlainDateTime.from(text).toZonedDateTime(when.timeZone ?? zone).epochMilliseconds
}

const stampOf = (when: When, ms: number): string =>
  when.date === undefined ? `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z` : when.date.replaceAll('-', '')

const shifted = (like: When, ms: number, zone: string): When => {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(like.timeZone ?? zone)
  if (like.date !== undefined) return { date: local.toPlainDate().toString() }
  return { dateTime: local.toString({ timeZoneName: 'never' }), timeZone: like.timeZone ?? zone }
}

type Series = Pick<EventRow, 'start' | 'end' | 'recurrence'>

/** The occurrences of a series by their stamps. */
const expanded = (series: Series, zone: string, from: number, to: number): Map<string, { start: When; end: When }> => {
  const { start, end, recurrence } = series
  const own = start.timeZone ?? zone
  const begin = momentOf(start, zone)
  const lengthMs = momentOf(end, zone) - begin
  const local = Temporal.Instant.fromEpochMilliseconds(begin).toZonedDateTimeISO(own)
  const stamp = local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
  const rule = new RRuleTemporal({ rruleString: [`DTSTART;TZID=${own}:${stamp}`, ...recurrence].join('\n') })
  const found = rule.between(new Date(from - lengthMs), new Date(to), true)
  return new Map(
    found.map(({ epochMilliseconds: at }) => {
      const [first, last] = [shifted(start, at, zone), shifted(end, at + lengthMs, zone)]
      return [stampOf(first, at), { start: first, end: last }] as const
    }),
  )
}

/** A series as `singleEvents` shows it: each occurrence that is not a row of its own, and the cancelled ones of before it was changed. */
export const occurrencesOf = (
  row: EventRow,
  own: ReadonlySet<string>,
  given: { zone: string; now: number; from?: number | undefined; to?: number | undefined },
): EventRow[] => {
  const from = given.from ?? given.now - backMs
  const to = given.to ?? given.now + aheadMs
  const all = new Map<string, EventRow>()
  for (const [index, series] of [row, ...row.formerly].entries())
    for (const [stamp, { start, end }] of expanded(series, given.zone, from, to)) {
      const eventId = `${row.eventId}_${stamp}`
      if (own.has(eventId) || all.has(eventId)) continue
      all.set(eventId, {
        ...row,
        ...{ id: `${row.calendarId} ${eventId}`, eventId, start, end, originalStart: start },
        status: index === 0 ? row.status : 'cancelled',
        ...{ recurrence: [], formerly: [], recurringEventId: row.eventId },
      })
    }
  return [...all.values()]
}
