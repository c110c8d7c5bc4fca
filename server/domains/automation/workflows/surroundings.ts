import type { Db } from '#core/context.ts'
import { findContactZones } from '#domains/meetings/booking/contact-zones.ts'
import type { Place } from '#shapes/expressions/evaluation.ts'
import type { WorkflowCaps } from '#shapes/workflow-caps.ts'
import type { WaitContext } from './wait-times.ts'
import { findWorkspaceHours } from './workspace-hours.ts'

/** How a workspace writes times and numbers of telephones. */
export const placeOf = async (db: Db, orgId: string): Promise<Place> => {
  const { time_zone, default_country } = await db
    .selectFrom('orgs')
    .select(['time_zone', 'default_country'])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return { zone: time_zone, locale: default_country === null ? 'en-GB' : `en-${default_country}`, country: default_country }
}

/** What of a workspace its runs go by. */
export interface Surroundings {
  readonly place: Place
  /** Its working hours; those of no member where no wait is for working time. */
  readonly hours: Pick<WaitContext, 'zone' | 'hours'>
  /** Of contacts on whose wall something waits, by contact; of one that is not here it is not known. */
  readonly contactZones: ReadonlyMap<string, string>
  /** The operator’s. */
  readonly caps: WorkflowCaps
}

export const surroundingsOf = async (
  db: Db,
  orgId: string,
  {
    needsHours,
    contactIds = [],
    caps,
  }: { readonly needsHours: boolean; readonly contactIds?: readonly string[]; readonly caps: WorkflowCaps },
): Promise<Surroundings> => {
  const place = await placeOf(db, orgId)
  const contactZones = await findContactZones(db, orgId, contactIds)
  return {
    place,
    caps,
    contactZones,
    hours: needsHours ? await findWorkspaceHours(db, orgId) : { zone: place.zone, hours: [] },
  }
}
