import { sql } from 'kysely'
import type { ExpiredRows } from '#core/expired-rows.ts'
import { retention } from '#core/retention.ts'

/** Of one workspace. */
export const expiredSessions = (orgId: string, now: Date): ExpiredRows => ({
  table: 'directory.sessions',
  where: sql`org_id = ${orgId} and expires_at < ${now}`,
  at: sql`expires_at`,
})

/** Of people of one workspace. Who was not known yet is of none, and goes at night. */
export const expiredChallenges = (orgId: string, now: Date): ExpiredRows => ({
  table: 'directory.challenges',
  where: sql`person_id in (select id from members where org_id = ${orgId}) and expires_at < ${now}`,
  at: sql`expires_at`,
})

export const sessionRetention = retention({
  name: 'sessions',
  days: 0,
  about: 'Sessions that have expired',
  async ofAll(db, { now }) {
    const { numDeletedRows } = await db.deleteFrom('directory.sessions').where('expires_at', '<', now).executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})

export const linkRetention = retention({
  name: 'sign-in links',
  days: 1,
  about: 'Sign-in and reset links that were used or have expired',
  async ofAll(db, { before }) {
    const { numDeletedRows } = await db
      .deleteFrom('directory.links')
      .where((link) => link.or([link('expires_at', '<', before), link('used_at', '<', before)]))
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})

export const challengeRetention = retention({
  name: 'sign-in challenges',
  days: 0,
  about: 'Sign-ins that were not finished in time',
  async ofAll(db, { now }) {
    const { numDeletedRows } = await db
      .deleteFrom('directory.challenges')
      .where('expires_at', '<', now)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})
