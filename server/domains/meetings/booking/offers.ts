import type { Db } from '#core/context.ts'
import { mostNearest, nearestTimes } from '#shapes/nearest-times.ts'
import { dayOf } from '#shapes/wall-clocks.ts'
import { findHours } from '../hours/work-hours.ts'
import { findHostTimes } from './busy.ts'
import { gridOf, type Hosted, limitsOf, neededOf, type Offering } from './event-types.ts'
import { type Interval, offeredStarts, startsOn } from './slots.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** What of a time an event type can be booked in at all: after its notice, up to its horizon. */
export const bookableTime = ({ type }: Offering, time: Interval, now: Date): Interval => ({
  from: Math.max(time.from, now.getTime() + type.notice_minutes * minuteMs),
  to: Math.min(time.to, now.getTime() + type.horizon_days * dayMs),
})

/** The starts of an event type that can be had in a time, with the hosts who are free at each, in order. */
export const findOffers = async (db: Db, orgId: string, hosted: Offering, asked: AskedOffers): Promise<Map<number, string[]>> =>
  (await findOffersOfHosts(db, orgId, hosted, asked)).offers

interface AskedOffers {
  readonly time: Interval
  readonly now: Date
  readonly except?: string | null
  readonly heldToo?: boolean
}

/** The same, with the zones of the hosts. */
export const findOffersOfHosts = async (
  db: Db,
  orgId: string,
  hosted: Offering,
  { time, now, except = null, heldToo = false }: AskedOffers,
): Promise<{ offers: Map<number, string[]>; zones: ReadonlyMap<string, string> }> => {
  const bookable = bookableTime(hosted, time, now)
  if (bookable.from >= bookable.to || hosted.hosts.length === 0) return { offers: new Map(), zones: new Map() }
  const times = await findHostTimes(
    db,
    orgId,
    hosted.hosts.map(({ id }) => id),
    { time: bookable, now, limitedTypeId: hasLimits(hosted) ? hosted.type.id : null, except, heldToo },
  )
  const { type } = hosted
  return {
    offers: offeredStarts([...times.values()], neededOf(type), gridOf(type), limitsOf(type), bookable),
    zones: new Map([...times].map(([id, { hours }]) => [id, hours.zone])),
  }
}

const hasLimits = ({ type }: Offering): boolean => type.limit_per_day !== null || type.limit_per_week !== null

/** How far around a start others are looked for, a week first. */
const lookAroundDays = [7, 31, 93]

/** The three offered starts that are nearest to one that cannot be had; fewer where there are none. RFC 3339. */
export const findNearest = async (
  db: Db,
  orgId: string,
  hosted: Hosted,
  { start, now, except = null }: { readonly start: Date; readonly now: Date; readonly except?: string | null },
): Promise<string[]> => {
  const horizon = bookableTime(hosted, { from: 0, to: Number.MAX_SAFE_INTEGER }, now)
  // A start far outside of what is offered is nearest to the edge of it.
  const around = Math.min(Math.max(start.getTime(), horizon.from), horizon.to)
  for (const days of lookAroundDays) {
    const time = { from: around - days * dayMs, to: around + days * dayMs }
    const offers = await findOffers(db, orgId, hosted, { time, now, except })
    const nearest = nearestTimes([...offers.keys()], start.getTime())
    if (nearest.length === mostNearest || days === lookAroundDays.at(-1)) return nearest.map((ms) => new Date(ms).toISOString())
  }
  return []
}

/** Whether a start is one that the event type would offer if nothing else took its time: then another meeting has it. */
export const isOnGrid = async (db: Db, orgId: string, hosted: Hosted, start: Date, now: Date): Promise<boolean> => {
  const { from, to } = bookableTime(hosted, { from: start.getTime(), to: start.getTime() + 1 }, now)
  if (from >= to) return false
  const hours = await findHours(
    db,
    orgId,
    hosted.hosts.map(({ id }) => id),
  )
  return [...hours.values()].some((each) =>
    startsOn(each, dayOf(start, each.zone), gridOf(hosted.type)).includes(start.getTime()),
  )
}
