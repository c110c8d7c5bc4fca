import { cityOf } from '#shapes/time-texts.ts'
import { type Weekday, weekdays } from '#shapes/wall-clocks.ts'
import type { Schedule } from './schedules.ts'

const dayNames: Readonly<Record<Weekday, string>> = {
  mon: 'Mondays',
  tue: 'Tuesdays',
  wed: 'Wednesdays',
  thu: 'Thursdays',
  fri: 'Fridays',
  sat: 'Saturdays',
  sun: 'Sundays',
}

/** Words for a schedule, in plain English: `On weekdays at 09:00, Berlin time`. A cron line that says what a rule says has the rule's words. */
export const wordsOf = (schedule: Schedule): string => {
  const known = 'cron' in schedule ? ruleOf(schedule.cron, schedule.zone) : schedule
  return known ? ruleWords(known) : `By cron: ${'cron' in schedule ? schedule.cron : ''}${zoneWords(schedule.zone)}`
}

type Rule = Exclude<Schedule, { cron: string }>

const ruleWords = (rule: Rule): string => {
  switch (rule.every) {
    case 'minutes':
      return rule.minutes === 1 ? 'Every minute' : `Every ${rule.minutes} minutes`
    case 'hour':
      return `Every hour ${pastWords(rule.minute ?? 0)}${zoneWords(rule.zone)}`
    case 'day':
      return `Every day at ${rule.at}${zoneWords(rule.zone)}`
    case 'weekday':
      return `On weekdays at ${rule.at}${zoneWords(rule.zone)}`
    case 'week':
      return `On ${listed(rule.on.map((day) => dayNames[day]))} at ${rule.at}${zoneWords(rule.zone)}`
    default:
      return `${monthWords(rule.on)} at ${rule.at}${zoneWords(rule.zone)}`
  }
}

const pastWords = (minute: number): string =>
  minute === 0 ? 'on the hour' : `at ${minute} ${minute === 1 ? 'minute' : 'minutes'} past`

const monthWords = (on: number | 'last'): string => {
  if (on === 'last') return 'On the last day of each month'
  return on > 28
    ? `On the ${ordinal(on)} of each month, in shorter ones on the last day,`
    : `On the ${ordinal(on)} of each month`
}

const endings = ['th', 'st', 'nd', 'rd']
const ordinal = (day: number): string => `${day}${(day > 3 && day < 21 ? undefined : endings[day % 10]) ?? 'th'}`

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const zoneWords = (zone: string): string => (/^(Etc\/)?UTC$/.test(zone) ? ', UTC' : `, ${cityOf(zone)} time`)

/** The rule that comes at the same times as a cron line; null for a line that no rule says. */
export const ruleOf = (cron: string, zone: string): Rule | null => {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.split(' ')
  if (month !== '*' || !/^\d+$/.test(minute)) return cron === '* * * * *' ? { every: 'minutes', minutes: 1, zone } : null
  if (hour === '*' && day === '*' && weekday === '*') return { every: 'hour', minute: Number(minute), zone }
  if (!/^\d+$/.test(hour)) return null
  const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (weekday !== '*') return day === '*' ? weekRule(weekday, at, zone) : null
  if (day === '*') return { every: 'day', at, zone }
  if (day.toUpperCase() === 'L') return { every: 'month', on: 'last', at, zone }
  // A cron line leaves out the months that do not have the day.
  return /^\d+$/.test(day) && Number(day) <= 28 ? { every: 'month', on: Number(day), at, zone } : null
}

const weekRule = (weekday: string, at: string, zone: string): Rule | null => {
  if (/^(1-5|mon-fri)$/i.test(weekday)) return { every: 'weekday', at, zone }
  const days = weekday.toLowerCase().split(',').map(dayOf)
  return days.every((day) => day !== undefined)
    ? { every: 'week', on: weekdays.filter((day) => days.includes(day)), at, zone }
    : null
}

/** 0 and 7 are Sunday. */
const dayOf = (name: string): Weekday | undefined =>
  /^[0-7]$/.test(name) ? weekdays[(Number(name) + 6) % 7] : weekdays.find((day) => day === name)
