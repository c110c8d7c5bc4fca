import { z } from 'zod'

/**
 * The version of the zone database that decides here, such as `2026c`: the runtime's own. It is stored beside each wall clock, so that
 * an update of the rules can be told (decision 0063).
 */
export const tzVersion: string = process.versions.tz ?? 'unknown'

/** Names that a zone is written by, each looked up once: the runtime knows some 600. */
const known = new Map<string, boolean>()

/** Whether the runtime knows a name of the IANA database, links such as `Asia/Calcutta` included; offsets such as `+02:00` are no zones. */
export const isZone = (name: string): boolean => {
  const before = known.get(name)
  if (before !== undefined) return before
  const is = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name) && isTaken(name)
  // Callers choose the names: what is no zone is not kept.
  if (is) known.set(name, is)
  return is
}

const isTaken = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A zone of the IANA database, kept as given. */
export const TimeZone = z
  .string()
  .trim()
  .refine(isZone, 'is not a known time zone')
  .describe('IANA time zone, such as Europe/Berlin')

/** Zones as a list offers them, by name; a browser's may be another name of one of them. */
export const zoneNames = (): readonly string[] => Intl.supportedValuesOf('timeZone')
