import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvents } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { VendorReview } from '#ports/reviews.ts'
import { reviewEvents } from './events.ts'
import type { LocationRow } from './locations.ts'
import { isNews, type Met } from './met-reviews.ts'
import { seeReplies } from './reply-standings.ts'
import { addVersions, type ReviewRow } from './versions.ts'

/** Stores what a page lists, and marks each of it as met by the run. Each change is stored once, however often its page is read. */
export const storePage = async (
  db: Db,
  { runId, location, listed, now }: { runId: string; location: LocationRow; listed: readonly VendorReview[]; now: Date },
): Promise<readonly Met[]> => {
  const { org_id: orgId, id: locationId } = location
  const reviews = latestOf(listed)
  if (reviews.length === 0) return []
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('location_id', '=', locationId)
    .where(
      'review_id',
      'in',
      reviews.map(({ reviewId }) => reviewId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const known = new Map(rows.map((row) => [row.review_id, row]))
  const met = reviews.map((review) => compare(review, known.get(review.reviewId)))
  const fresh = met.filter(({ what }) => what === 'new')
  if (fresh.length > 0)
    await db
      .insertInto('reviews')
      .values(
        fresh.map(({ id, review }) => ({
          ...{ org_id: orgId, id, location_id: locationId, review_id: review.reviewId, seen_run: runId },
          ...{ posted_at: review.postedAt, ...wordsOf(review) },
        })),
      )
      .execute()
  for (const { id, review, version } of met.filter(({ differs }) => differs))
    await db
      .updateTable('reviews')
      .set({ ...wordsOf(review), version })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute()
  await addVersions(
    db,
    orgId,
    met.filter(({ what, differs }) => what === 'new' || differs),
  )
  await sql`
    update reviews set seen_run = ${runId}, missed = 0, gone_at = null
    where org_id = ${orgId} and id = any(${met.map(({ id }) => id)}::uuid[])`.execute(db)
  await seeReplies(db, orgId, { met, rows, now })
  await recordMet(db, location, met)
  return met
}

/** Reviews that are listed and cannot be read stay as they are, and count as met. Answers those that are not known here. */
export const markListed = async (
  db: Db,
  { runId, location, ids }: { runId: string; location: LocationRow; ids: readonly string[] },
): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .updateTable('reviews')
    .set({ seen_run: runId, missed: 0 })
    .where('org_id', '=', location.org_id)
    .where('location_id', '=', location.id)
    .where('review_id', 'in', [...ids])
    .returning('review_id')
    .execute()
  const known = new Set(rows.map((row) => row.review_id))
  return ids.filter((id) => !known.has(id))
}

/** A page may name a review twice, when it moves while the list is read. */
const latestOf = (listed: readonly VendorReview[]): readonly VendorReview[] => {
  const latest = new Map<string, VendorReview>()
  for (const review of listed) {
    const other = latest.get(review.reviewId)
    if (!other || other.changedAt < review.changedAt) latest.set(review.reviewId, review)
  }
  return [...latest.values()]
}

const wordsOf = (review: VendorReview) => ({
  ...{ stars: review.stars, text: review.text, pictures: review.pictures },
  ...{ reviewer: review.reviewer, changed_at: review.changedAt },
})

const compare = (review: VendorReview, row: ReviewRow | undefined): Met => {
  if (!row) return { id: newId(), review, version: 1, what: 'new', starsBefore: null, differs: false }
  const known = { id: row.id, review, starsBefore: row.stars }
  // A list that lags behind may still say what was said before the last edit.
  if (review.changedAt < row.changed_at)
    return { ...known, version: row.version, what: row.gone_at === null ? 'same' : 'back', differs: false }
  const isLater = review.changedAt > row.changed_at
  const isReworded = row.text !== review.text || row.pictures !== review.pictures
  // Other words of the same time are Google's, such as a translation: they take the place of those that stand.
  const isEdited = row.stars !== review.stars || (isLater && isReworded)
  const what = row.gone_at !== null ? 'back' : isEdited ? 'edited' : 'same'
  const differs = isEdited || isLater || isReworded || row.reviewer !== review.reviewer
  return { ...known, version: row.version + (isEdited ? 1 : 0), what, differs }
}

const recordMet = async (db: Db, location: LocationRow, met: readonly Met[]): Promise<void> => {
  const { org_id: orgId, id: locationId } = location
  const factsOf = ({ review, version }: Met) => ({ location_id: locationId, stars: review.stars, version })
  const fresh = met
    .filter(({ what }) => what === 'new')
    .map((each) => ({ subjectId: each.id, facts: { ...factsOf(each), is_news: isNews(each, location) } }))
  if (fresh.length > 0) await recordEvents(db, orgId, reviewEvents.received, fresh)
  const changed = met.flatMap((each) =>
    each.what === 'edited' || each.what === 'back'
      ? [{ subjectId: each.id, facts: { ...factsOf(each), change: each.what } }]
      : [],
  )
  if (changed.length > 0) await recordEvents(db, orgId, reviewEvents.changed, changed)
}
