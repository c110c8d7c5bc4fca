import { module } from '#core/module.ts'
import { anonymousAnswerRetention, answerRetention, bucketRetention, eventRetention } from './retention.ts'

export const retentionModule = module({
  title: 'Retention',
  retention: [eventRetention, answerRetention, anonymousAnswerRetention, bucketRetention],
  owns: [],
})
