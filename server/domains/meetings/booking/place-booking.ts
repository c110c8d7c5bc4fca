import type { Insertable } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { wallClockOf } from '#shapes/wall-clocks.ts'
import { tzVersion } from '#shapes/zones.ts'
import type { BookingRow } from './bookings.ts'
import { gridOf, type Hosted } from './event-types.ts'
import { chooseHosts, type HostReason } from './host-choice.ts'
import { findOffersOfHosts } from './offers.ts'
import { spanOf } from './slots.ts'
import { lockHosts, takeSpans, tryLockHost } from './spans.ts'

const minuteMs = 60_000

export interface Placed {
  readonly hosts: readonly string[]
  readonly because: HostReason
  /** Of the hosts. */
  readonly zones: ReadonlyMap<string, string>
  readonly columns: Pick<
    Insertable<Tables['bookings']>,
    'starts_at' | 'ends_at' | 'wall_clock' | 'host_zone' | 'tz_version' | 'because'
  >
}

interface AskedPlace {
  readonly start: Date
  readonly now: Date
  readonly except?: string | null
  /** Who hosts the booking until now. */
  readonly kept?: readonly string[]
}

/** Whether the event type has several hosts of whom one is chosen. */
export const hasChoice = ({ type, hosts }: Hosted): boolean => type.mode !== 'collective' && hosts.length > 1

/**
 * Finds hosts for a start and locks their time; null where the start is not offered, or no more. All hosts are locked first, and looked at
 * under the lock: what another booking or the copy of a calendar wrote before counts, and one that was given up takes nothing.
 */
export const findPlace = async (db: Db, orgId: string, hosted: Hosted, asked: AskedPlace): Promise<Placed | null> => {
  const all = hosted.hosts.map(({ id }) => id)
  // They leave together, and the database runs them one after the other.
  const [, { free, zones }] = await Promise.all([lockHosts(db, orgId, all), whoIsFree(db, orgId, hosted, asked)])
  return free.length === 0 ? null : choose(db, orgId, hosted, { free, zones }, asked)
}

/**
 * The same, where of several hosts only who is chosen is locked: bookings of different hosts do not wait for each other. `locked` where it
 * cannot be said so, for another transaction has a host who may be free: it can be about another time, or be given up. Then `findPlace`
 * answers, in a transaction of its own: in this one hosts are locked already, and waiting for more could be a ring.
 */
export const tryFindPlace = async (
  db: Db,
  orgId: string,
  hosted: Hosted,
  asked: AskedPlace,
): Promise<Placed | 'locked' | null> => {
  if (!hasChoice(hosted)) return findPlace(db, orgId, hosted, asked)
  const { free: found, zones } = await whoIsFree(db, orgId, hosted, asked)
  let free: readonly string[] = found
  let isLocked = false
  for (let round = 0; free.length > 0; round++) {
    const placed = await choose(db, orgId, hosted, { free, zones }, asked)
    const [chosen = ''] = placed.hosts
    const isOurs = round === 0 ? await lockHosts(db, orgId, [chosen]) : await tryLockHost(db, orgId, chosen)
    const hosts = hosted.hosts.filter(({ id }) => id === chosen)
    if (isOurs && (await whoIsFree(db, orgId, { ...hosted, hosts }, asked)).free.length > 0) return placed
    isLocked ||= !isOurs
    free = free.filter((id) => id !== chosen)
  }
  return isLocked ? 'locked' : null
}

const whoIsFree = async (db: Db, orgId: string, hosted: Hosted, { start, now, except = null }: AskedPlace) => {
  const time = { from: start.getTime(), to: start.getTime() + 1 }
  const { offers, zones } = await findOffersOfHosts(db, orgId, hosted, { time, now, except })
  return { free: offers.get(start.getTime()) ?? [], zones }
}

const choose = async (
  db: Db,
  orgId: string,
  hosted: Hosted,
  { free, zones }: { readonly free: readonly string[]; readonly zones: ReadonlyMap<string, string> },
  { start, kept = [] }: AskedPlace,
): Promise<Placed> => {
  const { hosts, because } = await chooseHosts(db, orgId, hosted, free, { start, kept })
  const zone = zones.get(hosts[0] as string) ?? 'UTC'
  return {
    ...{ hosts, because, zones },
    columns: { ...timeColumns(hosted.type, start, zone), because: JSON.stringify(because) },
  }
}

/** What a wall shows: `2027-01-15T09:00`. */
export const wallOf = (at: Date, zone: string): string => {
  const { date, time } = wallClockOf(at, zone)
  return `${date}T${time}`
}

/** What a booking keeps of its time: the instants, and what the wall of its first host showed by the rules of today. */
export const timeColumns = (type: Hosted['type'], start: Date, zone: string): Omit<Placed['columns'], 'because'> => {
  return {
    starts_at: start,
    ends_at: new Date(start.getTime() + type.minutes * minuteMs),
    wall_clock: wallOf(start, zone),
    host_zone: zone,
    tz_version: tzVersion,
  }
}

/** Writes a booking and takes the time of its hosts; null where another has it meanwhile. The transaction is given up then. */
export const enterBooking = async (
  db: Db,
  orgId: string,
  { type }: Hosted,
  placed: Placed,
  row: Omit<Insertable<Tables['bookings']>, keyof Placed['columns'] | 'org_id' | 'event_type_id' | 'state'> & {
    readonly id: string
    readonly state: 'held' | 'pending' | 'confirmed'
  },
  { now, heldUntil = null }: { readonly now: Date; readonly heldUntil?: Date | null },
): Promise<BookingRow | null> => {
  const span = spanOf(new Date(placed.columns.starts_at).getTime(), gridOf(type))
  // They leave together, and the database runs them one after the other.
  const [booking, hasTaken] = await Promise.all([
    db
      .insertInto('bookings')
      .values({
        ...{ org_id: orgId, event_type_id: type.id, ...placed.columns, ...row, hold_expires_at: heldUntil },
        booker_wall_clock: wallOf(new Date(placed.columns.starts_at), row.zone),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
    takeSpans(db, orgId, { bookingId: row.id, hosts: placed.hosts, span, state: row.state, heldUntil, now, isNew: true }),
  ])
  return hasTaken ? booking : null
}
