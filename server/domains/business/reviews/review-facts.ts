import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Happened, Reader } from '#core/events/event.ts'
import { Reference, shape } from '#shapes'

/** What webhooks tell of a review: one version of it, which does not change. */
export const ReviewFacts = shape('ReviewFacts', {
  id: z.uuid(),
  google_id: z.string(),
  location: Reference,
  version: z.int().describe('How often it was met with something else, from 1'),
  stars: z.int().min(1).max(5).nullable(),
  stars_before: z.int().min(1).max(5).nullable().describe('Of the version before; null: there was none, or it had no stars'),
  text: z.string().nullable().describe('Null: a rating without words, or of a review that was removed 30 days ago'),
  pictures: z.int(),
  reviewer: z.string().nullable().describe('The name that the reviewer goes by at Google, which proves nothing; null: unnamed'),
  posted_at: z.iso.datetime(),
  changed_at: z.iso.datetime().describe('The last edit by the reviewer'),
})
export type ReviewFacts = z.output<typeof ReviewFacts>

type Told = Happened<Readonly<Record<string, unknown>>>

/** Each event as it was: by the version that it is about. */
export const readReviewFacts: Reader<ReviewFacts> = async (events, { db, orgId }) => {
  const ids = [...new Set(events.map(({ subjectId }) => subjectId))]
  const rows = await findRows(db, orgId, ids)
  const versions = await findVersionsOf(db, orgId, ids)
  return ({ subjectId, facts }: Told) => {
    // Those of before the account was connected are news to none.
    if (facts.is_news === false) return undefined
    const row = rows.get(subjectId)
    const number = Number(facts.version ?? row?.version)
    // The oldest of many versions are gone: the one that is there now says more than nothing.
    const version = versions.get(`${subjectId} ${number}`) ?? row
    if (!row || !version) return undefined
    return {
      ...{ id: row.id, google_id: row.review_id, location: { id: row.location_id, name: row.title }, version: number },
      ...{ stars: version.stars, stars_before: versions.get(`${subjectId} ${number - 1}`)?.stars ?? null },
      ...{ text: version.text, pictures: version.pictures, reviewer: row.reviewer },
      ...{ posted_at: row.posted_at.toISOString(), changed_at: version.changed_at.toISOString() },
    }
  }
}

const findRows = async (db: Db, orgId: string, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('review_locations as location', (join) =>
      join.onRef('location.org_id', '=', 'reviews.org_id').onRef('location.id', '=', 'reviews.location_id'),
    )
    .selectAll('reviews')
    .select('location.title')
    .where('reviews.org_id', '=', orgId)
    .where('reviews.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const findVersionsOf = async (db: Db, orgId: string, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('review_versions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('review_id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [`${row.review_id} ${row.version}`, row]))
}
