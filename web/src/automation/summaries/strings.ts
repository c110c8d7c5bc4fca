import { messages } from '#web/i18n/strings.ts'

export const strings = messages('automation/summaries/strings', {
  title: 'Summary',
  make: 'Summarize',
  renew: 'Renew',
  failed: 'It could not be summed up',
  rests: 'Rests on',
  asOf: 'As of',
  byAi: 'Written by AI. Check what matters in the sources.',
  none: 'Nothing in the sources could be summed up for sure.',
})
