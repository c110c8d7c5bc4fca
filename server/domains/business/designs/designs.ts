import { type Selectable, sql } from 'kysely'
import type { Db, Enqueue } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { VendorDesign } from '#ports/designs.ts'
import { keepPictureReference } from './job-references.ts'

/** A design of Canva that is used here. */
export type DesignRow = Selectable<Tables['designs']>

/** So long a picture that was ordered is waited for before it is ordered again. */
const pictureWaitMs = 10 * 60_000

interface Entering {
  readonly db: Db
  readonly orgId: string
  readonly connectionId: string
}

/** Writes what Canva says of a design; one that was gone is there again. */
export const enterDesign = async ({ db, orgId, connectionId }: Entering, design: VendorDesign): Promise<DesignRow> => {
  const said = { title: design.title.slice(0, 255), pages: design.pages, changed_at: design.updatedAt, gone_at: null }
  return db
    .insertInto('designs')
    .values({ org_id: orgId, id: newId(), connection_id: connectionId, vendor_id: design.id, ...said })
    .onConflict((conflict) => conflict.columns(['org_id', 'connection_id', 'vendor_id']).doUpdateSet(said))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Writes what a list says of those that are used here. Answers them, by Canva's id. */
export const refreshDesigns = async (
  { db, orgId, connectionId }: Entering,
  designs: readonly VendorDesign[],
): Promise<ReadonlyMap<string, DesignRow>> => {
  const known = await findDesignsByVendorId(
    { db, orgId, connectionId },
    designs.map(({ id }) => id),
  )
  for (const design of designs)
    if (known.has(design.id)) known.set(design.id, await enterDesign({ db, orgId, connectionId }, design))
  return known
}

const findDesignsByVendorId = async ({ db, orgId, connectionId }: Entering, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('designs')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .where('vendor_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.vendor_id, row]))
}

/** By Canva's id, in whichever account it was; the newest first. */
export const findDesignByVendorId = (db: Db, orgId: string, vendorId: string): Promise<DesignRow | undefined> =>
  db
    .selectFrom('designs')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('vendor_id', '=', vendorId)
    .orderBy('id', 'desc')
    .executeTakeFirst()

export const findDesign = (db: Db, orgId: string, id: string): Promise<DesignRow | undefined> =>
  db.selectFrom('designs').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const markGone = async (db: Db, orgId: string, id: string, now: Date): Promise<void> => {
  await db
    .updateTable('designs')
    .set({ gone_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('gone_at', 'is', null)
    .execute()
}

/** Orders a copy of the picture where ours is none, or of an older state. */
export const orderPicture = async (db: Db, enqueue: Enqueue, row: DesignRow, now: Date): Promise<void> => {
  if (row.picture_of !== null && row.picture_of >= row.changed_at) return
  const ordered = await db
    .updateTable('designs')
    .set({ picture_due_at: new Date(now.getTime() + pictureWaitMs) })
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .where((is) => is.or([is('picture_due_at', 'is', null), is('picture_due_at', '<', now)]))
    .returning('id')
    .executeTakeFirst()
  if (ordered) await enqueue(keepPictureReference, { orgId: row.org_id, designId: row.id })
}
