import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { findBusinessDates, findBusinessHours, showBusinessHours } from './business-hours.ts'
import { findHours, findHoursRow, showHoursOf, WorkHours } from './work-hours.ts'

export const showHours = action({
  name: 'show-hours',
  summary: 'Show the working hours of a member or of the business',
  description:
    'When a member can be booked: windows of the wall clock in their time zone, by weekday, and for single days. Without `userId`, your own. With `business`, those of the whole business, which hold for members who have set no week of their own.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ userId: z.uuid().optional(), business: z.boolean().optional() }),
  output: z.object({ hours: WorkHours }),
  errors: [memberErrors.person_not_found],
  examples: [{ title: 'Your own', input: {} }],

  async run({ userId, business }, { db, org, person, fail }) {
    if (business) return { hours: showBusinessHours(await findBusinessHours(db, org.id)) }
    const id = userId ?? person.id
    const hours = (await findHours(db, org.id, [id])).get(id)
    if (!hours) throw fail('person_not_found', { field: 'userId' })
    const own = await findHoursRow(db, org.id, id)
    return { hours: showHoursOf(hours, { own, business: await findBusinessDates(db, org.id) }) }
  },
})
