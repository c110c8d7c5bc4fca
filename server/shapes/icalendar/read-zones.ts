import { offsetMsAt } from '../wall-clocks.ts'
import { isZone } from '../zones.ts'
import { type Marks, makeMarks } from './bounds.ts'
import { type Component, propertiesOf, propertyOf, readComponents, textOf } from './read-lines.ts'
import { expandRule } from './read-rules.ts'
import { dayMs, readWall } from './read-times.ts'
import { windowsZones } from './windows-zones.ts'

/** Windows' names are compared without their case. */
const windowsNames = new Map(Object.entries(windowsZones).map(([name, zone]) => [name.toLowerCase(), zone]))

/**
 * The zone of the runtime's database that a name stands for; null for a name that says nothing. IANA names, also behind a path
 * (`/mozilla.org/20070129_1/Europe/Berlin`), those of Windows, and offsets (`GMT+0200`).
 */
export const zoneByName = (written: string): string | null => {
  const name = written.trim().replace(/^["']|["']$/g, '')
  if (name.length > 200) return null
  if (isZone(name)) return name
  const windows = windowsNames.get(name.toLowerCase())
  if (windows) return windows
  const parts = name.split('/').filter(Boolean)
  // The longest end that is a zone: America/Argentina/Ushuaia before Ushuaia.
  for (const length of [3, 2]) {
    const end = parts.slice(-length).join('/')
    if (parts.length >= length && isZone(end)) return end
  }
  if (/^(?:z|utc|gmt|etc\/(?:utc|gmt))$/i.test(name)) return 'UTC'
  const offset = /^\(?(?:utc|gmt)([+-])(\d{1,2}):?(\d{2})?\)?$/i.exec(name)
  if (offset === null) return null
  const [, sign = '+', hours = '0', minutes = '00'] = offset
  return Number(hours) > 14 || Number(minutes) > 59 ? null : `${sign}${hours.padStart(2, '0')}:${minutes}`
}

/**
 * What the zone names of one text stand for. A name that is known counts, whatever definition comes with it: there is one zone database,
 * the runtime's. A private name is known by its X-LIC-LOCATION, else by its offsets.
 */
export const makeZoneReader = (
  components: readonly Component[],
  { zone: ownZone, nearMs, marks }: { readonly zone: string; readonly nearMs: number; readonly marks: Marks },
) => {
  const definitions = new Map<string, Component>()
  for (const each of components) {
    if (each.name === 'vtimezone') definitions.set(textOf(propertyOf(each, 'tzid')), each)
  }
  const known = new Map<string, string>()
  let comparisons = 0

  const find = (name: string): string => {
    const named = zoneByName(name)
    if (named) return named
    const definition = definitions.get(name.trim())
    const location = definition && zoneByName(textOf(propertyOf(definition, 'x-lic-location')))
    if (location) return location
    const alike = definition && comparisons++ < mostComparisons ? zoneByOffsets(definition, nearMs) : null
    if (!alike) marks.add('zone_unknown')
    else if (!alike.isSure) marks.add('zone_guessed')
    return alike?.zone ?? ownZone
  }

  /** Of null, for a time that floats: that of the reader. */
  return (name: string | null): string => {
    if (name === null) return ownZone
    const before = known.get(name)
    if (before) return before
    const zone = find(name)
    // Every line can name another.
    if (known.size < 1_000) known.set(name, zone)
    return zone
  }
}

/** Each takes some ms. A calendar has one or two private names. */
const mostComparisons = 20

/** The zone that a calendar says it is in, by a VTIMEZONE (RFC 4791, 5.2.2); null where it says none that is known. */
export const zoneOfDefinition = (text: string, nearMs: number): string | null => {
  const marks = makeMarks()
  const definition = readComponents(text, marks).components.find(({ name }) => name === 'vtimezone')
  if (!definition) return null
  const zone = makeZoneReader([definition], { zone: '', nearMs, marks })(textOf(propertyOf(definition, 'tzid')))
  return zone !== '' && marks.all().length === 0 && isZone(zone) ? zone : null
}

interface Change {
  readonly ms: number
  readonly before: number
  readonly after: number
}

/** How long the offsets of a definition are compared with those of zones, a week apart. */
const comparedDays = 2 * 366

/** The zone whose clocks show the same for a year before and after; the nearest where none does. Null where nothing is defined. */
const zoneByOffsets = (definition: Component, nearMs: number): { readonly zone: string; readonly isSure: boolean } | null => {
  const from = nearMs - (comparedDays / 2) * dayMs
  const changes = changesIn(definition, from, from + comparedDays * dayMs)
  const [first] = changes
  if (!first) return null
  const probes = Array.from({ length: Math.floor(comparedDays / 7) }, (_, week) => {
    const ms = from + week * 7 * dayMs
    return { ms, offset: changes.findLast((each) => each.ms <= ms)?.after ?? first.before }
  })
  let best = { zone: '', differing: Number.POSITIVE_INFINITY }
  for (const zone of candidates) {
    let differing = 0
    for (const { ms, offset } of probes) {
      if (offsetMsAt(ms, zone) !== offset && ++differing >= best.differing) break
    }
    if (differing < best.differing) best = { zone, differing }
    if (differing === 0) break
  }
  return { zone: best.zone, isSure: best.differing === 0 }
}

/** The most usual first: several agree. Those that Windows knows are of every rule that is in force; all 600 take two seconds. */
const candidates = new Set([
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
  ...Object.values(windowsZones),
])

/** The changes of offset of a VTIMEZONE (RFC 5545, 3.6.5), in their order, as far as they matter between two instants. */
const changesIn = (definition: Component, from: number, to: number): Change[] => {
  const changes = definition.components.flatMap((observance): Change[] => {
    const start = readWall(propertyOf(observance, 'dtstart')?.values[0])
    const before = readOffset(propertyOf(observance, 'tzoffsetfrom')?.values[0])
    const after = readOffset(propertyOf(observance, 'tzoffsetto')?.values[0])
    if (!start || before === null || after === null) return []
    const rule = propertyOf(observance, 'rrule')
    // Wall clocks as if they were UTC, a year more than is asked for: a change from before lasts until the next.
    const bounds = { fromMs: from - 400 * dayMs, toMs: to + dayMs, most: 50 }
    const ruled = rule ? expandRule(rule.values[0], { zone: 'UTC', wallMs: start.wallMs, isDay: false }, bounds) : null
    const named = propertiesOf(observance, 'rdate').flatMap(({ values }) => values.map((each) => readWall(each)?.wallMs ?? []))
    const walls = [start.wallMs, ...named.flat(), ...(ruled?.outcome === 'expanded' ? ruled.starts.map(({ ms }) => ms) : [])]
    return walls.map((wallMs) => ({ ms: wallMs - before, before, after }))
  })
  return changes.sort((one, other) => one.ms - other.ms)
}

/** `+01:00`, `-03:30:00` → ms. */
const readOffset = (value: unknown): number | null => {
  const match = typeof value === 'string' ? /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(value) : null
  if (!match) return null
  const [, sign, hours, minutes, seconds = '0'] = match
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -ms : ms
}
