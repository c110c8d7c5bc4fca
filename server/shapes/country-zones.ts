import { wallClockOf } from './wall-clocks.ts'

const monthMs = 30 * 86_400_000

/**
 * The zone of a country all of which shows the same time, through the year; null of others, such as the United States, and of what is no
 * country. `country`: two letters, as ISO 3166 has them.
 */
export const zoneOfCountry = (country: string, now = Date.now()): string | null => {
  const [first, ...others] = zonesOf(country)
  if (first === undefined) return null
  const months = Array.from({ length: 13 }, (_, month) => now + month * monthMs)
  const offsets = (zone: string): string => months.map((ms) => wallClockOf(ms, zone).offset).join()
  return others.every((zone) => offsets(zone) === offsets(first)) ? first : null
}

/** By name. The types of the language do not know it yet. */
const zonesOf = (country: string): readonly string[] => {
  if (!/^[A-Z]{2}$/.test(country)) return []
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones(): string[] | undefined }
  return locale.getTimeZones() ?? []
}
