/** A time zone as a list offers it. */
export interface ZoneChoice {
  readonly value: string
  readonly label: string
}

const known: readonly ZoneChoice[] = Intl.supportedValuesOf('timeZone').map(choiceOf)

function choiceOf(zone: string): ZoneChoice {
  return { value: zone, label: zone.replaceAll('_', ' ') }
}

/** All zones, and the one that is set: it may be another name of one of them, or unknown to this browser. */
export const zoneChoices = (set: string | null): ZoneChoice[] =>
  set === null || set === '' || known.some(({ value }) => value === set) ? [...known] : [choiceOf(set), ...known]

const days = new Map<string | undefined, Intl.DateTimeFormat>()

/** The day that a zone has at an instant, YYYY-MM-DD; the reader's own where none is given, or the browser knows no such zone. */
export const dayIn = (zone: string | undefined, ms: number): string => {
  const format = days.get(zone) ?? dayFormatOf(zone)
  days.set(zone, format)
  return format.format(new Date(ms))
}

// Swedish dates are those of ISO 8601.
const dayFormatOf = (zone: string | undefined): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat('sv-SE', zone === undefined ? {} : { timeZone: zone })
  } catch {
    return new Intl.DateTimeFormat('sv-SE')
  }
}

/** Where the reader is, as their browser has it. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
