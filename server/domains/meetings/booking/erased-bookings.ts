import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Forgets who booked past meetings, of people who are removed for good. That there was a meeting stays in its host's calendar. */
export const eraseBookings = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<void> => {
  await sql`
    update bookings set name = case when name is null then null else '–' end, email = null, email_key = null, phone = null, company = null,
      answers = '{}', reason = null
    where org_id = ${orgId} and contact_id = any(${contactIds}::uuid[])`.execute(db)
}
