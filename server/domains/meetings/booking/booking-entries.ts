import type { BaseContext, Step } from '#core/context.ts'
import type { NewEvent } from '#core/events/events.ts'
import type { Claimed } from '#domains/crm/identities/claimants.ts'
import type { Answer } from './answers.ts'
import { type BookerGiven, findBooker } from './bookers.ts'
import { type BookingRow, type BookingTokens, makeTokens } from './bookings.ts'
import { findHostTimes } from './busy.ts'
import { neverRead } from './calendar-ages.ts'
import type { ChangeContext } from './changes.ts'
import { gridOf, type Hosted } from './event-types.ts'
import { type GivenHold, readHold, releaseHold } from './holds.ts'
import { enterBooking, type Placed } from './place-booking.ts'
import { type Interval, overlapsAny, spanOf } from './slots.ts'
import { findHostIds, lockHosts, takeSpans } from './spans.ts'

export interface Booked<Row = BookingRow> {
  readonly booking: Row
  readonly tokens: BookingTokens
}

/**
 * What a hold keeps from other bookings it keeps from no calendar: an event that was copied since, or an absence, lies over it, or its host
 * is a member no more.
 */
export class HoldIsOverrun extends Error {}

/**
 * Enters a booking of a start, or of the hold that its booker has; null where it is gone meanwhile. Throws `HoldIsOverrun`.
 */
export const enter = async (
  context: ChangeContext,
  orgId: string,
  hosted: Hosted,
  wanted: Entering,
  answers: readonly Answer[],
): Promise<Booked | null> => {
  const { db, now } = context
  const { held, placed } = wanted
  if (!held && !placed) return null
  const id = held?.id ?? context.newId()
  const state = hosted.type.approval ? ('pending' as const) : ('confirmed' as const)
  const hosts = placed ? placed.hosts : await findHostIds(db, orgId, id)
  const span = spanOf(wanted.start.getTime(), gridOf(hosted.type))
  if (!placed) {
    if (!(await lockHeld(context, orgId, hosts, wanted))) return null
    if (await isOverrun(db, orgId, hosts, span, { id, now: now() })) throw new HoldIsOverrun()
  }
  const booker = await findBooker(db, orgId, hosted.type, wanted, { known: wanted.claimed, news: wanted.news })
  const links = makeTokens(db, orgId, id, context.vault)
  const details = {
    ...booker,
    ...{ zone: wanted.timezone, locale: wanted.locale, answers: JSON.stringify(answers), network: wanted.network },
    shown_as: `${wanted.date}, ${wanted.time}`,
    tokens_sealed: links.sealed,
    calendar_as_of: wanted.asOf && wanted.asOf > neverRead ? wanted.asOf : null,
  }
  if (placed) {
    if (wanted.left) await releaseHold(db, orgId, wanted.left)
    const row = { id, state, source: 'page', ...details }
    const [booking] = await Promise.all([enterBooking(db, orgId, hosted, placed, row, { now: now() }), links.enter()])
    return booking && { booking, tokens: links.tokens }
  }
  if (!(await takeSpans(db, orgId, { bookingId: id, hosts, span, state, heldUntil: null, now: now() }))) return null
  await links.enter()
  const booking = await db
    .updateTable('bookings')
    .set({ ...details, state, hold_expires_at: null, hold_hash: null, created_at: now() })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { booking, tokens: links.tokens }
}

/** What was asked for, and what was found before a booking is written. */
interface Entering extends BookerGiven {
  readonly start: Date
  readonly timezone: string
  readonly locale: string
  readonly network: string
  /** Display text. */
  readonly date: string
  readonly time: string
  readonly hold?: string | null | undefined
  readonly asOf: Date | null
  readonly held: { readonly id: string } | undefined
  readonly left: string | null
  readonly placed: Placed | null
  readonly claimed: Claimed | undefined
  /** Events to be recorded before that of the booking. */
  readonly news: NewEvent[]
}

/**
 * Locks the hosts of a hold, and then the hold: in the order in which `hold-slot` gives one back for another, so that the two never wait in
 * a ring. False where it was given back or booked meanwhile.
 */
const lockHeld = async (
  { db, now }: ChangeContext & Pick<BaseContext, 'now'>,
  orgId: string,
  hosts: readonly string[],
  { hold }: Pick<Entering, 'hold'>,
): Promise<boolean> => {
  const given = readHold(hold)
  if (!given) return false
  await lockHosts(db, orgId, hosts)
  return (await findHold(db, orgId, given, now()).forNoKeyUpdate().executeTakeFirst()) !== undefined
}

/** Under the lock of the hosts: what the copy of a calendar wrote before counts, as it does for every other booking. */
const isOverrun = async (
  db: Step['db'],
  orgId: string,
  hosts: readonly string[],
  span: Interval,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<boolean> => {
  const times = await findHostTimes(db, orgId, hosts, { time: span, now, except: id })
  return times.size < hosts.length || [...times.values()].some(({ busy }) => overlapsAny(busy, span))
}

/** The hold that is the caller's; nothing where it ran out, or is another's. */
export const findHold = (db: Step['db'], orgId: string, given: GivenHold, now: Date) =>
  db
    .selectFrom('bookings')
    .select(['id', 'starts_at', 'event_type_id'])
    .where('org_id', '=', orgId)
    .where('id', '=', given.id)
    .where('hold_hash', '=', given.hash)
    .where('state', '=', 'held')
    .where('hold_expires_at', '>', now)
