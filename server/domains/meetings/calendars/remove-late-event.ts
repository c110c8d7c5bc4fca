import { job } from '#core/jobs/job.ts'
import { openAccount, removeLateEventJob } from './calendars.ts'
import { findWrite } from './writes.ts'

/** A put that was given up can be carried out after the removal that did not find it: the event would stay for good. */
export const removeLateEvent = job({
  ...removeLateEventJob,
  summary: 'Remove an event of a meeting that was written late',
  retry: { times: 10, delaySeconds: 30 },
  atOnce: 2,

  async run({ orgId, bookingId, personId, mailboxId, calendar, eventId }, context) {
    const write = await context.inOrg(orgId, (db) => findWrite(db, orgId, bookingId, personId))
    // The meeting stands in the calendar again, under the same id.
    if (write && write.state !== 'removed' && write.event_id === eventId && write.provider_calendar_id === calendar) return
    const account = await openAccount(context, orgId, mailboxId)
    await account?.removeEvent(calendar, eventId)
  },
})
