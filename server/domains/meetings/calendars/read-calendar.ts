import { type RawBuilder, sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type CalendarRow, findCalendar, listCalendarsJob, openAccount, readCalendarJob } from './calendars.ts'
import { clearHint, watchCalendarJob } from './channels.ts'
import { copyPage, removeOlder } from './copies.ts'
import { calendarEvents } from './events.ts'

/** Of the past, as much as running events need. */
const backMs = 86_400_000
/** In which a channel is opened, or its job has died. */
const watchLeaseMs = 15 * 60_000

/**
 * Reads what changed in a calendar since the last time; from the start where the provider has forgotten, and then what is not there any
 * more goes. Each page is written in a transaction of its own that has locked the host: a booking at the same moment comes before it or
 * after it.
 */
export const readCalendar = job({
  ...readCalendarJob,
  summary: 'Read what changed in a calendar',
  retry: { times: 0, delaySeconds: 60 },
  expireSeconds: 600,
  atOnce: 4,

  async run({ orgId, calendarId }, context) {
    const calendar = await context.inOrg(orgId, async (db) => {
      await clearHint(db, orgId, calendarId)
      return findCalendar(db, orgId, calendarId)
    })
    if (!calendar) return
    try {
      const account = await openAccount(context, orgId, calendar.connection_id)
      if (!account) return
      const events = await read(context, calendar, account)
      await context.inOrg(orgId, (db) => settle(db, context, calendar, events))
    } catch (error) {
      const reason = error instanceof ProviderError ? error.reason : error instanceof Failure ? error.message : null
      if (reason === null) throw error
      await context.inOrg(orgId, async (db) => {
        await fallBehind(db, context, calendar, reason)
        // Whether it is gone, or was not shared for a moment, the list says.
        if (error instanceof ProviderError && error.code === 'calendar_gone')
          await context.enqueueIn(db, listCalendarsJob, { orgId, mailboxId: calendar.connection_id, isAgain: true })
      })
    }
  },
})

type Account = NonNullable<Awaited<ReturnType<typeof openAccount>>>

/** Answers how many events changed. */
const read = async (context: JobContext, calendar: CalendarRow, account: Account): Promise<number> => {
  let { cursor, generation } = calendar
  for (let rounds = 0; rounds < 2; rounds++) {
    if (cursor === null) generation += 1
    const pages = account.readEvents(calendar.provider_id, { cursor, from: new Date(context.now().getTime() - backMs) })
    let events = 0
    for (;;) {
      const next = await pages.next()
      if (next.done) {
        const end = next.value
        if (end.outcome === 'done') {
          await context.inOrg(calendar.org_id, (db) =>
            finish(db, context, calendar, { from: cursor, cursor: end.cursor, generation }),
          )
          return events
        }
        if (end.outcome === 'gone')
          throw new ProviderError('refused', 'The calendar is gone, or no longer shared.', { code: 'calendar_gone' })
        break
      }
      events += next.value.events.length + next.value.removed.length + (next.value.complete?.length ?? 0)
      const page = next.value
      await context.inOrg(calendar.org_id, (db) => copyPage(db, context, { ...calendar, generation }, page))
    }
    // Forgotten there: from the start, and what was deleted meanwhile is found by its absence.
    cursor = null
  }
  throw new ProviderError('broken', 'The provider forgot the place twice.')
}

const finish = async (
  db: Db,
  context: JobContext,
  calendar: CalendarRow,
  at: { readonly from: string | null; readonly cursor: string; readonly generation: number },
): Promise<void> => {
  if (at.from === null) await removeOlder(db, context, { ...calendar, generation: at.generation })
  await db
    .updateTable('calendars')
    .set({ cursor: at.cursor, generation: at.generation })
    .where('org_id', '=', calendar.org_id)
    .where('id', '=', calendar.id)
    .execute()
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
