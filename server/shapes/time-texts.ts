import { isRepeated, wallClockOf } from './wall-clocks.ts'

/** A time as people read it, in a language and a zone. */
export interface TimeText {
  /** `Friday, 27 November 2026` */
  readonly day: string
  /** `10:00` or `10:00 AM`, with the offset where the hour is repeated: `02:30 (UTC+01:00)`. */
  readonly time: string
  /** `Central European Standard Time (Europe/Berlin)` */
  readonly zone: string
  /** `Berlin` */
  readonly city: string
  /** `Fri, 27 Nov, 10:00`: for lists. */
  readonly short: string
  /** All of it in one line. */
  readonly whole: string
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Languages and zones that are in use; one costs 30 µs to make and 10 KB to keep. */
const mostFormats = 200

const formatOf = (locale: string, zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${zone} ${name}`
  const before = formats.get(key)
  if (before) return before
  if (formats.size >= mostFormats) formats.clear()
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' })
  formats.set(key, made)
  return made
}

/** The language and the zone in which a person reads times. */
export interface Clock {
  readonly locale: string
  readonly zone: string
}

/**
 * Writes a time for people: the one function by which page, mail, calendar file, app and reminder say when something is (decision 0063).
 * What it says comes from the zone tables of the server, never from a visitor's browser or from SQL. Each part is written when it is read:
 * a month of slots reads the times alone, at a quarter of what all parts take.
 */
export const sayTime = (instant: Date, { locale, zone }: Clock): TimeText => ({
  get day() {
    return formatOf(locale, zone, 'day', { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }).format(instant)
  },
  get time() {
    const clock = formatOf(locale, zone, 'time', { timeStyle: 'short' }).format(instant)
    return isRepeated(instant, zone) ? `${clock} (UTC${wallClockOf(instant, zone).offset})` : clock
  },
  get zone() {
    return `${partOf(formatOf(locale, zone, 'zone', { timeZoneName: 'long' }), instant)} (${zone})`
  },
  get city() {
    return cityOf(zone)
  },
  get short() {
    const day = formatOf(locale, zone, 'short', { weekday: 'short', day: 'numeric', month: 'short' }).format(instant)
    return `${day}, ${this.time}`
  },
  get whole() {
    return `${this.day}, ${this.time}, ${this.zone}`
  },
})

const partOf = (format: Intl.DateTimeFormat, instant: Date): string =>
  format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** The place in the name of a zone: `America/Argentina/Buenos_Aires` is Buenos Aires. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
