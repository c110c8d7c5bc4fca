import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { type ChangeContext, endBooking, lockWithHosts } from './changes.ts'
import { stepReasons } from './step-reasons.ts'

/** Workspaces with requests whose start has passed. */
export const findOrgsWithUnanswered = async (db: Db, now: Date, most: number): Promise<string[]> => {
  const { rows } = await sql<{ org_id: string }>`select org_id from unanswered_requests(${now}, ${most})`.execute(db)
  return rows.map(({ org_id }) => org_id)
}

export const findUnanswered = async (db: Db, orgId: string, now: Date, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where('org_id', '=', orgId)
    .where('state', '=', 'pending')
    .where('starts_at', '<=', now)
    .orderBy('starts_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Declines a request that no host approved in time; one that was answered or moved meanwhile stays. Booker and hosts are told by that once. */
export const endUnanswered = async (context: ChangeContext, orgId: string, bookingId: string): Promise<void> => {
  const booking = await lockWithHosts(context.db, orgId, bookingId)
  if (booking?.state !== 'pending' || booking.starts_at > context.now()) return
  await endBooking(context, orgId, booking, { state: 'declined', reason: stepReasons.notApproved, changer: { by: 'clock' } })
}
