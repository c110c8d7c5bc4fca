import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { AccountCalendar, findAccountCalendars } from './account-calendars.ts'
import { findCalendar, readCalendarJob } from './calendars.ts'
import { watchCalendarJob } from './channels.ts'
import { endConflicts, recordConflicts } from './conflicts.ts'
import { calendarErrors } from './errors.ts'
import { calendarEvents } from './events.ts'
import { settleGoneTarget } from './listed-calendars.ts'
import { recount } from './ticks.ts'

export const updateCalendar = action({
  name: 'update-calendar',
  summary: 'Choose whether a calendar is read, shared, or gets the meetings',
  description:
    'Only its owner can. `ticked`: its events take time from your slots, and it is read from now on; otherwise its copy no longer counts. `shared`: colleagues see its events and not only that they take time. `target: true`: new meetings are written into it; those of before stay where they are, and those that are in no calendar yet come into it.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    calendarId: z.uuid(),
    ticked: z.boolean().optional(),
    shared: z.boolean().optional(),
    target: z.literal(true).optional(),
  }),
  output: z.object({ success: z.literal(true), calendars: z.array(AccountCalendar) }),
  errors: [
    calendarErrors.account_calendar_not_found,
    calendarErrors.calendar_gone,
    calendarErrors.calendar_is_target,
    calendarErrors.calendar_read_only,
  ],
  examples: [{ title: 'Read a second calendar', input: { calendarId: '01980000-0000-7000-8000-000000000000', ticked: true } }],

  async run({ calendarId, ticked, shared, target }, { db, org, person, now, enqueue, emit, fail }) {
    // The lock of bookings and copies: a slot is taken before the change, or after it.
    await sql`select from members where org_id = ${org.id} and id = ${person.id} for no key update`.execute(db)
    const calendar = await findCalendar(db, org.id, calendarId)
    if (calendar?.person_id !== person.id) throw fail('account_calendar_not_found', { field: 'calendarId' })
    if (calendar.gone_at && (target || ticked)) throw fail('calendar_gone', { field: 'calendarId' })
    const isTarget = target ?? calendar.is_target
    const isTicked = isTarget && target ? true : (ticked ?? calendar.is_ticked)
    if (target && !calendar.is_writable) throw fail('calendar_read_only', { field: 'target' })
    if (isTarget && ticked === false) throw fail('calendar_is_target', { field: 'ticked' })
    if (target) await clearTarget(db, org.id, person.id)
    const isNew = isTicked && !calendar.is_ticked
    await db
      .updateTable('calendars')
      .set({
        ...{ is_ticked: isTicked, is_target: isTarget, is_shared: shared ?? calendar.is_shared },
        ...(isNew
          ? { next_poll_at: now(), next_watch_at: now() }
          : isTicked
            ? {}
            : { next_poll_at: null, behind_since: null, last_error: null }),
      })
      .where('org_id', '=', org.id)
      .where('id', '=', calendarId)
      .execute()
    if (isTicked !== calendar.is_ticked) await recount(db, org.id, calendarId, isTicked)
    // What was copied of it before counts again at once; what changed there since is read now.
    if (isNew) await recordConflicts(db, { now, emit }, calendar, null)
    if (!isTicked && calendar.is_ticked) await endConflicts(db, emit, calendar, null)
    if (isNew) await enqueue(readCalendarJob, { orgId: org.id, calendarId })
    else if (!isTicked && calendar.is_ticked) await enqueue(watchCalendarJob, { orgId: org.id, calendarId })
    if (target && !calendar.is_target) await emit(calendarEvents.targeted, calendarId, { person_id: person.id })
    if (target) await settleGoneTarget(db, org.id, person.id, person.id)
    await emit(calendarEvents.updated, calendarId, { person_id: person.id })
    return { success: true as const, calendars: await findAccountCalendars(db, org.id, person.id) }
  },
})

const clearTarget = (db: Db, orgId: string, personId: string) =>
  db
    .updateTable('calendars')
    .set({ is_target: false })
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('is_target', '=', true)
    .execute()
