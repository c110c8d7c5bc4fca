import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { mayRead } from './accounts.ts'
import { reviewErrors } from './errors.ts'
import { findLocation } from './locations.ts'
import type { ReviewRow } from './versions.ts'

/** A review that can be answered now, locked. Throws what stands in the way, before anything is stored. */
export const checkAnswerable = async (db: Db, orgId: string, reviewId: string): Promise<ReviewRow> => {
  const query = db.selectFrom('reviews').selectAll().where('org_id', '=', orgId).where('id', '=', reviewId)
  const review = await query.forUpdate().executeTakeFirst()
  if (!review) throw new Failure(reviewErrors.review_not_found)
  if (review.gone_at !== null) throw new Failure(reviewErrors.review_gone)
  const location = await findLocation(db, orgId, review.location_id)
  const connection = location && (await findConnection(db, orgId, location.connection_id))
  if (!connection || connection.status === 'disconnected' || !mayRead(connection))
    throw new Failure(reviewErrors.reviews_not_connected)
  if (location.is_verified === false || location.trouble !== null) throw new Failure(reviewErrors.review_location_denied)
  return review
}
