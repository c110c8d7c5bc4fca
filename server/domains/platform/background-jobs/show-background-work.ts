import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { backgroundJobErrors } from './errors.ts'
import { findOneWork, Work } from './work.ts'

export const showBackgroundWork = action({
  name: 'show-background-work',
  summary: 'Show one item of background work',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ workId: z.uuid() }),
  output: z.object({ work: Work }),
  errors: [backgroundJobErrors.work_not_found],
  examples: [{ title: 'One job', input: { workId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ workId }, { org, db, summaryOf, fail }) {
    const work = await findOneWork(db, org.id, workId, summaryOf)
    if (!work) throw fail('work_not_found')
    return { work }
  },
})
