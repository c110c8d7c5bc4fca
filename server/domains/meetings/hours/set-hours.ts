import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import { transportErrors } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { changeSettings } from '#domains/platform/organizations/settings-changes.ts'
import { TimeZone, tzVersion } from '#shapes/zones.ts'
import { findBusinessDates, findBusinessHours, saveBusinessHours, showBusinessHours } from './business-hours.ts'
import { hoursEvents, hoursFieldsOf } from './events.ts'
import { findHours, findHoursRow, HourDates, showHoursOf, Weekly, WorkHours } from './work-hours.ts'

export const setHours = action({
  name: 'set-hours',
  summary: 'Set the working hours of a member or of the business',
  description:
    'Windows of the wall clock in the member’s time zone: bookings begin and end within them. `weekly` replaces all weekdays, and a weekday without windows is closed; `null` follows the week of the business, as it is now and as it changes later. `dates` replaces all single days, each of which replaces its weekday. Omitted parts keep their values. Members set their own hours, admins those of any member and, with `business`, of the whole business: its week holds for members who have set none, and its single days (holidays) for all who have no hours of their own on that day. Existing bookings stay as they are.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z
    .object({
      userId: z.uuid().optional().describe('Default: yourself'),
      business: z.boolean().optional().describe('Those of the whole business; its time zone is that of the workspace'),
      timezone: TimeZone.optional(),
      weekly: Weekly.nullish().describe('Null, for a member: the week of the business'),
      dates: HourDates.optional(),
    })
    .refine(({ business, weekly }) => !business || weekly !== null, {
      path: ['weekly'],
      error: 'must not be null for the business: it has no other week to follow',
    }),
  output: z.object({ success: z.literal(true), hours: WorkHours }),
  errors: [transportErrors.forbidden, memberErrors.person_not_found],
  examples: [
    {
      title: 'Mondays and Tuesdays, and a short night',
      input: {
        timezone: 'Europe/Berlin',
        weekly: {
          mon: [
            ['09:00', '12:00'],
            ['13:00', '17:00'],
          ],
          tue: [['09:00', '17:00']],
        },
        dates: { '2027-03-28': [['00:00', '06:00']] },
      },
    },
  ],

  async run({ userId, business, timezone, weekly, dates }, { db, org, person, emit, fail }) {
    const id = userId ?? person.id
    if ((business || id !== person.id) && !atLeast(person.role, 'admin')) throw fail('forbidden')
    if (business) {
      const before = await findBusinessHours(db, org.id)
      const after = { zone: timezone ?? before.zone, weekly: weekly ?? before.weekly, dates: dates ?? before.dates }
      if (timezone) await changeSettings(db, org.id, { time_zone: timezone })
      await saveBusinessHours(db, org.id, after)
      await emit(hoursEvents.changed, org.id, changedFields(hoursFieldsOf(before), hoursFieldsOf(after)))
      return { success: true as const, hours: showBusinessHours({ ...after, isSet: true }) }
    }
    const before = (await findHours(db, org.id, [id])).get(id)
    if (!before) throw fail('person_not_found', { field: 'userId' })
    const own = await findHoursRow(db, org.id, id)
    const shared = await findBusinessDates(db, org.id)
    // The week and the days of the business stay its own: they change for a member when they change there.
    const ownWeekly = weekly === undefined ? ((own?.weekly as Weekly | null | undefined) ?? null) : weekly
    const ownDates = dates ?? (own?.dates as HourDates | undefined) ?? {}
    const after = {
      ...before,
      zone: timezone ?? before.zone,
      weekly: ownWeekly ?? (await findBusinessHours(db, org.id)).weekly,
      dates: { ...shared, ...ownDates },
    }
    const row = {
      ...(timezone ? { time_zone: timezone } : {}),
      tz_version: tzVersion,
      weekly: ownWeekly && JSON.stringify(ownWeekly),
      dates: JSON.stringify(ownDates),
    }
    const saved = await db
      .insertInto('work_hours')
      .values({ org_id: org.id, id, ...row })
      .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet({ ...row, updated_at: sql`now()` }))
      .returningAll()
      .executeTakeFirstOrThrow()
    await emit(hoursEvents.changed, id, changedFields(hoursFieldsOf(before), hoursFieldsOf(after)))
    return { success: true as const, hours: showHoursOf(after, { own: saved, business: shared }) }
  },
})
