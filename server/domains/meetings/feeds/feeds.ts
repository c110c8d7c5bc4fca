import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { newToken } from '#core/ids.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import { shape } from '#shapes'

/** A member’s calendar feed, as they see it: its address is a secret that is shown once. */
export const CalendarFeed = shape('CalendarFeed', { created_at: z.iso.datetime() })

export const findFeed = async (db: Db, orgId: string, personId: string): Promise<z.output<typeof CalendarFeed> | null> => {
  const row = await db
    .selectFrom('directory.calendar_feeds')
    .select('created_at')
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row ? { created_at: row.created_at.toISOString() } : null
}

/** Whose feed a token opens. */
export const findFeedOf = (db: Db, token: string): Promise<{ org_id: string; person_id: string } | undefined> =>
  db
    .selectFrom('directory.calendar_feeds')
    .select(['org_id', 'person_id'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()

/** Answers the token; the one of before opens nothing any more. Only its digest is stored. */
export const makeFeed = async (db: Db, orgId: string, personId: string, now: Date): Promise<string> => {
  const token = newToken()
  const row = { token_hash: hashToken(token), created_at: now }
  await db
    .insertInto('directory.calendar_feeds')
    .values({ org_id: orgId, person_id: personId, ...row })
    .onConflict((conflict) => conflict.columns(['org_id', 'person_id']).doUpdateSet(row))
    .execute()
  return token
}

export const endFeed = async (db: Db, orgId: string, personId: string): Promise<void> => {
  await db.deleteFrom('directory.calendar_feeds').where('org_id', '=', orgId).where('person_id', '=', personId).execute()
}

export const feedAddress = (publicUrl: string, token: string): string => `${publicUrl}/calendar-feed/${token}.ics`
