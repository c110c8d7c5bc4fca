import { Cron, CronPattern } from 'croner'

/**
 * Cron lines of five parts, by croner. It reads them and walks the calendar; what instant a wall clock is in a zone is said by
 * `wall-clocks.ts`, as everywhere (decision 0103).
 */

/** Lists and ranges are named times, such as 2 and 14 o'clock. */
const rule = { fixedTimeRule: 'no-wildcard' } as const

/** Whether croner reads a line of five parts. */
export const isRead = (cron: string): boolean => {
  try {
    return new CronPattern(cron, undefined, { mode: '5-part', ...rule }).mode === '5-part'
  } catch {
    return false
  }
}

/** Years of all fourteen kinds: each first weekday, with and without a leap day. What comes in none of them comes in no year. */
export const yearsOfAllKinds = [2024, 2025, 2026, 2027, 2028, 2029, 2030, 2032, 2033, 2034, 2036, 2040, 2044, 2048]
const beforeThem = new Date('2023-12-31T23:59:59Z')

/** Whether a line that can be read ever comes. Without the years croner takes up to 0.3 s to say no. */
export const comesEver = (cron: string): boolean =>
  new Cron(`0 ${cron} ${yearsOfAllKinds.join(',')}`, { mode: '7-part', utcOffset: 0, ...rule }).nextRun(beforeThem) !== null

/** Whether a line names its times: neither `*` nor `/` in minute or hour. */
export const isNamed = (cron: string): boolean => !/[*/?]/.test(cron.split(' ').slice(0, 2).join(' '))

/** What clocks show when a line comes, in order after `shown`, as ms of clocks in UTC; to the minute. */
export function* shownTimes(cron: string, shown: number): Generator<number, void> {
  const walk = new Cron(cron, { mode: '5-part', utcOffset: 0, ...rule })
  for (let next = walk.nextRun(new Date(shown)); next; next = walk.nextRun(next)) yield next.getTime()
}
