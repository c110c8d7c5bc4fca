import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { AccountCalendar, findAccountCalendars } from './account-calendars.ts'

export const listAccountCalendars = action({
  name: 'list-account-calendars',
  summary: 'List the calendars of your accounts',
  description:
    'All calendars of the accounts that you connected, with which of them are read, which one gets the meetings, and how old each copy is. Only you see this list.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({ calendars: z.array(AccountCalendar) }),
  errors: [],
  examples: [{ title: 'All', input: {} }],

  async run(_, { db, org, person }) {
    return { calendars: await findAccountCalendars(db, org.id, person.id) }
  },
})
