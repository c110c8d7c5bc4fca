import { type RawBuilder, sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type CalendarRow, listCalendarsJob, openAccount, readCalendarJob } from './calendars.ts'
import { watchCalendarJob } from './channels.ts'
import { copyPage, lockHost, removeOlder } from './copies.ts'
import { calendarEvents } from './events.ts'
import { beginTurn, endTurn, keepTurn, restartTurn, type Turn } from './readings.ts'

/** Of the past, as much as running events need. */
const backMs = 86_400_000
/** In which a channel is opened, or its job has died. */
const watchLeaseMs = 15 * 60_000

/**
 * Reads what changed in a calendar since the last time; from the start where the provider has forgotten, and then what is not there any
 * more goes. Each page is written in a transaction of its own that has locked the host: a booking at the same moment comes before it or
 * after it. One reader at a time; one that lost its turn writes no more.
 */
export const readCalendar = job({
  ...readCalendarJob,
  summary: 'Read what changed in a calendar',
  retry: { times: 0, delaySeconds: 60 },
  expireSeconds: 600,
  atOnce: 4,

  async run({ orgId, calendarId }, context) {
    const turn = await context.inOrg(orgId, (db) => beginTurn(db, orgId, calendarId))
    if (!turn) return
    const reading = { turn }
    try {
      const account = await openAccount(context, orgId, turn.connection_id)
      const events = account && (await read(context, reading, account))
      await context.inOrg(orgId, async (db) => {
        if (events !== null) await settle(db, context, reading.turn, events)
        await endTurn(db, context, reading.turn)
      })
    } catch (error) {
      const reason = error instanceof ProviderError ? error.reason : error instanceof Failure ? error.message : null
      await context.inOrg(orgId, async (db) => {
        if (reason !== null) await fallBehind(db, context, reading.turn, reason)
        // Whether it is gone, or was not shared for a moment, the list says.
        if (error instanceof ProviderError && error.code === 'calendar_gone')
          await context.enqueueIn(db, listCalendarsJob, { orgId, mailboxId: turn.connection_id, isAgain: true })
        await endTurn(db, context, reading.turn)
      })
      if (reason === null) throw error
    }
  },
})

type Account = NonNullable<Awaited<ReturnType<typeof openAccount>>>

/** Its turn, which is another one after a restart. */
interface Reading {
  turn: Turn
}

/** Answers how many events changed; null where the turn was lost. */
const read = async (context: JobContext, reading: Reading, account: Account): Promise<number | null> => {
  const { org_id: orgId, provider_id: providerId, cursor: from } = reading.turn
  for (const cursor of from === null ? [null, null] : [from, null]) {
    const pages = account.readEvents(providerId, { cursor, from: new Date(context.now().getTime() - backMs) })
    let events = 0
    for (;;) {
      const next = await pages.next()
      if (next.done) {
        const end = next.value
        if (end.outcome === 'done') {
          const at = { from: cursor, cursor: end.cursor }
          return (await context.inOrg(orgId, (db) => finish(db, context, reading.turn, at))) ? events : null
        }
        if (end.outcome === 'gone')
          throw new ProviderError('refused', 'The calendar is gone, or no longer shared.', { code: 'calendar_gone' })
        break
      }
      events += next.value.events.length + next.value.removed.length + (next.value.complete?.length ?? 0)
      const page = next.value
      if (!(await context.inOrg(orgId, (db) => copyPage(db, context, reading.turn, page)))) return null
    }
    // Forgotten there: from the start, and what was deleted meanwhile is found by its absence.
    const again = await context.inOrg(orgId, (db) => restartTurn(db, reading.turn))
    if (!again) return null
    reading.turn = again
  }
  throw new ProviderError('broken', 'The provider forgot the place twice.')
}

/** False where the turn was lost. */
const finish = async (
  db: Db,
  context: JobContext,
  turn: Turn,
  at: { readonly from: string | null; readonly cursor: string },
): Promise<boolean> => {
  await lockHost(db, turn)
  const calendar = await keepTurn(db, turn)
  if (!calendar) return false
  if (at.from === null) await removeOlder(db, context, calendar)
  await db
    .updateTable('calendars')
    .set({ cursor: at.cursor })
    .where('org_id', '=', calendar.org_id)
    .where('id', '=', calendar.id)
    .execute()
  return true
}

const settle = async (db: Db, context: JobContext, calendar: CalendarRow, events: number): Promise<void> => {
  const now = context.now()
  await db
    .updateTable('calendars')
    .set({ synced_at: now, behind_since: null, last_error: null, next_poll_at: nextPollAt(context) })
    .where('org_id', '=', calendar.org_id)
    .where('id', '=', calendar.id)
    .execute()
  await keepWatching(db, context, calendar)
  if (events > 0)
    await context.emitIn(db, calendar.org_id, calendarEvents.read, calendar.id, { person_id: calendar.person_id, events })
}

/** With a calendar that answers, its channel is looked after when that is due: leased, so that one job does. */
const keepWatching = async (db: Db, { now, enqueueIn }: JobContext, { org_id: orgId, id }: CalendarRow): Promise<void> => {
  const due = await db
    .updateTable('calendars')
    .set({ next_watch_at: new Date(now().getTime() + watchLeaseMs) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('is_ticked', '=', true)
    .where('next_watch_at', '<=', now())
    .returning('id')
    .executeTakeFirst()
  if (due) await enqueueIn(db, watchCalendarJob, { orgId, calendarId: id })
}

/** One that is not ticked any more is not read again. */
const nextPollAt = ({ now, settings }: JobContext): RawBuilder<Date | null> =>
  sql`case when is_ticked then ${new Date(now().getTime() + settings.calendarPollMs)}::timestamptz end`

/** The copy stays and counts, with its age in sight; the next poll tries again. */
const fallBehind = async (db: Db, context: JobContext, calendar: CalendarRow, reason: string): Promise<void> => {
  await db
    .updateTable('calendars')
    .set({
      behind_since: sql`coalesce(behind_since, ${context.now()})`,
      last_error: reason.slice(0, 500),
      next_poll_at: nextPollAt(context),
    })
    .where('org_id', '=', calendar.org_id)
    .where('id', '=', calendar.id)
    .execute()
}
