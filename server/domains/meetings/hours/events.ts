import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'
import type { Hours } from './work-hours.ts'

const Windows = z.record(z.string(), z.array(z.array(z.string())))

const HoursFields = z.object({
  time_zone: z.string(),
  weekly: Windows.describe('By weekday'),
  single_days: Windows.describe('By date'),
})

export const hoursFieldsOf = ({
  zone,
  weekly,
  dates,
}: Pick<Hours, 'zone' | 'weekly' | 'dates'>): z.output<typeof HoursFields> => ({
  time_zone: zone,
  weekly: weekly as z.output<typeof Windows>,
  single_days: dates,
})

export const hoursEvents = {
  changed: event({
    type: 'hours.changed',
    about:
      'The working hours or time zone of a member changed, or the hours of the business: then the subject is the workspace.',
    facts: changesOf(HoursFields),
  }),
}
