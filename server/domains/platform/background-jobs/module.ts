import { module } from '#core/module.ts'
import { dropBackgroundWork } from './drop-background-work.ts'
import { backgroundJobErrors } from './errors.ts'
import { backgroundEvents } from './events.ts'
import { listBackgroundWork } from './list-background-work.ts'
import { listHeldWork } from './list-held-work.ts'
import { workElsewhere, workGivenUp } from './moments.ts'
import { backgroundJobNotices } from './notices.ts'
import { releaseHeldWork } from './release-held-work.ts'
import { replayBackgroundWork } from './replay-background-work.ts'
import { showBackgroundWork } from './show-background-work.ts'
import { notifyDeadWork } from './tell-dead-work.ts'

export const backgroundJobsModule = module({
  title: 'Background jobs',
  actions: [listBackgroundWork, showBackgroundWork, replayBackgroundWork, dropBackgroundWork, listHeldWork, releaseHeldWork],
  jobs: [notifyDeadWork],
  errors: backgroundJobErrors,
  events: [backgroundEvents],
  moments: [workGivenUp, workElsewhere],
  notices: backgroundJobNotices,
  owns: ['holds', 'work_decisions'],
})
