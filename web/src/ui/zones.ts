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

/** Where the reader is, as their browser has it. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
