import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import type { VendorReview } from '#ports/reviews.ts'

type VersionRow = Selectable<Tables['review_versions']>
export type ReviewRow = Selectable<Tables['reviews']>

/** Of one review; the oldest go when there are more. */
const mostVersions = 50

/** Puts down what reviews say now: as another version, or in the place of the words of the same one. */
export const addVersions = async (
  db: Db,
  orgId: string,
  versions: readonly { readonly id: string; readonly version: number; readonly review: VendorReview }[],
): Promise<void> => {
  if (versions.length === 0) return
  await db
    .insertInto('review_versions')
    .values(
      versions.map(({ id, version, review }) => ({
        ...{ org_id: orgId, review_id: id, version, stars: review.stars, text: review.text },
        ...{ pictures: review.pictures, changed_at: review.changedAt },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'review_id', 'version']).doUpdateSet((set) => ({
        text: set.ref('excluded.text'),
        pictures: set.ref('excluded.pictures'),
        changed_at: set.ref('excluded.changed_at'),
      })),
    )
    .execute()
  const old = versions.filter(({ version }) => version > mostVersions)
  for (const { id, version } of old)
    await db
      .deleteFrom('review_versions')
      .where('org_id', '=', orgId)
      .where('review_id', '=', id)
      .where('version', '<=', version - mostVersions)
      .execute()
}

/** Newest first. */
export const findVersions = (db: Db, orgId: string, reviewId: string): Promise<VersionRow[]> =>
  db
    .selectFrom('review_versions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('review_id', '=', reviewId)
    .orderBy('version', 'desc')
    .execute()

/** Reviews that have been gone for a while: their words are not the workspace's to keep. Stars and times stay. */
export const emptyGone = async (db: Db, orgId: string, before: Date, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    with old as (
      select id from reviews where org_id = ${orgId} and gone_at < ${before} and (text is not null or reviewer is not null) limit ${most}),
    words as (update review_versions v set text = null from old where v.org_id = ${orgId} and v.review_id = old.id)
    update reviews r set text = null, reviewer = null from old where r.org_id = ${orgId} and r.id = old.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
