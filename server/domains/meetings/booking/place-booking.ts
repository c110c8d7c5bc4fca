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

/**
 * Finds hosts for a start and locks their time; null where the start is not offered, or no more. Only who is chosen is locked, and looked
 * at again under the lock: what another booking or the copy of a calendar wrote before counts. So bookings of different hosts do not wait
 * for each other.
 */
export const findPlace = async (
  db: Db,
  orgId: string,
  hosted: Hosted,
  {
    start,
    now,
    except = null,
    kept = [],
  }: { readonly start: Date; readonly now: Date; readonly except?: string | null; readonly kept?: readonly string[] },
): Promise<Placed | null> => {
  const time = { from: start.getTime(), to: start.getTime() + 1 }
  const look = async (hosts: Hosted['hosts']) => {
    const { offers, zones } = await findOffersOfHosts(db, orgId, { ...hosted, hosts }, { time, now, except })
    return { free: offers.get(start.getTime()) ?? [], zones }
  }
  // Where there is no choice, all of them are needed: one look, under the lock.
  const hasNoChoice = hosted.type.mode === 'collective' || hosted.hosts.length === 1
  const all = hosted.hosts.map(({ id }) => id)
  // They leave together, and the database runs them one after the other.
  const [, { free: found, zones }] = await Promise.all([hasNoChoice ? lockHosts(db, orgId, all) : null, look(hosted.hosts)])
  let free: readonly string[] = found
  for (let round = 0; free.length > 0; round++) {
    const { hosts, because } = await chooseHosts(db, orgId, hosted, free, { start, kept })
    const zone = zones.get(hosts[0] as string) ?? 'UTC'
    const placed = {
      hosts,
      because,
      zones,
      columns: { ...timeColumns(hosted.type, start, zone), because: JSON.stringify(because) },
    }
    if (hasNoChoice) return placed
    const isLocked = round === 0 ? await lockHosts(db, orgId, hosts) : await tryLockHost(db, orgId, hosts[0] as string)
    if (isLocked && (await look(hosted.hosts.filter(({ id }) => hosts.includes(id)))).free.length > 0) return placed
    free = free.filter((id) => !hosts.includes(id))
  }
  return null
}

/** What a booking keeps of its time: the instants, and what the wall of its first host showed by the rules of today. */
export const timeColumns = (type: Hosted['type'], start: Date, zone: string): Omit<Placed['columns'], 'because'> => {
  const { date, time } = wallClockOf(start, zone)
  return {
    starts_at: start,
    ends_at: new Date(start.getTime() + type.minutes * minuteMs),
    wall_clock: `${date}T${time}`,
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
      .values({ org_id: orgId, event_type_id: type.id, ...placed.columns, ...row, hold_expires_at: heldUntil })
      .returningAll()
      .executeTakeFirstOrThrow(),
    takeSpans(db, orgId, { bookingId: row.id, hosts: placed.hosts, span, state: row.state, heldUntil, now, isNew: true }),
  ])
  return hasTaken ? booking : null
}
