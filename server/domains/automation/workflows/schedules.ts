import { z } from 'zod'
import { choice } from '#shapes'
import { ClockTime, weekdays } from '#shapes/wall-clocks.ts'
import { TimeZone } from '#shapes/zones.ts'
import { comesEver, isRead } from './cron-patterns.ts'

/** Longer ones are lists that a rule says in fewer words; it bounds what one line can cost. */
const longestCron = 100

const partNames = ['minute', 'hour', 'day of the month', 'month', 'weekday'] as const

/** Why a cron line is no schedule, in words; null if it is one. A line of six parts has seconds: more often than once a minute. */
const problemOfCron = (cron: string): string | null => {
  const parts = cron.split(' ')
  if (parts.length !== partNames.length)
    return 'must have five parts: minute, hour, day of the month, month and weekday, such as 0 9 * * 1-5'
  const at = parts.findIndex((part, place) => !isRead(partNames.map((_, other) => (other === place ? part : '*')).join(' ')))
  if (at >= 0) return `cannot be read at the ${partNames[at]}; compare it with 0 9 * * 1-5`
  if (!isRead(cron)) return 'cannot be read; compare it with 0 9 * * 1-5'
  return comesEver(cron) ? null : 'never comes: no year has such a day'
}

const CronLine = z
  .string()
  .max(longestCron)
  .overwrite((text) => text.trim().split(/\s+/).join(' '))
  .superRefine((cron, context) => {
    const message = cron.length > longestCron ? null : problemOfCron(cron)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .describe(
    'Minute, hour, day of the month, month and weekday, such as 0 9 * * 1-5. Named times stand on the wall clock; with * or / in minute or hour it goes by what clocks show, repeated hours included',
  )

/** When clocks show it; a day has no end of its own here. */
export const StartTime = ClockTime.refine(
  (time) => time !== '24:00',
  'is not a time such as 09:00; the next day begins at 00:00',
)

const at = StartTime.describe('HH:MM on the wall clock of the zone')
const zone = TimeZone

const Weekdays = z
  .array(z.enum(weekdays))
  .min(1)
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'names a day twice')
  .overwrite((days) => weekdays.filter((day) => days.includes(day)))

const DayOfMonth = z
  .union([z.int().min(1).max(31), z.literal('last')], { error: 'must be a day from 1 to 31, or last' })
  .describe('Day of the month, or last. In a month without that day: its last one')

/** Steps beyond half a day are days, which stand on the wall clock. */
const longestStep = 720

const everyWords = 'must be day, weekday, week, month, hour, minutes or cron'

/**
 * When a workflow starts: a cron line, or a rule as people say it. Times stand on the wall clock of an IANA zone: one that does not exist
 * runs at the first instant after the gap, one that comes twice runs once, the first time. Steps of minutes go by elapsed time.
 */
export const Schedule = z.discriminatedUnion(
  'every',
  [
    z.strictObject({ every: z.literal('cron').optional(), cron: CronLine, zone }),
    z.strictObject({ every: z.literal('day'), at, zone }),
    z.strictObject({ every: z.literal('weekday'), at, zone }).describe('Monday to Friday'),
    z.strictObject({ every: z.literal('week'), on: Weekdays, at, zone }),
    z.strictObject({ every: z.literal('month'), on: DayOfMonth, at, zone }),
    z.strictObject({
      every: z.literal('hour'),
      minute: z.int().min(0).max(59).optional().describe('Of each hour, as clocks show it. Default: 0'),
      zone,
    }),
    z.strictObject({
      every: z.literal('minutes'),
      minutes: z.int().min(1).max(longestStep).describe('Elapsed minutes from one start to the next'),
      zone,
    }),
  ],
  { error: (issue) => (issue.code === 'invalid_union' ? everyWords : undefined) },
)
export type Schedule = z.output<typeof Schedule>

/** What is done with times that came while nothing ran. */
export const Missed = choice('MissedTimes', ['skip', 'once', 'each'])
export type Missed = z.output<typeof Missed>
