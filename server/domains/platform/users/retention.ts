import { retention } from '#core/retention.ts'

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
