/*
 * What clocks show, for expressions that may ask a thousand times: one formatter a zone, 2 µs, and the same time for each year.
 * `wall-clocks.ts` knows gaps and repeated hours, and looks for the changes of a zone, at 200 µs for a year it has not seen.
 */

export interface Clock {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** One costs 30 µs to make and 10 KB to keep. */
const mostFormats = 200

/** A formatter that is kept. Throws a `RangeError` for a zone that the runtime does not know. */
export const formatOf = (
  locale: string,
  zone: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  const key = `${locale} ${zone} ${name}`
  const before = formats.get(key)
  if (before) return before
  if (formats.size >= mostFormats) formats.clear()
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' })
  formats.set(key, made)
  return made
}

const clockOptions: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
}

/** What a calendar and a clock on a wall of a zone show, in the years 1 to 9999. */
export const clockOf = (ms: number, zone: string): Clock => {
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] =
    formatOf('en-US', zone, 'clock', clockOptions).format(ms).match(/\d+/g)?.map(Number) ?? []
  return { year, month, day, hour, minute, second }
}

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0')

/** `2026-11-27` */
export const dayText = ({ year, month, day }: Clock): string => `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
/** `09:00` */
export const hourText = ({ hour, minute }: Clock): string => `${padded(hour, 2)}:${padded(minute, 2)}`

/** How far clocks of a zone are ahead of UTC at an instant, in ms. */
export const offsetAt = (ms: number, zone: string): number => {
  const { year, month, day, hour, minute, second } = clockOf(ms, zone)
  const shown = new Date(0)
  shown.setUTCFullYear(year, month - 1, day)
  shown.setUTCHours(hour, minute, second)
  return shown.getTime() - Math.floor(ms / 1_000) * 1_000
}

/** Whether a text names a zone that the runtime knows; offsets are no zones. Works in the browser, too. */
export const isZoneName = (name: string): boolean => {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    formatOf('en-US', name, 'clock', clockOptions)
    return true
  } catch {
    return false
  }
}
