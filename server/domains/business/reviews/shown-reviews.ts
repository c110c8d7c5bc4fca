import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { findNames } from '#domains/platform/users/users.ts'
import { replyStandings } from '#ports/reviews.ts'
import { AuthorWorkflow, choice, Instant, MemberReference, Reference, shape } from '#shapes'
import { findLastReplies, type ReplyRow, ReplyState } from './replies.ts'

/** What a member asked for, and what became of it. */
export const AskedReply = shape('AskedReviewReply', {
  state: ReplyState,
  text: z.string().nullable().describe('Null: the reply is to be removed'),
  reason: z.string().nullable().describe('Why it waits, failed or was rejected, and what to do'),
  code: z.string().nullable(),
  author: MemberReference.nullable(),
  workflow: AuthorWorkflow,
  created_at: z.iso.datetime(),
  done_at: z.iso.datetime().nullable(),
})

export const Review = shape('Review', {
  id: z.uuid(),
  location: Reference,
  stars: z.int().min(1).max(5).nullable(),
  text: z.string().nullable().describe('Null: a rating without words'),
  pictures: z.int(),
  reviewer: z.string().nullable().describe('The name that the reviewer goes by at Google, which proves nothing; null: unnamed'),
  posted_at: z.iso.datetime(),
  changed_at: z.iso.datetime().describe('The last edit by the reviewer'),
  version: z.int().describe('How often it was met with something else, from 1'),
  gone_at: z.iso.datetime().nullable().describe('No longer at Google; its words are removed here after 30 days'),
  reply: shape('ReviewReply', {
    text: z.string(),
    at: z.iso.datetime().nullable(),
    standing: choice('ReviewReplyStanding', replyStandings),
    violation: z.string().nullable(),
  })
    .nullable()
    .describe('As it is at Google'),
  asked_reply: AskedReply.nullable().describe('The last reply that a member wrote or removed here'),
})
export type Review = z.output<typeof Review>

const rowsOf = (db: Db, orgId: string) =>
  db
    .selectFrom('reviews')
    .innerJoin('review_locations as location', (join) =>
      join.onRef('location.org_id', '=', 'reviews.org_id').onRef('location.id', '=', 'reviews.location_id'),
    )
    .selectAll('reviews')
    .select('location.title')
    .where('reviews.org_id', '=', orgId)

type Row = Selectable<Tables['reviews']> & { readonly title: string }

export const showReviews = async (db: Db, orgId: string, rows: readonly Row[]): Promise<Review[]> => {
  const replies = await findLastReplies(
    db,
    orgId,
    rows.map(({ id }) => id),
  )
  const authors = await findNames(
    db,
    [...replies.values()].flatMap(({ created_by: by }) => by ?? []),
  )
  return rows.map((row) => {
    const asked = replies.get(row.id)
    return {
      ...{ id: row.id, location: { id: row.location_id, name: row.title }, stars: row.stars, text: row.text },
      ...{ pictures: row.pictures, reviewer: row.reviewer, version: row.version },
      ...{ posted_at: row.posted_at.toISOString(), changed_at: row.changed_at.toISOString() },
      gone_at: row.gone_at?.toISOString() ?? null,
      reply:
        row.reply_text === null
          ? null
          : {
              ...{ text: row.reply_text, at: row.reply_at?.toISOString() ?? null, violation: row.reply_violation },
              standing: replyStandings.find((standing) => standing === row.reply_standing) ?? 'unknown',
            },
      asked_reply: asked ? showReply(asked, authors) : null,
    }
  })
}

const showReply = (row: ReplyRow, authors: ReadonlyMap<string, string>): z.output<typeof AskedReply> => ({
  ...{ state: row.state as ReplyState, text: row.text, reason: row.reason, code: row.code },
  author: row.created_by === null ? null : { id: row.created_by, name: authors.get(row.created_by) ?? null },
  workflow: row.workflow,
  ...{ created_at: row.created_at.toISOString(), done_at: row.done_at?.toISOString() ?? null },
})

export const findReview = async (db: Db, orgId: string, id: string): Promise<Review | undefined> => {
  const row = await rowsOf(db, orgId).where('reviews.id', '=', id).executeTakeFirst()
  return row && (await showReviews(db, orgId, [row]))[0]
}

/** Where a page of the list ends. */
export const ReviewCursor = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .refine((cursor) => Instant.safeParse(cursor.split('~')[0]).success, 'is not a cursor')
  .describe('`next_cursor` of the previous page')

export interface ReviewFilter {
  readonly locationId?: string | undefined
  readonly stars?: readonly number[] | undefined
  readonly isAnswered?: boolean | undefined
  readonly isGone: boolean
}

/** The latest change first. */
export const listReviewsOf = async (
  db: Db,
  orgId: string,
  { locationId, stars, isAnswered, isGone }: ReviewFilter,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<{ reviews: Review[]; nextCursor: string | null }> => {
  const [at, id] = cursor?.split('~') ?? []
  const answered = sql<boolean>`(reviews.reply_text is not null and reviews.reply_standing <> 'rejected')`
  const rows = await rowsOf(db, orgId)
    .where('reviews.gone_at', isGone ? 'is not' : 'is', null)
    .$if(locationId !== undefined, (query) => query.where('reviews.location_id', '=', locationId ?? ''))
    .$if(stars !== undefined, (query) => query.where('reviews.stars', 'in', [...(stars ?? []), -1]))
    .$if(isAnswered !== undefined, (query) => query.where(sql<boolean>`${answered} = ${isAnswered}`))
    .$if(id !== undefined, (query) =>
      query.where(sql<boolean>`(reviews.changed_at, reviews.id) < (${at}::timestamptz, ${id}::uuid)`),
    )
    .orderBy('reviews.changed_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    reviews: await showReviews(db, orgId, page),
    nextCursor: rows.length > limit && last ? `${last.changed_at.toISOString()}~${last.id}` : null,
  }
}
