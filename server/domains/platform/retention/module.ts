import { module } from '#core/module.ts'
import { cleaning } from './cleanables.ts'
import { retentionErrors } from './errors.ts'
import { ownCleanables } from './own-cleanables.ts'
import { anonymousAnswerRetention, answerRetention, bucketRetention, eventRetention } from './retention.ts'
import { runCleanup } from './run-cleanup.ts'
import { showCleanup } from './show-cleanup.ts'
import { systemCleanup } from './system-cleanup.ts'

export const retentionModule = module({
  title: 'Retention',
  actions: [systemCleanup, showCleanup],
  jobs: [runCleanup],
  errors: retentionErrors,
  moments: [cleaning],
  within: [ownCleanables],
  retention: [eventRetention, answerRetention, anonymousAnswerRetention, bucketRetention],
  owns: ['cleanups'],
})
