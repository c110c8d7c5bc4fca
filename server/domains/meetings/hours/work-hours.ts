import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { schemaNames, shape } from '#shapes'
import { addDays, ClockTime, clockMinutes, dayOf, PlainDay, type Weekday, weekdayOf, weekdays } from '#shapes/wall-clocks.ts'
import { TimeZone } from '#shapes/zones.ts'

/** In minutes of the clock. */
const beginOf = ([from = '00:00']: readonly string[]): number => clockMinutes(from)
const endOf = ([, to = '24:00']: readonly string[]): number => clockMinutes(to)

/** From and to on the wall clock: `["09:00", "17:00"]`. */
const Window = z
  .array(ClockTime)
  .length(2)
  .refine((window) => beginOf(window) < endOf(window), 'must end after it begins')

const apart = (windows: readonly (readonly string[])[]): boolean =>
  windows.every((window, at) => {
    const next = windows[at + 1]
    return next === undefined || endOf(window) <= beginOf(next)
  })

/** The windows of one day, in order; none: not that day. */
const Windows = z
  .array(Window)
  .max(12)
  .overwrite((windows) => windows.toSorted((a, b) => beginOf(a) - beginOf(b)))
  .refine(apart, 'must not overlap')

export const Weekly = z
  .strictObject(
    Object.fromEntries(weekdays.map((day) => [day, Windows.optional()])) as Record<Weekday, z.ZodOptional<typeof Windows>>,
  )
  .register(schemaNames, { id: 'WeeklyHours' })
  .describe('Windows of the wall clock by weekday, such as {"mon": [["09:00", "17:00"]]}')
export type Weekly = z.output<typeof Weekly>

/** Ten years of single days. */
const mostDates = 3_660
export const HourDates = z
  .record(PlainDay, Windows)
  .refine((dates) => Object.keys(dates).length <= mostDates, `has more than ${mostDates} days`)
  .describe('Windows of single days; a date replaces its weekday, and an empty list closes it')
export type HourDates = z.output<typeof HourDates>

export const usualWeek: Weekly = Object.fromEntries(
  (['mon', 'tue', 'wed', 'thu', 'fri'] as const).map((day) => [day, [['09:00', '17:00']]]),
)

export const WorkHours = shape('WorkHours', {
  user_id: z.uuid().nullable().describe('Null: of the whole business'),
  timezone: TimeZone,
  weekly: z.record(z.string(), z.array(z.array(z.string()))),
  dates: z.record(z.string(), z.array(z.array(z.string()))).describe('Single days that were set here'),
  business_dates: z
    .record(z.string(), z.array(z.array(z.string())))
    .describe('Single days of the whole business, such as holidays: they hold where `dates` names no other hours'),
  is_usual: z
    .boolean()
    .describe('No week was set: `weekly` is that of the business and follows its changes, else Monday to Friday, 9 to 17'),
})

/** When a member can be booked, on the wall clocks of their zone. */
export interface Hours {
  readonly personId: string
  readonly zone: string
  readonly weekly: Weekly
  /** Their own, and where these say nothing those of the business. */
  readonly dates: HourDates
}

type HoursRow = Selectable<Tables['work_hours']>

/** What `hoursOf` reads of a member, for a statement of `hoursTables`. What is stored was checked when it was stored. */
export interface HoursColumns {
  readonly id: string
  readonly own_zone: string | null
  readonly shared_zone: string
  readonly set_zone: string | null
  readonly weekly: unknown
  readonly dates: unknown
  readonly shared_weekly: unknown
  readonly shared_dates: unknown
}
export const hoursColumns = sql`
  m.id, p.time_zone as own_zone, o.time_zone as shared_zone, h.time_zone as set_zone, h.weekly, h.dates,
  bh.weekly as shared_weekly, bh.dates as shared_dates`
export const hoursTables = sql`
  members m join directory.people p on p.id = m.id join orgs o on o.org_id = m.org_id
  left join work_hours h on h.org_id = m.org_id and h.id = m.id
  left join business_hours bh on bh.org_id = m.org_id`

/** A zone that was never set is the person's own, else the workspace's; a week that was never set is that of the business. */
export const hoursOf = (row: HoursColumns): Hours => ({
  personId: row.id,
  zone: row.set_zone ?? row.own_zone ?? row.shared_zone,
  weekly: (row.weekly as Weekly | null) ?? (row.shared_weekly as Weekly | null) ?? usualWeek,
  dates: { ...(row.shared_dates as HourDates | null), ...(row.dates as HourDates | null) },
})

/** The hours of several people. */
export const findHours = async (db: Db, orgId: string, personIds: readonly string[]): Promise<Map<string, Hours>> => {
  if (personIds.length === 0) return new Map()
  const { rows } = await sql<HoursColumns>`
    select ${hoursColumns} from ${hoursTables} where m.org_id = ${orgId} and m.id = any(${personIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, hoursOf(row)]))
}

export const findHoursRow = (db: Db, orgId: string, personId: string): Promise<HoursRow | undefined> =>
  db.selectFrom('work_hours').selectAll().where('org_id', '=', orgId).where('id', '=', personId).executeTakeFirst()

/** `own`: the single days that a member has set, apart from those of the business. */
export const showHoursOf = (
  hours: Hours,
  { own, business }: { readonly own: HoursRow | undefined; readonly business: HourDates },
): z.output<typeof WorkHours> => ({
  ...{ user_id: hours.personId, timezone: hours.zone, weekly: hours.weekly as Record<string, string[][]> },
  ...{ dates: (own?.dates ?? {}) as HourDates, business_dates: business, is_usual: (own?.weekly ?? null) === null },
})

/** The windows of a day on the wall, in order. */
export const windowsOn = ({ weekly, dates }: Hours, day: string): readonly (readonly [string, string])[] =>
  (dates[day] ?? weekly[weekdayOf(day)] ?? []).map(([from = '00:00', to = '24:00']) => [from, to])

/** The days of a zone that touch a time, in order. */
export const daysBetween = (fromMs: number, toMs: number, zone: string): string[] => {
  const days = [dayOf(fromMs, zone)]
  const last = dayOf(toMs, zone)
  for (let day = days[0] as string; day < last; ) {
    day = addDays(day, 1)
    days.push(day)
  }
  return days
}

/** The zone in which a person can be booked: that of their working hours, else their own, else the workspace's. */
export const findHostZone = async (db: Db, orgId: string, personId: string): Promise<string> =>
  (await findHours(db, orgId, [personId])).get(personId)?.zone ?? 'UTC'
