import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { ReviewLocation } from '#ports/reviews.ts'
import { cut } from '#shapes/texts.ts'

export type LocationRow = Selectable<Tables['review_locations']>

const locationsOf = (db: Db, orgId: string) => db.selectFrom('review_locations').selectAll().where('org_id', '=', orgId)

export const findLocation = (db: Db, orgId: string, id: string): Promise<LocationRow | undefined> =>
  locationsOf(db, orgId).where('id', '=', id).executeTakeFirst()

export const findLocations = (db: Db, orgId: string): Promise<LocationRow[]> =>
  locationsOf(db, orgId).orderBy('title').orderBy('id').execute()

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** By the id that it has here, or by Google's: `555`, `locations/555` or `accounts/104/locations/555`. */
export const findNamedLocation = (db: Db, orgId: string, name: string): Promise<LocationRow | undefined> => {
  if (idForm.test(name)) return findLocation(db, orgId, name)
  const [, theirs = name] = /(?:^|\/)locations\/([^/]+)$/.exec(name) ?? []
  return locationsOf(db, orgId).where('location_id', '=', theirs).executeTakeFirst()
}

/**
 * What a connection lists now. A location is one row, whichever account or connection it is seen by: of two connections that see it the
 * first reads it, until it lists it no more. One that none lists keeps its reviews, and says so.
 */
export const saveLocations = async (
  db: Db,
  orgId: string,
  connectionId: string,
  listed: readonly ReviewLocation[],
): Promise<void> => {
  await db
    .updateTable('review_locations')
    .set({ is_listed: false })
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .execute()
  if (listed.length === 0) return
  await db
    .insertInto('review_locations')
    .values(
      listed.map((location) => ({
        ...{ org_id: orgId, id: newId(), connection_id: connectionId },
        ...{ account_id: location.accountId, location_id: location.locationId, title: cut(location.title, 500) },
        ...{ address: location.address, map_url: location.mapUrl, is_verified: location.isVerified },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'location_id'])
        .doUpdateSet((set) => ({
          connection_id: set.ref('excluded.connection_id'),
          account_id: set.ref('excluded.account_id'),
          title: set.ref('excluded.title'),
          address: set.ref('excluded.address'),
          map_url: set.ref('excluded.map_url'),
          is_verified: set.ref('excluded.is_verified'),
          is_listed: true,
        }))
        .where('review_locations.is_listed', '=', false),
    )
    .execute()
}

/** Those of a connection whose reviews are to be read: all of them, or of the given ones those that can be. */
export const findReadable = async (
  db: Db,
  orgId: string,
  connectionId: string,
  wanted: readonly string[] | null,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('review_locations')
    .select('id')
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .where('is_listed', '=', true)
    // What is not verified answers no reviews; what Google does not say is tried.
    .where(sql<boolean>`is_verified is not false`)
    .$if(wanted === null, (query) => query.where('is_read', '=', true))
    .$if(wanted !== null, (query) => query.where('id', 'in', [...(wanted ?? [])]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const changeLocation = async (
  db: Db,
  orgId: string,
  id: string,
  patch: Partial<
    Pick<LocationRow, 'trouble' | 'their_average' | 'their_count' | 'read_at' | 'whole_at' | 'unread' | 'is_read' | 'is_listed'>
  >,
): Promise<void> => {
  await db.updateTable('review_locations').set(patch).where('org_id', '=', orgId).where('id', '=', id).execute()
}
