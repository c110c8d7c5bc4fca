import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { addressBlock } from '#core/address-blocks.ts'
import type { BaseContext, Db } from '#core/context.ts'
import { type BookingRow, isStanding } from './bookings.ts'

/* How much people who are not signed in may book. */

/** As the operator has set it. */
type Limits = BaseContext['settings']['strangers']

/** A network of an address, /24 or /64, as a digest of its workspace: equal ones can be counted, and nothing more is kept. */
export const networkOf = (orgId: string, clientAddress: string): string => {
  const block = addressBlock(clientAddress)
  const network = block.includes('.') ? block.split('.').slice(0, 3).join('.') : block
  return createHash('sha256').update(`${orgId} ${network}`).digest('base64url').slice(0, 22)
}

const againMs = 10 * 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const lockOf = (orgId: string, emailKey: string) =>
  sql`pg_advisory_xact_lock(hashtextextended(${`booking ${orgId} ${emailKey}`}, 0))`

/** Bookings, changes and refusals of one recipient wait for each other until the transaction ends. Before hosts are locked, always. */
export const lockRecipient = (db: Db, orgId: string, emailKey: string): Promise<unknown> =>
  sql`select ${lockOf(orgId, emailKey)}`.execute(db)

/**
 * The same for a transaction that reads a few rows by their keys from here on, whatever the values: to plan that each time is a quarter of
 * what a booking costs PostgreSQL.
 */
export const lockRecipientAndPlans = (db: Db, orgId: string, emailKey: string): Promise<unknown> =>
  sql`select ${lockOf(orgId, emailKey)}, set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(db)

const earlierColumns = [
  ...(['id', 'state', 'source', 'created_at', 'starts_at', 'ends_at'] as const),
  ...(['event_type_id', 'network', 'name', 'tokens_sealed'] as const),
] as const
export type EarlierBooking = Pick<BookingRow, (typeof earlierColumns)[number]>

/** The bookings of a recipient that count: of the last day, and those that are ahead; newest first. No limit is set as high as theirs. */
export const findEarlier = (db: Db, orgId: string, emailKey: string, now: Date): Promise<EarlierBooking[]> =>
  db
    .selectFrom('bookings')
    .select(earlierColumns)
    .where('org_id', '=', orgId)
    .where('email_key', '=', emailKey)
    .where((where) => where.or([where('created_at', '>', new Date(now.getTime() - dayMs)), where('ends_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()

/** The booking that the same person made a moment ago from the same network: its links are theirs. */
export const sameOf = (
  earlier: readonly EarlierBooking[],
  wanted: { readonly eventTypeId: string; readonly network: string; readonly name: string; readonly start: Date },
  now: Date,
): EarlierBooking | undefined =>
  earlier.find(
    (each) =>
      isStanding(each) &&
      each.event_type_id === wanted.eventTypeId &&
      each.network === wanted.network &&
      each.name === wanted.name &&
      each.starts_at.getTime() === wanted.start.getTime() &&
      each.created_at.getTime() > now.getTime() - againMs,
  )

interface Stranger {
  readonly emailKey: string
  readonly now: Date
  readonly limits: Limits
}

/** What strangers may not go beyond, as far as rows of others say: since when it is reached, null where it is not. For a statement. */
export const fullSinceOf = (
  orgId: string,
  { emailKey, network, now, limits }: Stranger & { readonly network: string },
): RawBuilder<unknown> => sql`
  ${mailsFullSince(orgId, { emailKey, now, limits })} as mails_full_since,
  (select created_at from bookings
   where org_id = ${orgId} and network = ${network} and created_at > ${new Date(now.getTime() - hourMs)}
     and state not in ('held', 'expired')
   order by created_at desc offset ${sql.lit(limits.bookingsAnHourOfNetwork - 1)} limit 1) as network_full_since`
export interface FullSince {
  readonly mails_full_since: Date | null
  readonly network_full_since: Date | null
}

const mailsFullSince = (orgId: string, { emailKey, now, limits }: Stranger): RawBuilder<Date | null> => sql`
  (select e.created_at from bookings b join booking_effects e on e.org_id = b.org_id and e.booking_id = b.id
   where b.org_id = ${orgId} and b.email_key = ${emailKey} and e.kind = 'booker_mail' and e.ref is not null
     and e.created_at > ${new Date(now.getTime() - dayMs)}
     and not (b.source = 'member' and e.what in ('requested', 'confirmed'))
   order by e.created_at desc offset ${sql.lit(limits.mailsADayOfRecipient - 1)} limit 1)`

/**
 * For how many seconds strangers may cause no more mails to this recipient; null where they may. What is counted is what the recipient was
 * sent of bookings in a day, but for the first mail of a booking that a member made.
 */
export const secondsUntilMail = async (db: Db, orgId: string, stranger: Stranger): Promise<number | null> => {
  const { rows } = await sql<{ since: Date | null }>`select ${mailsFullSince(orgId, stranger)} as since`.execute(db)
  const since = rows[0]?.since ?? null
  return since && secondsUntil(since, dayMs, stranger.now)
}

/** For how many seconds no member may remind this recipient; null where they may. Here every email counts, reminders too, however it came about. */
export const secondsUntilReminder = async (
  db: Db,
  orgId: string,
  { emailKey, limits, now }: Stranger,
): Promise<number | null> => {
  const since = new Date(now.getTime() - dayMs)
  const { rows } = await sql<{ at: Date }>`
    select at from (
      select e.created_at as at from bookings b join booking_effects e on e.org_id = b.org_id and e.booking_id = b.id
      where b.org_id = ${orgId} and b.email_key = ${emailKey} and e.kind = 'booker_mail' and e.ref is not null
      union all
      select r.settled_at from bookings b join booking_reminders r on r.org_id = b.org_id and r.booking_id = b.id
      where b.org_id = ${orgId} and b.email_key = ${emailKey} and r.channel = 'email' and r.state = 'sent'
    ) sent
    where at > ${since} order by at desc offset ${sql.lit(limits.mailsADayOfRecipient - 1)} limit 1`.execute(db)
  return rows[0] ? secondsUntil(rows[0].at, dayMs, now) : null
}

/** For how many seconds a stranger may book no more for this recipient or from this network; null where they may. */
export const secondsUntilAllowed = (
  earlier: readonly EarlierBooking[],
  { mails_full_since: mailsSince, network_full_since: networkSince }: FullSince,
  { now, limits }: Pick<Stranger, 'now' | 'limits'>,
): number | null => {
  if (mailsSince) return secondsUntil(mailsSince, dayMs, now)
  const ofStrangers = earlier.filter(({ source }) => source !== 'member')
  const ofToday = ofStrangers.filter(({ created_at }) => created_at.getTime() > now.getTime() - dayMs)
  const firstOfMost = ofToday[limits.mailsADayOfRecipient - 1]
  if (firstOfMost) return secondsUntil(firstOfMost.created_at, dayMs, now)
  const open = ofStrangers.filter((each) => isStanding(each) && each.ends_at > now)
  const soonest = open.map(({ ends_at }) => ends_at.getTime()).sort((a, b) => a - b)[0]
  if (open.length >= limits.openOfRecipient && soonest !== undefined) return Math.ceil((soonest - now.getTime()) / 1_000)
  return networkSince && secondsUntil(networkSince, hourMs, now)
}

const secondsUntil = (since: Date, ms: number, now: Date): number =>
  Math.max(1, Math.ceil((since.getTime() + ms - now.getTime()) / 1_000))
