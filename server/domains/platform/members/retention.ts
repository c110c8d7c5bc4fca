import { retention } from '#core/retention.ts'

export const invitationTokenRetention = retention({
  name: 'invitation tokens',
  days: 0,
  about: 'Tokens of invitations that have expired',
  async ofAll(db, { now }) {
    const { numDeletedRows } = await db
      .deleteFrom('directory.invitation_tokens')
      .where('expires_at', '<', now)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})
