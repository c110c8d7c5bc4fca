import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { OrgContext } from '#core/context.ts'
import { readInboxJob } from '#core/inbound/webhook-events.ts'
import { clearNotice } from '../notifications/notices.ts'
import { backgroundJobErrors } from './errors.ts'
import { backgroundEvents } from './events.ts'
import { backgroundJobNotices } from './notices.ts'
import { claimStoppedJob, findOneWork, hurryJob, moveRequest, recordDecision, replayEvent, type Work } from './work.ts'

export const replayBackgroundWork = action({
  name: 'replay-background-work',
  summary: 'Retry background work',
  description:
    'A dead job is queued again with a new set of attempts, as a new job with the same data; a job waiting for its next attempt runs now; a webhook event that could not be processed is processed again, and so is an event for which a reaction failed. Two calls run it once. External calls use their original idempotency keys, so the provider recognizes a repeat.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  limit: { times: 60, seconds: 60 },
  input: z.object({ workId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    backgroundJobErrors.work_not_found,
    backgroundJobErrors.work_under_way,
    backgroundJobErrors.work_held,
    backgroundJobErrors.work_unknown,
  ],
  examples: [{ title: 'Retry a dead job', input: { workId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ workId }, context) {
    const { org, db, person, emit, newId, summaryOf, fail } = context
    const work = await findOneWork(db, org.id, workId, summaryOf)
    if (!work) throw fail('work_not_found')
    if (work.state === 'running') throw fail('work_under_way')
    if (work.state === 'held') throw fail('work_held')
    if (work.kind === 'job' && work.summary === null) throw fail('work_unknown')
    // Another may have been quicker since.
    if (!(await again(work, context))) throw fail('work_not_found')
    await recordDecision(db, org.id, {
      id: newId(),
      workId,
      name: work.name,
      decision: 'replayed',
      reason: null,
      personId: person.id,
    })
    await clearNotice(db, org.id, backgroundJobNotices.job_failed, workId)
    await emit(backgroundEvents.changed, workId, {
      ...{ kind: work.kind, name: work.name },
      ...{ before: { state: work.state }, after: { state: 'replayed' } },
    })
    return { success: true as const }
  },
})

const again = async (work: Work, { db, org, enqueue }: OrgContext): Promise<boolean> => {
  if (work.kind === 'inbox') {
    const isOurs = await moveRequest(db, org.id, work.id, 'stored')
    if (isOurs) await enqueue(readInboxJob, { orgId: org.id, inboxId: work.id })
    return isOurs
  }
  if (work.kind === 'event') return replayEvent(db, org.id, work.id)
  if (work.state === 'waiting') return hurryJob(db, org.id, work.id)
  const dead = await claimStoppedJob(db, org.id, work.id)
  if (dead) await enqueue({ name: dead.name, data: z.looseObject({}) }, dead.data)
  return dead !== null
}
