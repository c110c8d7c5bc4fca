import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { OrgContext } from '#core/context.ts'
import { clearNotice } from '../notifications/notices.ts'
import { backgroundJobErrors } from './errors.ts'
import { backgroundEvents } from './events.ts'
import { workGivenUp } from './moments.ts'
import { backgroundJobNotices } from './notices.ts'
import { claimStoppedJob, dropEvent, findOneWork, hasSameWork, moveRequest, recordDecision, type Work } from './work.ts'

export const dropBackgroundWork = action({
  name: 'drop-background-work',
  summary: 'Discard background work',
  description:
    'Applies to a dead job, a job waiting for its next attempt, work held after a restore, a webhook event that could not be processed, or an event for which a reaction failed. It is never executed; the reason is stored with the decision. A discarded webhook event stays stored, so that the provider’s repeat of it is recognized; events that waited for a discarded one continue.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 60, seconds: 60 },
  input: z.object({ workId: z.uuid(), reason: z.string().trim().min(1).max(500) }),
  output: z.object({ success: z.literal(true) }),
  errors: [backgroundJobErrors.work_not_found, backgroundJobErrors.work_under_way, backgroundJobErrors.work_not_stopped],
  examples: [
    {
      title: 'Discard a job',
      input: { workId: '01980000-0000-7000-8000-000000000000', reason: 'The file was imported by hand.' },
    },
  ],

  async run({ workId, reason }, context) {
    const { org, db, person, emit, newId, summaryOf, fail } = context
    const work = await findOneWork(db, org.id, workId, summaryOf)
    if (!work) throw fail('work_not_found')
    if (work.state === 'running') throw fail('work_under_way')
    if (work.state === 'waiting' && work.tries === 0) throw fail('work_not_stopped')
    if (!(await giveUp(work, context))) throw fail('work_not_found')
    await recordDecision(db, org.id, {
      id: newId(),
      workId,
      name: work.name,
      decision: 'dropped',
      reason,
      personId: person.id,
    })
    await clearNotice(db, org.id, backgroundJobNotices.job_failed, workId)
    await emit(backgroundEvents.changed, workId, {
      ...{ kind: work.kind, name: work.name },
      ...{ before: { state: work.state }, after: { state: 'dropped' } },
    })
    return { success: true as const }
  },
})

const giveUp = async (work: Work, { db, org, within }: OrgContext): Promise<boolean> => {
  if (work.kind === 'inbox') return moveRequest(db, org.id, work.id, 'dropped')
  if (work.kind === 'event') return dropEvent(db, org.id, work.id)
  const taken = await claimStoppedJob(db, org.id, work.id)
  // Its notices must not remain as if they needed attention.
  if (taken && work.data_hint.inboxId) await moveRequest(db, org.id, work.data_hint.inboxId, 'dropped')
  if (taken && !(await hasSameWork(db, taken))) await within(db, org.id, workGivenUp, { ...taken, why: 'discarded' })
  return taken !== null
}
