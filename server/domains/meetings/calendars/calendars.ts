import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, JobContext } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { accessToken, inJob } from '#domains/connections/connections/access-tokens.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import type { Calendars } from '#ports/calendars.ts'
import { findAccountDetails } from './account-details.ts'

export type CalendarRow = Selectable<Tables['calendars']>

/** Lists the calendars of an account that was connected; `isAgain`: of one that is known. */
export const listCalendarsJob = {
  name: 'list-calendars',
  data: z.object({ orgId: z.uuid(), mailboxId: z.uuid(), isAgain: z.boolean().optional() }),
} as const
/** Reads what changed in a calendar. */
export const readCalendarJob = { name: 'read-calendar', data: z.object({ orgId: z.uuid(), calendarId: z.uuid() }) } as const

/** Looks for an event once more that was put without an answer and then not found by its removal. */
export const removeLateEventJob = {
  name: 'remove-late-event',
  data: z.object({
    ...{ orgId: z.uuid(), bookingId: z.uuid(), personId: z.uuid(), mailboxId: z.uuid() },
    ...{ calendar: z.string(), eventId: z.string() },
  }),
} as const

/** Longer than a call waits for its answer: what its provider does with it is done. */
export const lateAfterMs = 60_000

export const findCalendar = (db: Db, orgId: string, id: string): Promise<CalendarRow | undefined> =>
  db.selectFrom('calendars').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** The calendar that meetings of a member are written into. */
export const findTarget = (db: Db, orgId: string, personId: string): Promise<CalendarRow | undefined> =>
  db
    .selectFrom('calendars')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('is_target', '=', true)
    .executeTakeFirst()

type Opening = Pick<JobContext, 'ports' | 'vault' | 'now' | 'log' | 'inOrg'>

/** The account behind a connection, ready for calls; null where it was disconnected. No transaction is open meanwhile. */
export const openAccount = async (context: Opening, orgId: string, connectionId: string): Promise<Calendars | null> => {
  const found = await context.inOrg(orgId, async (db) => {
    const connection = await findConnection(db, orgId, connectionId)
    if (!connection || connection.status === 'disconnected') return null
    return { connection, details: await findAccountDetails(db, context.vault, connection) }
  })
  if (!found) return null
  const { id, provider, mode } = found.connection
  return context.ports.calendars.open({
    ...{ orgId, mailboxId: id, provider, mode: mode as 'live' | 'test' | 'sandbox' },
    accessToken: () => accessToken(inJob(context, orgId), id),
    ...found.details,
  })
}
