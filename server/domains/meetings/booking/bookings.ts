import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { addressBlock } from '#core/address-blocks.ts'
import type { Db } from '#core/context.ts'
import { newToken } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import { choice } from '#shapes'

/**
 * held → pending or confirmed; pending → confirmed or declined; each of them → cancelled. A hold that ran out is expired. What is
 * cancelled, declined or expired takes no time and comes back no more.
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

// ── How much strangers may book ─────────────────────────────────────────────────────────────────────────────────────

/** A network of an address, /24 or /64, as a digest of its workspace: equal ones can be counted, and nothing more is kept. */
export const networkOf = (orgId: string, clientAddress: string): string => {
  const block = addressBlock(clientAddress)
  const network = block.includes('.') ? block.split('.').slice(0, 3).join('.') : block
  return createHash('sha256').update(`${orgId} ${network}`).digest('base64url').slice(0, 22)
}

const mostOpenOfRecipient = 5
const mostADayOfRecipient = 10
const mostAnHourOfNetwork = 60
const hourMs = 3_600_000

/** Bookings, changes and refusals of one recipient wait for each other until the transaction ends. Before hosts are locked, always. */
export const lockRecipient = (db: Db, orgId: string, emailKey: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`booking ${orgId} ${emailKey}`}, 0))`.execute(db)

/**
 * For how many seconds strangers may cause no more mails to this recipient; null where they may. What is counted is what the recipient was
 * sent of bookings in a day, but for the first mail of a booking that a member made.
 */
export const secondsUntilMail = async (
  db: Db,
  orgId: string,
  { emailKey, now }: { readonly emailKey: string; readonly now: Date },
): Promise<number | null> => {
  const { rows } = await sql<{ created_at: Date }>`
    select e.created_at from bookings b join booking_effects e on e.org_id = b.org_id and e.booking_id = b.id
    where b.org_id = ${orgId} and b.email_key = ${emailKey} and e.kind = 'booker_mail' and e.ref is not null
      and e.created_at > ${new Date(now.getTime() - 24 * hourMs)}
      and not (b.source = 'member' and e.what in ('requested', 'confirmed'))
    order by e.created_at desc limit ${mostADayOfRecipient}`.execute(db)
  return rows.length < mostADayOfRecipient ? null : secondsUntil(rows.at(-1)?.created_at, 24 * hourMs, now)
}

/** For how many seconds a stranger may book no more for this recipient or from this network; null where they may. */
export const secondsUntilAllowed = async (
  db: Db,
  orgId: string,
  { emailKey, network, now }: { readonly emailKey: string; readonly network: string; readonly now: Date },
): Promise<number | null> => {
  const dayAgo = new Date(now.getTime() - 24 * hourMs)
  const hourAgo = new Date(now.getTime() - hourMs)
  const findOfRecipient = db
    .selectFrom('bookings')
    .select(['created_at', 'state', 'ends_at', 'source'])
    .where('org_id', '=', orgId)
    .where('email_key', '=', emailKey)
    .where((where) => where.or([where('created_at', '>', dayAgo), where('ends_at', '>', now)]))
    .orderBy('created_at')
    .limit(200)
    .execute()
  const findOfNetwork = db
    .selectFrom('bookings')
    .select('created_at')
    .where('org_id', '=', orgId)
    .where('network', '=', network)
    .where('created_at', '>', hourAgo)
    .where('state', 'not in', ['held', 'expired'])
    .orderBy('created_at', 'desc')
    .limit(mostAnHourOfNetwork)
    .execute()
  const [ofRecipient, ofNetwork, untilMail] = await Promise.all([
    findOfRecipient,
    findOfNetwork,
    secondsUntilMail(db, orgId, { emailKey, now }),
  ])
  if (untilMail !== null) return untilMail
  const ofToday = ofRecipient.filter(({ created_at, source }) => created_at > dayAgo && source !== 'member')
  if (ofToday.length >= mostADayOfRecipient) return secondsUntil(ofToday.at(-mostADayOfRecipient)?.created_at, 24 * hourMs, now)
  const open = ofRecipient.filter((each) => isStanding(each) && each.ends_at > now && each.source !== 'member')
  const soonest = open.map(({ ends_at }) => ends_at.getTime()).sort((a, b) => a - b)[0]
  if (open.length >= mostOpenOfRecipient && soonest !== undefined) return Math.ceil((soonest - now.getTime()) / 1_000)
  if (ofNetwork.length < mostAnHourOfNetwork) return null
  return secondsUntil(ofNetwork.at(-1)?.created_at, hourMs, now)
}

const secondsUntil = (since: Date | undefined, ms: number, now: Date): number =>
  Math.max(1, Math.ceil(((since?.getTime() ?? now.getTime()) + ms - now.getTime()) / 1_000))

/** Whether the reader of this address has opted out of emails about bookings. */
export const hasRefused = async (db: Db, orgId: string, emailKey: string): Promise<boolean> =>
  (await db
    .selectFrom('booking_refusals')
    .select('at')
    .where('org_id', '=', orgId)
    .where('email_key', '=', emailKey)
    .executeTakeFirst()) !== undefined
