import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { job } from '#core/jobs/job.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { listCalendarsJob, openAccount, readCalendarJob } from './calendars.ts'
import { calendarEvents } from './events.ts'

/** Of an account that is new, or whose consent was renewed: its own calendar takes time, and gets the meetings where there is none yet. */
export const listCalendars = job({
  ...listCalendarsJob,
  summary: 'List the calendars of a connected account',
  retry: { times: 8, delaySeconds: 10 },
  atOnce: 4,

  async run({ orgId, mailboxId }, context) {
    const account = await openAccount(context, orgId, mailboxId)
    if (!account) return
    const calendars = await account.calendars()
    await context.inOrg(orgId, async (db) => {
      const mailbox = await findMailbox(db, orgId, mailboxId)
      if (!mailbox) return
      // The lock of bookings: each one sees the calendar that becomes the target, or was committed before it.
      await sql`select from members where org_id = ${orgId} and id = ${mailbox.person_id} for no key update`.execute(db)
      const hasTarget = await db
        .selectFrom('calendars')
        .select('id')
        .where('org_id', '=', orgId)
        .where('person_id', '=', mailbox.person_id)
        .where('is_target', '=', true)
        .executeTakeFirst()
      for (const { id, name, zone, isPrimary, isWritable } of calendars) {
        const about = { name: name.slice(0, 500), time_zone: zone, is_primary: isPrimary, is_writable: isWritable }
        const row = await db
          .insertInto('calendars')
          .values({
            ...{
              org_id: orgId,
              id: newId(),
              person_id: mailbox.person_id,
              connection_id: mailboxId,
              provider_id: id,
              ...about,
            },
            ...{
              is_ticked: isPrimary,
              is_target: isPrimary && isWritable && !hasTarget,
              next_poll_at: isPrimary ? context.now() : null,
            },
          })
          .onConflict((conflict) => conflict.columns(['org_id', 'connection_id', 'provider_id']).doUpdateSet(about))
          .returning(['id', 'is_ticked', 'is_target'])
          .executeTakeFirstOrThrow()
        if (row.is_ticked) await context.enqueueIn(db, readCalendarJob, { orgId, calendarId: row.id })
        // Also of an account that was renewed: what could not be written meanwhile is written now.
        if (row.is_target) await context.emitIn(db, orgId, calendarEvents.targeted, row.id, { person_id: mailbox.person_id })
      }
    })
  },
})
