import { atLeast, type Role } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import type { Fail } from '#core/errors.ts'
import type { BookingRow } from './bookings.ts'
import { findHostIds } from './spans.ts'

/** A booking that was found, if the caller may decide about it: a host of it, an admin, or a key with the right. A hold is none. */
export const ownBooking = async (
  {
    db,
    org,
    person,
  }: {
    readonly db: Db
    readonly org: { readonly id: string }
    readonly person: { readonly id: string; readonly role: Role } | null
  },
  booking: BookingRow | undefined,
  fail: Fail<'booking_not_found' | 'forbidden'>,
): Promise<BookingRow> => {
  if (!booking || booking.state === 'held' || booking.state === 'expired')
    throw fail('booking_not_found', { field: 'bookingId' })
  // A key may what it is allowed; a member only what is theirs.
  if (person && !atLeast(person.role, 'admin') && !(await findHostIds(db, org.id, booking.id)).includes(person.id))
    throw fail('forbidden')
  return booking
}
