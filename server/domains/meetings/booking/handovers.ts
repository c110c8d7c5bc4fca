import type { Step } from '#core/context.ts'
import { findHours } from '../hours/work-hours.ts'
import type { BookingRow } from './bookings.ts'
import { type ChangeContext, type Changer, rearrange } from './changes.ts'
import { findMembersAmong, type Host, type Hosted } from './event-types.ts'
import { findPlace, timeColumns } from './place-booking.ts'
import { findHostIds, findMemberHostIds } from './spans.ts'

/** Who hosts a booking once it is given to a member: they alone, or beside those of a collective one who are members still. */
export const findHostsWith = async (
  db: Step['db'],
  orgId: string,
  booking: BookingRow,
  { type }: Pick<Hosted, 'type'>,
  hostId: string,
): Promise<Host[]> => {
  const others = type.mode === 'collective' ? await findMemberHostIds(db, orgId, booking.id) : []
  return findMembersAmong(db, orgId, [...new Set([...others, hostId])])
}

/**
 * Gives a booking that the caller has locked with all of them to these hosts, at its own time or another. They must be free then, in their
 * hours; with `isAnyTime` only of other meetings. Null where they are not. At its own time the notice was kept when it was booked.
 */
export const handOver = async (
  context: ChangeContext,
  orgId: string,
  booking: BookingRow,
  { type, hosts }: Hosted,
  { start, isAnyTime }: { readonly start: Date; readonly isAnyTime: boolean },
  changer: Changer,
): Promise<BookingRow | null> => {
  const { db, now } = context
  const because = JSON.stringify({ rule: 'chosen' })
  const before = await findHostIds(db, orgId, booking.id)
  if (isAnyTime) {
    const ids = hosts.map(({ id }) => id)
    const first = ids[0] ?? ''
    const zone = (await findHours(db, orgId, [first])).get(first)?.zone ?? booking.host_zone
    const columns = { ...timeColumns(type, start, zone), because }
    return rearrange(context, orgId, booking, type, { before, hosts: ids, columns }, changer)
  }
  const isSameTime = start.getTime() === booking.starts_at.getTime()
  const offered = isSameTime ? { ...type, notice_minutes: 0 } : type
  const placed = await findPlace(db, orgId, { type: offered, hosts }, { start, now: now(), except: booking.id })
  if (!placed) return null
  return rearrange(context, orgId, booking, type, { ...placed, before, columns: { ...placed.columns, because } }, changer)
}
