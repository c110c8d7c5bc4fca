import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { addDays, clockMinutes, PlainDay, wallClockOf, weekdayOf, weekdays } from '#shapes/wall-clocks.ts'
import { readersClock } from './booking-views.ts'
import { CalendarEntry, findCalendarEntries } from './calendar-entries.ts'
import { wallDays } from './calendar-parts.ts'
import { CalendarPerson, findCalendarPeople } from './calendar-people.ts'

const mostDays = 42
const mostUsers = 20
const mostEntries = 2_000

export const listCalendar = action({
  name: 'list-calendar',
  summary: 'List what a calendar page shows',
  description:
    'Bookings, events of the calendars that are read, and absences on some days, of yourself or of several members, by start. Days and minutes are those of the wall in your time zone, so that a page can draw them as they are. Of colleagues, events are `Busy` unless their owner shares the calendar, private events always, and what takes no time is left out then; bookings are the workspace’s, and are named. Ids that are no members of the workspace are left out. `people` lists the members and how old the copies of their calendars are.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({
    from: PlainDay.refine((day) => day >= '2000-01-01' && day <= '2199-12-31', 'must be between 2000 and 2199')
      .optional()
      .describe('The first day; default: today in your time zone'),
    align: z.enum(['day', 'week']).default('day').describe('`week`: begin with the Monday of that day'),
    days: z.int().min(1).max(mostDays).default(7),
    userIds: z.array(z.uuid()).max(mostUsers).optional().describe('Default: yourself'),
  }),
  output: z.object({
    time_zone: z.string(),
    today: z.iso.date(),
    now_minute: z.int().describe('Of the clock, today'),
    dates: z.array(z.iso.date()),
    entries: z.array(CalendarEntry),
    is_cut: z.boolean().describe(`There are more than the ${mostEntries} entries that are listed`),
    people: z.array(CalendarPerson),
  }),
  errors: [],
  examples: [{ title: 'A week of your own', input: { from: '2027-03-01', days: 7 } }],

  async run({ from, align, days, userIds }, { db, org, person, now }) {
    const reader = await readersClock(db, org.id, person.id)
    const { zone } = reader
    const clock = wallClockOf(now(), zone)
    const people = await findCalendarPeople(db, org.id, { id: person.id, ...reader }, now())
    const known = new Set(people.map(({ id }) => id))
    const day = from ?? clock.date
    const first = align === 'week' ? addDays(day, -weekdays.indexOf(weekdayOf(day))) : day
    const dates = wallDays(first, days, zone)
    const { entries, isCut } = await findCalendarEntries(db, org.id, {
      viewer: { id: person.id, role: person.role, ...reader },
      userIds: [...new Set(userIds ?? [person.id])].filter((id) => known.has(id)),
      ...{ days: dates, now: now(), limit: mostEntries },
    })
    return {
      ...{ time_zone: zone, today: clock.date, now_minute: clockMinutes(clock.time), dates: dates.map(({ date }) => date) },
      ...{ entries, is_cut: isCut, people },
    }
  },
})
