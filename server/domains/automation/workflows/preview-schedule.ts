import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { nextTimes } from './schedule-times.ts'
import { wordsOf } from './schedule-words.ts'
import { Schedule } from './schedules.ts'

const shownTimes = 5

export const previewSchedule = action({
  name: 'preview-schedule',
  summary: 'Say a schedule in words, with its next times',
  description: 'For a form in which a schedule is written: a cron line or a rule, in its zone.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  scope: 'workflows:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ schedule: Schedule }),
  output: z.object({
    words: z.string(),
    next_times: z.array(z.iso.datetime()).describe('The next five; fewer of one that ends'),
  }),
  errors: [],
  examples: [
    { title: 'Weekdays at nine', input: { schedule: { every: 'weekday', at: '09:00', zone: 'Europe/Berlin' } } },
    { title: 'A cron line', input: { schedule: { cron: '30 7 1 * *', zone: 'Asia/Kolkata' } } },
  ],

  async run({ schedule }, { now }) {
    return { words: wordsOf(schedule), next_times: nextTimes(schedule, now(), shownTimes).map((at) => at.toISOString()) }
  },
})
