import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { findZone } from '#domains/platform/organizations/organizations.ts'
import { type HourDates, type Hours, usualWeek, type Weekly, type WorkHours } from './work-hours.ts'

/** The hours of the whole business, on the clocks of the workspace's zone; its single days, such as holidays, hold for all members. */
export type BusinessHours = Omit<Hours, 'personId'>

const findRow = (db: Db, orgId: string): Promise<Selectable<Tables['business_hours']> | undefined> =>
  db.selectFrom('business_hours').selectAll().where('org_id', '=', orgId).executeTakeFirst()

/** `isSet`: a person has set them. */
export const findBusinessHours = async (db: Db, orgId: string): Promise<BusinessHours & { readonly isSet: boolean }> => {
  const row = await findRow(db, orgId)
  return {
    zone: await findZone(db, orgId),
    weekly: (row?.weekly as Weekly | undefined) ?? usualWeek,
    dates: (row?.dates as HourDates | undefined) ?? {},
    isSet: row !== undefined,
  }
}

/** The single days of the business. */
export const findBusinessDates = async (db: Db, orgId: string): Promise<HourDates> =>
  ((await findRow(db, orgId))?.dates as HourDates | undefined) ?? {}

export const showBusinessHours = ({
  zone,
  weekly,
  dates,
  isSet,
}: BusinessHours & { readonly isSet: boolean }): z.output<typeof WorkHours> => ({
  ...{
    user_id: null,
    timezone: zone,
    weekly: weekly as Record<string, string[][]>,
    dates,
    business_dates: {},
    is_usual: !isSet,
  },
})

export const saveBusinessHours = async (
  db: Db,
  orgId: string,
  { weekly, dates }: Pick<BusinessHours, 'weekly' | 'dates'>,
): Promise<void> => {
  const row = { weekly: JSON.stringify(weekly), dates: JSON.stringify(dates) }
  await db
    .insertInto('business_hours')
    .values({ org_id: orgId, ...row })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ ...row, updated_at: sql`now()` }))
    .execute()
}
