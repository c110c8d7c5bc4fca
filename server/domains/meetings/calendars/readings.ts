import { sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { type CalendarRow, readCalendarJob } from './calendars.ts'

/**
 * Longer than a page takes: a call may take 25 s, and a page of a calendar server some calls. By the database's clock, which all readers
 * share.
 */
const leaseMs = 120_000
const leasedUntil = sql<Date>`now() + make_interval(secs => ${sql.lit(leaseMs / 1_000)})`

/** The turn of one reader: the calendar as it was then, with the generation of that turn. */
export type Turn = CalendarRow

/**
 * Takes the turn of reading a calendar; undefined where another reader has it, which has it read again when it is done: of two answers of a
 * provider the older one must not be written over the newer.
 */
export const beginTurn = async (db: Db, orgId: string, calendarId: string): Promise<Turn | undefined> => {
  const turn = await db
    .updateTable('calendars')
    // From now on a hint is about what this reading may have missed.
    .set({ reading_until: leasedUntil, generation: sql`generation + 1`, hinted_at: null })
    .where('org_id', '=', orgId)
    .where('id', '=', calendarId)
    .where((row) => row.or([row('reading_until', 'is', null), row('reading_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst()
  if (!turn)
    await db
      .updateTable('calendars')
      .set({ hinted_at: sql`coalesce(hinted_at, now())` })
      .where('org_id', '=', orgId)
      .where('id', '=', calendarId)
      .execute()
  return turn
}

/** The calendar as it is now, locked; undefined where its reader was silent for too long and another one began, or where it is gone. */
export const keepTurn = (db: Db, { org_id: orgId, id, generation }: Turn): Promise<Turn | undefined> =>
  db
    .updateTable('calendars')
    .set({ reading_until: leasedUntil })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('generation', '=', generation)
    .returningAll()
    .executeTakeFirst()

/** The same turn from the start of the calendar: what it has read so far is older than what it reads now. */
export const restartTurn = (db: Db, { org_id: orgId, id, generation }: Turn): Promise<Turn | undefined> =>
  db
    .updateTable('calendars')
    .set({ reading_until: leasedUntil, generation: sql`generation + 1` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('generation', '=', generation)
    .returningAll()
    .executeTakeFirst()

/** Another reader may begin; where one was turned away, or a hint came meanwhile, it does. */
export const endTurn = async (db: Db, { enqueueIn }: JobContext, { org_id: orgId, id, generation }: Turn): Promise<void> => {
  const ended = await db
    .updateTable('calendars')
    .set({ reading_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('generation', '=', generation)
    .returning(['hinted_at', 'is_ticked'])
    .executeTakeFirst()
  if (ended?.hinted_at && ended.is_ticked) await enqueueIn(db, readCalendarJob, { orgId, calendarId: id })
}
