import { z } from 'zod'
import { job } from '#core/jobs/job.ts'

const dayMs = 86_400_000

/**
 * Removes what can no longer be used: ended sessions, used or expired links, expired challenges and
 * invitation tokens, responses stored for retries, and rate buckets that were not used
 * for a day. Such a bucket is full again, which is the same as none.
 */
export const pruneDirectory = job({
  name: 'prune-directory',
  summary: 'Remove expired sessions, used links, unfinished sign-ins and idle rate limits',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  schedule: '41 3 * * *',

  async run(_data, { db, now, log }) {
    const at = now()
    const dayAgo = new Date(at.getTime() - dayMs)
    const sessions = await db.deleteFrom('directory.sessions').where('expires_at', '<', at).executeTakeFirst()
    const links = await db
      .deleteFrom('directory.links')
      .where((link) => link.or([link('expires_at', '<', dayAgo), link('used_at', '<', dayAgo)]))
      .executeTakeFirst()
    const challenges = await db.deleteFrom('directory.challenges').where('expires_at', '<', at).executeTakeFirst()
    const invitations = await db.deleteFrom('directory.invitation_tokens').where('expires_at', '<', at).executeTakeFirst()
    const buckets = await db.deleteFrom('directory.buckets').where('tat', '<', dayAgo).executeTakeFirst()
    const answers = await db.deleteFrom('directory.anonymous_answers').where('created_at', '<', dayAgo).executeTakeFirst()
    log.info(
      {
        answers: Number(answers.numDeletedRows),
        sessions: Number(sessions.numDeletedRows),
        links: Number(links.numDeletedRows),
        challenges: Number(challenges.numDeletedRows),
        invitations: Number(invitations.numDeletedRows),
        buckets: Number(buckets.numDeletedRows),
      },
      'pruned',
    )
  },
})
