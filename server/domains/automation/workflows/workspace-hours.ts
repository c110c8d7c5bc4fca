import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { findBusinessHours } from '#domains/meetings/hours/business-hours.ts'
import { type Hours, type HoursColumns, hoursColumns, hoursOf, hoursTables } from '#domains/meetings/hours/work-hours.ts'
import type { WaitContext } from './wait-times.ts'

/** A search through 400 days of them stays below 50 ms. Beyond them, the hours of the first count. */
const mostCalendars = 50

/**
 * The zone of a workspace, and its hours: those of the business where they are set, else of its members who have set them, holidays included
 * (decision 0103). Who has
 * set none has the usual week, which says nothing about the workspace.
 */
export const findWorkspaceHours = async (db: Db, orgId: string): Promise<Pick<WaitContext, 'zone' | 'hours'>> => {
  const business = await findBusinessHours(db, orgId)
  const { zone } = business
  if (business.isSet) return { zone, hours: [business] }
  const { rows } = await sql<HoursColumns>`
    select ${hoursColumns} from ${hoursTables}
    where m.org_id = ${orgId} and h.id is not null order by m.id limit ${mostCalendars}`.execute(db)
  return { zone, hours: apart(rows.map(hoursOf)) }
}

/** People with the same calendar count once. */
const apart = (hours: readonly Hours[]): Hours[] => [
  ...new Map(hours.map((each) => [JSON.stringify([each.zone, each.weekly, each.dates]), each])).values(),
]
