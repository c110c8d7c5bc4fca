import { recordEvent } from '#core/events/events.ts'
import { contribution } from '#core/within.ts'
import { connected, disconnected } from '#domains/connections/connections/moments.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { openChannels } from '#domains/connections/mailboxes/moments.ts'
import { listCalendarsJob } from './calendars.ts'
import { findOpenChannels } from './channels.ts'
import { removeConflictsOf } from './conflicts.ts'

/** A mailbox that allows its calendar is read at once. */
export const enterCalendars = contribution({
  name: 'enter-calendars',
  to: connected,
  async run({ connectionId, enqueue }, { db, orgId }) {
    const mailbox = await findMailbox(db, orgId, connectionId)
    if (mailbox?.has_calendar) await enqueue(listCalendarsJob, { orgId, mailboxId: connectionId })
  },
})

/** Hints of its calendars. */
export const showOpenChannels = contribution({
  name: 'show-open-channels',
  to: openChannels,
  run: async ({ mailboxId }, { db, orgId }) => findOpenChannels(db, orgId, mailboxId),
})

/** What was copied of a mailbox that is gone takes no time any more. */
export const leaveCalendars = contribution({
  name: 'leave-calendars',
  to: disconnected,
  async run({ connectionId }, { db, orgId }) {
    await removeConflictsOf(db, (event, id, facts) => recordEvent(db, orgId, event, id, facts), orgId, connectionId)
    await db.deleteFrom('calendars').where('org_id', '=', orgId).where('connection_id', '=', connectionId).execute()
  },
})
