import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { newToken } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import { choice } from '#shapes'

/**
 * held → pending or confirmed; pending → confirmed or declined; confirmed → pending, where its booker moves what needs approval; each of
 * them → cancelled. A hold that ran out is expired. What is cancelled, declined or expired takes no time and comes back no more.
 */
export const bookingStates = ['held', 'pending', 'confirmed', 'cancelled', 'declined', 'expired'] as const
export const BookingState = choice('BookingState', bookingStates)
export type BookingState = z.output<typeof BookingState>

export type BookingRow = Selectable<Tables['bookings']>

export const isStanding = (booking: Pick<BookingRow, 'state'>): boolean =>
  booking.state === 'pending' || booking.state === 'confirmed'

export const findBooking = (db: Db, orgId: string, id: string): Promise<BookingRow | undefined> =>
  db.selectFrom('bookings').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** Finds a booking and locks it until the transaction ends; hosts are locked before (`lockHosts`). */
export const lockBooking = (db: Db, orgId: string, id: string): Promise<BookingRow | undefined> =>
  db.selectFrom('bookings').selectAll().where('org_id', '=', orgId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

// ── Links ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A token of a link as a caller sends it. */
export const BookingToken = z.string().trim().min(20).max(100).describe('The token of the link in the email')

export interface BookingTokens {
  /** Leads to the room: for life the same. */
  readonly meet: string
  /** Shows, moves and cancels it. */
  readonly manage: string
}

export const sealOf = (bookingId: string): string => `booking ${bookingId}`

/** Makes the links of a booking; they are stored sealed, and found by their digests, which are for the caller to enter. */
export const makeTokens = (db: Db, orgId: string, bookingId: string, vault: Vault) => {
  const tokens: BookingTokens = { meet: newToken(), manage: newToken() }
  const rows = (['meet', 'manage'] as const).map((kind) => ({
    ...{ org_id: orgId, booking_id: bookingId, kind },
    token_hash: hashToken(tokens[kind]),
  }))
  return {
    tokens,
    sealed: vault.seal(JSON.stringify(tokens), sealOf(bookingId)),
    enter: () => db.insertInto('directory.booking_links').values(rows).execute(),
  }
}

/** Throws for a hold, which has no links. */
export const tokensOf = (vault: Vault, booking: Pick<BookingRow, 'id' | 'tokens_sealed'>): BookingTokens => {
  if (booking.tokens_sealed === null) throw new Error('a hold has no links')
  return JSON.parse(vault.open(booking.tokens_sealed, sealOf(booking.id))) as BookingTokens
}

export const meetAddress = (publicUrl: string, { meet }: BookingTokens): string => `${publicUrl}/meet/${meet}`
export const manageAddress = (publicUrl: string, { manage }: BookingTokens): string => `${publicUrl}/booking/${manage}`

export const findBookingLink = (
  db: Db,
  token: string,
  kind: 'meet' | 'manage',
): Promise<{ org_id: string; booking_id: string } | undefined> =>
  db
    .selectFrom('directory.booking_links')
    .select(['org_id', 'booking_id'])
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .executeTakeFirst()

/**
 * What calendars know a booking by, for life. Google makes `<id>@google.com` of the id that its event is given, and a booker who is
 * invited there too must see one event: so it is that, whatever calendar the host has.
 */
export const uidOf = (bookingId: string): string => `${eventIdOf(bookingId)}@google.com`
/** Whose UID this is; null for one of no booking. */
export const bookingIdOf = (uid: string): string | null => {
  const parts = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})@google\.com$/i.exec(uid.trim())
  return parts ? parts.slice(1).join('-').toLowerCase() : null
}
/** Letters a to v and digits, as Google's ids are: those of a UUID are. */
export const eventIdOf = (bookingId: string): string => bookingId.replaceAll('-', '')
