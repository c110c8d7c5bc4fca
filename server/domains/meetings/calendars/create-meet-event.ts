import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { PersonAskingContext } from '#core/context.ts'
import { type Fail, Failure } from '#core/errors.ts'
import { newToken } from '#core/ids.ts'
import { accessToken, inAction } from '#domains/connections/connections/access-tokens.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { findUsableMailbox, type MailboxRow } from '#domains/connections/mailboxes/mailboxes.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { Email, emailKey, findPerson } from '#domains/platform/users/users.ts'
import type { Calendars, CopiedEvent, WantedEvent } from '#ports/calendars.ts'
import { oneLine } from '#ports/mail.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { findAccountDetails } from './account-details.ts'
import type { CalendarRow } from './calendars.ts'
import { calendarErrors } from './errors.ts'
import { removeMeetEventJob } from './remove-meet-event.ts'
import { findConnectedMailbox } from './usable-calendar.ts'

const minutesMs = 30 * 60_000
/** How long a caller waits for a room that is being made, and between two looks. */
const waitMs = 10_000
const lookMs = 500

export const createMeetEvent = action({
  name: 'create-meet-event',
  summary: 'Create a video room now',
  description:
    'Puts an event from now for 30 minutes into the calendar of a mailbox, shown as free so that it takes no slot, and answers the link of its video room. Waits up to 10 seconds for the link; without one the answer is 500, and what was made is removed. A calendar that makes no rooms (CalDAV) gets the event with a room of the workspace (`roomPattern` of `update-workspace`); so does a member without any calendar, without an event.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: false, idempotent: false },
  limit: { times: 20, seconds: 60 },
  input: z.object({
    roomName: z.string().overwrite(oneLine).trim().min(1).max(200).describe('Title of the event'),
    userEmail: Email.describe('Of your mailbox, of one of the team, or your own address without a mailbox'),
  }),
  output: z.object({ success: z.literal(true), meetLink: z.url(), eventId: z.string() }),
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    calendarErrors.no_video_provider,
    connectionErrors.provider_failed,
  ],
  examples: [{ title: 'A call now', input: { roomName: 'Rao Bakery', userEmail: 'mira@example.com' } }],

  async run({ roomName, userEmail }, { fail, ...context }) {
    const { org, person, inOrg, newId, now } = context
    const seen = await inOrg(async ({ db }) => {
      const isOwnAddress = emailKey((await findPerson(db, person.id))?.email ?? '') === emailKey(userEmail)
      const isWithout = isOwnAddress && !(await findUsableMailbox(db, org.id, person, userEmail))
      const mailbox = isWithout ? null : await findConnectedMailbox(db, org.id, person, userEmail, fail)
      const pattern = (await findOrganization(db, org.id))?.room_pattern ?? null
      return { mailbox, pattern, calendar: mailbox && (await findOwnCalendar(db, org.id, mailbox)) }
    })
    const account = seen.calendar && (await open(context, seen.calendar))
    if (!seen.calendar || !account) {
      const eventId = newToken().replaceAll(/[^a-zA-Z0-9]/g, '')
      return { success: true as const, meetLink: roomOf(seen.pattern, eventId, fail), eventId }
    }
    const start = now()
    const id = newId().replaceAll('-', '')
    // The id of an event rises with time, and could be guessed: the address of a room is not to be.
    const ownRoom = account.makesRooms ? null : roomOf(seen.pattern, newToken().replaceAll(/[^a-zA-Z0-9]/g, ''), fail)
    const wanted: WantedEvent = {
      ...{ id, title: roomName, description: '', location: ownRoom ?? '', attendees: [] },
      ...{ start, end: new Date(start.getTime() + minutesMs), zone: seen.calendar.time_zone ?? 'UTC' },
      ...{ isBusy: false, wantsRoom: ownRoom === null, tags: null },
    }
    const link = await makeRoom(account, seen.calendar, wanted, ownRoom).catch((error: unknown) => {
      if (error instanceof ProviderError || error instanceof Failure) return null
      throw error
    })
    if (link !== null) return { success: true as const, meetLink: link, eventId: wanted.id }
    // The call may have worked although no answer came: so it is removed in any case, and by a job that outlives this request.
    const { org_id: orgId, connection_id: mailboxId, provider_id: calendar } = seen.calendar
    await inOrg(({ enqueue }) => enqueue(removeMeetEventJob, { orgId, mailboxId, calendar, eventId: wanted.id }))
    throw fail('provider_failed', { status: 500 })
  },
})

/** The calendar of an account that meetings are written into, else its own; undefined where it has none. */
const findOwnCalendar = async (
  db: Parameters<typeof findConnection>[0],
  orgId: string,
  mailbox: MailboxRow,
): Promise<CalendarRow | undefined> => {
  if (!mailbox.has_calendar) return undefined
  return db
    .selectFrom('calendars')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('connection_id', '=', mailbox.id)
    .where('is_writable', '=', true)
    .orderBy('is_target', 'desc')
    .orderBy('is_primary', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A room of the workspace's own. */
const roomOf = (pattern: string | null, id: string, fail: Fail<'no_video_provider'>): string => {
  if (pattern === null) throw fail('no_video_provider')
  return pattern.replaceAll('{id}', id)
}

/** The link of the room; null where none came in time. */
const makeRoom = async (
  account: Calendars,
  calendar: CalendarRow,
  wanted: WantedEvent,
  ownRoom: string | null,
): Promise<string | null> => {
  const until = performance.now() + waitMs
  const put = await account.putEvent(calendar.provider_id, wanted)
  let event: CopiedEvent | null = put.outcome === 'put' ? put.event : null
  if (ownRoom !== null) return event && ownRoom
  while (event?.room.state === 'pending' && performance.now() < until) {
    await sleep(lookMs)
    event = await account.findEvent(calendar.provider_id, wanted.id)
  }
  return event?.room.state === 'ready' ? event.room.url : null
}

const open = async (context: PersonAskingContext, calendar: CalendarRow): Promise<Calendars | null> => {
  const { org, ports, inOrg, vault } = context
  const found = await inOrg(async ({ db }) => {
    const connection = await findConnection(db, org.id, calendar.connection_id)
    return connection ? { connection, details: await findAccountDetails(db, vault, connection) } : null
  })
  if (!found) return null
  const { connection, details } = found
  return ports.calendars.open({
    ...{ orgId: org.id, mailboxId: connection.id, provider: connection.provider },
    mode: connection.mode as 'live' | 'test' | 'sandbox',
    accessToken: () => accessToken(inAction(context), connection.id),
    ...details,
  })
}
