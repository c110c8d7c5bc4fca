import { type RawBuilder, sql } from 'kysely'
import type { BaseContext, Db } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { withdrawMails } from '#domains/platform/mail-out/withdrawals.ts'
import { bookingEvents } from './events.ts'
import { stepReasons } from './step-reasons.ts'
import { lockRecipient } from './strangers.ts'

/* Addresses whose readers said "This was not me": they get no more emails about bookings. */

/** Whether the reader of this address has opted out of emails about bookings. For a statement. */
export const hasRefusedOf = (orgId: string, emailKey: string): RawBuilder<boolean> => sql`
  exists (select from booking_refusals where org_id = ${orgId} and email_key = ${emailKey})`

export const hasRefused = async (db: Db, orgId: string, emailKey: string): Promise<boolean> => {
  const { rows } = await sql<{ refused: boolean }>`select ${hasRefusedOf(orgId, emailKey)} as refused`.execute(db)
  return rows[0]?.refused === true
}

/**
 * Opts an address out. What waits to be sent to it is withdrawn, whichever booking it is about. Hosts are locked afterwards, never before
 * (`lockRecipient`).
 */
export const refuseMails = async (
  { db, now }: { readonly db: Db } & Pick<BaseContext, 'now'>,
  orgId: string,
  emailKey: string,
): Promise<void> => {
  await lockRecipient(db, orgId, emailKey)
  await db
    .insertInto('booking_refusals')
    .values({ org_id: orgId, email_key: emailKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { rows } = await sql<{ id: string }>`
    with theirs as (select id from bookings where org_id = ${orgId} and email_key = ${emailKey})
    select e.ref as id from theirs t join booking_effects e on e.org_id = ${orgId} and e.booking_id = t.id
    where e.kind = 'booker_mail' and e.ref is not null
    union
    select r.ref from theirs t join booking_reminders r on r.org_id = ${orgId} and r.booking_id = t.id
    where r.channel = 'email' and r.ref is not null`.execute(db)
  await withdrawMails(
    db,
    orgId,
    rows.map(({ id }) => id),
    { reason: stepReasons.optedOut, reasonInDoubt: stepReasons.optedOutInDoubt, at: now() },
  )
  await wake(db, orgId, bookingEvents.updated)
}

export const liftRefusal = async (db: Db, orgId: string, emailKey: string): Promise<void> => {
  await db.deleteFrom('booking_refusals').where('org_id', '=', orgId).where('email_key', '=', emailKey).execute()
  await wake(db, orgId, bookingEvents.updated)
}
