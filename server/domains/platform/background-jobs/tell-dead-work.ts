import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { job } from '#core/jobs/job.ts'
import { raiseNotice } from '../notifications/notices.ts'
import { backgroundEvents } from './events.ts'
import { workGivenUp } from './moments.ts'
import { backgroundJobNotices } from './notices.ts'
import { findDead, hasSameWork } from './work.ts'

/** What is older was told, or the notice was seen and is gone. */
const lookbackMs = 2 * 86_400_000

/**
 * Raises a notice for each job that died, and lets the module that waits for it say so. Asked for by the worker in which one dies, and by
 * the clock, for jobs that die with their worker.
 */
export const notifyDeadWork = job({
  name: 'tell-dead-work',
  summary: 'Raise notices for background jobs that failed for good',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, now, inOrg, within }) {
    const dead = await findDead(db, new Date(now().getTime() - lookbackMs))
    for (const [orgId, theirs] of Map.groupBy(dead, (each) => each.orgId))
      await inOrg(orgId, async (inHere) => {
        const told = await toldOf(inHere, orgId)
        for (const { id, kind, name, data, reason } of theirs.filter((each) => !told.has(each.id))) {
          await raiseNotice(inHere, orgId, { notice: backgroundJobNotices.job_failed, subjectId: id, facts: { name, reason } })
          await recordEvent(inHere, orgId, backgroundEvents.changed, id, {
            ...{ kind, name },
            ...{ before: { state: 'running' }, after: { state: 'dead' } },
          })
          if (kind === 'job' && !(await hasSameWork(inHere, { name, data })))
            await within(inHere, orgId, workGivenUp, { name, data, why: 'tries_used_up' })
        }
      })
  },
})

const toldOf = async (db: Db, orgId: string): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('notices')
    .select('subject_id')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'job_failed')
    .execute()
  return new Set(rows.map((row) => row.subject_id))
}
