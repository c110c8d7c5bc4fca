import type { Db } from '#core/context.ts'
import type { Place } from '#shapes/expressions/evaluation.ts'

/** How a workspace writes times and numbers of telephones. */
export const placeOf = async (db: Db, orgId: string): Promise<Place> => {
  const { time_zone, default_country } = await db
    .selectFrom('orgs')
    .select(['time_zone', 'default_country'])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return { zone: time_zone, locale: default_country === null ? 'en-GB' : `en-${default_country}`, country: default_country }
}
