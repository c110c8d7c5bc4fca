import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { Email } from '#domains/platform/users/users.ts'
import { shape } from '#shapes'
import { findSeenEvents, type SeenEvent } from './seen-events.ts'
import { findConnectedMailbox } from './usable-calendar.ts'

const aheadMs = 30 * 86_400_000
const mostEvents = 10

const Time = z.string().describe('An instant; the day of an all-day event (`YYYY-MM-DD`), whose end is exclusive')

const CalendarEvent = shape('CalendarEvent', {
  id: z.string(),
  summary: z.string(),
  start: Time,
  end: Time,
  location: z.string(),
  attendees: z.array(shape('CalendarAttendee', { email: z.string() })),
})

export const fetchCalendar = action({
  name: 'fetch-calendar',
  summary: 'List the next events of a mailbox’s calendars',
  description:
    'Up to 10 events of the calendars that the owner of the mailbox ticked, running or beginning within 30 days, by start; recurring ones expanded. Read from the copy: `synced_at` says how old it is. `userEmail` is your own mailbox or one of the team. Of another member’s calendar, private events are `Busy`, and all events unless the calendar is shared.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ userEmail: Email }),
  output: z.object({
    events: z.array(CalendarEvent),
    synced_at: z.iso.datetime().nullable().describe('When the oldest copy was read; null: not yet'),
  }),
  errors: [mailboxErrors.foreign_mailbox, mailboxErrors.mailbox_not_connected],
  examples: [{ title: 'Your own', input: { userEmail: 'mira@example.com' } }],

  async run({ userEmail }, { db, org, person, now, fail }) {
    const mailbox = await findConnectedMailbox(db, org.id, person, userEmail, fail)
    const from = now()
    const events = await findSeenEvents(db, org.id, {
      ...{ viewer: person.id, connectionId: mailbox.id, withFree: true, limit: mostEvents },
      ...{ from, to: new Date(from.getTime() + aheadMs) },
    })
    const { oldest } = await db
      .selectFrom('calendars')
      .select(({ fn }) => fn.min('synced_at').as('oldest'))
      .where('org_id', '=', org.id)
      .where('connection_id', '=', mailbox.id)
      .where('is_ticked', '=', true)
      .executeTakeFirstOrThrow()
    return { events: events.map(shown), synced_at: oldest?.toISOString() ?? null }
  },
})

const shown = ({ id, days, startsAt, endsAt, summary, location, attendees }: SeenEvent) => ({
  ...{ id, summary, location },
  start: days?.from ?? startsAt.toISOString(),
  end: days?.to ?? endsAt.toISOString(),
  attendees: attendees.map(({ email }) => ({ email })),
})
