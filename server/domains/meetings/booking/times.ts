import { z } from 'zod'
import type { Fail } from '#core/errors.ts'
import { isKnownTime } from '#shapes/times.ts'
import { readTime } from '#shapes/wall-clocks.ts'
import { isZone } from '#shapes/zones.ts'
import { bookingErrors } from './errors.ts'
import type { Interval } from './slots.ts'

/** What a start is given as; read by `readStart`. */
export const StartTime = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .describe('ISO 8601: with Z or an offset the instant counts, else the wall clock of the time zone')
export const ZoneName = z.string().trim().min(1).max(64).describe('IANA time zone, such as Europe/Berlin')

export const startErrors = [
  bookingErrors.zone_unknown,
  bookingErrors.time_unreadable,
  bookingErrors.time_skipped,
  bookingErrors.time_ambiguous,
] as const

type StartCode = (typeof startErrors)[number]['code']

/** The instant of a start; refuses what no clock of the zone shows, or shows twice. */
export const readStart = (text: string, zone: string, fail: Fail<StartCode>, fields: { start: string; zone: string }): Date => {
  if (!isZone(zone)) throw fail('zone_unknown', { field: fields.zone })
  const read = readTime(text, zone)
  if ('instant' in read && isKnownTime(read.instant.getTime())) return read.instant
  if ('skipped' in read) throw fail('time_skipped', { field: fields.start, facts: { next: read.next.toISOString() } })
  if ('ambiguous' in read)
    throw fail('time_ambiguous', {
      field: fields.start,
      facts: { instants: read.ambiguous.map((each) => each.toISOString()) },
    })
  throw fail('time_unreadable', { field: fields.start })
}

const dayMs = 86_400_000
const mostDays = 62
/** 24 months. */
const mostAheadDays = 731

/** A time that was asked about: with offsets, forward, not longer than 62 days nor further than 24 months ahead. */
export const readRange = (
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
  fail: Fail<'time_range_invalid'>,
  fields: { from: string; to: string },
): Interval => {
  const range = { from: Date.parse(from), to: Date.parse(to) }
  if (range.to <= range.from)
    throw fail('time_range_invalid', { message: `${fields.to} must be after ${fields.from}`, field: fields.to })
  if (range.to - range.from > mostDays * dayMs)
    throw fail('time_range_invalid', {
      message: `${fields.to} must be at most ${mostDays} days after ${fields.from}`,
      field: fields.to,
    })
  if (range.to > now.getTime() + mostAheadDays * dayMs)
    throw fail('time_range_invalid', { message: `${fields.to} must be at most 24 months ahead`, field: fields.to })
  return range
}
