import type { Db } from '#core/context.ts'
import { digestId } from '#core/ids.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import type { BookingLetter } from './booking-mails.ts'
import { type BookingRow, meetAddress } from './bookings.ts'
import { type ChangeContext, findTypeOf, letterOf } from './changes.ts'
import { placeOf } from './event-types.ts'

/** Where a meeting takes place online; null while it has no room, or has none at all. */
export const findRoom = async (db: Db, booking: BookingRow, letter: BookingLetter): Promise<string | null> => {
  if (booking.room_url !== null) return booking.room_url
  const place = placeOf(letter.type)
  return place.kind === 'link' ? place.url.replaceAll('{id}', booking.id) : workspaceRoomOf(db, booking, letter)
}

/** The link by which a host joins: that of the emails, where it leads to a room by now. */
export const findJoinLink = async (
  context: Pick<ChangeContext, 'db' | 'settings' | 'vault'>,
  orgId: string,
  booking: BookingRow,
): Promise<string | null> => {
  if (booking.state !== 'confirmed' || booking.tokens_sealed === null) return null
  const letter = await letterOf(context, orgId, booking, await findTypeOf(context.db, orgId, booking))
  const room = await findRoom(context.db, booking, letter)
  const link = meetAddress(context.settings.publicUrl, letter.tokens)
  return room === null || room === link ? null : link
}

/**
 * The workspace's room for a meeting whose hosts have no calendar that makes one; null where one will, or the workspace has no rooms. Its
 * name is made of the secret of the meeting's link: who has not been given that cannot walk in.
 */
const workspaceRoomOf = async (
  db: Db,
  { org_id: orgId }: Pick<BookingRow, 'org_id'>,
  { type, hosts, tokens }: BookingLetter,
): Promise<string | null> => {
  if (placeOf(type).kind !== 'meet') return null
  const pattern = (await findOrganization(db, orgId))?.room_pattern ?? null
  if (pattern === null || hosts.length === 0) return null
  const maker = await db
    .selectFrom('calendars')
    .innerJoin('connections', (join) =>
      join.onRef('connections.org_id', '=', 'calendars.org_id').onRef('connections.id', '=', 'calendars.connection_id'),
    )
    .select('calendars.id')
    .where('calendars.org_id', '=', orgId)
    .where('calendars.is_target', '=', true)
    .where('connections.provider', '=', 'google')
    .where(
      'calendars.person_id',
      'in',
      hosts.map(({ id }) => id),
    )
    .limit(1)
    .executeTakeFirst()
  return maker ? null : pattern.replaceAll('{id}', digestId(`room ${tokens.meet}`).replaceAll('-', ''))
}
