import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Step } from '#core/context.ts'
import { newToken } from '#core/ids.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import { dayOf } from '#shapes/wall-clocks.ts'
import { bookingErrors } from './errors.ts'
import { findEventType, findHosted, type Hosted } from './event-types.ts'
import { findOwnHold, HoldToken, lockHolds, releaseHold } from './holds.ts'
import { findNearest, findOffers, isOnGrid } from './offers.ts'
import { enterBooking, findPlace } from './place-booking.ts'
import { networkOf } from './strangers.ts'
import { readStart, StartTime, startErrors, ZoneName } from './times.ts'
import { workspaceErrors, workspaceOf } from './workspace.ts'

const slotHoldMs = 5 * 60_000
const mostOfNetwork = 2
const shareOfDay = 0.1
const dayMs = 86_400_000

export const holdSlot = action({
  name: 'hold-slot',
  summary: 'Hold a start for five minutes',
  description:
    'For a page on which a booker fills in the details: no other booking can take the start until the hold is used by `booking` or runs out. Another hold of the same booker is given in `hold`; `release-hold` gives one back. Two holds an address at a time, and at most a tenth of a day’s starts in all.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  limit: { times: 10, seconds: 60 },
  input: z.object({
    orgId: z.string().trim().max(64).optional().describe('The workspace, by id or slug'),
    eventType: z.string().trim().max(64).optional().describe('By id or slug'),
    start: StartTime,
    timezone: ZoneName.default('UTC'),
    hold: HoldToken.optional().describe('One of the caller’s, which this one replaces: its time counts as free, and is'),
  }),
  output: z.object({ hold: z.string().describe('For `booking`'), expires_at: z.iso.datetime() }),
  errors: [
    ...workspaceErrors,
    ...startErrors,
    bookingErrors.event_type_not_found,
    bookingErrors.slot_taken,
    bookingErrors.slot_not_offered,
    bookingErrors.too_many_holds,
  ],
  examples: [
    { title: 'A start of `list-slots`', input: { orgId: 'acme', eventType: 'meeting', start: '2027-03-01T09:00:00Z' } },
  ],

  async run(given, { fail, inOrg, outside, signedIn, clientAddress, now, newId }) {
    const orgId = await workspaceOf(given.orgId, { signedIn, outside }, fail)
    const start = readStart(given.start, given.timezone, fail, { start: 'start', zone: 'timezone' })
    return inOrg(orgId, async ({ db }) => {
      const type = await findEventType(db, orgId, given.eventType)
      if (!type) throw fail('event_type_not_found', { field: 'eventType' })
      const hosted = await findHosted(db, orgId, type)
      const network = networkOf(orgId, clientAddress)
      await lockHolds(db, orgId, { eventTypeId: type.id, network })
      const own = await findOwnHold(db, orgId, given.hold, now())
      const placed = await findPlace(db, orgId, hosted, { start, now: now(), except: own })
      const refused = async () => {
        const nearest = await findNearest(db, orgId, hosted, { start, now: now(), except: own })
        const code = (await isOnGrid(db, orgId, hosted, start, now())) ? 'slot_taken' : 'slot_not_offered'
        return fail(code, { field: 'start', facts: { nearest } })
      }
      if (!placed) throw await refused()
      // If the new one is refused after all, the transaction is given up, and the one before stays.
      if (own) await releaseHold(db, orgId, own)
      const waitSeconds = await secondsUntilHold(db, orgId, hosted, { network, start, now: now() })
      if (waitSeconds !== null)
        throw fail('too_many_holds', {
          message: `Too many slots are on hold. Try again in ${waitSeconds} seconds`,
          retryAfterSeconds: waitSeconds,
        })
      const secret = newToken()
      const heldUntil = new Date(now().getTime() + slotHoldMs)
      const id = newId()
      const row = { id, state: 'held' as const, zone: given.timezone, source: 'page', network, hold_hash: hashToken(secret) }
      if (!(await enterBooking(db, orgId, hosted, placed, row, { now: now(), heldUntil }))) throw await refused()
      return { hold: `${id}.${secret}`, expires_at: heldUntil.toISOString() }
    })
  },
})

/** For how long there may be no more holds of a network, or on this day of the event type; null where there may. They are locked (`lockHolds`). */
const secondsUntilHold = async (
  db: Step['db'],
  orgId: string,
  hosted: Hosted,
  { network, start, now }: { readonly network: string; readonly start: Date; readonly now: Date },
): Promise<number | null> => {
  const held = await db
    .selectFrom('bookings')
    .select(['network', 'starts_at', 'host_zone', 'hold_expires_at', 'event_type_id'])
    .where('org_id', '=', orgId)
    .where('state', '=', 'held')
    .where('hold_expires_at', '>', now)
    .orderBy('hold_expires_at')
    .execute()
  const wait = (first: (typeof held)[number] | undefined): number =>
    Math.max(1, Math.ceil(((first?.hold_expires_at?.getTime() ?? now.getTime()) - now.getTime()) / 1_000))
  const ofNetwork = held.filter((each) => each.network === network)
  if (ofNetwork.length >= mostOfNetwork) return wait(ofNetwork[0])
  const ofDay = held.filter(
    (each) => each.event_type_id === hosted.type.id && dayOf(each.starts_at, each.host_zone) === dayOf(start, each.host_zone),
  )
  if (ofDay.length === 0) return null
  const around = { from: start.getTime() - dayMs / 2, to: start.getTime() + dayMs / 2 }
  const offered = (await findOffers(db, orgId, hosted, { time: around, now })).size + ofDay.length
  return ofDay.length >= Math.max(1, Math.floor(offered * shareOfDay)) ? wait(ofDay[0]) : null
}
