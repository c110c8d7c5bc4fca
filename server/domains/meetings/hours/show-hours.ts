import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { findHours, findHoursRow, showHoursOf, WorkHours } from './work-hours.ts'

export const showHours = action({
  name: 'show-hours',
  summary: 'Show a member’s working hours',
  description:
    'When a member can be booked: windows of the wall clock in their time zone, by weekday, and for single days. Without `userId`, your own.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ userId: z.uuid().optional() }),
  output: z.object({ hours: WorkHours }),
  errors: [memberErrors.person_not_found],
  examples: [{ title: 'Your own', input: {} }],

  async run({ userId }, { db, org, person, fail }) {
    const id = userId ?? person.id
    const hours = (await findHours(db, org.id, [id])).get(id)
    if (!hours) throw fail('person_not_found', { field: 'userId' })
    return { hours: showHoursOf(hours, (await findHoursRow(db, org.id, id)) === undefined) }
  },
})
